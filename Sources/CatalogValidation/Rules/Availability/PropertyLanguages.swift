import UniversalMediaCatalog

/// AV-PROP-LANG: invalid language tags.
struct PropertyLanguages: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-LANG", "Audio and subtitle languages are BCP 47 tags separated by commas.", level: .error, tag: "S",
        section: "umc-availability.md 4, umc-catalog.md 4", remedy: "write tags such as en-US,fr-FR",
        bad: [
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>en_US,fr_FR</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>en-US fr-FR</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>en-US,,fr-FR</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>English,French</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>en-US,zh-Chinese</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>US,FR</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>SRT</subtitles>"),
            RuleExample(
                .channelAvailability,
                "<subtitles>en-US</subtitles>\n        <audioFormats>DD5.1,AAC</audioFormats>\n        <primaryLocale>en-US",
                "<primaryLocale>en-US,fr-FR"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<subtitles>en-US,fr-FR</subtitles>",
                "<subtitles> es-419 , zh-Hant-TW,ja,sr-Latn , de-CH-1996,yue</subtitles>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>EN-us,FR</subtitles>"),
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let properties = item.node.first(.playableProperties) else { return }
        for node in properties.children {
            if AvailabilityItemView.isLanguageList(node.name) {
                if node.text.isBlank {
                    findings.report(
                        info, at: node, level: .warning, remedy: "remove the empty element",
                        "`\(node.spelling)` is empty")
                } else {
                    for part in node.text.commaList { check(part, node, &findings) }
                }
            } else if node.name == .primaryLocale {
                let text = node.text.trimmed
                if text.bytes.contains(UInt8(ascii: ",")) {
                    findings.report(
                        info, at: node,
                        remedy: "name only the main language; move the others to additionalAudioLang",
                        "primaryLocale \(text.shown) is a list")
                } else {
                    check(text, node, &findings)
                }
            }
        }
    }

    /// The codes of small languages, which here stand for a Boolean, for every language or for a format.
    private static let otherMeanings = WordTable(["yes", "all", "any", "srt", "scc", "sdh", "stl", "aac"])

    private func check(_ tag: FeedText, _ node: FeedNode, _ findings: inout Findings) {
        switch LanguageTag.fault(tag) {
        case nil:
            guard tag.count == 3, Self.otherMeanings.ignoringCase(tag) != nil else { return }
            findings.report(info, at: node, "\(tag.shown) in `\(node.spelling)` is no language")
        case .empty:
            findings.report(
                info, at: node, remedy: "remove the superfluous comma",
                "`\(node.spelling)` has an empty entry between commas")
        case .underscore:
            findings.report(
                info, at: node, remedy: "write `\(tag.string.replacing("_", with: "-").prefix(40))`",
                "\(tag.shown) in `\(node.spelling)` has `_` where a language tag has `-`")
        case .malformed:
            findings.report(info, at: node, "\(tag.shown) in `\(node.spelling)` is not a language tag")
        case .unknownLanguage:
            findings.report(
                info, at: node, level: tag.count > 3 && !tag.bytes.contains(UInt8(ascii: "-")) ? .error : .warning,
                "the language of \(tag.shown) in `\(node.spelling)` is not registered")
        case .unknownRegion:
            findings.report(
                info, at: node, level: .warning,
                "the region of \(tag.shown) in `\(node.spelling)` is not in ISO 3166-1 or UN M.49")
        case .unknownVariant:
            findings.report(
                info, at: node, level: .warning, remedy: "write the script or region that is meant, as in zh-Hans",
                "a part of \(tag.shown) in `\(node.spelling)` is no registered script, region or variant")
        case .country:
            // In a list, `EN,FR` are languages in capital letters.
            guard Languages.verdict(tag) != .known else { return }
            findings.report(
                info, at: node, level: .warning, remedy: "write the language, such as en or en-US",
                "\(tag.shown) in `\(node.spelling)` is the code of a country, not of a language")
        case .shorterLanguage(let code):
            findings.report(
                info, at: node, level: .warning, remedy: "write `\(code)`",
                "the language of \(tag.shown) in `\(node.spelling)` is registered as `\(code)`")
        }
    }
}
