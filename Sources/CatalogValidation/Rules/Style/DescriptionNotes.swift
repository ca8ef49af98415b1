import UniversalMediaCatalog

/// STY-DESC-NOTE: labels, credits, running times, ratings and copyright notices in descriptions.
struct DescriptionNotes: TextRule {
    static let info = RuleInfo(
        "STY-DESC-NOTE",
        "A description has no label, credits, running time, rating or copyright notice: these have elements of their own.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "remove this part of the description; credits, duration, rating and studio have their own elements",
        class: .shouldFix,
        bad: [
            .plot("A retired mapmaker rebuilds a lighthouse. © 2026 Invented Tide Pictures."),
            .plot("A retired mapmaker rebuilds a lighthouse. All rights reserved."),
            .plot("A retired mapmaker rebuilds a lighthouse. Copyright 2026 Invented Tide."),
            .plot("Synopsis: A retired mapmaker rebuilds a lighthouse."),
            .plot("A retired mapmaker rebuilds a lighthouse. Starring: Nell Invented."),
            .plot("A retired mapmaker rebuilds a lighthouse. Runtime: 102 min."),
            .plot("A retired mapmaker rebuilds a lighthouse. Rated PG-13."),
            .plot("Eine Kartografin baut einen Leuchtturm. Laufzeit: 102 Minuten.", "de-DE"),
        ],
        good: [.plot("A retired mapmaker rebuilds a lighthouse.")],
        nearMisses: [
            .plot("A lawyer fights over the copyright of a map that nobody has drawn."),
            .plot("A tribe whose fishing rights are reserved by treaty defends a lighthouse."),
            .plot("Rated the best detective of the harbor, she retires."),
            .plot("Starring at the sea, a mapmaker forgets the charts."),
            .plot("A writer loses the synopsis: the lighthouse was never drawn."),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle else { return }
        let bytes = text.text.bytes
        for index in 0..<bytes.count {
            let byte = bytes[index]
            // Only the copyright sign and capital letters at the beginning of a word begin a note.
            guard byte == 0xC2 || byte &- UInt8(ascii: "A") < 26 && (index == 0 || !isLetter(bytes[index - 1])),
                let note = Self.note(text.text[index..<bytes.count], isFirst: index == 0)
            else { continue }
            return findings.report(
                info, at: text.node, "the description contains \(note): \(text.text[index..<bytes.count].cited)")
        }
    }

    /// Returns the kind of the note with which a text begins.
    private static func note(_ text: FeedText, isFirst: Bool) -> StaticString? {
        switch text[0] {
        case 0xC2: return text.count > 1 && text[1] == 0xA9 ? "a copyright notice" : nil
        case UInt8(ascii: "A"), UInt8(ascii: "C"), UInt8(ascii: "D"), UInt8(ascii: "L"), UInt8(ascii: "P"),
            UInt8(ascii: "R"), UInt8(ascii: "S"), UInt8(ascii: "W"):
            break
        default: return nil
        }
        if notices.contains(where: { text.hasPrefix($0) }) { return "a copyright notice" }
        if credits.contains(where: { text.hasPrefix($0) }) { return "credits" }
        if times.contains(where: { text.hasPrefix($0) }) { return "the running time" }
        if isFirst, labels.contains(where: { text.hasPrefix($0) }) { return "a label" }
        guard text.hasPrefix("Rated "), text.count > 6 else { return nil }
        var end = 6
        while end < text.count, isLetter(text[end]) || isDigit(text[end]) || text[end] == UInt8(ascii: "-") { end += 1 }
        return ratings[text[6..<end]] == nil ? nil : "the rating"
    }

    private static let notices: [StaticString] = [
        "All rights reserved", "All Rights Reserved", "Copyright 19", "Copyright 20", "Copyright (",
    ]
    private static let credits: [StaticString] = [
        "Starring: ", "Directed by: ", "Director: ", "Cast: ", "Written by: ", "Produced by: ", "Darsteller: ",
    ]
    private static let times: [StaticString] = [
        "Runtime: ", "Run time: ", "Running time: ", "Running Time: ", "Duration: ", "Laufzeit: ",
    ]
    private static let labels: [StaticString] = [
        "Synopsis: ", "Description: ", "Plot: ", "Summary: ", "Logline: ", "Plot summary: ", "Short description: ",
    ]
    private static let ratings = WordTable([
        "G", "PG", "PG-13", "R", "NC-17", "TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA",
    ])
}
