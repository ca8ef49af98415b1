import UniversalMediaCatalog

struct TitleRequired: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-REQ", "Every item has a title.", level: .error, tag: "S", section: "umc-catalog.md 3.2",
        remedy: "give the item a title in each of its locales",
        bad: [RuleExample(.sportsCatalog, "<title locale=\"en-US\">Three Piers Kart Cup</title>", "")],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<title locale=\"en-US\">Three Piers Kart Cup</title>",
                "<title>Three Piers Kart Cup</title>"),
            RuleExample(
                .sportsCatalog, "<title locale=\"en-US\">Three Piers Kart Cup</title>",
                "<title locale=\"en-US\"><![CDATA[3]]></title>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        if !item.elements.contains(.title) { findings.report(info, at: item.node, "the item has no title") }
    }
}

struct TitleLength: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-LEN", "A title has 1 to 255 characters.", level: .error, tag: "S", section: "umc-catalog.md 3.2",
        remedy: "write only the title; move other text to the description",
        bad: [
            RuleExample(.catalog, "Le Phare de papier", ""),
            RuleExample(.catalog, "Le Phare de papier", String(repeating: "Le Phare de papier ", count: 14)),
        ],
        nearMisses: [
            RuleExample(.catalog, "紙の灯台", String(repeating: "紙の灯台", count: 63)),
            RuleExample(.catalog, "Le Phare de papier", "Ô"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.title) { node in
            let text = node.text
            if text.isBlank, !node.isMixed {
                findings.report(info, at: node, remedy: "write a title, or remove the element", "the title is empty")
            } else if text.isLonger(than: 255), text.trimmed.scalarCount > 255 {
                findings.report(
                    info, at: node,
                    "the title has \(text.trimmed.scalarCount) characters; the maximum is 255: \(text.trimmed.shown)")
            }
        }
    }
}

/// CAT-TITLE-DUP: two default titles in one locale.
struct TitleRepeated: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-DUP", "An item has one default title in each locale.", level: .error, tag: "D",
        section: "umc-catalog.md 3.4",
        remedy: "keep one, and give the others a type such as alternate or short, or the correct locale",
        bad: [
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"fr-FR\">Le Phare de papier</title><title locale=\"fr-FR\" type=\"default\">Le Phare en papier</title>"
            ),
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title>The Lighthouse of Paper</title>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"fr-FR\">Le Phare de papier</title><title locale=\"fr-CA\">Le Phare de papier</title>"),
            RuleExample(
                .catalog, "<title locale=\"ja-JP\">紙の灯台</title>",
                "<title locale=\"ja-JP\">紙の灯台</title><title locale=\"ja-JP\" type=\"alternate\">紙灯台</title>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEachRepeat(.title) {
            $0.isDefaultTitle ? item.localeKey($0) : nil
        } _: { later, earlier in
            findings.report(
                info, at: later,
                "the item has two titles in \(item.locale(of: later)): \(earlier.text.trimmed.shown) and \(later.text.trimmed.shown)"
            )
        }
    }
}

struct TitleType: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-TYPE", "The type of a title is default, short, sort, original or alternate.", level: .warning,
        tag: "D", section: "umc-catalog.md 3.4",
        remedy: "write one of default, short, sort, original, alternate, or remove the attribute",
        bad: [RuleExample(.sportsCatalog, "type=\"short\"", "type=\"abbreviated\"")],
        nearMisses: [
            RuleExample(.sportsCatalog, "type=\"short\"", "type=\"original\""),
            RuleExample(.sportsCatalog, "type=\"short\"", "type=\"sort\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.title) { node in
            guard let type = node[.type], !CatalogWords.titleTypes.contains(type.trimmed) else { return }
            findings.report(
                info, at: node, remedy: CatalogWords.titleTypes.nearest(to: type.string).map { "write `\($0)`" },
                "\(type.shown) is not a known type of a title")
        }
    }
}

struct ShortTitle: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-SHORT", "A short title has at most 30 characters.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.4", remedy: "shorten it, or remove it: the default title is used instead",
        bad: [RuleExample(.sportsCatalog, "Herons at Otters", "The Fogtown Herons at the Saltmarsh Otters")],
        nearMisses: [
            RuleExample(.sportsCatalog, "Herons at Otters", "Hérons à Öttérs, çà et là élev"),
            RuleExample(
                .catalog, "Le Phare de papier", "Le Phare de papier, de ficelle et de cartes anciennes"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.title) { node in
            guard let type = node[.type], type == "short" else { return }
            let text = node.text.trimmed
            if text.isLonger(than: 30) {
                findings.report(
                    info, at: node, "the short title \(text.shown) has \(text.scalarCount) characters")
            }
        }
    }
}

/// CAT-TITLE-DEFAULT: an item without a title in the feed's default locale.
struct TitleInDefaultLocale: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-DEFAULT", "Every item has a title in the feed's defaultLocale.", level: .error, tag: "D",
        section: "umc-catalog.md 5",
        remedy: "add a title in the defaultLocale, or remove the locale attribute of one title",
        bad: [
            RuleExample(.sportsCatalog, "<title locale=\"en-US\">Three", "<title locale=\"fr-CA\">Three"),
            RuleExample(
                .sportsCatalog, "<title locale=\"en-US\">Three", "<title locale=\"en-US\" type=\"sort\">Three"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, "<title locale=\"en-US\">Three", "<title>Three"),
            RuleExample(.sportsCatalog, "<title locale=\"en-US\">Three", "<title locale=\"EN-us\">Three"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard !item.head.defaultLocale.isEmpty else { return }
        var hasTitle = false
        var isThere = false
        for node in item.children(.title) {
            hasTitle = true
            if node.isDefaultTitle, item.localeKey(node).isEmpty {
                isThere = true
                break
            }
        }
        guard hasTitle, !isThere else { return }
        let language = item.head.defaultLocale.prefix { $0 != "-" && $0 != "_" }.lowercased()
        var near: String?
        item.forEachDefaultTitle { node in
            let locale = item.locale(of: node)
            if locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() == language { near = near ?? locale }
        }
        // A title in another regional variant of the language can still be displayed.
        findings.report(
            info, at: item.node, level: near == nil ? .error : .warning,
            near.map {
                "the item has a title in `\($0)`, but not in the feed's defaultLocale `\(item.head.defaultLocale)`"
            } ?? "the item has no title in the feed's defaultLocale `\(item.head.defaultLocale)`")
    }
}
