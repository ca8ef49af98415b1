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
            // Two offsets in one summer.
            RuleExample(
                .availability, "<windowStart>2026-04-01T00:00:00-08:00</windowStart>",
                "<windowStart>2026-04-01T00:00:00-07:00</windowStart>"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59.999Z</windowEnd>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59-05:00</windowEnd>"),
            // Summer time at the start, winter time at the end.
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00</windowStart>",
                "<windowStart>2025-09-12T00:00:00-07:00</windowStart>"),
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        check(offer.startNode, &findings)
        check(offer.endNode, &findings)
        guard let start = offer.startNode?.text.trimmed, let end = offer.endNode, offer.start != nil, offer.end != nil,
            let first = Self.offset(start), let second = Self.offset(end.text.trimmed), first != second,
            first.bytes[0] != second.bytes[0] || Self.isOfOneSeason(start, end.text.trimmed)
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

    /// Returns whether clocks have one offset at both times: both are in the same half of the year, apart from the weeks of the changes.
    private static func isOfOneSeason(_ start: FeedText, _ end: FeedText) -> Bool {
        guard start.count > 15, end.count > 15, let hours = Self.hours(start), let others = Self.hours(end) else {
            return false
        }
        let isWest = start[start.count - 6] == UInt8(ascii: "-")
        // South America and Australia, where summer time begins in September or October.
        let isSouth = isWest ? max(hours, others) <= 4 : max(hours, others) >= 9
        guard let first = season(start, isWest, isSouth), let second = season(end, isWest, isSouth) else {
            return false
        }
        return first == second
    }

    private static func hours(_ time: FeedText) -> Int? { time[time.count - 5..<time.count - 3].decimal }

    /// Returns a number for the part of the year; nil in the weeks in which clocks change somewhere with this sign of the offset.
    private static func season(_ time: FeedText, _ isWest: Bool, _ isSouth: Bool) -> Int? {
        guard let month = time[5..<7].decimal, let day = time[8..<10].decimal else { return nil }
        switch month {
        case 5...8: return 1
        case 4, 9: return isSouth ? nil : 1
        case 10: return !isWest && (day >= 25 || isSouth) ? nil : isSouth ? 3 : 1
        case 11: return day > 7 ? 2 : nil
        case 12, 1, 2: return 2
        case 3: return isWest && day > 14 ? isSouth ? 4 : 1 : nil
        default: return nil
        }
    }

    private func check(_ node: FeedNode?, _ findings: inout Findings) {
        // Invalid dates are reported by other rules.
        guard let node, let time = FeedTime(node.text.trimmed), !time.hasOffset else { return }
        findings.report(
            info, at: node, "\(node.text.trimmed.shown) has no UTC offset; it is interpreted as UTC")
    }
}
