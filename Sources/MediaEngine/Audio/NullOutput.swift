import Foundation
import Synchronization

/// Plays to nobody, at the pace of a host clock: for machines without a sound server, and for tests on a clock of their own.
final class NullOutput: AudioOutput {
    private struct State {
        var format = AudioFormat(sampleRate: 48_000, channels: 2)
        var render: AudioRender?
        var isPaused = true
        var isStopped = false
        var heard: Double
        /// Frames that count as rendered and not yet heard, though nobody renders them: what another device took with it.
        var owed: Double
        var anchor: Int64
        var buffer: [Float] = []
    }

    private let clock: any HostClock
    private let gate = Condition()
    private let state: Mutex<State>

    /// How often frames are taken.
    static let interval: Int64 = 10 * .millisecond
    /// A pause of the machine longer than this is not made up for.
    static let longestStep = 1.0

    init(clock: any HostClock, heard: Double = 0, owed: Double = 0) {
        self.clock = clock
        state = Mutex(State(heard: heard, owed: owed, anchor: clock.now))
    }

    var deviceName: String { "none" }

    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        state.withLock { state in
            state.format = format
            state.render = render
            state.anchor = clock.now
        }
        EngineThread.start("silence") { [self] in run() }
    }

    private func run() {
        gate.lock()
        while true {
            let isPaused = state.withLock { state -> Bool? in
                guard !state.isStopped else { return nil }
                if !state.isPaused { advance(&state) }
                return state.isPaused
            }
            guard let isPaused else { break }
            clock.wait(on: gate, until: isPaused ? nil : clock.now + Self.interval)
        }
        gate.unlock()
    }

    /// Takes what has become due since the last time.
    private func advance(_ state: inout State) {
        let now = clock.now
        let elapsed = min(Double(now - state.anchor) / 1e9, Self.longestStep)
        let due = elapsed * Double(state.format.sampleRate)
        guard due >= 1 else { return }
        var frames = Int(due)
        // Parts of a frame are due the next time; a pause of the machine is not.
        let isLate = Double(now - state.anchor) / 1e9 > Self.longestStep
        state.anchor = isLate ? now : state.anchor + Int64(Double(frames) / Double(state.format.sampleRate) * 1e9)
        if state.owed > 0 {
            let paid = min(state.owed, Double(frames))
            state.owed -= paid
            state.heard += paid
            frames -= Int(paid)
        }
        guard frames > 0, let render = state.render else { return }
        let floats = frames * state.format.channels
        if state.buffer.count < floats { state.buffer = [Float](repeating: 0, count: floats) }
        let got = state.buffer.withUnsafeMutableBufferPointer { render($0, frames) }
        state.heard += Double(got)
    }

    func setPaused(_ paused: Bool) {
        state.withLock { state in
            guard state.isPaused != paused else { return }
            if paused { advance(&state) }
            state.isPaused = paused
            state.anchor = clock.now
        }
        gate.withLock { gate.broadcast() }
    }

    func flush() {
        state.withLock { state in
            state.heard = 0
            state.owed = 0
            state.anchor = clock.now
        }
    }

    func wake() {}

    func position() -> AudioPosition {
        state.withLock {
            AudioPosition(framesHeard: $0.heard, hostTime: $0.isPaused ? clock.now : $0.anchor, isRunning: !$0.isPaused)
        }
    }

    /// Closes it with an account of what was given to it.
    func retire() -> AudioAccount {
        let account = state.withLock { state in
            if !state.isPaused, !state.isStopped { advance(&state) }
            return AudioAccount(heard: state.heard, rendered: state.heard + state.owed)
        }
        stop()
        return account
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.render = nil
        }
        gate.withLock { gate.broadcast() }
    }
}
