import UniversalMediaCatalog

/// AV-PROP-NONE: tags of no language in the lists of languages.
struct NoLanguage: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-NONE", "Audio and subtitle languages name languages.", level: .warning, tag: "S",
        section: "umc-availability.md 4", remedy: "write the language, or leave it out",
        bad: [
            RuleExample(
                .availability, "<additionalAudioLang>fr-FR</additionalAudioLang>",
                "<additionalAudioLang>fr-FR,und</additionalAudioLang>"),
            RuleExample(.availability, "<subtitles>en-US,fr-FR</subtitles>", "<subtitles>en-US,mul</subtitles>"),
        ],
        nearMisses: [
            RuleExample(
                .availability,
                "<additionalAudioLang>fr-FR</additionalAudioLang>\n        <audioFormats>AAC,DD5.1,ATMOS</audioFormats>\n        <primaryLocale>en-US",
                "<additionalAudioLang>en-US,fr-FR</additionalAudioLang>\n        <audioFormats>AAC,DD5.1,ATMOS</audioFormats>\n        <primaryLocale>zxx"
            )
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let properties = item.node.first(.playableProperties) else { return }
        for node in properties.children {
            let isPrimary = node.name == .primaryLocale
            guard isPrimary || AvailabilityItemView.isLanguageList(node.name) else { continue }
            for tag in node.text.commaList where tag.count >= 3 {
                let language = tag[0..<3]
                guard tag.count == 3 || tag[3] == UInt8(ascii: "-"),
                    language.isIgnoringCase("und") || language.isIgnoringCase("mul") || language.isIgnoringCase("mis")
                        || !isPrimary && language.isIgnoringCase("zxx")
                else { continue }
                findings.report(info, at: node, "\(tag.shown) in `\(node.spelling)` stands for no certain language")
            }
        }
    }
}
