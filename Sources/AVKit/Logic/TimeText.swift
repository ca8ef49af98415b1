import Foundation

/// Times as the controls write and speak them.
enum TimeText {
    /// Where there is nothing to say: unknown, indefinite or not a number.
    static let unknown = "--:--"
    /// Longer than anything that can be shown; keeps arithmetic on foreign numbers in range.
    private static let longest = 359_999_999.0

    /// `m:ss` under an hour, `h:mm:ss` from there on. Cut, not rounded, so that the last second is not announced early.
    static func text(_ seconds: Double) -> String {
        guard seconds.isFinite else { return unknown }
        let (hours, minutes, rest) = parts(seconds)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))"
            : "\(minutes):\(twoDigits(rest))"
    }

    /// What is left, with a minus sign of the same width as a digit's dash.
    ///
    /// Elapsed and remaining times always add up to the duration that is shown.
    static func remaining(position: Double, duration: Double) -> String {
        guard position.isFinite, duration.isFinite, duration > 0 else { return unknown }
        let whole = duration.rounded(.down) - max(0, min(position, duration)).rounded(.down)
        return "\u{2212}" + text(max(0, whole))
    }

    /// Digits that take as much room as any time up to this duration: what a label is measured by, so that nothing jumps.
    static func widest(upTo seconds: Double) -> String {
        String(text(seconds).map { $0.isNumber ? "0" : $0 })
    }

    /// The time in words for assistive technology, in English "1 hour, 2 minutes, 3 seconds".
    static func spoken(_ seconds: Double, in strings: StringTable = .current) -> String {
        guard seconds.isFinite else { return strings[.unknownTime] }
        let (hours, minutes, rest) = parts(seconds)
        var words: [String] = []
        if hours > 0 { words.append(strings.text(.hours, hours)) }
        if minutes > 0 { words.append(strings.text(.minutes, minutes)) }
        if rest > 0 || words.isEmpty { words.append(strings.text(.seconds, rest)) }
        return words.joined(separator: strings[.listSeparator])
    }

    private static func parts(_ seconds: Double) -> (hours: Int, minutes: Int, seconds: Int) {
        let whole = Int(max(0, min(seconds, longest)))
        return (whole / 3600, whole / 60 % 60, whole % 60)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
