/// Parses times such as "01:02:03.456", with up to nine digits of a fraction.
enum ClockTime {
    private static let maximumHours = 100_000

    static func parse(_ text: String) -> Nanoseconds? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count) else { return nil }
        let seconds = fields[fields.count - 1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = number(seconds[0]), let minutes = number(fields[fields.count - 2]) else { return nil }
        var hours = 0
        if fields.count == 3 {
            guard let number = number(fields[0]) else { return nil }
            hours = number
        }
        var fraction: Nanoseconds = 0
        if seconds.count == 2 {
            let digits = seconds[1].prefix(9)
            guard let value = number(digits) else { return nil }
            fraction = Nanoseconds(value) * (0..<(9 - digits.count)).reduce(1) { power, _ in power * 10 }
        }
        return (Nanoseconds(hours) * 3600 + Nanoseconds(minutes) * 60 + Nanoseconds(whole)) * .second + fraction
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.count <= 9, text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text),
            value <= 1_000_000_000
        else { return nil }
        return value
    }
}
