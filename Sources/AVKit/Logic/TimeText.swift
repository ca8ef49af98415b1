import Foundation

/// The written and spoken forms of times in the controls.
enum TimeText {
    /// The text of a time that is unknown, indefinite or not a number.
    static let unknown = "--:--"
    /// An upper limit in seconds that keeps arithmetic on untrusted values in range.
    private static let longest = 359_999_999.0

    /// Returns `m:ss` under an hour, `h:mm:ss` from there on. Fractions are truncated, not rounded, so that no second is shown early.
    static func text(_ seconds: Double) -> String {
        guard seconds.isFinite else { return unknown }
        let (hours, minutes, rest) = parts(seconds)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))"
            : "\(minutes):\(twoDigits(rest))"
    }

    /// Returns the remaining time, with a minus sign as wide as a digit.
    ///
    /// The displayed elapsed and remaining times always add up to the displayed duration.
    static func remaining(position: Double, duration: Double) -> String {
        guard position.isFinite, duration.isFinite, duration > 0 else { return unknown }
        let whole = duration.rounded(.down) - max(0, min(position, duration)).rounded(.down)
        return "\u{2212}" + text(max(0, whole))
    }

    /// Returns a text as wide as any time up to this duration. Labels are sized by it, so that the layout does not jump.
    static func widest(upTo seconds: Double) -> String {
        String(text(seconds).map { $0.isNumber ? "0" : $0 })
    }

    /// Returns the time in words for assistive technology, in English "1 hour, 2 minutes, 3 seconds".
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
