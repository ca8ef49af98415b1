/// An area of the video in which several cues are displayed together (W3C WebVTT section 3.2). Percentages are 0 to 100.
public struct WebVTTRegion: Sendable, Hashable {
    /// A point, in percent of the width and of the height.
    public struct Point: Sendable, Hashable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    public var identifier = ""
    /// In percent of the width of the video.
    public var width = 100.0
    /// The height of the region in lines of text: an integer, which may exceed `Int`.
    public var lines = 3.0
    /// The point of the region that lies at `viewportAnchor`.
    public var anchor = Point(x: 0, y: 100)
    /// The point of the video at which the region is placed.
    public var viewportAnchor = Point(x: 0, y: 100)
    /// Whether a new cue moves the earlier ones up, as a scroll does.
    public var scrollsUp = false

    public init() {}

    /// - Parameter text: the lines of a REGION block after the first one: settings separated by white space. Invalid settings are ignored.
    /// - Returns: the region, and the settings that are invalid.
    public static func parse(_ text: String) -> (region: WebVTTRegion, unknown: [String]) {
        var region = WebVTTRegion()
        let unknown = WebVTTSetting.list(of: text).compactMap { item in
            item.nameAndValue.map { region.read($0, $1) } == true ? nil : item.text
        }
        return (region, unknown)
    }

    /// - Returns: whether the setting is valid.
    private mutating func read(_ name: Substring, _ value: Substring) -> Bool {
        switch name {
        case "id": identifier = String(value)
        case "width":
            guard let known = WebVTTNumber.percentage(value) else { return false }
            width = known
        case "lines":
            guard let known = WebVTTNumber.integer(value) else { return false }
            lines = known
        case "regionanchor":
            guard let point = Self.point(value) else { return false }
            anchor = point
        case "viewportanchor":
            guard let point = Self.point(value) else { return false }
            viewportAnchor = point
        case "scroll":
            guard value == "up" else { return false }
            scrollsUp = true
        default: return false
        }
        return true
    }

    private static func point(_ value: Substring) -> Point? {
        guard let comma = value.utf8.firstIndex(of: 0x2c), let x = WebVTTNumber.percentage(value[..<comma]),
            let y = WebVTTNumber.percentage(value[value.utf8.index(after: comma)...])
        else { return nil }
        return Point(x: x, y: y)
    }
}
