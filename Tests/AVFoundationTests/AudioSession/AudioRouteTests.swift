import AVFAudio
import AudioServer
import Foundation
import KeyValueObserving
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation
@testable import MediaEngine

/// A player on a real audio server whose devices and programs change (semantics sections 16 and 17).
@Suite(
    .serialized,
    .enabled(
        if: SoundServer.isAvailable && StreamMaker.isAvailable,
        "pulseaudio or ffmpeg is not installed: script/setup --tests does that"))
struct AudioRouteTests {
    /// A player of a clip with a tone, on a server of its own.
    private struct Stage {
        let world: ServerWorld
        let session: AVAudioSession
        let player: AVPlayer
        private let clip: URL
        private let environment: PlaybackEnvironment

        init() async throws {
            let server = try SoundServer()
            try #require(try await server.isReady())
            world = ServerWorld(server: server)
            let (address, policy) = (server.address, AudioStreamPolicy())
            session = AVAudioSession(
                environment: ServerEnvironment(link: PulseLink(server: address), policy: policy))
            var environment = PlaybackEnvironment.system
            environment.audioSession = session
            environment.makeAudioOutput = {
                AutomaticOutput(clock: SystemHostClock(), retryInterval: 0.1) {
                    PulseOutput(clock: SystemHostClock(), server: address, policy: policy)
                }
            }
            self.environment = environment
            clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 20, width: 64, height: 64))
            player = AVPlayer(playerItem: AVPlayerItem(url: clip), environment: environment)
        }

        /// A second player and item, as a client makes them after the first have failed.
        func anotherPlayer() -> AVPlayer { AVPlayer(playerItem: AVPlayerItem(url: clip), environment: environment) }

        func play() async throws {
            player.play()
            try #require(await eventually { player.currentTime().seconds > 0.5 })
            try #require(await eventually { session.outputs.count > 0 })
        }
    }

    @Test("S16.4: unplugged headphones pause the player, which plays on when new ones are plugged in")
    func headphones() async throws {
        let stage = try await Stage()
        try await stage.world.plugInHeadphones()
        try await stage.play()
        #expect(await eventually { stage.session.currentRoute.outputs.first?.portType == .headphones })
        try await stage.world.unplugHeadphones()
        #expect(await eventually(within: .seconds(10)) { stage.player.rate == 0 })
        stage.player.play()
        let time = stage.player.currentTime().seconds
        try await stage.world.plugInHeadphones()
        #expect(await eventually { stage.session.currentRoute.outputs.first?.portType == .headphones })
        #expect(await eventually { stage.player.currentTime().seconds > time + 0.5 })
        #expect(stage.player.rate == 1)
    }

    @Test(
        "S16.3: a call silences the player at once; it stays paused when the call ends, until its controller resumes it"
    )
    func call() async throws {
        let stage = try await Stage()
        try await stage.play()
        #expect(try await stage.world.server.loudest(reaching: 0.05) >= 0.05)
        let ended = Mutex(false)
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: stage.session, queue: nil
        ) { note in
            guard note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt == 1 else { return }
            ended.withLock { $0 = true }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let call = try await stage.world.play(role: "phone")
        #expect(await eventually(within: .seconds(10)) { stage.player.rate == 0 })
        // The sink plays what it has received already, which is 100 ms long, and then a second of silence.
        let recording = try stage.world.server.record("quiet")
        #expect(
            try await eventually(within: .seconds(30), every: .milliseconds(50)) {
                let samples = try recording.samples()
                return samples.count > 48_000 && samples.suffix(48_000).allSatisfy { $0 == 0 }
            })
        stage.world.server.stop(recording)
        #expect(try recording.samples().count { $0 != 0 } < 48_000)
        let time = stage.player.currentTime()
        stage.world.stop(call)
        #expect(await eventually { ended.withLock { $0 } })
        #expect(stage.player.rate == 0 && stage.player.currentTime() == time)
        stage.player.resumeAfterInterruption()
        #expect(await eventually { stage.player.currentTime().seconds > time.seconds + 0.3 })
        #expect(try await stage.world.server.loudest(reaching: 0.05) >= 0.05)
    }

    @Test("a client that pauses during an interruption is not resumed")
    func pausedByClient() async throws {
        let stage = try await Stage()
        try await stage.play()
        stage.session.handle(.interruptionBegan(.default))
        #expect(stage.player.rate == 0)
        stage.player.pause()
        stage.player.resumeAfterInterruption()
        #expect(stage.player.rate == 0)
    }

    @Test("S17.2: playback that moves to the selected output is audible there and keeps its position")
    func selection() async throws {
        let stage = try await Stage()
        _ = try await stage.world.server.addSink("second")
        try await stage.play()
        #expect(await eventually { stage.session.outputs.count == 2 })
        let clock = SystemHostClock()
        // The clock is read before and after the position, because a busy machine may do something else between two readings.
        func reading() -> (before: Int64, seconds: Double, after: Int64) {
            (clock.now, stage.player.currentTime().seconds, clock.now)
        }
        let start = reading()
        stage.session.selectOutput("second")
        #expect(await eventually { stage.session.currentRoute.outputs.first?.uid == "second" })
        let recording = try stage.world.server.record("second")
        #expect(
            try await eventually(within: .seconds(10), every: .milliseconds(50)) {
                try recording.samples().contains { abs($0) > 0.05 }
            })
        let end = reading()
        let moved = end.seconds - start.seconds
        let least = Double(end.before - start.after) / 1e9
        let most = Double(end.after - start.before) / 1e9
        #expect(moved > least - 0.25 && moved < most + 0.25, "\(moved) s played in \(least) s to \(most) s")
        #expect(stage.player.rate == 1)
    }

    @Test("audioOutputDeviceUniqueID chooses a device that the selection of a route does not change, until it is nil")
    func deviceOfPlayer() async throws {
        let stage = try await Stage()
        for name in ["second", "third"] { _ = try await stage.world.server.addSink(name) }
        let link = stage.world.link(process: "observer")
        link.start { _ in }
        var sinks: [String]? {
            link.state.map { state in state.streams.compactMap { state.sink(index: $0.sink)?.name } }
        }
        let keys = Mutex<[String?]>([])
        let observation = stage.player.observe(\.audioOutputDeviceUniqueID) { player, _ in
            let device = player.audioOutputDeviceUniqueID
            keys.withLock { $0.append(device) }
        }
        defer { observation.invalidate() }
        #expect(stage.player.audioOutputDeviceUniqueID == nil)
        stage.player.audioOutputDeviceUniqueID = "second:some-port"
        try await stage.play()
        #expect(await eventually { stage.session.outputs.count == 3 })
        let recording = try stage.world.server.record("second")
        #expect(
            try await eventually(within: .seconds(10), every: .milliseconds(50)) {
                try recording.samples().contains { abs($0) > 0.05 }
            })
        #expect(stage.session.currentRoute.outputs.first?.uid == "quiet")
        stage.session.selectOutput("third")
        #expect(await eventually { stage.session.currentRoute.outputs.first?.uid == "third" })
        await elapse(.milliseconds(300))
        #expect(sinks == ["second"])
        stage.player.audioOutputDeviceUniqueID = nil
        #expect(await eventually { sinks == ["third"] })
        #expect(stage.player.rate == 1 && stage.player.audioOutputDeviceUniqueID == nil)
        #expect(await eventually { keys.withLock { $0 } == ["second:some-port", nil] })
    }

    @Test("R88: after a restart of the server the players of an active session have failed, and new ones play")
    func restart() async throws {
        let stage = try await Stage()
        try stage.session.setCategory(.playback)
        try stage.session.setActive(true)
        try await stage.play()
        stage.world.loseServer()
        try await stage.world.restoreServer()
        #expect(await eventually(within: .seconds(20)) { stage.player.status == .failed })
        #expect((stage.player.error as? AVError)?.code == .mediaServicesWereReset)
        stage.player.play()
        #expect(stage.player.rate == 0)
        let player = stage.anotherPlayer()
        player.play()
        #expect(try await stage.world.server.loudest(reaching: 0.05) >= 0.05)
        #expect(player.rate == 1 && player.currentTime().seconds > 0)
    }

    @Test("without an active session playback continues over a restart of the server")
    func restart_inactive() async throws {
        let stage = try await Stage()
        try await stage.play()
        stage.world.loseServer()
        try await stage.world.restoreServer()
        #expect(try await stage.world.server.loudest(reaching: 0.05) >= 0.05)
        #expect(stage.player.rate == 1 && stage.player.status == .readyToPlay)
    }

    @Test(
        "a route detector reports several outputs only while it is enabled (api section 3)",
        arguments: AudioWorldKind.possible)
    func detector(_ kind: AudioWorldKind) async throws {
        let world = try await kind.make()
        let session = AVAudioSession(
            environment: ServerEnvironment(
                link: world.link(process: "own"), policy: AudioStreamPolicy(), process: "own"))
        let detector = AVRouteDetector(session: session)
        let changes = Journal()
        let observation = detector.observe(\.multipleRoutesDetected, options: [.new]) { _, change in
            changes.note("\(change.newValue ?? false)")
        }
        try await world.plugInHeadphones()
        #expect(await eventually { session.outputs.count == 2 })
        #expect(!detector.multipleRoutesDetected && changes.all.isEmpty)
        detector.isRouteDetectionEnabled = true
        #expect(await eventually { changes.all == ["true"] })
        #expect(detector.multipleRoutesDetected)
        try await world.unplugHeadphones()
        #expect(await eventually { changes.all == ["true", "false"] })
        try await world.plugInHeadphones()
        #expect(await eventually { detector.multipleRoutesDetected })
        detector.isRouteDetectionEnabled = false
        #expect(!detector.multipleRoutesDetected)
        withExtendedLifetime(observation) {}
    }
}
