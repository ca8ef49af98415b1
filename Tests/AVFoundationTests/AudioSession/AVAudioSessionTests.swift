import AVFAudio
import Foundation
import KeyValueObserving
import Synchronization
import Testing

private final class World: AudioSessionEnvironment {
    struct State: Sendable {
        var volume: Float = 0.5
        var others = false
        var unmixable = false
        var calls: [String] = []
        var refuses = false
        var activations = 0
        var handler: (@Sendable (AudioSessionEvent) -> Void)?
        /// The event that arrives during an activation.
        var eventOfActivation: AudioSessionEvent?
    }
    let state = Mutex(State())
    var outputVolume: Float { state.withLock { $0.volume } }
    var isOtherAudioPlaying: Bool { state.withLock { $0.others } }
    var isOtherAudioUnmixable: Bool { state.withLock { $0.unmixable } }
    var isForeground: Bool { true }
    let route = AVAudioSessionRouteDescription(outputs: [
        AVAudioSessionPortDescription(portType: .headphones, portName: "Headphones", uid: "h")
    ])
    func start(_ handler: @escaping @Sendable (AudioSessionEvent) -> Void) { state.withLock { $0.handler = handler } }
    func activate(_ settings: AudioSessionSettings) throws -> Int {
        let before = try state.withLock { state in
            if state.refuses { throw AVAudioSession.error(.insufficientPriority, "A call.") }
            state.calls.append("on \(settings.mixesWithOthers) \(settings.ducksOthers)")
            state.activations += 1
            return state
        }
        if let event = before.eventOfActivation { before.handler?(event) }
        return before.activations
    }
    func deactivate(notifiesOthers: Bool) { state.withLock { $0.calls.append("off \(notifiesOthers)") } }
    func setOutputVolume(_ volume: Float) { state.withLock { $0.volume = volume } }
}

/// An environment with headphones, a speaker and a television.
private final class Outputs: AudioSessionEnvironment {
    private let present = Mutex("h")
    private let ports = [
        AVAudioSessionPortDescription(portType: .headphones, portName: "Headphones", uid: "h"),
        AVAudioSessionPortDescription(portType: .builtInSpeaker, portName: "Speaker", uid: "s"),
        AVAudioSessionPortDescription(portType: .HDMI, portName: "Television", uid: "t"),
    ]
    var outputVolume: Float { 1 }
    var isOtherAudioPlaying: Bool { false }
    var isOtherAudioUnmixable: Bool { false }
    var isForeground: Bool { true }
    var outputs: [AudioSessionOutput] {
        let present = present.withLock { $0 }
        return ports.map { AudioSessionOutput(port: $0, isPresent: $0.uid == present) }
    }
    var route: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(outputs: outputs.filter(\.isPresent).map(\.port))
    }
    func activate(_ settings: AudioSessionSettings) throws -> Int { 0 }
    func deactivate(notifiesOthers: Bool) {}
    func selectOutput(_ identifier: String) { present.withLock { $0 = identifier } }
}

@Suite struct AVAudioSessionTests {
    @Test("an override of the port moves the audio to the speaker and back; playAndRecord allows it")
    func override_movesToSpeaker() throws {
        let session = AVAudioSession(environment: Outputs())
        func present() -> String? { session.currentRoute.outputs.first?.uid }
        #expect(throws: (any Error).self) { try session.overrideOutputAudioPort(.speaker) }
        try session.setCategory(.playAndRecord)
        try session.overrideOutputAudioPort(.speaker)
        #expect(present() == "s")
        try session.overrideOutputAudioPort(.none)
        #expect(present() == "h")
        // Without an override, nothing changes.
        session.selectOutput("s")
        try session.overrideOutputAudioPort(.none)
        #expect(present() == "s")
    }

    @Test("an override while the speaker is present changes nothing, and its end neither")
    func override_ofSpeaker_isNone() throws {
        let session = AVAudioSession(environment: Outputs())
        try session.setCategory(.playAndRecord)
        session.selectOutput("s")
        try session.overrideOutputAudioPort(.speaker)
        try session.overrideOutputAudioPort(.none)
        #expect(session.currentRoute.outputs.map(\.uid) == ["s"])
        // After a repeated override the first output returns, and once only.
        session.selectOutput("h")
        try session.overrideOutputAudioPort(.speaker)
        try session.overrideOutputAudioPort(.speaker)
        try session.overrideOutputAudioPort(.none)
        #expect(session.currentRoute.outputs.map(\.uid) == ["h"])
    }

