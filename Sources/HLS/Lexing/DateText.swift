import Foundation

/// Parses and formats ISO 8601 dates of EXT-X-PROGRAM-DATE-TIME and EXT-X-DATERANGE; dates without a time zone are UTC (bis section
/// 4.4.4.6).
enum DateText {
    static func date(_ bytes: [UInt8], _ range: Range<Int>) -> Date? {
        var cursor = Cursor(bytes: bytes, position: range.lowerBound, end: range.upperBound)
        guard let year = cursor.digits(4), cursor.skip(0x2d), let month = cursor.digits(2), cursor.skip(0x2d),
            let day = cursor.digits(2), cursor.skipAny([0x54, 0x74, 0x20]), let hour = cursor.digits(2),
            cursor.skip(0x3a),
            let minute = cursor.digits(2), (1...12).contains(month), (1...days(in: month, of: year)).contains(day),
            hour < 24,
            minute < 60
        else { return nil }
        var second = 0
        var fraction = 0.0
        if cursor.skip(0x3a) {
            // Second 60 is a leap second, which Unix time lacks: treat it as the first second of the next minute.
            guard let seconds = cursor.digits(2), seconds <= 60 else { return nil }
            second = seconds
            if cursor.skipAny([0x2e, 0x2c]) {
                guard let part = cursor.fraction() else { return nil }
                fraction = part
            }
        }
        guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
        let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// Formats a date in UTC to the millisecond.
    static func text(_ date: Date) -> String {
        let limited = max(-62_135_596_800, min(date.timeIntervalSince1970, 253_402_300_799))
        let milliseconds = Int((limited * 1_000).rounded())
        let (days, rest) = milliseconds.flooredQuotient(86_400_000)
        let (year, month, day) = civil(days)
        func padded(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(rest / 3_600_000, 2)):"
            + "\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1_000 % 60, 2)).\(padded(rest % 1_000, 3))Z"
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns days since 1970 in the proleptic Gregorian calendar. Years are counted from March so that leap days are last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooredQuotient(400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let (era, dayOfEra) = (days + 719_468).flooredQuotient(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private struct Cursor {
        let bytes: [UInt8]
        var position: Int
        let end: Int

        var isAtEnd: Bool { position == end }
        var byte: UInt8? { position < end ? bytes[position] : nil }

        mutating func skip(_ wanted: UInt8) -> Bool {
            guard byte == wanted else { return false }
            position += 1
            return true
        }

        mutating func skipAny(_ wanted: [UInt8]) -> Bool {
            guard let byte, wanted.contains(byte) else { return false }
            position += 1
            return true
        }

        mutating func digits(_ count: Int) -> Int? {
            guard end - position >= count else { return nil }
            var value = 0
            for index in position..<position + count {
                guard bytes[index].isDigit else { return nil }
                value = value * 10 + Int(bytes[index] - 0x30)
            }
            position += count
            return value
        }

        /// Reads the digits after the decimal point; only the first nine count.
        mutating func fraction() -> Double? {
            var value = 0.0
            var scale = 1.0
            var count = 0
            while let byte, byte.isDigit {
                if count < 9 {
                    scale *= 10
                    value = value * 10 + Double(byte - 0x30)
                }
                count += 1
                position += 1
            }
            return count > 0 ? value / scale : nil
        }

        /// Reads a time zone as seconds east of Greenwich: Z, +hh:mm, +hhmm, +hh, or nothing.
        mutating func zone() -> Int? {
            guard let byte else { return 0 }
            if skipAny([0x5a, 0x7a]) { return 0 }
            guard byte == 0x2b || byte == 0x2d else { return nil }
            position += 1
            guard let hours = digits(2), hours < 24 else { return nil }
            var minutes = 0
            if !isAtEnd {
                _ = skip(0x3a)
                guard let value = digits(2), value < 60 else { return nil }
                minutes = value
            }
            return (byte == 0x2d ? -1 : 1) * (hours * 3_600 + minutes * 60)
        }
    }
}

extension Int {
    /// Returns quotient and remainder; the remainder is never negative.
    fileprivate func flooredQuotient(_ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
