import HLS

/// The time from the display of a frame by the engine to the end of its drawing by the client, estimated from recent frames.
///
/// A value type, synchronized by its owner. The median of the last delays is used, so that a single late drawing has no effect.
struct DrawingDelay: Sendable {
    private var shown: (generation: UInt64, at: HostTime)?
    private var delays: [Nanoseconds] = []

    /// The maximum number of delays in use.
    static let mostDelays = 15
    /// The minimum number of delays for an estimate.
    static let fewestDelays = 3
    /// Longer delays are ignored: the client does not draw in response to frames.
    static let longest: Nanoseconds = 30 * .millisecond

    /// In nanoseconds; 0 until enough frames were drawn.
    private(set) var estimate: Nanoseconds = 0

    /// Records that a frame is displayed from now on.
    mutating func displayed(_ generation: UInt64, at host: HostTime) { shown = (generation, host) }

    /// Records that a frame was drawn. Only the first drawing of the displayed frame counts.
    mutating func drawn(_ generation: UInt64, at host: HostTime) {
        guard let shown, shown.generation == generation else { return }
        self.shown = nil
        let delay = host &- shown.at
        guard delay >= 0, delay <= Self.longest else { return }
        if delays.count == Self.mostDelays { delays.removeFirst() }
        delays.append(delay)
        guard delays.count >= Self.fewestDelays else { return }
        estimate = delays.sorted()[delays.count / 2]
    }
}
