import CoreGraphics

/// The places of the displayed captions. A caption stays at its place while it is displayed, also when another one ends (W3C WebVTT
/// section 7.1), and captions that were set closely stay so.
struct CaptionMemory {
    /// Identifies a caption of one layout in the next one.
    struct Key: Hashable {
        var text: String
        var place: CaptionPlace
        /// Counts equal captions.
        var number = 0
    }

    private(set) var area: CaptionArea?
    private var tops: [Key: CGFloat] = [:]

    init() {}

    /// - Parameter tops: the upper edges of captions in the area, as their text sees it.
    init(area: CaptionArea, tops: [Key: CGFloat]) {
        self.area = area
        self.tops = tops
    }

    /// Returns the upper edge of a caption; nil where it was not displayed, or the area was another one.
    func top(of key: Key, in area: CaptionArea) -> CGFloat? { area == self.area ? tops[key] : nil }

    /// Whether one of the captions is displayed already.
    func contains(_ keys: [Key]) -> Bool { keys.contains { tops[$0] != nil } }
}
