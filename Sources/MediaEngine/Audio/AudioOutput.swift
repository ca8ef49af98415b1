/// The format of samples for an output: 32-bit float, interleaved, in native byte order.
public struct AudioFormat: Sendable, Hashable {
    public var sampleRate: Int
    public var channels: Int
    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }
}

/// The playback position of an output: at host time `hostTime`, `framesPlayed` of the frames rendered since the last flush have been played.
/// While `isRunning`, the position advances at the sample rate.
///
/// `framesPlayed` is 0 until the device plays the first frame, which on slow devices happens seconds after playback was started; `isRunning`
/// means that the output is not paused, not that the device has started.
public struct AudioPosition: Sendable, Hashable {
    public var framesPlayed: Double
    /// Nanoseconds of the output's `HostClock`.
    public var hostTime: Int64
    public var isRunning: Bool
    public init(framesPlayed: Double, hostTime: Int64, isRunning: Bool) {
        self.framesPlayed = framesPlayed
        self.hostTime = hostTime
        self.isRunning = isRunning
    }
}

/// Fills `buffer` (frames × channels floats) and returns the number of frames. If fewer than requested, no more are available now, and the
/// output plays silence, which does not count as played frames. Called on the output's thread: it must not wait for long-held locks or
/// allocate memory.
public typealias AudioRender = @Sendable (_ buffer: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int

public enum AudioOutputEvent: Sendable, Hashable {
    /// The device was removed or suspended; the output continues silently on the host clock.
    case deviceLost
    /// The output is audible again, on this device.
    case deviceChanged(String)
    /// Rendered frames were discarded before they were played, without a call of `flush`.
    case framesDiscarded
}

/// An audio output. It pulls samples, and is initially paused.
///
/// All methods may be called on any thread and inside `events`, but not inside `render`. `start` blocks for at most 2 s, the others for at
/// most 500 ms.
public protocol AudioOutput: AnyObject, Sendable {
    /// Opens the device for `format`. Render calls start at once to fill the buffer, but nothing is audible before `setPaused(false)`.
    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void)
        throws(MediaError)
    func setPaused(_ paused: Bool)
    /// Pauses after the last sample was played. The device may already play the samples of the output that follows.
    func handOver()
    /// Reports that no samples follow those that can be rendered now, until the next flush.
    /// - Parameter silentFrames: the silence between these samples and those of an output that follows without a gap.
    func end(silentFrames: Int)
    /// Discards all rendered frames that were not played, restarts the count of frames at 0, and requests new frames.
    func flush()
    /// Requests frames again after `render` has returned fewer than requested.
    func wake()
    /// Chooses the device by the audio server's name of it; nil: the output of the audio session. Applies to the present device and to later
    /// ones. A device that the server does not have changes nothing.
    func selectDevice(_ name: String?)
    /// The audible position, corrected for all latency after the output. `framesPlayed` never decreases between flushes and never exceeds
    /// the number of rendered frames, whatever the device reports; after `stop` it no longer changes.
    func position() -> AudioPosition
    /// A name for display: "PulseAudio: Built-in Audio", "none".
    var deviceName: String { get }
    /// Closes the device; idempotent. `render` is not called after it returns.
    func stop()
}

extension AudioOutput {
    public func handOver() { setPaused(true) }
    public func end(silentFrames: Int) {}
    public func selectDevice(_ name: String?) {}
}
