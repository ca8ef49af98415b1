import UniversalMediaCatalog

/// AV-PROP-PRIMARY: the primary language among the additional ones.
struct PrimaryLanguageAgain: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-PRIMARY", "The primary language is not one of the additional ones.", level: .warning, tag: "D",
        section: "umc-availability.md 4", remedy: "remove the primary language from additionalAudioLang",
        bad: [
            RuleExample(
                .availability, "<additionalAudioLang>fr-FR</additionalAudioLang>",
                "<additionalAudioLang>fr-FR,en-US</additionalAudioLang>")
        ],
        nearMisses: [
            RuleExample(
                .availability, "<additionalAudioLang>fr-FR</additionalAudioLang>",
                "<additionalAudioLang>fr-FR,en-GB</additionalAudioLang>")
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let properties = item.node.first(.playableProperties),
            let primary = properties.first(.primaryLocale)?.text.trimmed, !primary.isEmpty,
            let additional = properties.first(.additionalAudioLang)
        else { return }
        if additional.text.commaList.contains(where: { $0.isSameIgnoringCase(primary) }) {
            findings.report(info, at: additional, "additionalAudioLang contains the primary language \(primary.shown)")
        }
    }
}
