/// A range of rates in frames per second.
public struct CAFrameRateRange: Sendable {
    public var minimum: Float
    public var maximum: Float
    /// nil or 0: none.
    public var preferred: Float?

    /// The rate of the display.
    public static let `default` = CAFrameRateRange()

    public init() { self.init(minimum: 0, maximum: 0) }

    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }

    init(framesPerSecond: Int) {
        let rate = Float(framesPerSecond)
        self.init(minimum: rate, maximum: rate, preferred: rate)
    }
}
