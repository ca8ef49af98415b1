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
        case number(Double)
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
    /// The region that displays the cue; nil: none, or one that the file does not define.
    public var region: WebVTTRegion?

    public init() {}

    /// - Parameters:
    ///   - text: the text after a cue's timings: settings separated by white space.
    ///   - regions: the regions that are defined before the cue. Of several with one identifier the last one is used.
    /// - Returns: the valid settings, and the text of those that are not.
    public static func parse(
        _ text: String, regions: [WebVTTRegion] = []
    ) -> (settings: WebVTTCueSettings, unknown: [String]) {
        var settings = WebVTTCueSettings()
        let unknown = WebVTTSetting.list(of: text).compactMap { item in
            item.nameAndValue.map { settings.read($0, $1, regions) } == true ? nil : item.text
        }
        return (settings, unknown)
    }

    /// - Returns: whether the setting is valid.
    private mutating func read(_ name: Substring, _ value: Substring, _ regions: [WebVTTRegion]) -> Bool {
        switch name {
        case "region":
            // Identifiers are compared by their characters; strings of Swift are equal in more cases.
            region = regions.last { $0.identifier.utf8.elementsEqual(value.utf8) }
        case "vertical":
            let known = value == "rl" || value == "lr" ? Direction(rawValue: String(value)) : nil
            if let known { direction = known }
            // There are no vertical regions.
            if direction != .horizontal { region = nil }
            return known != nil
        case "line": return readLine(value)
        case "position": return readPosition(value)
        case "size":
            guard let known = WebVTTNumber.percentage(value) else { return false }
            size = known
            if size != 100 { region = nil }
        case "align":
            guard let known = Alignment(rawValue: String(value)) else { return false }
            alignment = known
        default: return false
        }
        return true
    }

    private mutating func readLine(_ value: Substring) -> Bool {
        let (first, second) = Self.parts(of: value)
        let known: Line?
        if first.utf8.last == 0x25 {
            known = WebVTTNumber.percentage(first).map(Line.percentage)
        } else {
            known = WebVTTNumber.line(first).map(Line.number)
        }
        guard let known else { return false }
        if let second {
            guard let aligned = LineAlignment(rawValue: second) else { return false }
            lineAlignment = aligned
        }
        line = known
        region = nil
        return true
    }

    private mutating func readPosition(_ value: Substring) -> Bool {
        let (first, second) = Self.parts(of: value)
        guard let known = WebVTTNumber.percentage(first) else { return false }
        if let second {
            guard let aligned = PositionAlignment(rawValue: second) else { return false }
            positionAlignment = aligned
        }
        position = known
        return true
    }

    /// Splits a value at its first comma.
    private static func parts(of value: Substring) -> (Substring, String?) {
        guard let comma = value.utf8.firstIndex(of: 0x2c) else { return (value, nil) }
        return (value[..<comma], String(value[value.utf8.index(after: comma)...]))
    }
}
