import UniversalMediaCatalog

/// AV-PROP-AUDIO: an unknown audio format.
struct AudioFormats: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-AUDIO", "The audio formats are known ones: AAC, STEREO, MONO, DD5.1, DD+5.1, DD+7.1, ATMOS.",
        level: .warning, tag: "S/D", section: "umc-availability.md 4",
        remedy: "write one of AAC, STEREO, MONO, DD5.1, DD+5.1, DD+7.1, ATMOS, separated by commas",
        bad: [
            RuleExample(.availability, "AAC,DD5.1,ATMOS", "AAC,5.1,ATMOS"),
            RuleExample(.availability, "AAC,DD5.1,ATMOS", "AAC,,ATMOS"),
            RuleExample(.availability, "AAC,DD5.1,ATMOS", "aac,Atmos"),
        ],
        nearMisses: [
            RuleExample(.availability, "AAC,DD5.1,ATMOS", "AAC, DD+7.1 ,STEREO")
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let node = item.node.first(.playableProperties)?.first(.audioFormats) else { return }
        for format in node.text.commaList where !Self.isKnown(format) {
            findings.report(
                info, at: node,
                remedy: IntendedCode.remedy(
                    format, among: IntendedCode.audioFormats, synonyms: IntendedCode.audioSynonyms),
                format.isEmpty
                    ? "audioFormats has an empty entry between commas" : "\(format.shown) is not a known audio format")
        }
    }

    private static func isKnown(_ text: FeedText) -> Bool {
        text == "AAC" || text == "DD5.1" || text == "ATMOS" || text == "STEREO" || text == "MONO" || text == "DD+5.1"
            || text == "DD+7.1"
    }
}
