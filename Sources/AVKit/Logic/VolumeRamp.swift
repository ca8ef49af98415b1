/// A change of loudness over 250 ms that neither clicks nor jumps (R30), eased out.
struct VolumeRamp: Equatable, Sendable {
    static let seconds = 0.25
    /// Time between two steps; short enough that no step is heard.
    static let stepSeconds = 1.0 / 60

    let from: Float
    let to: Float

    /// Loudness so many seconds after the start; exactly `to` from the end on.
    func value(after seconds: Double) -> Float {
        guard seconds < Self.seconds else { return to }
        let part = max(0, seconds / Self.seconds)
        let eased = 1 - (1 - part) * (1 - part)
        return from + (to - from) * Float(eased)
    }

    func isOver(after seconds: Double) -> Bool { seconds >= Self.seconds }
}
