/// One setting of a cue or of a region: a name and a value with a colon between them.
struct WebVTTSetting {
    let text: String

    /// Splits text at the white space of ASCII.
    static func list(of text: String) -> [WebVTTSetting] {
        text.utf8.split(whereSeparator: \.isWebVTTSpace).map { WebVTTSetting(text: String(Substring($0))) }
    }

    /// The parts before and after the first colon; nil where there is no colon, or nothing on one side of it.
    var nameAndValue: (name: Substring, value: Substring)? {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: 0x3a), colon != bytes.startIndex else { return nil }
        let start = bytes.index(after: colon)
        guard start != bytes.endIndex else { return nil }
        return (text[..<colon], text[start...])
    }
}

/// The numbers of settings (W3C WebVTT sections 4.1 and 6.1).
enum WebVTTNumber {
    /// Parses digits, optionally a point with more digits, and a percent sign; nil unless the value is 0 to 100.
    static func percentage(_ text: Substring) -> Double? {
        guard text.utf8.last == 0x25 else { return nil }
        let digits = text.utf8.dropLast()
        guard isDecimal(digits), let number = Double(Substring(digits)), number <= 100 else { return nil }
        return number
    }

    /// Parses a number of lines: a minus sign may precede the digits, and a point may stand between digits.
    static func line(_ text: Substring) -> Double? {
        let digits = text.utf8.first == 0x2d ? text.utf8.dropFirst() : text.utf8[...]
        guard isDecimal(digits), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// Parses digits.
    static func integer(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Double(text).map { min($0, .greatestFiniteMagnitude) }
    }

    /// Returns whether text consists of digits with at most one point, which stands between digits.
    private static func isDecimal(_ text: Substring.UTF8View) -> Bool {
        let parts = text.split(separator: 0x2e, omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }
}

extension UInt8 {
    /// White space of ASCII: blank, tab, LF, form feed or CR.
    var isWebVTTSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0c || self == 0x0d }
}
