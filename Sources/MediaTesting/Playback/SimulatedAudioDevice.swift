public import MediaEngine
import Synchronization

/// An audio device on a fake clock: it plays at its sample rate, and the test advances its time.
///
/// Call `advance(to:)` before the clock itself is advanced to that time, while the engine's threads sleep. The captured audio is what was
/// played, not what was rendered: frames discarded by a flush do not count.
public final class SimulatedAudioDevice: AudioOutput {
    public struct Settings: Sendable {
        /// Seconds of audio rendered ahead of the played position.
        public var bufferSeconds = 0.08
        /// Seconds from `setPaused(false)` to the first sample, for the first, second, … start; later starts have no delay.
        public var startDelays: [Double] = []
        /// The error thrown by `start`.
        public var failure: MediaError?
        public init() {}
    }

    /// Samples played without a gap.
    public struct Stretch: Sendable {
        /// Nanoseconds of the host clock at the first sample.
        public var hostTime: Int64
        public var sampleRate: Int
        public var channels: Int
        /// Interleaved.
        public var samples: [Float] = []
        /// Whether a device played the samples, rather than the host clock standing in for a lost device.
        public var isAudible: Bool
        public var frames: Int { samples.count / max(channels, 1) }
    }

    private struct State {
        var format = AudioFormat(sampleRate: 48_000, channels: 2)
        var render: AudioRender?
        var events: (@Sendable (AudioOutputEvent) -> Void)?
        var queue: [Float] = []
        var played = 0
        /// The time at which `played` frames had been played.
        var anchor: Int64 = 0
        var isPaused = true
        var soundsFrom: Int64 = 0
        var starts = 0
        var isLost = false
        var generation = 0
        var continues = false
        var stretches: [Stretch] = []
        var underruns = 0
        var name = "simulated"
    }

    private let clock: any HostClock
    private let settings: Settings
    private let state = Mutex(State())

    public init(clock: any HostClock, _ change: (inout Settings) -> Void = { _ in }) {
        self.clock = clock
        var settings = Settings()
        change(&settings)
        self.settings = settings
    }

    // MARK: - Test interface

    /// All audio played so far, in order.
    public var stretches: [Stretch] { state.withLock { $0.stretches } }
    public var format: AudioFormat { state.withLock { $0.format } }
    /// How often the device had no samples to play while running.
    public var underruns: Int { state.withLock { $0.underruns } }
    public var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Plays up to a time of the host clock and renders the missing samples ahead of it.
    public func advance(to moment: Int64) {
        fill()
        consume(to: moment)
        fill()
    }

    /// Simulates the loss of the device: time continues on the host clock, and nothing is audible.
    public func lose() {
        let events = state.withLock { state in
            state.isLost = true
            state.continues = false
            return state.events
        }
        events?(.deviceLost)
    }

    /// Simulates that another device is available.
    public func recover(as name: String) {
        let events = state.withLock { state in
            state.isLost = false
            state.continues = false
            state.name = name
            return state.events
        }
        events?(.deviceChanged(name))
    }

    private func fill() {
        while true {
            let wanted = state.withLock { state -> (AudioRender, AudioFormat, Int, Int)? in
                guard let render = state.render else { return nil }
                let buffer = Int(settings.bufferSeconds * Double(state.format.sampleRate))
                let missing = buffer - state.queue.count / state.format.channels
                return missing > 0 ? (render, state.format, missing, state.generation) : nil
            }
            guard let (render, format, missing, generation) = wanted else { return }
            var samples = [Float](repeating: 0, count: missing * format.channels)
            let count = samples.withUnsafeMutableBufferPointer { render($0, missing) }
            guard count > 0 else { return }
            state.withLock { state in
                guard state.generation == generation else { return }
                state.queue += samples.prefix(count * format.channels)
            }
        }
    }

    private func consume(to moment: Int64) {
        state.withLock { state in
            guard !state.isPaused, state.render != nil, moment > state.soundsFrom else { return }
            let from = max(state.anchor, state.soundsFrom)
            let due = Int(Double(moment - from) / 1e9 * Double(state.format.sampleRate))
            guard due > 0 else { return }
            let channels = state.format.channels
            let count = min(due, state.queue.count / channels)
            if count > 0 {
                if !state.continues {
                    state.stretches.append(
                        Stretch(
                            hostTime: from, sampleRate: state.format.sampleRate, channels: channels,
                            isAudible: !state.isLost))
                }
                state.stretches[state.stretches.count - 1].samples += state.queue.prefix(count * channels)
                state.queue.removeFirst(count * channels)
                state.played += count
                state.continues = true
            }
            if count < due {
                if state.continues { state.underruns += 1 }
                state.continues = false
                state.anchor = moment
            } else {
                // The fraction of a frame is due the next time.
                state.anchor = from + Int64(Double(count) / Double(state.format.sampleRate) * 1e9)
            }
        }
    }

    // MARK: - Engine interface

    public func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        if let failure = settings.failure { throw failure }
        state.withLock { state in
            state.format = format
            state.render = render
            state.events = events
            state.anchor = clock.now
        }
    }

    public func setPaused(_ paused: Bool) {
        state.withLock { state in
            guard state.isPaused != paused else { return }
            state.isPaused = paused
            state.continues = false
            state.anchor = clock.now
            guard !paused else { return }
            let delay = state.starts < settings.startDelays.count ? settings.startDelays[state.starts] : 0
            state.starts += 1
            state.soundsFrom = clock.now + Int64(delay * 1e9)
        }
    }

    public func flush() {
        state.withLock { state in
            state.queue.removeAll()
            state.played = 0
            state.anchor = clock.now
            state.generation += 1
            state.continues = false
        }
    }

    public func wake() {}

    public func position() -> AudioPosition {
        state.withLock { state in
            let now = clock.now
            let runs = !state.isPaused && now >= state.soundsFrom
            let elapsed = runs ? Double(now - max(state.anchor, state.soundsFrom)) / 1e9 : 0
            let moved = min(
                elapsed * Double(state.format.sampleRate), Double(state.queue.count / state.format.channels))
            return AudioPosition(framesPlayed: Double(state.played) + max(0, moved), hostTime: now, isRunning: runs)
        }
    }

    public var deviceName: String { state.withLock { $0.isLost ? "none" : $0.name } }

    public func stop() {
        state.withLock { state in
            state.render = nil
            state.events = nil
            state.queue.removeAll()
        }
    }
}
