import UniversalMediaCatalog

/// AV-WINDOW-OFFSET: a window without a UTC offset.
struct WindowOffset: OfferRule {
    static let info = RuleInfo(
        "AV-WINDOW-OFFSET", "Window times have a UTC offset.", level: .warning, tag: "S",
        section: "umc-availability.md 5, umc-catalog.md 4", remedy: "add Z or an offset such as -08:00",
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59</windowEnd>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59+08:00</windowEnd>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59+05:00</windowEnd>"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59.999Z</windowEnd>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59-05:00</windowEnd>"),
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        check(offer.startNode, &findings)
        check(offer.endNode, &findings)
        guard let start = offer.startNode?.text.trimmed, let end = offer.endNode, offer.start != nil, offer.end != nil,
            let first = Self.offset(start), let second = Self.offset(end.text.trimmed),
            first.bytes[0] != second.bytes[0]
        else { return }
        findings.report(
            info, at: end, remedy: "write the same offset in both, if both are local times of one place",
            "the window starts with the offset \(first.string) and ends with \(second.string)")
    }

    /// The offset at the end of a time, such as `-08:00`; nil for `Z`, a zero offset and none.
    private static func offset(_ text: FeedText) -> FeedText? {
        guard text.count > 6 else { return nil }
        let offset = text[text.count - 6..<text.count]
        guard offset[0] == UInt8(ascii: "+") || offset[0] == UInt8(ascii: "-"), offset[1..<6] != "00:00" else {
            return nil
        }
        return offset
    }

    private func check(_ node: FeedNode?, _ findings: inout Findings) {
        // Invalid dates are reported by other rules.
        guard let node, let time = FeedTime(node.text.trimmed), !time.hasOffset else { return }
        findings.report(
            info, at: node, "\(node.text.trimmed.shown) has no UTC offset; it is interpreted as UTC")
    }
}
