import AudioServer

/// The audio session's view of the audio server: derives the session's events from the server's states. A value without I/O.
struct ServerSession {
    /// The reason for an interruption.
    private enum Interrupter: Hashable {
        /// A call in another program.
        case call
        /// The session of another process, by the index of its connection.
        case session(UInt32)
    }

    /// An output that appeared less than this time ago is the cause of a change of route to it, in nanoseconds.
    static let arrivalTime: Int64 = 2_000_000_000

    /// The mark of this process.
    let process: String
    /// The server's last state; nil while the server is absent.
    private(set) var server: AudioServerState?
    var settings = AudioSessionSettings()
    /// The published state of this session; nil before the first activation.
    var mark: SessionMark?
    /// The time in microseconds since 1970 at which playback began without an activation; nil before that.
    var playbackStamp: Int64?
    /// The sink that the viewer has selected, while it exists.
    private(set) var selectedSink: String?
    /// Whether streams of this process may still have to move to the selected sink.
    private var isMoving = false
    private var interrupter: Interrupter?
    /// The number of activations so far.
    private(set) var activation = 0
    /// The outputs that have appeared lately, with their times.
    private var arrivals: [String: Int64] = [:]
    /// Whether the server was lost while the session was active, whose players a new server does not revive.
    private var hasLostServices = false

    init(process: String) { self.process = process }

    // MARK: Answers

    var output: AudioSink? { server?.output(of: process, selected: selectedSink) }
    var volume: Float { output?.volume ?? 1 }
    /// The streams of other programs that are more than sounds of the desktop.
    private var otherStreams: [AudioStream] { server?.playing(besides: process).filter { !$0.isIncidental } ?? [] }
    var isOtherAudioPlaying: Bool { !otherStreams.isEmpty }

    /// Whether other audio claims to be heard alone: that of a process whose session mixes does not.
    var isOtherAudioUnmixable: Bool {
        let clients = server?.clients ?? []
        return otherStreams.contains { stream in
            guard stream.role != "game" else { return false }
            guard let session = clients.first(where: { $0.process == stream.process && $0.process != nil })?.session
            else { return true }
            return session.phase != .active || session.mixing == .solo
        }
    }

    /// Whether a call of another program is in progress, which forbids an activation.
    var isCallInProgress: Bool {
        settings.role != "phone" && server?.playing(besides: process).contains(where: \.isCall) == true
    }

    /// Whether another session, activated later, lowers other audio.
    var isDucked: Bool {
        otherSessions.contains { $0.mark.phase == .active && $0.mark.mixing == .duck && $0.mark.stamp > stamp }
    }

    /// The time since which this session is active or plays; distant where it does neither.
    private var stamp: Int64 {
        if let mark, mark.phase == .active { return mark.stamp }
        return playbackStamp ?? .max
    }

    private var otherSessions: [(client: UInt32, mark: SessionMark)] {
        (server?.clients ?? []).compactMap { client in
            guard client.process != process, let mark = client.session else { return nil }
            return (client.index, mark)
        }
    }

    /// Whether this session lowers other audio now.
    var ducksOthers: Bool { mark?.phase == .active && mark?.mixing == .duck && interrupter == nil }

    /// The streams that ducking lowers: those of other programs, apart from calls. Processes of this project lower their streams themselves.
    var duckableStreams: [AudioStream] { otherStreams.filter { $0.process == nil && !$0.isCall && $0.volume != nil } }

    /// The streams of this process that have to move to the selected sink; none after they have all arrived there, so that the viewer can
    /// move them with other programs.
    var strays: (streams: [UInt32], sink: UInt32)? {
        guard isMoving, let server, let sink = selectedSink.flatMap(server.sink(named:)) else { return nil }
        let streams = server.streams.filter { $0.process == process && !$0.hasOwnDevice && $0.sink != sink.index }
        return streams.isEmpty ? nil : (streams.map(\.index), sink.index)
    }

    // MARK: Changes

    /// Activates the session, which ends an interruption without an event.
    /// - Parameter stamp: the time in microseconds since 1970.
    /// - Returns: the state to publish.
    mutating func activate(at stamp: Int64) -> SessionMark {
        interrupter = nil
        activation += 1
        let mark = SessionMark(phase: .active, mixing: settings.mixing, stamp: stamp)
        self.mark = mark
        return mark
    }

    /// Deactivates the session, which ends an interruption without an event.
    /// - Returns: the state to publish; nil before the first activation.
    mutating func deactivate(notifiesOthers: Bool) -> SessionMark? {
        interrupter = nil
        mark?.phase = notifiesOthers ? .released : .ended
        return mark
    }

