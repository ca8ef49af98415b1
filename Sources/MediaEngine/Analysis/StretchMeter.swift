/// Finds the longest stretch of consecutive frames with a property.
struct StretchMeter {
    private(set) var longest: UniformStretch?
    /// The seconds of all stretches that last at least a second.
    private(set) var total = 0.0
    private var start: Double?
    private var end = 0.0
    private static let shortest = 1.0

    /// - Parameters:
    ///   - time: seconds.
    ///   - has: whether the frame continues or starts a stretch.
    mutating func add(_ time: Double, until next: Double, _ has: Bool) {
        guard has else { return finish() }
        start = start ?? time
        end = next
    }

    mutating func finish() {
        guard let begun = start else { return }
        start = nil
        let seconds = end - begun
        if seconds >= Self.shortest { total += seconds }
        if seconds > longest?.seconds ?? 0 { longest = UniformStretch(start: begun, seconds: seconds) }
    }
}
