/// The number of rendered and played frames of an output since its last flush.
struct AudioAccount: Sendable, Hashable {
    var played: Double
    var rendered: Double
}

/// An output with a device that can be lost.
///
/// `events` is called on a thread that may stop the output, and without a lock held.
protocol DeviceOutput: AudioOutput {
    /// Whether the connection to the device is permanently lost.
    var isGone: Bool { get }
    /// Whether the device currently plays nothing, because it is idle or was suspended by the user. Idle devices resume when they receive
    /// samples.
    var isSuspended: Bool { get }
    /// The approximate latency from rendering to playback.
    var latencySeconds: Double { get }
    /// Stops, and returns the final counts: no frame is rendered afterwards.
    func retire() -> AudioAccount
}
