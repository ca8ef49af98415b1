/// How samples reach an output: 32-bit float, interleaved, in the machine's byte order.
public struct AudioFormat: Sendable, Hashable {
    public var sampleRate: Int
    public var channels: Int
    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }
}

/// The playing position of an output: `framesHeard` frames of those rendered since the last flush, at host time `hostTime`, moving on at the
/// sample rate while `isRunning`.
///
/// `framesHeard` is 0 until the device plays the first frame, which slow devices do seconds after the output was told to play; `isRunning` says that
/// the output is not paused, not that the device has begun.
public struct AudioPosition: Sendable, Hashable {
    public var framesHeard: Double
    /// Nanoseconds of the output's `HostClock`.
    public var hostTime: Int64
    public var isRunning: Bool
    public init(framesHeard: Double, hostTime: Int64, isRunning: Bool) {
        self.framesHeard = framesHeard
        self.hostTime = hostTime
        self.isRunning = isRunning
    }
}

/// Fills `buffer` (frames × channels floats) and returns the number of frames; fewer than asked means 'no more for now', and the output plays
/// silence, which does not count as frames heard. Called on the output's thread: it takes no lock that others hold long, and allocates nothing.
public typealias AudioRender = @Sendable (_ buffer: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int

public enum AudioOutputEvent: Sendable, Hashable {
    /// The device went or was suspended; the output goes on, unheard, on the host clock.
    case deviceLost
    /// Heard again, on this device.
    case deviceChanged(String)
}

/// A place that plays samples. Pulls; begins paused.
///
/// All calls are safe from any thread, and inside `events`, but not inside `render`. `start` blocks for 2 s at the most, the others for 500 ms.
public protocol AudioOutput: AnyObject, Sendable {
    /// Opens the device for `format`; render calls begin at once, to fill the queue, but nothing is heard before `setPaused(false)`.
    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void)
        throws(MediaError)
    func setPaused(_ paused: Bool)
    /// Forgets everything rendered and not yet heard, counts frames from 0 again and asks for new ones.
    func flush()
    /// Asks for frames again after `render` had returned fewer than asked.
    func wake()
    /// What is heard now, corrected for everything between the output and the ear. `framesHeard` never decreases between flushes and never
    /// exceeds what was rendered, whatever the device reports; after `stop` it stays.
    func position() -> AudioPosition
    /// A name for people: "PulseAudio: Built-in Audio", "none".
    var deviceName: String { get }
    /// Closes the device; idempotent. No render call after it returns.
    func stop()
}
