/// A volume change over 250 ms without clicks or jumps (R30), with ease-out.
struct VolumeRamp: Equatable, Sendable {
    static let seconds = 0.25
    /// Seconds between two steps, short enough that no step is audible.
    static let stepSeconds = 1.0 / 60

    let from: Float
    let to: Float

    /// Returns the volume at a number of seconds after the start; exactly `to` from the end on.
    func value(after seconds: Double) -> Float {
        guard seconds < Self.seconds else { return to }
        let part = max(0, seconds / Self.seconds)
        let eased = 1 - (1 - part) * (1 - part)
        return from + (to - from) * Float(eased)
    }

    func isOver(after seconds: Double) -> Bool { seconds >= Self.seconds }
}