    @Test("the end of an override keeps the output that the viewer has chosen since")
    func override_endsWithChoice() throws {
        let session = AVAudioSession(environment: Outputs())
        try session.setCategory(.playAndRecord)
        try session.overrideOutputAudioPort(.speaker)
        session.selectOutput("t")
        try session.overrideOutputAudioPort(.none)
        #expect(session.currentRoute.outputs.map(\.uid) == ["t"])
    }

    @Test(
        "numbers that are negative or not finite are rejected, and the preferred values stay",
        arguments: [-0.001, -.infinity, .infinity, .nan] as [Double])
    func preferences_rejected(value: Double) throws {
        let session = AVAudioSession()
        try session.setPreferredSampleRate(44_100)
        try session.setPreferredIOBufferDuration(0.01)
        for change in [session.setPreferredSampleRate, session.setPreferredIOBufferDuration] {
            let error = #expect(throws: NSError.self) { try change(value) }
            #expect(error?.code == AVAudioSession.ErrorCode.badParam.rawValue)
        }
        #expect(session.preferredSampleRate == 44_100 && session.preferredIOBufferDuration == 0.01)
    }

    @Test("a preferred number of channels is from 0 to that of the output", arguments: [-1, 0, 1, 2, 3])
    func preferences_channels(count: Int) throws {
        let session = AVAudioSession()
        try session.setPreferredOutputNumberOfChannels(1)
        if (0...2).contains(count) {
            try session.setPreferredOutputNumberOfChannels(count)
            #expect(session.preferredOutputNumberOfChannels == count)
        } else {
            #expect(throws: NSError.self) { try session.setPreferredOutputNumberOfChannels(count) }
            #expect(session.preferredOutputNumberOfChannels == 1)
        }
        #expect(session.outputNumberOfChannels == 2 && session.maximumOutputNumberOfChannels == 2)
    }

    @Test("preferred values of 0 are none, and a reset of the media services forgets them")
    func preferences_none() throws {
        let session = AVAudioSession()
        try session.setPreferredSampleRate(44_100)
        try session.setPreferredSampleRate(0)
        #expect(session.preferredSampleRate == 0)
        try session.setPreferredIOBufferDuration(0.02)
        session.handle(.mediaServicesWereReset)
        #expect(session.preferredIOBufferDuration == 0)
    }

    @Test("the volume that a viewer sets is from 0 to 1; a number that is not finite changes nothing")
    func outputVolume_bounds() {
        let world = World()
        let session = AVAudioSession(environment: world)
        for (volume, expected) in [(0.25, 0.25), (1.5, 1), (-1, 0), (.nan, 0), (.infinity, 0)] as [(Float, Float)] {
            session.setOutputVolume(volume)
            #expect(world.outputVolume == expected, "\(volume)")
        }
    }

    private final class Notes: Sendable {
        private let stored = Mutex<[String]>([])
        private let tokens = Mutex<[UncheckedToken]>([])
        private struct UncheckedToken: @unchecked Sendable { let token: any NSObjectProtocol }
        var list: [String] { stored.withLock { $0 } }

