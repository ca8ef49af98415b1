/// Detects whether a decoder keeps up with a variant, by the share of frames that it decodes after the end of their
/// display time (spec/hls.md section 3).
///
/// It has no clock; times are seconds of one monotonic clock.
public struct DecoderLoad: Sendable, Equatable {
    /// Seconds over which frames are counted.
    public static let window = 2.0
    /// The share of late frames that is hardly visible.
    public static let tolerated = 0.15
    /// The number of consecutive windows above ``tolerated`` before the variant counts as too expensive; one window may be a busy
    /// processor.
    public static let requiredWindows = 2
    /// Seconds without a frame after which playback counts as paused.
    static let longestPause = 1.0
    /// Windows with fewer frames than this are ignored.
    static let minimumFrames = 8

    private var variant: Int?
    private var beganAt: Double?
    private var lastAt: Double?
    private var frames = 0
    private var late = 0
    private var heavyWindows = 0

    public init() {}

    /// Records a frame decoded during playback.
    /// - Parameters:
    ///   - isLate: whether the end of its display time had passed.
    ///   - variant: the variant it was loaded in; a change restarts the count.
    /// - Returns: whether the variant is too expensive to decode. The count restarts then.
    public mutating func decoded(isLate: Bool, variant: Int, at time: Double) -> Bool {
        if variant != self.variant || lastAt.map({ time < $0 || time - $0 > Self.longestPause }) ?? true {
            self = DecoderLoad()
            self.variant = variant
            beganAt = time
        }
        lastAt = time
        frames += 1
        late += isLate ? 1 : 0
        guard let beganAt, time - beganAt >= Self.window else { return false }
        let isHeavy = frames >= Self.minimumFrames && Double(late) > Self.tolerated * Double(frames)
        heavyWindows = isHeavy ? heavyWindows + 1 : 0
        (self.beganAt, frames, late) = (time, 0, 0)
        guard heavyWindows >= Self.requiredWindows else { return false }
        self = DecoderLoad()
        return true
    }

    /// Restarts the count after an interruption of playback.
    public mutating func interrupted() { self = DecoderLoad() }
}
