/// A date-time as in feeds: `YYYY-MM-DDThh:mm:ss[.s+][Z|+hh:mm|-hh:mm]` (umc-catalog.md 4).
package struct FeedTime: Sendable, Hashable {
    /// Seconds since 1970, in UTC.
    package var seconds: Double
    /// Whether the text has a UTC offset; without one it is interpreted as UTC.
    package var hasOffset: Bool

    /// Returns nil when the text is not a date-time or not a valid date.
    package init?(_ text: FeedText) {
        let bytes = text.bytes
        guard bytes.count >= 19, bytes.count <= 64, let days = Self.days(bytes, at: 0), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = Self.number(bytes, 11, 2), let minute = Self.number(bytes, 14, 2),
            let second = Self.number(bytes, 17, 2), hour < 24, minute < 60, second < 60
        else { return nil }
        var next = 19
        var fraction = 0.0
        if next < bytes.count, bytes[next] == UInt8(ascii: ".") {
            next += 1
            let first = next
            var unit = 0.1
            while next < bytes.count, isDigit(bytes[next]) {
                fraction += Double(bytes[next] - 48) * unit
                unit /= 10
                next += 1
            }
            guard next > first else { return nil }
        }
        var offset = 0
        hasOffset = next < bytes.count
        if hasOffset {
            switch bytes[next] {
            case UInt8(ascii: "Z"):
                guard next + 1 == bytes.count else { return nil }
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                guard next + 6 == bytes.count, bytes[next + 3] == UInt8(ascii: ":"),
                    let hours = Self.number(bytes, next + 1, 2), let minutes = Self.number(bytes, next + 4, 2),
                    hours * 60 + minutes <= 14 * 60, minutes < 60
                else { return nil }
                offset = (hours * 60 + minutes) * (bytes[next] == UInt8(ascii: "-") ? -60 : 60)
            default: return nil
            }
        }
        seconds = Double(days * 86_400 + hour * 3_600 + minute * 60 + second - offset) + fraction
    }

    /// Returns the days since 1970 of a date `YYYY-MM-DD`; nil if invalid.
    package static func days(_ text: FeedText) -> Int? {
        text.count == 10 ? days(text.bytes, at: 0) : nil
    }

    private static func days(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard bytes.count >= start + 10, bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
            let year = number(bytes, start, 4), let month = number(bytes, start + 5, 2),
            let day = number(bytes, start + 8, 2), year > 0, (1...12).contains(month), day > 0,
            day <= length(month, year)
        else { return nil }
        return days(year, month, day)
    }

    @inline(__always) private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int)
        -> Int?
    {
        var result = 0
        for index in start..<start + count {
            guard isDigit(bytes[index]) else { return nil }
            result = result * 10 + Int(bytes[index] - 48)
        }
        return result
    }

    private static func length(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days since 1970 of a date in the Gregorian calendar.
    package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date of a day since 1970, as `YYYY-MM-DD`.
    package static func date(ofDay day: Int) -> String {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfYear - (153 * monthIndex + 2) / 5 + 1, 2))"
    }
}
