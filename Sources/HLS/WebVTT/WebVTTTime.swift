/// Parses timestamps of cues: `00:01.000`, `00:00:01.000`, with any number of digits for hours (W3C WebVTT section 6.1).
enum WebVTTTime {
    private static let maximumHours: UInt64 = 1_000_000

    /// Returns nanoseconds, and the position after the timestamp.
    /// - Parameter mustFill: whether only blanks may follow.
    static func read(_ bytes: [UInt8], _ range: Range<Int>, mustFill: Bool) -> (nanoseconds: Int64, end: Int)? {
        var position = range.lowerBound
        func skipBlanks() {
            while position < range.upperBound, bytes[position].isBlank || bytes[position] == 0x0c { position += 1 }
        }
        func number() -> (value: UInt64, digits: Int)? {
            let start = position
            while position < range.upperBound, bytes[position].isDigit { position += 1 }
            return DecimalText.integer(bytes, start..<position).map { ($0, position - start) }
        }
        func take(_ byte: UInt8) -> Bool {
            guard position < range.upperBound, bytes[position] == byte else { return false }
            position += 1
            return true
        }
        skipBlanks()
        guard let first = number(), take(0x3a), let second = number(), second.digits == 2 else { return nil }
        var (hours, minutes, seconds) = (UInt64(0), first.value, second.value)
        if take(0x3a) {
            guard let third = number(), third.digits == 2 else { return nil }
            (hours, minutes, seconds) = (first.value, second.value, third.value)
        } else {
            // Without hours the first number is minutes, which have exactly two digits.
            guard first.digits == 2 else { return nil }
        }
        guard take(0x2e), let thousandths = number(), thousandths.digits == 3, hours < maximumHours, minutes < 60,
            seconds < 60
        else { return nil }
        let end = position
        skipBlanks()
        guard !mustFill || position == range.upperBound else { return nil }
        let milliseconds = ((hours * 60 + minutes) * 60 + seconds) * 1_000 + thousandths.value
        return (Int64(milliseconds) * 1_000_000, end)
    }
}
