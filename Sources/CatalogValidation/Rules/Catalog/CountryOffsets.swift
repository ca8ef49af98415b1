import UniversalMediaCatalog

/// The UTC offsets that countries use, for events that take place there.
enum CountryOffsets {
    /// Returns whether a country has this offset somewhere, at some time of the year. Countries that are not listed have all offsets.
    /// - Parameter offset: in minutes east of UTC.
    static func mayHave(_ offset: Int, _ country: FeedText) -> Bool {
        country.count != 2 || mayHave(offset, country.string)
    }

    /// - Parameter offset: in minutes east of UTC.
    static func mayHave(_ offset: Int, _ country: String) -> Bool {
        guard offset != 0, let range = table[country] else { return true }
        return range.contains(offset)
    }

    /// Returns whether a time is one of the night in the written offset, but one at which events take place in the country: then the offset is
    /// not that of another place's clock, but that of the system that writes the feed.
    static func isDaytimeOnlyThere(_ time: FeedText, _ offset: Int, _ country: FeedText) -> Bool {
        guard let range = table[country.string], time.count > 16, let hour = time[11..<13].decimal,
            let minute = time[14..<16].decimal
        else { return false }
        guard hour < 9 else { return false }
        let utc = Int(hour) * 60 + Int(minute) - offset
        return [range.lowerBound, range.upperBound].contains { zone in
            let local = ((utc + zone) % 1_440 + 1_440) % 1_440
            return local >= 10 * 60 && local <= 23 * 60
        }
    }

    /// In minutes, from the westernmost to the easternmost zone, with daylight saving time.
    private static let table: [String: ClosedRange<Int>] = [
        "US": -600 ... -240, "CA": -480 ... -150, "MX": -480 ... -300, "BR": -300 ... -120, "AR": -180 ... -180,
        "GB": 0...60, "IE": 0...60, "PT": -60...60, "ES": 0...120, "FR": 60...120, "DE": 60...120, "IT": 60...120,
        "CH": 60...120, "AT": 60...120, "BE": 60...120, "NL": 60...120, "LU": 60...120, "DK": 60...120, "SE": 60...120,
        "NO": 60...120, "PL": 60...120, "CZ": 60...120, "HU": 60...120, "MC": 60...120, "FI": 120...180,
        "GR": 120...180, "RO": 120...180, "TR": 180...180, "SA": 180...180, "QA": 180...180, "BH": 180...180,
        "AE": 240...240, "IN": 330...330, "CN": 480...480, "SG": 480...480, "JP": 540...540, "KR": 540...540,
        "AU": 480...660, "NZ": 720...825, "ZA": 120...120,
    ]
}

extension FeedTime {
    /// Returns the UTC offset of a date-time, in minutes east of UTC; nil if the text is none or has no offset.
    static func offset(_ text: FeedText) -> Int? {
        guard let time = FeedTime(text), time.hasOffset, text.count > 19 else { return nil }
        let end = text.count
        guard text[end - 1] != UInt8(ascii: "Z") else { return 0 }
        guard let hours = text[end - 5..<end - 3].decimal, let minutes = text[end - 2..<end].decimal else { return nil }
        return (Int(hours) * 60 + Int(minutes)) * (text[end - 6] == UInt8(ascii: "-") ? -1 : 1)
    }
}
