/// A shadow of a caption's text. Lengths are relative to the usual size of captions.
public struct CaptionShadow: Sendable, Hashable {
    public var x: Double
    public var y: Double
    /// 0: a sharp edge.
    public var blur: Double
    /// Red, green and blue, 8 bits each.
    public var color: UInt32
    /// 0 to 1.
    public var opacity: Double

    public init(x: Double, y: Double, blur: Double, color: UInt32, opacity: Double) {
        self.x = x
        self.y = y
        self.blur = blur
        self.color = color
        self.opacity = opacity
    }
}

/// A rectangle around the text of a caption.
public struct CaptionOutline: Sendable, Hashable {
    /// Relative to the usual size of captions.
    public var width: Double
    /// Red, green and blue, 8 bits each.
    public var color: UInt32
    /// 0 to 1.
    public var opacity: Double

    public init(width: Double, color: UInt32, opacity: Double) {
        self.width = width
        self.color = color
        self.opacity = opacity
    }
}
