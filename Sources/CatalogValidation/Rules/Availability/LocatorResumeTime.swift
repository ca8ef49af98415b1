import UniversalMediaCatalog

/// AV-LOC-RESUME: a link with a resume time.
struct LocatorResumeTime: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-RESUME", "A link has no resumeTime; the player that opens the link adds it.", level: .error,
        tag: "D", section: "umc-availability.md 3", remedy: "remove resumeTime from the link",
        bad: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://play/LB-EP-0100-0101?cid=tvapp&amp;resumeTime=0"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://play/LB-EP-0100-0101?t=120"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://resumeTime/LB-EP-0100-0101?cid=resumeTime&amp;noresumeTime=1")
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let link = locator.link, link.query != nil else { return }
        if link.hasParameter("resumetime") {
            findings.report(info, at: locator.node, "the link \(link.text.shown) already has a resumeTime")
        } else if let name = Self.others.first(where: { link.hasParameter($0) }) {
            findings.report(
                info, at: locator.node, level: .warning, remedy: "remove `\(name)` if it is a position in the video",
                "the link \(link.text.shown) has a parameter `\(name)`, which looks like a start position")
        }
    }

    /// Usual names of start positions.
    private static let others: [StaticString] = [
        "t", "start", "starttime", "start_time", "startat", "position", "seek", "offset", "time", "resume",
    ]
}
