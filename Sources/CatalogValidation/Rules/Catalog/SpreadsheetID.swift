import UniversalMediaCatalog

/// CAT-ID-NUMBER: ids that a spreadsheet has rounded.
struct SpreadsheetID: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ID-NUMBER", "A contentId is not a number in the notation of a spreadsheet.", level: .error, tag: "D",
        section: "umc-catalog.md 3.1",
        remedy: "export the ids as text: the digits of this one are lost", class: .mustFix,
        bad: [
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"1.23457E+11\""),
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"9,1E+12\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"123457000000\""),
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"1E-11\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let id = item.contentID, id.count > 4, isDigit(id[0]), Self.isScientific(id) else { return }
        findings.report(info, at: item.node, "the contentId \(id.shown) is a rounded number of a spreadsheet")
    }

    /// Returns whether a text is like `1.23E+11`.
    private static func isScientific(_ text: FeedText) -> Bool {
        var index = 1
        if text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") {
            index += 1
            while index < text.count, isDigit(text[index]) { index += 1 }
        }
        guard index + 2 < text.count, text[index] == UInt8(ascii: "E"), text[index + 1] == UInt8(ascii: "+") else {
            return false
        }
        return text[index + 2..<text.count].bytes.allSatisfy(isDigit)
    }
}
