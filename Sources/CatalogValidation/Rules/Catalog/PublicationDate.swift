import UniversalMediaCatalog

struct PublicationDate: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-PUBDATE", "Every item has a pubDate: the time of its last change, with a UTC offset.", level: .error,
        tag: "S", section: "umc-catalog.md 4",
        remedy: "write it as YYYY-MM-DDThh:mm:ss followed by Z or an offset such as +02:00",
        bad: [
            RuleExample(.catalog, "<pubDate>2026-02-27T09:15:00+00:00</pubDate>", ""),
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2026-02-27"),
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2026-02-30T09:15:00Z"),
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2026-02-27T09:15:00"),
        ],
        nearMisses: [
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2026-02-27T09:15:00.125-11:30"),
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "\n  2024-02-29T23:59:59Z\n"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let node = item.first(.pubDate) else {
            return findings.report(
                info, at: item.node, remedy: "add pubDate with the time of the item's last change",
                "the item has no pubDate")
        }
        let text = node.text.trimmed
        guard let time = FeedTime(text) else {
            return findings.report(info, at: node, "the pubDate \(text.shown) is not a date-time")
        }
        if !time.hasOffset {
            findings.report(
                info, at: node, level: .warning, remedy: "write `\(text.string)Z`, or the intended offset",
                "the pubDate \(text.shown) has no UTC offset; it is interpreted as UTC")
        }
    }
}

struct FuturePublication: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-PUBDATE-FUTURE", "A pubDate is at most a day in the future, and not before that of the previous build.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 5",
        remedy: "write the time of the item's last change to pubDate; availability is declared by offers",
        bad: [
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2027-02-27T09:15:00+00:00"),
            RuleExample(
                .catalog, "2026-02-27T09:15:00+00:00", "2026-01-27T09:15:00+00:00", previously: [.catalog]),
        ],
        nearMisses: [
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2026-03-03T11:59:00Z"),
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "1999-12-31T23:59:59Z"),
            // The same time with another offset.
            RuleExample(
                .catalog, "2026-02-27T09:15:00+00:00", "2026-02-26T23:15:00-10:00", previously: [.catalog]),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let node = item.first(.pubDate), let time = FeedTime(node.text.trimmed),
            time.seconds > item.now + 86_400
        else { return }
        findings.report(
            info, at: node,
            "the pubDate \(node.text.trimmed.shown) is \(Int(min(1e9, (time.seconds - item.now) / 86_400))) days in the future"
        )
    }
}

/// CAT-BOOLEAN: booleans written as `1` and `0`.
struct NumericBoolean: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-BOOLEAN", "Booleans are written as true and false.", level: .warning, tag: "S/D",
        section: "umc-catalog.md 4", remedy: "write true instead of 1, and false instead of 0",
        bad: [
            RuleExample(.catalog, "isPhonetic=\"true\"", "isPhonetic=\"1\""),
            RuleExample(.sportsCatalog, "<isTBD>false</isTBD>", "<isTBD>0</isTBD>"),
            RuleExample(
                .catalog, "<isOriginal>true</isOriginal>\n    <keyword",
                "<isOriginal>1</isOriginal>\n    <keyword"),
        ],
        nearMisses: [
            RuleExample(.catalog, "isPhonetic=\"true\"", "isPhonetic=\"false\" type=\"alternate\""),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea</keyword>", "<keyword locale=\"en-US\">1</keyword>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for node in item.node.children {
            switch node.name {
            case .title: if let value = node[.isPhonetic] { check(value, "isPhonetic", node, &findings) }
            case .isOriginal: check(node.text, "isOriginal", node, &findings)
            case .sportingEventInfo:
                if let node = node.first(.isTBD) { check(node.text, "isTBD", node, &findings) }
            default: break
            }
        }
    }

    private func check(_ value: FeedText, _ name: String, _ node: FeedNode, _ findings: inout Findings) {
        guard value.count < 8 else { return }
        let value = value.trimmed
        if value == "1" || value == "0" {
            findings.report(
                info, at: node, remedy: "write `\(value == "1" ? "true" : "false")`",
                "\(name) is written as \(value.shown)")
        }
    }
}
