import CoreGraphics

/// The height and the padding of a caption's lines from its text attributes, relative to the usual font size.
struct CaptionLines: Hashable {
    /// The distance between lines; nil: that of the font.
    var height: CGFloat?
    /// The space at the start and the end of each line; nil: the usual one.
    var padding: CGFloat?
    /// Whether the backgrounds of lines touch each other.
    var fillsGaps = false

    init() {}

    init?(_ numbers: [Double]) {
        guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
        if numbers[0] > 0 { height = CGFloat(numbers[0] / 100) }
        if numbers[1] >= 0 { padding = CGFloat(numbers[1] / 100) }
        fillsGaps = numbers[2] > 0
    }

    /// The distance between the boxes of two lines.
    func gap(_ density: CaptionDensity) -> CGFloat { fillsGaps ? 0 : density.gap }

    /// The space around a line in its box. Boxes of lines with a height are as far apart as their lines, and may be lower than their text.
    func padding(_ density: CaptionDensity, _ fontSize: CGFloat) -> CGSize {
        var size = density.padding(fontSize)
        if let padding { size.width = (padding * fontSize).rounded() }
        if height != nil { size.height = -gap(density) / 2 }
        return size
    }

    /// How far letters may reach beyond a line with a height, for a font size.
    func reach(_ fontSize: CGFloat) -> CGFloat { height == nil ? 0 : (fontSize * 0.5).rounded(.up) }
}
