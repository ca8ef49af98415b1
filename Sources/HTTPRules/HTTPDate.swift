/// Dates in HTTP fields (RFC 9110, section 5.6.7): the preferred form and the two obsolete ones.
public enum HTTPDate {
    /// - Returns: seconds since 1970; nil for invalid dates.
    public static func seconds(_ text: String) -> Double? {
        // "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT" and "Sun Nov  6 08:49:37 1994".
        var words = text.split { " ,-".contains($0) }.map(String.init)
        guard words.count >= 5, words.count <= 6 else { return nil }
        words.removeFirst()
        if Int(words[0]) == nil { words = [words[1], words[0], words[3], words[2]] }
        guard let day = Int(words[0]), (1...31).contains(day), let month = months.firstIndex(of: words[1].lowercased()),
            var year = Int(words[2]), (0...9999).contains(year)
        else { return nil }
        // Two-digit years below 70 are in the 2000s.
        if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
        let clock = words[3].split(separator: ":").map { Int($0) }
        guard clock.count == 3, let hours = clock[0], let minutes = clock[1], let seconds = clock[2],
            (0...23).contains(hours), (0...59).contains(minutes), (0...60).contains(seconds)
        else { return nil }
        return Double(((days(year, month + 1, day) * 24 + hours) * 60 + minutes) * 60 + seconds)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Days from 1970-01-01 to a day of the Gregorian calendar; years begin with March, so that leap days are last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