        init(_ session: AVAudioSession, _ name: Notification.Name, _ keys: String...) {
            let token = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                [weak self] note in
                let values = keys.map { (note.userInfo?[$0] as? UInt).map(String.init) ?? "-" }
                self?.stored.withLock { $0.append(values.joined(separator: " ")) }
            }
            let box = UncheckedToken(token: token)
            tokens.withLock { $0.append(box) }
        }
        deinit { tokens.withLock { $0 }.forEach { NotificationCenter.default.removeObserver($0.token) } }
    }

    @Test("soloAmbient by default; categories and options are stored, invalid ones are rejected")
    func category_keptAndChecked() throws {
        let session = AVAudioSession(environment: World())
        #expect(session.category == .soloAmbient && session.mode == .default && session.categoryOptions.isEmpty)
        try session.setCategory(.playback, mode: .moviePlayback, policy: .longFormVideo, options: [.mixWithOthers])
        #expect(
            session.category == .playback && session.mode == .moviePlayback
                && session.routeSharingPolicy == .longFormVideo)
        #expect(throws: NSError.self) { try session.setCategory(.playback, options: .defaultToSpeaker) }
        #expect(throws: NSError.self) { try session.setCategory(AVAudioSession.Category(rawValue: "loud")) }
        #expect(session.category == .playback && AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
    }

    @Test("activation passes the category's mixing and ducking options to the system")
    func activation_passesOptions() throws {
        let world = World(), session = AVAudioSession(environment: world)
        try session.setCategory(.playback)
        try session.setActive(true)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        try session.setActive(false)
        try session.setCategory(.ambient)
        try session.setActive(true)
        try session.setCategory(.playback, options: .duckOthers)
        try session.setActive(true)
        #expect(world.state.withLock { $0.calls } == ["on false false", "off true", "on true false", "on true true"])
        world.state.withLock { $0.refuses = true }
        #expect(throws: NSError.self) { try session.setActive(true) }
    }

    @Test(
        "active sessions receive interruptions in pairs, with the option to resume; inactive ones receive none"
    )
    func interruption_pairs() throws {
        let session = AVAudioSession(environment: World())
        let notes = Notes(
            session, AVAudioSession.interruptionNotification, AVAudioSessionInterruptionTypeKey,
            AVAudioSessionInterruptionOptionKey)
        session.handle(.interruptionBegan(.default))
        #expect(notes.list.isEmpty)
        try session.setActive(true)
        session.handle(.interruptionBegan(.default, activation: 1))
        session.handle(.interruptionBegan(.default, activation: 1))
        #expect(!session.isActive)
        session.handle(.interruptionEnded(shouldResume: true, activation: 1))
        session.handle(.interruptionEnded(shouldResume: true, activation: 1))
        #expect(notes.list == ["1 -", "0 1"])
    }

    @Test("an interruption of an earlier activation that arrives late does not interrupt the present one")
    func interruption_late() throws {
        let session = AVAudioSession(environment: World())
        let notes = Notes(session, AVAudioSession.interruptionNotification, AVAudioSessionInterruptionTypeKey)
        try session.setActive(true)
        try session.setActive(true)
        session.handle(.interruptionBegan(.default, activation: 1))
        #expect(session.isActive && notes.list.isEmpty)
        session.handle(.interruptionBegan(.default, activation: 2))
        session.handle(.interruptionEnded(shouldResume: true, activation: 1))
        #expect(!session.isActive && notes.list == ["1"])
    }

    @Test("an interruption that begins during the activation interrupts the session when it is active")
    func interruption_early() throws {
        let world = World(), session = AVAudioSession(environment: world)
        let notes = Notes(session, AVAudioSession.interruptionNotification, AVAudioSessionInterruptionTypeKey)
        world.state.withLock { $0.eventOfActivation = .interruptionBegan(.default, activation: 1) }
        try session.setActive(true)
        #expect(!session.isActive && notes.list == ["1"])
        session.handle(.interruptionEnded(shouldResume: true, activation: 1))
        #expect(notes.list == ["1", "0"])
    }

    @Test("active sessions receive the silence hint when it changes")
    func silenceHint_onChange() throws {
        let world = World(), session = AVAudioSession(environment: world)
        let notes = Notes(
            session, AVAudioSession.silenceSecondaryAudioHintNotification,
            AVAudioSessionSilenceSecondaryAudioHintTypeKey)
        world.state.withLock { ($0.others, $0.unmixable) = (true, true) }
        session.handle(.otherAudioChanged)
        #expect(notes.list.isEmpty && session.secondaryAudioShouldBeSilencedHint && session.isOtherAudioPlaying)
        try session.setActive(true)
        session.handle(.otherAudioChanged)
        world.state.withLock { $0.others = false }
        session.handle(.otherAudioChanged)
        #expect(notes.list == ["1", "0"])
    }

    @Test(
        "the removal of a device posts a route change with its reason; a reset of media services restores the defaults"
    )
    func routeAndReset() throws {
        let world = World(), session = AVAudioSession(environment: world)
        let notes = Notes(session, AVAudioSession.routeChangeNotification, AVAudioSessionRouteChangeReasonKey)
        session.handle(.routeChanged(.oldDeviceUnavailable, previous: world.route))
        #expect(notes.list == ["2"])
        #expect(session.currentRoute.outputs.first?.portType == .headphones)
        #expect(session.currentRoute.outputs.first?.channels?.count == 2)
        try session.setCategory(.playback)
        session.handle(.mediaServicesWereReset)
        #expect(session.category == .soloAmbient && !session.isActive)
    }

    @Test("api section 7: outputVolume can be observed")
    func outputVolume_observed() {
        let world = World(), session = AVAudioSession(environment: world)
        let seen = Mutex<[[Float?]]>([])
        let observation = session.observe(\.outputVolume, options: [.old, .new]) { _, change in
            let values = [change.oldValue, change.newValue]
            seen.withLock { $0.append(values) }
        }
        world.state.withLock { $0.volume = 0.25 }
        session.handle(.outputVolumeChanged)
        session.handle(.outputVolumeChanged)
        #expect(seen.withLock { $0 } == [[0.5, 0.25]])
        withExtendedLifetime(observation) {}
    }
}
