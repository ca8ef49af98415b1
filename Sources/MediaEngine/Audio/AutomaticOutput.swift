import Foundation
import Synchronization

/// The machine's sound, or none: falls to silence on the host clock when the server is not there or goes, and comes back with it.
final class AutomaticOutput: AudioOutput {
    private struct State {
        var active: (any AudioOutput)?
        var format = AudioFormat(sampleRate: 48_000, channels: 2)
        var render: AudioRender?
        var events: (@Sendable (AudioOutputEvent) -> Void)?
        var isPaused = true
        var isStopped = false
        var isRetrying = false
    }

    private let clock: any HostClock
    private let state = Mutex(State())

    /// Between two attempts to reach a server that was there before.
    static let retryInterval = 2.0

    init(clock: any HostClock) { self.clock = clock }

    var deviceName: String { state.withLock { $0.active?.deviceName ?? "none" } }

    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        state.withLock { state in
            state.format = format
            state.render = render
            state.events = events
        }
        if let pulse = openPulse() {
            state.withLock { $0.active = pulse }
        } else {
            let silence = NullOutput(clock: clock)
            try silence.start(format: format, render: render, events: { _ in })
            state.withLock { $0.active = silence }
        }
    }

    private func openPulse() -> PulseOutput? {
        let (format, render) = state.withLock { ($0.format, $0.render) }
        guard let render else { return nil }
        let pulse = PulseOutput(clock: clock)
        do throws(MediaError) {
            try pulse.start(format: format, render: render) { [weak self, weak pulse] event in
                guard let self, let pulse else { return }
                self.heard(event, from: pulse)
            }
            return pulse
        } catch {
            return nil
        }
    }

    /// On libpulse's thread, which must not close itself: the change is made elsewhere.
    private func heard(_ event: AudioOutputEvent, from pulse: PulseOutput) {
        guard case .deviceLost = event else { return state.withLock { $0.events }.map { $0(event) } ?? () }
        DispatchQueue.global().async { [self] in fallSilent(from: pulse) }
    }

    private func fallSilent(from pulse: PulseOutput) {
        let heard = pulse.position().framesHeard
        let owed = max(0, pulse.framesRendered - heard)
        let silence = NullOutput(clock: clock, heard: heard, owed: owed)
        let started = state.withLock { state -> (AudioFormat, AudioRender, Bool)? in
            guard !state.isStopped, state.active === pulse, let render = state.render else { return nil }
            state.active = silence
            return (state.format, render, state.isPaused)
        }
        guard let (format, render, isPaused) = started else { return }
        pulse.stop()
        try? silence.start(format: format, render: render, events: { _ in })
        silence.setPaused(isPaused)
        state.withLock { $0.events }?(.deviceLost)
        retryLater()
    }

    private func retryLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.retryInterval) { [weak self] in self?.retry() }
    }

    /// Only while paused or between flushes could the position be carried over exactly; so the return waits for one.
    private func retry() {
        let isWanted = state.withLock { state -> Bool in
            guard !state.isStopped, state.active is NullOutput else { return false }
            state.isRetrying = true
            return true
        }
        if !isWanted { return }
        retryLater()
    }

    /// Goes back to the server if it is there again. Called where nothing rendered is on its way.
    private func returnToServer() {
        let isWanted = state.withLock { state -> Bool in
            guard state.isRetrying, !state.isStopped, state.active is NullOutput else { return false }
            state.isRetrying = false
            return true
        }
        guard isWanted, let pulse = openPulse() else { return }
        let (old, isPaused) = state.withLock { state -> ((any AudioOutput)?, Bool) in
            let old = state.active
            state.active = pulse
            return (old, state.isPaused)
        }
        old?.stop()
        pulse.setPaused(isPaused)
        state.withLock { $0.events }?(.deviceChanged(pulse.deviceName))
    }

    func setPaused(_ paused: Bool) {
        let active = state.withLock { state -> (any AudioOutput)? in
            state.isPaused = paused
            return state.active
        }
        active?.setPaused(paused)
    }

    func flush() {
        returnToServer()
        state.withLock { $0.active }?.flush()
    }

    func wake() { state.withLock { $0.active }?.wake() }

    func position() -> AudioPosition {
        state.withLock { $0.active }?.position() ?? AudioPosition(framesHeard: 0, hostTime: clock.now, isRunning: false)
    }

    func stop() {
        let active = state.withLock { state -> (any AudioOutput)? in
            state.isStopped = true
            state.render = nil
            state.events = nil
            defer { state.active = nil }
            return state.active
        }
        active?.stop()
    }
}

/// The output that a session uses where it is given none.
enum DefaultAudioOutput {
    static func make(clock: any HostClock) -> any AudioOutput { AutomaticOutput(clock: clock) }
}
