package import AudioServer
import Foundation
import Synchronization

/// The audio environment of a machine with an audio server.
///
/// The server is connected at the first question, activation or playback, not earlier. Without a server there is one output and no other
/// audio; a server that appears later is found.
package final class ServerEnvironment: AudioSessionEnvironment {
    private struct State {
        var session: ServerSession
        var handler: (@Sendable (AudioSessionEvent) -> Void)?
        var isForeground = true
        /// The lowered streams of other programs.
        var lowered: [UInt32: Lowered] = [:]
        var observers: [UncheckedToken] = []
    }

    private struct Lowered {
        var original: Float
        var present: Float
    }

    /// A token of the notification center, which any thread may hold.
    private struct UncheckedToken: @unchecked Sendable { let token: any NSObjectProtocol }

    private let link: any AudioServerLink
    private let policy: AudioStreamPolicy
    private let state: Mutex<State>

    /// The factor for audio while another session ducks it.
    package static let duckedGain: Float = 0.25
    /// The time that a question waits for the first connection to the server.
    private static let connectSeconds = 0.5
    /// The environment that has lowered streams of other programs; the exit of the process restores them.
    private static let lowering = Mutex<ServerEnvironment?>(nil)
    private static let installExitHandler: Void = {
        atexit { ServerEnvironment.lowering.withLock { $0 }?.restoreOthers(waiting: 0.2) }
    }()

    package init(
        link: any AudioServerLink = PulseLink(), policy: AudioStreamPolicy = .shared,
        process: String = SessionMark.process
    ) {
        self.link = link
        self.policy = policy
        state = Mutex(State(session: ServerSession(process: process)))
    }

    deinit {
        for observer in state.withLock({ $0.observers }) { NotificationCenter.default.removeObserver(observer.token) }
    }

    // MARK: Following the server

    package func start(_ handler: @escaping @Sendable (AudioSessionEvent) -> Void) {
        state.withLock { $0.handler = handler }
        observeForeground()
    }

    /// UIKit's notifications by name, because this module is below UIKit.
    private func observeForeground() {
        let names = [
            ("UIApplicationDidEnterBackgroundNotification", false),
            ("UIApplicationWillEnterForegroundNotification", true),
        ]
        for (name, isForeground) in names {
            let token = NotificationCenter.default.addObserver(
                forName: Notification.Name(name), object: nil, queue: nil
            ) { [weak self] _ in
                guard let self else { return }
                send(
                    state.withLock { state -> [AudioSessionEvent] in
                        state.isForeground = isForeground
                        return isForeground ? [.otherAudioChanged] : []
                    })
            }
            let box = UncheckedToken(token: token)
            state.withLock { $0.observers.append(box) }
        }
    }

    private func connect() {
        link.start { [weak self] server in self?.take(server) }
    }

    /// Connects, and waits until the server has answered.
    private func settle() {
        guard state.withLock({ $0.session.server }) == nil else { return }
        connect()
        link.waitUntilSettled(seconds: Self.connectSeconds)
        if state.withLock({ $0.session.server }) == nil, let known = link.state { take(known) }
    }

    private func take(_ server: AudioServerState?) {
        let now = Int64(DispatchTime.now().uptimeNanoseconds)
        let (events, mark) = state.withLock { state -> ([AudioSessionEvent], SessionMark?) in
            let before = state.session.mark
            let events = state.session.update(to: server, at: now)
            if events.contains(.mediaServicesWereReset), var mark = before {
                mark.phase = .ended
                return (events, mark)
            }
            // A session whose interruption ended without permission to resume stays inactive.
            let activation = state.session.activation
            guard events.contains(.interruptionEnded(shouldResume: false, activation: activation)),
                state.session.mark?.phase == .active
            else { return (events, nil) }
            return (events, state.session.deactivate(notifiesOthers: false))
        }
        if let mark { link.publish(mark) }
        updatePolicy()
        moveStrays()
        let isInterrupted = events.contains { event in
            if case .interruptionBegan = event { true } else { false }
        }
        if isInterrupted {
            restoreOthers()
        } else if state.withLock({ $0.session.ducksOthers }) {
            lowerOthers()
        }
        send(events)
    }

    private func updatePolicy() {
        let session = state.withLock { $0.session }
        policy.update { values in
            values.role = session.settings.role
            values.sink = session.selectedSink
            values.gain = session.isDucked ? Self.duckedGain : 1
        }
    }

    private func send(_ events: [AudioSessionEvent]) {
        guard let handler = state.withLock({ $0.handler }) else { return }
        for event in events { handler(event) }
    }

    // MARK: Answers

    private func answer<Value: Sendable>(_ body: (ServerSession) -> Value) -> Value {
        settle()
        return state.withLock { body($0.session) }
    }

    package var outputVolume: Float { answer(\.volume) }
    package var isOtherAudioPlaying: Bool { answer(\.isOtherAudioPlaying) }
    package var isOtherAudioUnmixable: Bool { answer(\.isOtherAudioUnmixable) }
    package var isForeground: Bool { state.withLock { $0.isForeground } }

    package var route: AVAudioSessionRouteDescription {
        answer { AVAudioSessionRouteDescription(output: $0.output) }
    }

    package var outputs: [AudioSessionOutput] {
        answer { session in
            let present = session.output?.identifier
            return (session.server?.outputs ?? []).map { sink in
                AudioSessionOutput(
                    port: AVAudioSessionPortDescription(sink), isPresent: sink.identifier == present)
            }
        }
    }

    package var format: AudioSessionFormat {
        answer { session in
            var format = AudioSessionFormat()
            guard let output = session.output else { return format }
            format.sampleRate = output.sampleRate
            format.channelCount = output.channelCount
            format.latency = output.latency
            return format
        }
    }

    package var bufferDuration: Double { policy.values.requestSeconds }

    package func setBufferDuration(_ seconds: Double) {
        let range = AudioStreamPolicy.requestRange
        policy.update { $0.requestSeconds = min(max(seconds, range.lowerBound), range.upperBound) }
    }

    // MARK: The session

    package func activate(_ settings: AudioSessionSettings) throws -> Int {
        settle()
        let (mark, activation) = try state.withLock { state -> (SessionMark, Int) in
            state.session.settings = settings
            if state.session.isCallInProgress {
                throw AVAudioSession.error(
                    .insufficientPriority,
                    "The session cannot be activated during a call of another program. Try again when the call has ended."
                )
            }
            return (state.session.activate(at: Self.stamp), state.session.activation)
        }
        link.publish(mark)
        updatePolicy()
        if settings.ducksOthers { lowerOthers() } else { restoreOthers() }
        return activation
    }

    package func deactivate(notifiesOthers: Bool) {
        let mark = state.withLock { $0.session.deactivate(notifiesOthers: notifiesOthers) }
        if let mark { link.publish(mark) }
        restoreOthers()
        updatePolicy()
    }

    package func apply(_ settings: AudioSessionSettings) {
        let changed = state.withLock { state -> SessionMark? in
            state.session.settings = settings
            guard let mark = state.session.mark, mark.phase == .active, mark.mixing != settings.mixing else {
                return nil
            }
            state.session.mark?.mixing = settings.mixing
            return state.session.mark
        }
        if let changed { link.publish(changed) }
        updatePolicy()
    }

    package func playbackBegan() {
        state.withLock { $0.session.playbackStamp = Self.stamp }
        connect()
    }

    package func selectOutput(_ identifier: String) {
        let events = state.withLock { state -> [AudioSessionEvent]? in
            guard let sink = state.session.server?.outputs.first(where: { $0.identifier == identifier }) else {
                return nil
            }
            return state.session.select(sink)
        }
        guard let events else { return }
        updatePolicy()
        moveStrays()
        send(events)
    }

    package func setOutputVolume(_ volume: Float) {
        guard let sink = state.withLock({ $0.session.output }) else { return }
        link.setVolume(volume, ofSink: sink)
    }

    private func moveStrays() {
        if let strays = state.withLock({ $0.session.strays }) { link.move(streams: strays.streams, to: strays.sink) }
    }

    private static var stamp: Int64 { Int64(Date().timeIntervalSince1970 * 1e6) }

    // MARK: Ducking

    /// Lowers the streams of programs that do not follow this project's sessions.
    private func lowerOthers() {
        _ = Self.installExitHandler
        Self.lowering.withLock { $0 = self }
        let changes = state.withLock { state -> [(UInt32, Float)] in
            state.session.duckableStreams.compactMap { stream in
                guard state.lowered[stream.index] == nil, let volume = stream.volume else { return nil }
                let lowered = Lowered(original: volume, present: volume * Self.duckedVolume)
                state.lowered[stream.index] = lowered
                return (stream.index, lowered.present)
            }
        }
        for (stream, volume) in changes { link.setVolume(volume, of: stream) }
    }

    /// The position of a volume control that lowers audio like `duckedGain`: the server's scale is cubic.
    private static let duckedVolume = Float(pow(Double(duckedGain), 1.0 / 3.0))

    /// Restores the volume of the streams that this process has lowered, except of streams whose volume has been changed since.
    private func restoreOthers(waiting seconds: Double = 0) {
        let changes = state.withLock { state -> [(UInt32, Float)] in
            defer { state.lowered = [:] }
            return state.lowered.compactMap { index, lowered in
                let volume = state.session.server?.streams.first { $0.index == index }?.volume
                guard let volume, abs(volume - lowered.present) < 0.02 || abs(volume - lowered.original) < 0.02 else {
                    return nil
                }
                return (index, lowered.original)
            }
        }
        guard !changes.isEmpty else { return }
        for (stream, volume) in changes { link.setVolume(volume, of: stream) }
        if seconds > 0 { link.flush(seconds: seconds) }
    }
}

extension AudioSessionSettings {
    var mixing: SessionMark.Mixing {
        if ducksOthers { return .duck }
        if interruptsSpokenAudio { return .overSpeech }
        return mixesWithOthers ? .mix : .solo
    }
}
