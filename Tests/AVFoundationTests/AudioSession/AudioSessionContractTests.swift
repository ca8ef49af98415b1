import AVFAudio
import AudioServer
import Foundation
import KeyValueObserving
import MediaTesting
import Synchronization
import Testing

/// The audio session on an audio server: a double in memory, and PulseAudio with null sinks (data/semantics.tsv, section 16).
@Suite(.serialized)
struct AudioSessionContractTests {
    /// A session of one process, with a record of its notifications.
    private final class Program: Sendable {
        let session: AVAudioSession
        let policy = AudioStreamPolicy()
        let link: any AudioServerLink
        private let journal: Journal
        private let tokens: UncheckedTokens

        private struct UncheckedTokens: @unchecked Sendable { var list: [any NSObjectProtocol] = [] }

        init(_ world: any AudioWorld, _ process: String = "own") {
            let link = world.link(process: process)
            self.link = link
            let session = AVAudioSession(environment: ServerEnvironment(link: link, policy: policy, process: process))
            self.session = session
            var tokens = UncheckedTokens()
            let journal = Journal()
            for (name, key) in Self.keys {
                tokens.list.append(
                    NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { note in
                        journal.note(Self.text(note, key))
                    })
            }
            self.tokens = tokens
            self.journal = journal
        }

        var all: [String] { journal.all }
        func clear() { journal.clear() }

        deinit { for token in tokens.list { NotificationCenter.default.removeObserver(token) } }

        private static let keys: [(Notification.Name, [String])] = [
            (
                AVAudioSession.interruptionNotification,
                [AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey]
            ),
            (AVAudioSession.routeChangeNotification, [AVAudioSessionRouteChangeReasonKey]),
            (
                AVAudioSession.silenceSecondaryAudioHintNotification,
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey]
            ),
            (AVAudioSession.mediaServicesWereLostNotification, []),
            (AVAudioSession.mediaServicesWereResetNotification, []),
        ]

        private static func text(_ note: Notification, _ keys: [String]) -> String {
            let name = note.name.rawValue.replacing("AVAudioSession", with: "").replacing("Notification", with: "")
            let values = keys.compactMap { note.userInfo?[$0] as? UInt }.map(String.init)
            let previous = note.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            return ([name] + values + (previous?.outputs.map(\.portName) ?? [])).joined(separator: " ")
        }

