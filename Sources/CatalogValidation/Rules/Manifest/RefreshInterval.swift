import UniversalMediaCatalog

/// MF-REFRESH: an invalid refreshInterval.
struct RefreshInterval: DocumentRule {
    static let info = RuleInfo(
        "MF-REFRESH", "A refreshInterval is an ISO 8601 duration of PT5M to P7D, for live sports at most PT12H.",
        level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "write for example PT15M, PT6H or P1D",
        bad: [
            RuleExample(.manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>24h</refreshInterval>"),
            RuleExample(.manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>P15M</refreshInterval>"),
            RuleExample(
                .manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>PT4M59S</refreshInterval>"),
            RuleExample(
                .manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>P7DT1S</refreshInterval>"),
            RuleExample(
                .manifest, "<refreshInterval>PT15M</refreshInterval>\n          <name",
                "<refreshInterval>P2D</refreshInterval>\n          <name"),
            RuleExample(.manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>PT</refreshInterval>"),
            RuleExample(.manifest, "<contentKind>vod</contentKind>", "<contentKind>live_sports</contentKind>"),
        ],
        nearMisses: [
            RuleExample(.manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>P1W</refreshInterval>"),
            RuleExample(
                .manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>PT300S</refreshInterval>"),
            RuleExample(
                .manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshInterval>P6DT24H</refreshInterval>"),
            RuleExample(
                .manifest, "<contentKind>vod</contentKind>", "<contentKind>live_sports</contentKind>",
                also: [("<refreshInterval>P1D</refreshInterval>", "<refreshInterval>PT12H</refreshInterval>")]),
        ])

    let kinds: Set<FeedKind> = [.manifest]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        let liveSports = document.nodes(.catalog).filter {
            $0.first(.contentKind).map { $0.text.trimmed == "live_sports" } ?? false
        }
        let linear = document.nodes(.service).filter {
            $0.first(.serviceType).map { $0.text.trimmed == "linear" } ?? false
        }
        for node in document.nodes(.refreshInterval) {
            let text = node.text.trimmed
            guard let seconds = Self.seconds(text) else {
                findings.report(info, at: node, "\(text.shown) is not a duration of ISO 8601")
                continue
            }
            if seconds < 300 {
                findings.report(info, at: node, "\(text.shown) is shorter than PT5M, five minutes")
            } else if seconds > 604_800 {
                findings.report(
                    info, at: node,
                    remedy: text.bytes.contains(UInt8(ascii: "T")) ? nil : "write minutes after a T, as in PT15M",
                    "\(text.shown) is longer than P7D, a week")
            } else if seconds > 43_200, (liveSports + linear).contains(where: { $0.descendants.contains(node.index) }) {
                findings.report(
                    info, at: node, level: .warning, remedy: "write PT15M, the default of live sports",
                    "\(text.shown) is too long for live sports, whose times change on the day")
            }
        }
    }

    /// Returns the length of an ISO 8601 duration, in seconds; nil if invalid. Years count 365 days and months 30, both beyond the maximum.
    static func seconds(_ text: FeedText) -> Double? {
        guard text.count > 2, text.count <= 64, text[0] == UInt8(ascii: "P") else { return nil }
        var total = 0.0
        var isTime = false
        var next = 1
        var lastUnit = -1
        while next < text.count {
            if text[next] == UInt8(ascii: "T") {
                guard !isTime, next + 1 < text.count else { return nil }
                isTime = true
                lastUnit = -1
                next += 1
                continue
            }
            let first = next
            var number = 0.0
            while next < text.count, isDigit(text[next]) {
                number = number * 10 + Double(text[next] - 48)
                next += 1
            }
            guard next > first, next < text.count else { return nil }
            if text[next] == UInt8(ascii: ".") {
                next += 1
                let point = next
                var unit = 0.1
                while next < text.count, isDigit(text[next]) {
                    number += Double(text[next] - 48) * unit
                    unit /= 10
                    next += 1
                }
                // Only the last component may have a fraction.
                guard next > point, next + 1 == text.count else { return nil }
            }
            let units: [(UInt8, Double)] =
                isTime
                ? [(UInt8(ascii: "H"), 3_600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1)]
                : [
                    (UInt8(ascii: "Y"), 31_536_000), (UInt8(ascii: "M"), 2_592_000), (UInt8(ascii: "W"), 604_800),
                    (UInt8(ascii: "D"), 86_400),
                ]
            guard let unit = units.firstIndex(where: { $0.0 == text[next] }), unit > lastUnit else { return nil }
            lastUnit = unit
            total += number * units[unit].1
            next += 1
        }
        return total
    }
}
