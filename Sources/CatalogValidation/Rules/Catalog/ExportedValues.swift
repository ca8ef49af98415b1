import UniversalMediaCatalog

/// STY-EXPORT: values of a program in place of names.
struct ExportedValues: CatalogItemRule {
    static let info = RuleInfo(
        "STY-EXPORT", "Names and codes are texts, not values of the program that writes the feed.", level: .warning,
        tag: "D", section: "umc-validation.md 3.3", remedy: "write the value itself, decoded, in one element each",
        bad: [
            RuleExample(.catalog, "Nell Invented", "N\\u00e9ll Invented"),
            RuleExample(.catalog, "Invented Tide Pictures", "[object Object]"),
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>['documentary']</genre>"),
            RuleExample(
                .catalog, "<keyword locale=\"en-US\">sea<", "<keyword locale=\"en-US\">{&quot;id&quot;: 4}<"),
        ],
        nearMisses: [
            RuleExample(.catalog, "Invented Tide Pictures", "[adult swim]"),
            RuleExample(.catalog, "Nell Invented", "Nell [sic] Invented"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for node in item.node.children {
            switch node.name {
            case .credit, .keyword, .genre: check(node, &findings)
            default: break
            }
        }
        guard let info = item.info else { return }
        for index in info.descendants where info.tree[index].name != .duration { check(info.tree[index], &findings) }
    }

    private func check(_ node: FeedNode, _ findings: inout Findings) {
        let text = node.text
        for index in 0..<text.count {
            let byte = text[index]
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\\") else { continue }
            guard Self.isValue(text[index..<text.count]) else { return }
            return findings.report(
                info, at: node, "the \(node.spelling) \(text.trimmed.shown) is a value of a program")
        }
    }

    private static func isValue(_ text: FeedText) -> Bool {
        guard text.count > 3 else { return false }
        if text[0] == UInt8(ascii: "\\") {
            return text[1] == UInt8(ascii: "u") && text.count > 5 && text[2..<6].bytes.allSatisfy(isHexadecimal)
                || text[1] == UInt8(ascii: "n") && !isLetter(text[2])
        }
        let isQuote = text[1] == UInt8(ascii: "'") || text[1] == UInt8(ascii: "\"")
        return isQuote || text.hasPrefix("[object ") || text.hasPrefix("[null]") || text.hasPrefix("[None")
            || text[1] == UInt8(ascii: "{")
    }
}
