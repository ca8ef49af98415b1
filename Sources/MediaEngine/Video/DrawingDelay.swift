import HLS

/// The time from the display of a frame by the engine to the end of its drawing by the client, estimated from the last frames.
///
/// A value: its owner guards it. The median of the last delays counts, so that a single late drawing changes nothing.
struct DrawingDelay: Sendable {
    private var shown: (generation: UInt64, at: HostTime)?
    private var delays: [Nanoseconds] = []

    /// More delays than these are not used.
    static let mostDelays = 15
    /// Fewer are no estimate.
    static let fewestDelays = 3
    /// A longer delay is one of a client that draws at times of its own.
    static let longest: Nanoseconds = 30 * .millisecond

    /// In nanoseconds; 0 as long as too few frames were drawn.
    private(set) var estimate: Nanoseconds = 0

    /// A frame is displayed from now on.
    mutating func displayed(_ generation: UInt64, at host: HostTime) { shown = (generation, host) }

    /// A frame has been drawn. Only the first drawing of the displayed frame counts.
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
