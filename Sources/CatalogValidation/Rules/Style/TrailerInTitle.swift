import UniversalMediaCatalog

/// STY-TRAILER: titles of works that are labelled as trailers.
struct TrailerInTitle: TextRule {
    static let info = RuleInfo(
        "STY-TRAILER", "The title of a movie, show, season or episode is not that of its trailer.", level: .warning,
        tag: "D", section: "umc-validation.md 3.3",
        remedy: "remove the label; if the item is the trailer, deliver it as an extra of type preview", class: .mustFix,
        bad: [
            .title("The Paper Lighthouse - Official Trailer"), .title("The Paper Lighthouse: Trailer"),
            .title("The Paper Lighthouse (Teaser)"), .title("The Paper Lighthouse Official Trailer"),
            .title("Le Phare de papier (bande-annonce)", "fr-FR"), .title("Le Phare de papier – Trailer", "de-DE"),
            .title("紙の灯台【予告編】", "ja-JP"), .show("Nine Quiet Volcanoes | Official Teaser"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("The Long, Long Trailer"), .title("Trailer"), .title("The Teaser"),
            .title("Trailer Park Lighthouse"),
            .title("The Man Trailer"), .title("Life - A Trailer Park"), .title("予告編", "ja-JP"),
            // An extra is a trailer.
            RuleExample(.catalog, ">Nine Quiet Volcanoes: Preview<", ">Nine Quiet Volcanoes: Official Trailer<"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.isTitle, item.type != .extra, text.isShownTitle, Self.isLabelled(text.text) else { return }
        findings.report(
            info, at: text.node, "the title of the \(item.type.spelling) has the label of a trailer: \(text.text.cited)"
        )
    }

    /// Returns whether a title ends with a label, in brackets, after a mark or with a word before it that only labels have.
    private static func isLabelled(_ title: FeedText) -> Bool {
        var end = title.count
        if end > 3, title[end - 1] == UInt8(ascii: ")") || title[end - 1] == UInt8(ascii: "]") { end -= 1 }
        if end > 3, title[end - 3..<end] == "】" || title[end - 3..<end] == "）" { end -= 3 }
        guard end > 8, isEnd(title[end - 1]) else { return false }
        for label in labels where end > label.utf8CodeUnitCount + 1 {
            var start = end - label.utf8CodeUnitCount
            guard title[start..<end].isIgnoringCase(label) else { continue }
            if title[start - 1] == 32 {
                for word in qualifiers where start > word.utf8CodeUnitCount {
                    let first = start - word.utf8CodeUnitCount
                    guard title[first..<start].isIgnoringCase(word) else { continue }
                    return first > 1
                }
            }
            while start > 1, title[start - 1] == 32 { start -= 1 }
            return start > 1 && isMark(title, before: start)
        }
        return false
    }

    /// The last bytes of the labels, in either case.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte | 32 == UInt8(ascii: "r") || byte | 32 == UInt8(ascii: "e") || byte >= 0x80
    }

    private static func isMark(_ title: FeedText, before end: Int) -> Bool {
        switch title[end - 1] {
        case UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "|"): true
        case UInt8(ascii: "-"): title[end - 2] == 32
        default:
            end > 3
                && [UInt8(0x93), 0x94, 0x90, 0x88].contains(title[end - 1])
                && (title[end - 3..<end] == "–" || title[end - 3..<end] == "—" || title[end - 3..<end] == "【"
                    || title[end - 3..<end] == "（")
        }
    }

    private static let labels: [StaticString] = [
        "trailer", "teaser", "tráiler", "bande-annonce", "bande annonce", "予告編", "予告", "예고편", "трейлер",
    ]
    private static let qualifiers: [StaticString] = [
        "official ", "teaser ", "theatrical ", "offizieller ", "officiële ", "oficial ",
    ]
}