        func activate(
            _ category: AVAudioSession.Category = .playback, mode: AVAudioSession.Mode = .default,
            options: AVAudioSession.CategoryOptions = []
        ) throws {
            try session.setCategory(category, mode: mode, options: options)
            try session.setActive(true)
        }
    }

    private func until(_ condition: () throws -> Bool) async rethrows -> Bool {
        try await eventually(within: .seconds(10), every: .milliseconds(5), condition)
    }

    @Test("the route, volume and format are those of the server's output", arguments: AudioWorldKind.possible)
    func answers(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world)
        #expect(program.session.outputVolume == 1)
        #expect(program.session.sampleRate == 48_000 && program.session.outputNumberOfChannels == 2)
        #expect(program.session.currentRoute.outputs.map(\.uid) == ["quiet"])
        #expect(program.session.outputs.map(\.isPresent) == [true])
        #expect(!program.session.isOtherAudioPlaying && !program.session.secondaryAudioShouldBeSilencedHint)
    }

    @Test(
        "preferred values are stored, and the duration is that of streams to open", arguments: AudioWorldKind.possible)
    func preferences(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world), session = program.session
        #expect(session.preferredSampleRate == 0 && session.preferredIOBufferDuration == 0)
        #expect(session.ioBufferDuration == 0.04 && session.preferredOutputNumberOfChannels == 0)
        try session.setPreferredSampleRate(44_100)
        #expect(session.preferredSampleRate == 44_100 && session.sampleRate == 48_000)
        try session.setPreferredIOBufferDuration(0.02)
        #expect(session.preferredIOBufferDuration == 0.02 && session.ioBufferDuration == 0.02)
        #expect(program.policy.values.requestSeconds == 0.02)
        try session.setPreferredIOBufferDuration(0.001)
        #expect(session.preferredIOBufferDuration == 0.001 && session.ioBufferDuration == 0.005)
        try session.setPreferredIOBufferDuration(0)
        #expect(session.ioBufferDuration == 0.04)
        try session.setPreferredOutputNumberOfChannels(2)
        #expect(session.preferredOutputNumberOfChannels == 2)
        #expect(throws: NSError.self) { try session.setPreferredOutputNumberOfChannels(3) }
        #expect(throws: NSError.self) { try session.setPreferredSampleRate(-1) }
        #expect(throws: NSError.self) { try session.setPreferredIOBufferDuration(.infinity) }
        #expect(!session.isInputAvailable && session.maximumInputNumberOfChannels == 0)
    }

    @Test("outputVolume follows the server and notifies its observers", arguments: AudioWorldKind.possible)
    func volume(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world)
        let seen = Mutex<[Float]>([])
        let observation = program.session.observe(\.outputVolume, options: [.initial]) { session, _ in
            let volume = session.outputVolume
            seen.withLock { $0.append(volume) }
        }
        try await world.setVolume(0.5)
        #expect(await until { seen.withLock { $0.last.map { abs($0 - 0.5) < 0.01 } ?? false } })
        #expect(seen.withLock { $0.count } == 2)
        withExtendedLifetime(observation) {}
    }

    @Test(
        "S16.4: headphones that are plugged in and out change the route with their reasons and the previous route",
        arguments: AudioWorldKind.possible)
    func headphones(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world)
        try program.activate()
        try await world.plugInHeadphones()
        let plain = program.session.outputs.first { $0.port.uid == "quiet" }?.port.portName ?? "quiet"
        #expect(await until { program.all == ["RouteChange 1 \(plain)"] }, "\(program.all)")
        #expect(program.session.currentRoute.outputs.map(\.portType) == [.headphones])
        #expect(program.session.outputs.count == 2)
        program.clear()
        let name = try #require(program.session.currentRoute.outputs.first).portName
        try await world.unplugHeadphones()
        #expect(await until { program.all == ["RouteChange 2 \(name)"] }, "\(program.all)")
        #expect(program.session.currentRoute.outputs.map(\.uid) == ["quiet"])
    }

    @Test(
        "S16.2: a call of another program interrupts and lets the session resume; activation during a call is rejected",
        arguments: AudioWorldKind.possible)
    func call(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world)
        try program.activate(.ambient)
        let call = try await world.play(role: "phone")
        #expect(await until { program.all.contains("Interruption 1") }, "\(program.all)")
        #expect(throws: NSError.self) { try program.session.setActive(true) }
        try await world.stop(call)
        #expect(await until { program.all.last { $0.hasPrefix("Interruption") } == "Interruption 0 1" })
        try program.session.setActive(true)
    }

    @Test(
        "S16.2: another process that activates a session without mixing interrupts, and resumes where it notifies",
        arguments: AudioWorldKind.possible)
    func processes(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world), other = Program(world, "other")
        try program.activate()
        try other.activate()
        #expect(await until { program.all == ["Interruption 1"] }, "\(program.all)")
        #expect(!program.session.isActive && other.session.isActive)
        try other.session.setActive(false, options: .notifyOthersOnDeactivation)
        #expect(await until { program.all == ["Interruption 1", "Interruption 0 1"] }, "\(program.all)")
        // Playback activates the session again, which interrupts the other in turn.
        try other.activate()
        program.session.playbackBegan()
        #expect(await until { other.all == ["Interruption 1"] }, "\(other.all)")
        #expect(program.session.isActive)
        try program.session.setActive(false)
        #expect(await until { other.all == ["Interruption 1", "Interruption 0 0"] }, "\(other.all)")
    }

    @Test(
        "R73, S16.1: sessions that mix neither interrupt nor are interrupted; prompts interrupt spoken audio only",
        arguments: AudioWorldKind.possible)
    func mixing(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make()
        let splash = Program(world, "splash"), film = Program(world, "film")
        let book = Program(world, "book"), prompt = Program(world, "prompt")
        try splash.activate(.ambient)
        try film.activate()
        try book.activate(mode: .spokenAudio, options: .mixWithOthers)
        try prompt.activate(options: .interruptSpokenAudioAndMixWithOthers)
        #expect(await until { book.all == ["Interruption 1"] }, "\(book.all)")
        #expect(splash.all.isEmpty && film.all.isEmpty && prompt.all.isEmpty)
        #expect(splash.session.isActive && film.session.isActive && prompt.session.isActive)
    }

    @Test(
        "R74, R75, S16.5: the hint is posted when another program starts and stops to play; the desktop's sounds do not count",
        arguments: AudioWorldKind.possible)
    func hint(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world)
        try program.activate(.ambient)
        let sound = try await world.play(role: "event")
        #expect(await until { program.link.state?.streams.count == 1 })
        let music = try await world.play(role: "music")
        #expect(await until { program.all == ["SilenceSecondaryAudioHint 1"] }, "\(program.all)")
        #expect(program.session.isOtherAudioPlaying && program.session.secondaryAudioShouldBeSilencedHint)
        try await world.stop(music)
        #expect(await until { program.all == ["SilenceSecondaryAudioHint 1", "SilenceSecondaryAudioHint 0"] })
        #expect(!program.session.secondaryAudioShouldBeSilencedHint)
        try await world.stop(sound)
    }

    @Test(
        "R74: an inactive session and a program in the background receive no hint", arguments: AudioWorldKind.possible)
    func hint_background(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world)
        try program.activate(.ambient)
        let center = NotificationCenter.default
        center.post(name: Notification.Name("UIApplicationDidEnterBackgroundNotification"), object: nil)
        defer { center.post(name: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil) }
        let music = try await world.play(role: "music")
        #expect(await until { program.session.secondaryAudioShouldBeSilencedHint })
        #expect(program.all.isEmpty)
        center.post(name: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil)
        #expect(program.all == ["SilenceSecondaryAudioHint 1"])
        try program.session.setActive(false)
        try await world.stop(music)
        #expect(await until { !program.session.secondaryAudioShouldBeSilencedHint })
        #expect(program.all.count == 1)
    }

    @Test(
        "S16.1: duckOthers lowers other programs and other sessions until the deactivation",
        arguments: AudioWorldKind.possible)
    func ducking(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world), other = Program(world, "other")
        try other.activate()
        _ = try await world.play(role: "music")
        func volume() -> Float? { program.link.state?.streams.first?.volume }
        _ = program.session.currentRoute
        #expect(await until { volume() == 1 })
        try program.activate(options: .duckOthers)
        #expect(await until { (volume() ?? 1) < 0.7 && other.policy.values.gain < 0.3 })
        #expect(other.session.isActive && program.policy.values.gain == 1)
        try program.session.setActive(false)
        #expect(await until { (volume() ?? 0) > 0.99 && other.policy.values.gain == 1 })
    }

    @Test(
        "R88, S16.6: a restart of the server is reported to an active session only, which starts anew",
        arguments: AudioWorldKind.possible)
    func services(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world), idle = Program(world, "idle")
        try program.activate()
        _ = idle.session.currentRoute
        try await world.loseServer()
        #expect(await until { program.all == ["MediaServicesWereLost"] }, "\(program.all)")
        try await world.restoreServer()
        #expect(await until { program.all == ["MediaServicesWereLost", "MediaServicesWereReset"] }, "\(program.all)")
        #expect(program.session.category == .soloAmbient && !program.session.isActive)
        #expect(await until { idle.link.state != nil })
        #expect(idle.all.isEmpty)
    }

    @Test(
        "S17.2: the selected output receives the streams of the process, and the route changes by override",
        arguments: AudioWorldKind.possible)
    func selection(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make(), program = Program(world)
        try program.activate()
        try await world.plugInHeadphones()
        _ = try await world.play(role: "video", process: "own")
        #expect(await until { program.link.state?.streams.isEmpty == false && program.session.outputs.count == 2 })
        program.session.selectOutput("quiet")
        #expect(await until { program.session.outputs.first(where: \.isPresent)?.port.uid == "quiet" })
        let quiet = try #require(program.session.currentRoute.outputs.first?.portName)
        program.session.selectOutput("phones")
        #expect(await until { program.session.outputs.first(where: \.isPresent)?.port.uid == "phones" })
        // The notification follows the change of the outputs.
        #expect(await until { program.all.last == "RouteChange 4 \(quiet)" }, "\(program.all)")
        program.clear()
        program.session.selectOutput("quiet")
        #expect(await until { program.all.map { $0.prefix(13) } == ["RouteChange 4"] }, "\(program.all)")
        #expect(program.policy.values.sink == "quiet")
        let sink = program.link.state?.sink(named: "quiet")?.index
        #expect(await until { program.link.state?.streams.first?.sink == sink })
    }

    @Test("R90, S16.7: category, mode and policy determine the role of the streams")
    func roles() async throws {
        let program = Program(DoubleWorld())
        #expect(program.policy.values.role == "video")
        try program.session.setCategory(.ambient)
        #expect(program.policy.values.role == "game")
        try program.session.setCategory(.playback, mode: .default, policy: .longFormAudio)
        #expect(program.policy.values.role == "music")
        try program.session.setCategory(.playback, mode: .moviePlayback)
        #expect(program.policy.values.role == "video")
        try program.session.setMode(.voiceChat)
        #expect(program.policy.values.role == "phone")
    }
}
