import UniversalMediaCatalog

/// STY-SHOW-TAGLINE: show titles with a tag line.
struct TaglineInShowTitle: TextRule {
    static let info = RuleInfo(
        "STY-SHOW-TAGLINE", "The title of a show has no tag line.", level: .info, tag: "S",
        section: "umc-validation.md 3.3", remedy: "use the show's official title, without a tag line",
        bad: [
            .show("Nine Quiet Volcanoes: The mountains that people forgot were on fire"),
            .show("Nine Quiet Volcanoes - Nature has never been so loud!"),
            .show("Neuf volcans : la nature n'a jamais été aussi bruyante !", "fr-FR"),
            .show("Nine Quiet Volcanoes (the hit show from the makers of Bells)"),
        ],
        good: [.show("Nine Quiet Volcanoes")],
        nearMisses: [
            .show("Star Wars: The Clone Wars"), .show("The Lord of the Rings: The Rings of Power"),
            .show("Battlestar Galactica (2004)"), .show("The Office (US)"),
            .show("American Crime Story: The People v. O. J. Simpson"),
            .show("Monstre : L'histoire de Jeffrey Dahmer", "fr-FR"), .show("Der Tatortreiniger - Das Spiel", "de-DE"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard item.type == .show, text.isShownTitle,
            text.mayHaveParts || text.features.contains(.colon)
        else { return }
        let title = text.text
        for part in TitleParts.all(of: title) where part.isBracketed && part.range.lowerBound > 0 {
            let words = part.text.words
            if words.count >= 4 {
                return findings.report(
                    info, at: text.node, "the title of the show has an addition: \(part.text.cited)")
            }
        }
        guard let start = suffix(title) else { return }
        let suffix = title[start..<title.count].trimmed
        guard !suffix.isEmpty else { return }
        let words = suffix.words
        let isSentence = suffix.endsSentence(before: suffix.count) && words.count >= 4
        // Names of people are capitalised; tag lines are written as sentences.
        let small = words.dropFirst().filter { !$0.isCapital && !$0.isNumber && $0.text.count > 3 }.count
        guard isSentence || words.count >= 6 && small >= 2 else { return }
        findings.report(
            info, at: text.node,
            "\(suffix.cited) after the title of the show looks like a tag line")
    }

    /// Returns the index after the first colon or spaced dash.
    private func suffix(_ title: FeedText) -> Int? {
        for index in 1..<max(2, title.count - 2) where index + 2 < title.count {
            if title[index] == UInt8(ascii: ":"), title[index + 1] == 32 { return index + 1 }
            if title[index] == UInt8(ascii: "-"), title[index - 1] == 32, title[index + 1] == 32 { return index + 1 }
            if title[index] == 0xE2, title[index + 1] == 0x80, title[index + 2] &- 0x93 < 2, title[index - 1] == 32 {
                return index + 3
            }
        }
        return nil
    }
}
