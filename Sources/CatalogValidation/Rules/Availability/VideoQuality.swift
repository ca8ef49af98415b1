import UniversalMediaCatalog

/// AV-PROP-VIDEO: an unknown video quality.
struct VideoQuality: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-VIDEO", "The videoQuality is sd, hd, uhd, uhd_hdr10 or uhd_dolby_vision.",
        level: .warning, tag: "S/L/D", section: "umc-availability.md 4",
        remedy: "write the highest quality available: sd, hd, uhd, uhd_hdr10 or uhd_dolby_vision",
        bad: [
            RuleExample(
                .linearAvailability, "<videoQuality>hd</videoQuality>", "<videoQuality>1080p</videoQuality>"),
            RuleExample(
                .linearAvailability, "<videoQuality>hd</videoQuality>", "<videoQuality>hd,uhd</videoQuality>"),
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "<videoQuality>hd</videoQuality>",
                "<videoQuality>uhd_dolby_vision</videoQuality>"),
            RuleExample(.linearAvailability, "<videoQuality>hd</videoQuality>", "<videoQuality>UHD</videoQuality>"),
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let node = item.node.first(.playableProperties)?.first(.videoQuality) else { return }
        let text = node.text.trimmed
        if text.isIgnoringCase("hd") || text.isIgnoringCase("uhd") || text.isIgnoringCase("sd")
            || text.isIgnoringCase("uhd_hdr10") || text.isIgnoringCase("uhd_dolby_vision")
        {
            return
        }
        findings.report(
            info, at: node,
            remedy: IntendedCode.remedy(text, among: IntendedCode.qualities, synonyms: IntendedCode.qualitySynonyms),
            "\(text.shown) is not a known videoQuality")
    }
}
