import Foundation

/// Parses the ISO 8601 dates of metadata, from a year alone to fractions of a second.
enum MetadataDate {
    /// Parses a date; without a time zone it is in UTC. nil where the text is not a date.
    static func parse(_ text: String) -> Date? {
        var rest = Substring(text.trimmingCharacters(in: .whitespaces))
        guard let year = number(&rest, digits: 4) else { return nil }
        var components = DateComponents(timeZone: TimeZone(secondsFromGMT: 0), year: year, month: 1, day: 1)
        if skip("-", &rest) {
            guard let month = number(&rest, digits: 2), (1...12).contains(month) else { return nil }
            components.month = month
            if skip("-", &rest) {
                guard let day = number(&rest, digits: 2), (1...31).contains(day) else { return nil }
                components.day = day
            }
        }
        var fraction = 0.0
        var offset = 0
        if skip("T", &rest) || skip(" ", &rest) {
            guard let hour = number(&rest, digits: 2), hour < 24, skip(":", &rest),
                let minute = number(&rest, digits: 2), minute < 60
            else { return nil }
            (components.hour, components.minute) = (hour, minute)
            if skip(":", &rest) {
                guard let second = number(&rest, digits: 2), second < 61 else { return nil }
                components.second = second
                if skip(".", &rest) {
                    let digits = rest.prefix { $0.isASCII && $0.isNumber }
                    rest = rest.dropFirst(digits.count)
                    fraction = Double("0." + digits.prefix(9)) ?? 0
                }
            }
            if !skip("Z", &rest), let sign = rest.first, sign == "+" || sign == "-" {
                rest = rest.dropFirst()
                guard let hours = number(&rest, digits: 2) else { return nil }
                _ = skip(":", &rest)
                let minutes = number(&rest, digits: 2) ?? 0
                offset = (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
            }
        }
        guard rest.isEmpty else { return nil }
        return Calendar(identifier: .gregorian).date(from: components)?
            .addingTimeInterval(fraction - TimeInterval(offset))
    }

    private static func number(_ text: inout Substring, digits: Int) -> Int? {
        let head = text.prefix(digits)
        guard head.count == digits, head.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        text = text.dropFirst(digits)
        return Int(head)
    }

    private static func skip(_ character: Character, _ text: inout Substring) -> Bool {
        guard text.first == character else { return false }
        text = text.dropFirst()
        return true
    }
}
