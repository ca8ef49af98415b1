import UniversalMediaCatalog

/// STY-TITLE-EXTRA: titles that occur twice in themselves, or name the studio, the network or the country.
struct TitleExtras: TextRule {
    static let info = RuleInfo(
        "STY-TITLE-EXTRA",
        "A title contains its words once and without no-break spaces, and no studio, network or country in brackets.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "write only the title; studio, network and country have elements of their own", class: .shouldFix,
        bad: [
            .title("The Paper Lighthouse The Paper Lighthouse"),
            .title("The Paper Lighthouse (Invented Tide Pictures)"),
            .title("The Paper Lighthouse [NZ]"), .title("Paper\u{A0}Lighthouse"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("Bora Bora"), .title("New York, New York"), .title("The Paper Lighthouse (Part Two)"),
            .title("Le Phare\u{A0}: une histoire", "fr-FR"), .title("Paper Part\u{A0}2"),
            .title("Invented Tide Pictures"), .title("The Paper Lighthouse (US)"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.isShownTitle else { return }
        let title = text.text
        if text.wordCount >= 4, let half = Self.half(title) {
            return findings.report(
                info, at: text.node, remedy: "write `\(half.string)`",
                "the title \(title.cited) consists of “\(half.string)” twice")
        }
        if text.features.contains(.sign), text.language != .french, let place = Self.joint(title) {
            findings.report(
                info, at: text.node, remedy: "write a space",
                "the title \(title.cited) contains a no-break space behind “\(title[0..<place].string)”")
        }
        guard text.features.contains(.bracket), let note = Self.bracketed(title), let maker = Self.maker(note, item)
        else { return }
        findings.report(info, at: text.node, "the title \(title.cited) names the \(maker) in brackets")
    }

    /// Returns the half of a title that consists of two or more words and the same words again.
    private static func half(_ title: FeedText) -> FeedText? {
        guard title.count % 2 == 1, title.count >= 9 else { return nil }
        let middle = title.count / 2
        guard title[middle] == 32 else { return nil }
        let half = title[0..<middle]
        return half.bytes.contains(32) && half == title[middle + 1..<title.count] ? half : nil
    }

    /// Returns where a no-break space joins two words of three or more letters.
    private static func joint(_ title: FeedText) -> Int? {
        for index in 3..<max(3, title.count - 4) where title[index] == 0xC2 && title[index + 1] == 0xA0 {
            let isWord =
                (1...3).allSatisfy { isLetter(title[index - $0]) }
                && (2...4).allSatisfy { isLetter(title[index + $0]) }
            if isWord { return index }
        }
        return nil
    }

    /// Returns the text of the brackets with which a title ends.
    private static func bracketed(_ title: FeedText) -> FeedText? {
        guard let last = title.bytes.last, last == UInt8(ascii: ")") || last == UInt8(ascii: "]") else { return nil }
        let open = last == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
        guard let start = title.bytes.lastIndex(of: open), start > 1, start + 2 < title.count else { return nil }
        return title[start + 1..<title.count - 1].trimmed
    }

    /// Returns the element of the item whose text a note is.
    private static func maker(_ note: FeedText, _ item: CatalogItemView) -> String? {
        guard let block = item.info else { return nil }
        for node in block.children {
            switch node.name {
            case .studio, .network:
                if note.count > 2, node.text.trimmed.isSameIgnoringCase(note) { return node.spelling }
            // `The Office (US)` tells two shows apart.
            case .productionCountry: if item.type == .movie, node.text.trimmed == note { return "country" }
            default: break
            }
        }
        return nil
    }
}
