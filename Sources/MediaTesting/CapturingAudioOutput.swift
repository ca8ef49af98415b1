public import MediaEngine
import Synchronization

/// An audio output that records its input and plays as many frames as the test pulls.
public final class CapturingAudioOutput: AudioOutput {
    private struct State {
        var format = AudioFormat(sampleRate: 48_000, channels: 2)
        var render: AudioRender?
        var samples: [Float] = []
        var played = 0
        var isPaused = true
        var flushes = 0
    }
    private let state = Mutex(State())
    private let clock: any HostClock

    public init(clock: any HostClock) { self.clock = clock }

    public func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        state.withLock {
            $0.format = format
            $0.render = render
        }
    }

    /// Pulls at most `frames` frames and counts them as played, unless paused.
    /// - Returns: the number of frames received.
    @discardableResult
    public func pull(frames: Int) -> Int {
        state.withLock { state in
            guard let render = state.render, !state.isPaused else { return 0 }
            var buffer = [Float](repeating: 0, count: max(0, frames) * state.format.channels)
            let count = min(frames, buffer.withUnsafeMutableBufferPointer { render($0, frames) })
            state.samples += buffer.prefix(count * state.format.channels)
            state.played += count
            return count
        }
    }

    /// All samples played since the start, interleaved, across flushes.
    public var samples: [Float] { state.withLock { $0.samples } }
    public var format: AudioFormat { state.withLock { $0.format } }
    public var isPaused: Bool { state.withLock { $0.isPaused } }
    public var flushCount: Int { state.withLock { $0.flushes } }

    public func setPaused(_ paused: Bool) { state.withLock { $0.isPaused = paused } }
    public func flush() {
        state.withLock {
            $0.played = 0
            $0.flushes += 1
        }
    }
    public func wake() {}
    public func position() -> AudioPosition {
        // Between pulls nothing is played, so the position is constant.
        state.withLock { AudioPosition(framesPlayed: Double($0.played), hostTime: clock.now, isRunning: false) }
    }
    public var deviceName: String { "capture" }
    public func stop() { state.withLock { $0.render = nil } }
}
