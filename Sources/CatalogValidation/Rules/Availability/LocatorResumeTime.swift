import UniversalMediaCatalog

/// A link that says already where to go on.
struct LocatorResumeTime: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-RESUME", "A link does not say where playback goes on; whoever opens it adds that.", level: .error,
        tag: "D", section: "umc-availability.md 3", remedy: "leave resumeTime out of the link",
        bad: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://play/LB-EP-0100-0101?cid=tvapp&amp;resumeTime=0")
        ],
        nearMisses: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://resumeTime/LB-EP-0100-0101?cid=resumeTime&amp;noresumeTime=1")
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let link = locator.link, link.hasParameter("resumetime") else { return }
        findings.report(info, at: locator.node, "the link \(link.text.shown) has a resumeTime already")
    }
}
