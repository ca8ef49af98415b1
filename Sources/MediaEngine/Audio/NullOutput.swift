import Foundation
import Synchronization

/// A silent output that consumes samples at the pace of a host clock: for machines without an audio server, and for tests with their own
/// clock.
final class NullOutput: AudioOutput {
    private struct State {
        var format = AudioFormat(sampleRate: 48_000, channels: 2)
        var render: AudioRender?
        var isPaused = true
        var played: Double
        /// Frames that count as rendered but not played, although they are not rendered here: another device had rendered them.
        var silentFrames: Double
        var anchor: Int64
        var buffer: [Float] = []

        var isRunning: Bool { !isPaused && render != nil }
    }

    private let clock: any HostClock
    private let timer: NullOutputTimer
    private let state: Mutex<State>

    /// The maximum number of seconds consumed at once; after a longer suspension of the computer, the rest is skipped.
    static let longestStep = 1.0

    init(clock: any HostClock, played: Double = 0, silentFrames: Double = 0) {
        self.clock = clock
        timer = NullOutputTimer.timer(for: clock)
        state = Mutex(State(played: played, silentFrames: silentFrames, anchor: clock.now))
    }

    var deviceName: String { "none" }

    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        change { state in
            state.format = format
            state.render = render
            state.anchor = clock.now
        }
    }

    /// Changes the state, and registers with the timer while the output runs.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            let wasRunning = state.isRunning
            body(&state)
            // Inside the lock, so that two changes reach the timer in order.
            if state.isRunning, !wasRunning { timer.add(self) }
            if !state.isRunning, wasRunning { timer.remove(self) }
        }
    }

    /// Consumes the frames that are due. Called by the timer.
    func advance() { state.withLock { if $0.isRunning { advance(&$0) } } }

    private func advance(_ state: inout State) {
        let now = clock.now
        let elapsed = min(Double(now - state.anchor) / 1e9, Self.longestStep)
        let due = elapsed * Double(state.format.sampleRate)
        guard due >= 1 else { return }
        var frames = Int(due)
        // Fractions of a frame are due the next time; a suspension of the computer is skipped.
        let isLate = Double(now - state.anchor) / 1e9 > Self.longestStep
        state.anchor = isLate ? now : state.anchor + Int64(Double(frames) / Double(state.format.sampleRate) * 1e9)
        if state.silentFrames > 0 {
            let paid = min(state.silentFrames, Double(frames))
            state.silentFrames -= paid
            state.played += paid
            frames -= Int(paid)
        }
        guard frames > 0, let render = state.render else { return }
        let floats = frames * state.format.channels
        if state.buffer.count < floats { state.buffer = [Float](repeating: 0, count: floats) }
        let got = state.buffer.withUnsafeMutableBufferPointer { render($0, frames) }
        state.played += Double(got)
    }

    func setPaused(_ paused: Bool) {
        change { state in
            guard state.isPaused != paused else { return }
            if paused { advance(&state) }
            state.isPaused = paused
            state.anchor = clock.now
        }
    }

    func flush() {
        state.withLock { state in
            state.played = 0
            state.silentFrames = 0
            state.anchor = clock.now
        }
    }

    func wake() {}

    func position() -> AudioPosition {
        state.withLock {
            AudioPosition(
                framesPlayed: $0.played, hostTime: $0.isRunning ? $0.anchor : clock.now, isRunning: $0.isRunning)
        }
    }

    /// Stops, and returns the final counts.
    func retire() -> AudioAccount {
        var account = AudioAccount(played: 0, rendered: 0)
        change { state in
            if state.isRunning { advance(&state) }
            state.render = nil
            account = AudioAccount(played: state.played, rendered: state.played + state.silentFrames)
        }
        return account
    }

    func stop() { change { $0.render = nil } }
}
