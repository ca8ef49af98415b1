import UniversalMediaCatalog

struct ExternalIDSystemUnknown: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EXTID-SYSTEM", "The system of an externalId is known.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.9",
        remedy: "write one of eidr, imdb, tms, tmdb, tvdb, isan, itunes_adam; use `house` for your own ids",
        bad: [RuleExample(.catalog, "system=\"house\"", "system=\"lanternbay\"")],
        nearMisses: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"itunes_adam\">1234567")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.externalId) { node in
            guard let system = node[.system], ExternalIDSystem.table[system] == nil else { return }
            findings.report(
                info, at: node, remedy: ExternalIDSystem.table.nearest(to: system.string).map { "write `\($0)`" },
                "the system \(system.shown) of an externalId is unknown")
        }
    }
}

struct ExternalIDFormat: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EXTID-FORMAT", "An externalId has the format of its system.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.9", remedy: "write only the id of the title, in the format of the system",
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01",
                "<externalId system=\"imdb\">https://www.imdb.com/title/tt0133093/"),
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01",
                "<externalId system=\"eidr\">10.5240/7791-8534-2c23-9030-8610-5"),
            RuleExample(.catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"tmdb\">tt0133093"),
            RuleExample(.catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"imdb\">tt0000000"),
            RuleExample(.catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"tms\">EP00613512"),
            RuleExample(.catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"house\">TBD"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"imdb\">tt10872600"),
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"tms\">MV00613512"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.externalId) { node in
            guard let system = node[.system].flatMap({ ExternalIDSystem.table[$0] }) else { return }
            let id = node.text.trimmed
            if let fault = Self.unlikely(system, id, item.type) {
                return findings.report(info, at: node, "\(id.shown) \(fault)")
            }
            guard system.fault(id) == .pattern else { return }
            findings.report(
                info, at: node, remedy: "write \(system.pattern)",
                id.isEmpty ? "the id of \(system.rawValue) is empty" : "\(id.shown) is not an id of \(system.rawValue)")
        }
    }
}

extension ExternalIDFormat {
    /// Returns the predicate of a message about an id that has the right format, but names nothing, or another kind of work.
    private static func unlikely(_ system: ExternalIDSystem, _ id: FeedText, _ type: ContentTypes) -> String? {
        guard !id.isEmpty else { return nil }
        if id.count <= 14, OtherTexts.isPlaceholder(id) { return "is a placeholder, not an id" }
        if system != .house, id.bytes.contains(UInt8(ascii: "0")),
            !id.bytes.contains(where: { $0 != UInt8(ascii: "0") && isDigit($0) }), system != .eidr
        {
            return "has only zeros, and names no work"
        }
        guard system == .tms else { return nil }
        if id.hasPrefix("EP"), type == .movie || type == .show || type == .season {
            return "is the TMS id of an episode, but the item is a \(type.spelling)"
        }
        if id.hasPrefix("MV"), type == .show || type == .season || type == .episode {
            return "is the TMS id of a movie, but the item is a \(type.spelling)"
        }
        return nil
    }
}

struct EIDRCheckCharacter: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EXTID-EIDR", "The check character of an EIDR is correct.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.9", remedy: "copy the id from the registry again: at least one character is wrong",
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01",
                "<externalId system=\"eidr\">10.5240/7791-8534-2C23-9030-8610-4"),
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01",
                "<externalId system=\"eidr\">10.5240/7791-8354-2C23-9030-8610-5"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01",
                "<externalId system=\"eidr\">10.5240/7791-8534-2C23-9030-8610-5")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.externalId) { node in
            guard let system = node[.system], system == "eidr",
                case .checkCharacter(let right) = ExternalIDSystem.eidr.fault(node.text.trimmed)
            else { return }
            findings.report(
                info, at: node, "the check character of \(node.text.trimmed.shown) is wrong; it should be `\(right)`")
        }
    }
}

struct ExternalIDRepeated: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EXTID-DUP", "An item has at most one externalId of each system.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.9", remedy: "keep the id of the title itself",
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<externalId system=\"imdb\">tt0133093</externalId><externalId system=\"imdb\">tt0234215</externalId>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<externalId system=\"tmdb\">603</externalId><externalId system=\"tvdb\">603</externalId>")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEachRepeat(.externalId) {
            $0[.system]?.trimmed
        } _: { later, earlier in
            findings.report(
                info, at: later,
                "the item has two ids of \(later[.system]?.shown ?? ""): \(earlier.text.trimmed.shown) and \(later.text.trimmed.shown)"
            )
        }
    }
}
