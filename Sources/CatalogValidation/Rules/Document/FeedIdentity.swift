import UniversalMediaCatalog

struct OneCatalog: DocumentRule {
    static let info = RuleInfo(
        "DOC-ONE-CATALOG", "A catalog feed contains one catalog with one id.", level: .error, tag: "S",
        section: "umc-catalog.md C2", remedy: "deliver each catalog as a separate feed",
        bad: [
            RuleExample(
                .catalog, "<defaultLocale>en-US</defaultLocale>",
                "<defaultLocale>en-US</defaultLocale><catalogId>org.example.lanternbay.kids</catalogId>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "Movies and series of an invented service.",
                "Not org.example.lanternbay.kids, which is another catalog.")
        ])

    let kinds: Set<FeedKind> = [.catalog]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        var first = document.root[.catalogId]
        for node in document.nodes(.catalogId) {
            let id = node.text.trimmed
            if let first {
                if !(first.trimmed == id) {
                    findings.report(
                        info, at: node, "the feed has two catalog ids: \(first.trimmed.shown) and \(id.shown)")
                }
            } else {
                first = id
            }
        }
        var channels = 0
        for node in document.root.children where node.name == .channel {
            channels += 1
            if channels == 2 { findings.report(info, at: node, "the feed has a second channel") }
        }
    }
}

struct CatalogIDForm: DocumentRule {
    static let info = RuleInfo(
        "DOC-CATALOG-ID", "A catalogId has 1 to 255 letters, digits, dots, hyphens and underscores.", level: .error,
        tag: "D", section: "umc-catalog.md 2",
        remedy: "write the registered id, such as com.example.catalog",
        bad: [
            RuleExample(.catalog, "catalogId=\"org.example.lanternbay.catalog\"", "catalogId=\"\""),
            RuleExample(
                .catalog, "catalogId=\"org.example.lanternbay.catalog\"", "catalogId=\"Lantern Bay catalog\""),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "catalogId=\"org.example.lanternbay.catalog\"", "catalogId=\"LANTERN_BAY-2\"")
        ])

    let kinds: Set<FeedKind> = [.catalog]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        if let id = document.root[.catalogId] { check(id, document.root, &findings) }
        for node in document.nodes(.catalogId) { check(node.text.trimmed, node, &findings) }
    }

    private func check(_ id: FeedText, _ node: FeedNode, _ findings: inout Findings) {
        if id.isBlank {
            findings.report(info, at: node, "the catalogId is empty")
        } else if id.isLonger(than: 255) {
            findings.report(info, at: node, "the catalogId \(id.shown) has \(id.scalarCount) characters")
        } else if !id.bytes.allSatisfy({
            isLetter($0) || isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }) {
            findings.report(
                info, at: node, level: .warning,
                "the catalogId \(id.shown) contains characters that are not allowed in ids")
        }
    }
}

struct TeamIDForm: DocumentRule {
    static let info = RuleInfo(
        "DOC-TEAM-ID", "A teamId has ten upper-case letters and digits.", level: .warning, tag: "D",
        section: "umc-catalog.md 2", remedy: "write the Team ID of the developer account, such as A1B2C3D4E5",
        bad: [
            RuleExample(.catalog, "teamId=\"EXAMPLE001\"", "teamId=\"example001\""),
            RuleExample(.catalog, "teamId=\"EXAMPLE001\"", "teamId=\"EXAMPLE.001\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "teamId=\"EXAMPLE001\"", "teamId=\"0123456789\"")
        ])

    let kinds: Set<FeedKind> = [.catalog, .availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        if let id = document.root[.teamId] { check(id, document.root, &findings) }
        for node in document.nodes(.teamId) { check(node.text.trimmed, node, &findings) }
        for node in document.root.children where node.name == .service {
            if let id = node[.teamId] { check(id, node, &findings) }
        }
    }

    private func check(_ id: FeedText, _ node: FeedNode, _ findings: inout Findings) {
        guard id.count != 10 || !id.bytes.allSatisfy({ isDigit($0) || $0 &- 65 < 26 }) else { return }
        findings.report(info, at: node, id.isBlank ? "the teamId is empty" : "\(id.shown) is not a Team ID")
    }
}
