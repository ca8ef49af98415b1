/// What became of the frames that an output was given since its last flush.
struct AudioAccount: Sendable, Hashable {
    var heard: Double
    var rendered: Double
}

/// An output that has a device, and can lose it.
///
/// It calls `events` on a thread that may stop it, and without a lock of its own held.
protocol DeviceOutput: AudioOutput {
    /// Whether the connection to the device is over for good.
    var isGone: Bool { get }
    /// Whether the device plays nothing for now, of itself or by somebody's wish. Devices that rest wake when they are given to play.
    var isSuspended: Bool { get }
    /// From a frame's rendering to its sound, about.
    var latencySeconds: Double { get }
    /// Stops, and tells how far it came: no frame is rendered after the account is taken.
    func retire() -> AudioAccount
}
