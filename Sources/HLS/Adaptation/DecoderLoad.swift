/// Whether a decoder keeps up with the pictures of a rung, by the share of them that it brings after their time (spec/hls.md section 3).
///
/// A value without clock; times are seconds of one clock that only goes forward.
public struct DecoderLoad: Sendable, Equatable {
    /// Seconds over which pictures are counted.
    public static let window = 2.0
    /// The share of late pictures that a viewer hardly sees.
    public static let tolerated = 0.15
    /// Windows in a row with more of them before the rung is too heavy: a processor that is busy for a moment is no reason.
    public static let patience = 2
    /// Where no picture comes for so long, playing stood.
    static let longestPause = 1.0
    /// Fewer pictures in a window say nothing.
    static let leastPictures = 8

    private var rung: Int?
    private var beganAt: Double?
    private var lastAt: Double?
    private var pictures = 0
    private var late = 0
    private var heavyWindows = 0

    public init() {}

    /// A picture has been decoded while playing.
    /// - Parameters:
    ///   - isLate: whether its time had gone by.
    ///   - rung: what it was loaded in; another one begins anew.
    /// - Returns: whether the rung is too heavy. Counting begins anew then.
    public mutating func decoded(isLate: Bool, rung: Int, at time: Double) -> Bool {
        if rung != self.rung || lastAt.map({ time < $0 || time - $0 > Self.longestPause }) ?? true {
            self = DecoderLoad()
            self.rung = rung
            beganAt = time
        }
        lastAt = time
        pictures += 1
        late += isLate ? 1 : 0
        guard let beganAt, time - beganAt >= Self.window else { return false }
        let isHeavy = pictures >= Self.leastPictures && Double(late) > Self.tolerated * Double(pictures)
        heavyWindows = isHeavy ? heavyWindows + 1 : 0
        (self.beganAt, pictures, late) = (time, 0, 0)
        guard heavyWindows >= Self.patience else { return false }
        self = DecoderLoad()
        return true
    }

    /// Playing was interrupted: what came before says nothing about what comes.
    public mutating func interrupted() { self = DecoderLoad() }
}
