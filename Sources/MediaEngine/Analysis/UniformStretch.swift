/// The longest time in which something stays the same: black frames, a frozen frame, silence.
package struct UniformStretch: Sendable, Hashable {
    /// Seconds from the first frame.
    package var start: Double
    package var seconds: Double
}
