/// The position of a cue (W3C WebVTT section 6.3). Percentages are of the video area, 0 to 100.
public struct WebVTTCueSettings: Sendable, Hashable {
    public enum Direction: String, Sendable { case horizontal, growingLeft = "rl", growingRight = "lr" }
    public enum Alignment: String, Sendable { case start, center, end, left, right }
    public enum LineAlignment: String, Sendable { case start, center, end }
    public enum PositionAlignment: String, Sendable {
        case lineLeft = "line-left"
        case center
        case lineRight = "line-right"
    }
    public enum Line: Sendable, Hashable {
        /// Text lines from the top, or if negative from the bottom: -1 is the last line.
        case number(Int)
        case percentage(Double)
    }

    public var direction = Direction.horizontal
    /// nil: the usual caption position.
    public var line: Line?
    public var lineAlignment = LineAlignment.start
    public var position: Double?
    public var positionAlignment: PositionAlignment?
    public var size = 100.0
    public var alignment = Alignment.center

    public init() {}

    /// - Parameter text: the text after a cue's timings: settings separated by blanks.
    /// - Returns: the valid settings, and the text of those that are not.
    public static func parse(_ text: String) -> (settings: WebVTTCueSettings, unknown: [String]) {
        var settings = WebVTTCueSettings()
        var unknown: [String] = []
        for item in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) where !settings.read(item) {
            unknown.append(String(item))
        }
        return (settings, unknown)
    }

    /// - Returns: whether the setting is valid. Regions are accepted and ignored.
    private mutating func read(_ item: Substring) -> Bool {
        guard let colon = item.firstIndex(of: ":") else { return false }
        let value = item[item.index(after: colon)...]
        let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return false }
        let second = parts.count > 1 ? String(parts[1]) : nil
        switch item[..<colon] {
        case "region": return true
        case "vertical":
            guard value == "rl" || value == "lr", let known = Direction(rawValue: String(value)) else { return false }
            direction = known
        case "align":
            guard let known = Alignment(rawValue: String(value)) else { return false }
            alignment = known
        case "size":
            guard let known = Self.percentage(value) else { return false }
            size = known
        case "position":
            guard let known = Self.percentage(first) else { return false }
            if let second {
                guard let aligned = PositionAlignment(rawValue: second) else { return false }
                positionAlignment = aligned
            }
            position = known
        case "line":
            guard let known = Self.line(first) else { return false }
            if let second {
                guard let aligned = LineAlignment(rawValue: second) else { return false }
                lineAlignment = aligned
            }
            line = known
        default: return false
        }
        return true
    }

    private static func line(_ text: Substring) -> Line? {
        if text.hasSuffix("%") { return percentage(text).map(Line.percentage) }
        let bytes = Array(text.utf8)
        let start = bytes.first == 0x2d ? 1 : 0
        guard let number = DecimalText.integer(bytes, start..<bytes.count), number <= maximumLine else { return nil }
        return .number(start == 1 ? -Int(number) : Int(number))
    }

    private static let maximumLine: UInt64 = 10_000

    private static func percentage(_ text: Substring) -> Double? {
        guard text.hasSuffix("%") else { return nil }
        let bytes = Array(text.utf8.dropLast())
        guard bytes.last != 0x2e, let number = DecimalText.number(bytes, 0..<bytes.count), number <= 100 else {
            return nil
        }
        return number
    }
}