    /// Selects an output, to which streams of this process that are still elsewhere are about to move.
    mutating func select(_ sink: AudioSink) -> [AudioSessionEvent] {
        let old = self
        selectedSink = sink.name
        isMoving = true
        arrivals[sink.identifier] = nil
        return routeEvents(since: old) + (output == old.output ? [] : [.outputsChanged])
    }

    /// Applies a new state of the server.
    /// - Parameters:
    ///   - state: nil: the server is gone.
    ///   - now: the host time in nanoseconds.
    mutating func update(to state: AudioServerState?, at now: Int64) -> [AudioSessionEvent] {
        let old = self
        server = state
        guard let state else {
            guard old.server != nil, mark?.phase == .active else { return [] }
            hasLostServices = true
            return [.mediaServicesWereLost]
        }
        if hasLostServices { return resetServices() }
        var events: [AudioSessionEvent] = []
        if let selectedSink, state.sink(named: selectedSink) == nil { self.selectedSink = nil }
        if isMoving, strays == nil { isMoving = !state.streams.contains { $0.process == process } }
        noteArrivals(since: old.server, at: now)
        events += routeEvents(since: old)
        if volume != old.volume { events.append(.outputVolumeChanged) }
        if outputsDiffer(from: old) { events.append(.outputsChanged) }
        if isOtherAudioPlaying != old.isOtherAudioPlaying || isOtherAudioUnmixable != old.isOtherAudioUnmixable {
            events.append(.otherAudioChanged)
        }
        return events + interruptionEvents()
    }

    /// Forgets the session: its program starts anew with the defaults.
    private mutating func resetServices() -> [AudioSessionEvent] {
        hasLostServices = false
        interrupter = nil
        mark = nil
        playbackStamp = nil
        settings = AudioSessionSettings()
        return [.mediaServicesWereReset, .outputVolumeChanged, .outputsChanged, .otherAudioChanged]
    }

    private mutating func noteArrivals(since old: AudioServerState?, at now: Int64) {
        arrivals = arrivals.filter { now - $0.value < Self.arrivalTime }
        guard let old, let server else { return }
        let known = Set(old.outputs.flatMap(\.availableIdentifiers))
        for identifier in server.outputs.flatMap(\.availableIdentifiers) where !known.contains(identifier) {
            arrivals[identifier] = now
        }
    }

    private func outputsDiffer(from old: ServerSession) -> Bool {
        let before = old.server?.outputs.map { [$0.identifier, $0.label] } ?? []
        return before != server?.outputs.map { [$0.identifier, $0.label] } || output?.index != old.output?.index
    }

    private func routeEvents(since old: ServerSession) -> [AudioSessionEvent] {
        guard old.server != nil, let server, let previous = old.output, previous.identifier != output?.identifier
        else { return [] }
        let available = server.sinks.flatMap(\.availableIdentifiers)
        let reason: AVAudioSession.RouteChangeReason
        if !available.contains(previous.identifier) {
            reason = .oldDeviceUnavailable
        } else if let output, arrivals[output.identifier] != nil {
            reason = .newDeviceAvailable
        } else {
            reason = .override
        }
        return [.routeChanged(reason, previous: AVAudioSessionRouteDescription(output: previous))]
    }

    private mutating func interruptionEvents() -> [AudioSessionEvent] {
        if let interrupter {
            guard let shouldResume = end(of: interrupter) else { return [] }
            self.interrupter = nil
            return [.interruptionEnded(shouldResume: shouldResume, activation: activation)]
        }
        guard stamp != .max else { return [] }
        if isCallInProgress {
            interrupter = .call
        } else if let session = otherSessions.first(where: { interrupts($0.mark) }) {
            interrupter = .session(session.client)
        } else {
            return []
        }
        return [.interruptionBegan(.default, activation: activation)]
    }

    private func interrupts(_ other: SessionMark) -> Bool {
        guard other.phase == .active, other.stamp > stamp else { return false }
        switch other.mixing {
        case .solo: return !settings.mixesWithOthers
        case .overSpeech: return settings.mode == .spokenAudio
        case .mix, .duck: return false
        }
    }

    /// Returns whether the session should resume; nil while the interrupter is active. A session that ends without notifying the others
    /// does not let them resume.
    private func end(of interrupter: Interrupter) -> Bool? {
        switch interrupter {
        case .call: return isCallInProgress ? nil : true
        case .session(let client):
            let mark = otherSessions.first { $0.client == client }?.mark
            return mark?.phase == .active ? nil : mark?.phase == .released
        }
    }
}
