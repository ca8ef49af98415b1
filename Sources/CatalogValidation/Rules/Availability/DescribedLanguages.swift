import UniversalMediaCatalog

/// AV-PROP-DESCRIBED: audio descriptions in a language in which there is no audio.
struct DescribedLanguages: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-DESCRIBED", "An audio description is in a language of the audio.", level: .warning, tag: "D",
        section: "umc-availability.md 4",
        remedy: "correct the language, or add the audio language to additionalAudioLang", class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "<audioDescriptions>en-US</audioDescriptions>",
                "<audioDescriptions>en-US,de-DE</audioDescriptions>")
        ],
        nearMisses: [
            RuleExample(
                .availability, "<audioDescriptions>en-US</audioDescriptions>",
                "<audioDescriptions>en-GB,fr</audioDescriptions>")
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let properties = item.node.first(.playableProperties), let node = properties.first(.audioDescriptions),
            let primary = properties.first(.primaryLocale)?.text.trimmed, !primary.isEmpty
        else { return }
        let further = properties.first(.additionalAudioLang)?.text ?? .none
        for tag in node.text.commaList where !tag.isEmpty {
            let language = Self.language(tag)
            // Macrolanguages and their languages have different codes.
            guard language.count == 2, language != "zh", language != "no", language != "nb", language != "nn",
                !language.isSameIgnoringCase(Self.language(primary)),
                !further.commaList.contains(where: { Self.language($0).isSameIgnoringCase(language) })
            else { continue }
            findings.report(
                info, at: node, "there is an audio description in \(tag.shown), but no audio in this language")
        }
    }

    private static func language(_ tag: FeedText) -> FeedText {
        var end = 0
        while end < tag.count, tag[end] != UInt8(ascii: "-"), tag[end] != UInt8(ascii: "_") { end += 1 }
        return tag[0..<end]
    }
}
