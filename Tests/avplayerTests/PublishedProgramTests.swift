import BusTestSupport
import DBus
import Foundation
import MediaTesting
import NowPlayingTesting
import NowPlayingValidation
import Synchronization
import Testing

/// `avplayer` as other programs see it on a real bus: without a window, at its end, and while nothing happens.
@Suite(
    .enabled(if: PrivateBus.isAvailable && StreamMaker.isAvailable && Program.url != nil), .timeLimit(.minutes(3)),
    .serialized)
struct PublishedProgramTests {
    /// A bus with a client that reads what the program publishes.
    private struct Stage {
        let bus: PrivateBus
        let client: BusConnection
        let recorder: NowPlayingRecorder

        init() async throws {
            bus = try #require(PrivateBus())
            client = try await BusConnection.connect(to: bus.address)
            recorder = try await NowPlayingRecorder(bus: bus.address)
        }

        /// Plays without a window, and waits for the start of playback.
        func play(_ media: URL, _ arguments: String...) async throws -> LiveProgram {
            let program = try LiveProgram(
                ["play", media.path, "--headless", "--json"] + arguments, environment: bus.environment)
            try #require(await recorder.wait(within: .seconds(30)) { $0.events.first?.kind == .start })
            return program
        }

        var name: String? { recorder.records.first { $0.event == .appeared }?.player }

        func get(_ property: String, of interface: String) async throws -> Variant {
            let answer = try await client.call(
                try #require(name), path: "/org/mpris/MediaPlayer2", interface: "org.freedesktop.DBus.Properties",
                method: "Get", arguments: [.string(interface), .string(property)])
            return try #require(answer.first).unwrapped
        }

        func names() async throws -> [String] {
            let answer = try await client.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "ListNames")
            return (answer.first?.elements ?? []).compactMap(\.stringValue)
        }

        func ask(_ question: String) async throws -> String {
            var environment = Program.environment.merging(bus.environment) { $1 }
            for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "XDG_RUNTIME_DIR"] { environment[name] = nil }
            environment["LANG"] = "en_US.UTF-8"
            return try await ExternalCommand.run(
                try #require(Program.url), ["ask", question], environment: environment, timeout: 60
            ).standardOutput
        }
    }

    @Test("avplayer without a window publishes the events, obeys commands, and ends its publication with the item")
    func headless_isPublished() async throws {
        let stage = try await Stage()
        let program = try await stage.play(try await StreamMaker.shared.clip(.rich(seconds: 20)))
        try await stage.recorder.perform("pause")
        #expect(await stage.recorder.wait { $0.events.last?.kind == .pause })
        let player = "org.mpris.MediaPlayer2.Player"
        #expect(try await stage.get("Metadata", of: player)["xesam:title"] == .string("A rich clip"))
        #expect(try await stage.get("PlaybackStatus", of: player) == .string("Paused"))
        // There is no window to raise or to enlarge.
        #expect(try await stage.get("CanRaise", of: "org.mpris.MediaPlayer2") == .boolean(false))
        #expect(try await stage.get("CanSetFullscreen", of: "org.mpris.MediaPlayer2") == .boolean(false))
        try await stage.recorder.perform("changePlaybackPosition", arguments: ["positionTime": .number(17)])
        #expect(await stage.recorder.wait { $0.events.last?.kind == .seek })
        try await stage.recorder.perform("play")
        #expect(await stage.recorder.wait(within: .seconds(30)) { $0.records.last?.event == .gone })
        #expect(await program.exitCode() == 0)
        try stage.recorder.recording().assert(
            [.start(elapsed: 0, duration: 20), .pause(), .seek(to: 17), .play, .end], tolerance: 2)
    }

    @Test(
        "avplayer ask moves avplayer to the next and the previous chapter, which avplayer publishes with their titles")
    func chapters_areAsked() async throws {
        let stage = try await Stage()
        let program = try await stage.play(try await StreamMaker.shared.clip(.rich(seconds: 30)))
        defer { program.kill() }
        try await stage.recorder.perform("pause")
        #expect(await stage.recorder.wait { $0.events.last?.kind == .pause })
        let chapters = try await stage.get("Chapters", of: "org.openavkit.NowPlaying1")
        #expect(chapters.type.string == "a(ds)")
        #expect(
            chapters.elements?.map(\.elements) == [
                [.double(0), .string("Opening")], [.double(10), .string("Middle")], [.double(20), .string("End")],
            ])
        func position() async throws -> Double {
            Double(try await stage.get("Position", of: "org.mpris.MediaPlayer2.Player").integerValue ?? -1) / 1e6
        }
        #expect(try await stage.ask("next chapter") == "Chapter 2 “Middle”.\n")
        #expect(await stage.recorder.wait { $0.events.last?.kind == .seek })
        #expect(abs(try await position() - 10) < 0.5)
        #expect(try await stage.ask("chapter 3") == "Chapter 3 “End”.\n")
        #expect(await stage.recorder.wait { $0.events.filter { $0.kind == .seek }.count == 2 })
        #expect(abs(try await position() - 20) < 0.5)
        #expect(try await stage.ask("previous chapter") == "Chapter 2 “Middle”.\n")
        #expect(await stage.recorder.wait { $0.events.filter { $0.kind == .seek }.count == 3 })
        #expect(abs(try await position() - 10) < 0.5)
        #expect(try await stage.ask("chapter 4") == "There is no such chapter; this has 3.\n")
    }

    @Test("avplayer announces the URLs that it opens, plays one at the request of another program, and refuses others")
    func openUri_isPlayed() async throws {
        let stage = try await Stage()
        let program = try await stage.play(try await StreamMaker.shared.clip(.rich(seconds: 30)))
        defer { program.kill() }
        let root = "org.mpris.MediaPlayer2"
        let schemes = try await stage.get("SupportedUriSchemes", of: root).elements?.compactMap(\.stringValue)
        #expect(schemes == ["file", "http", "https"])
        let types = try await stage.get("SupportedMimeTypes", of: root).elements?.compactMap(\.stringValue) ?? []
        #expect(types.contains("video/mp4") && types.contains("application/vnd.apple.mpegurl"))
        let other = try await StreamMaker.shared.clip(.audioOnly(seconds: 20))
        func open(_ url: String) async throws {
            _ = try await stage.client.call(
                try #require(stage.name), path: "/org/mpris/MediaPlayer2", interface: root + ".Player",
                method: "OpenUri", arguments: [.string(url)])
        }
        await #expect(throws: BusError.self) { try await open("gopher://localhost/1") }
        try await open(URL(fileURLWithPath: other.path).absoluteString)
        #expect(
            await stage.recorder.wait(within: .seconds(30)) {
                $0.records.contains { $0.info?[.title] == .text("A tone") }
            })
    }

    @Test("kill -9 at any moment of avplayer's life leaves no player on the bus", arguments: 0..<4)
    func killed_leavesNoPlayer(moment: Int) async throws {
        let stage = try await Stage()
        let clip = try await StreamMaker.shared.clip(.rich(seconds: 30))
        let program: LiveProgram
        if moment == 0 {
            // While it appears: the item is ready, and the name is requested or owned.
            program = try LiveProgram(["play", clip.path, "--headless", "--json"], environment: stage.bus.environment)
            _ = await program.next("ready")
        } else {
            program = try await stage.play(clip)
        }
        switch moment {
        case 2: try await stage.recorder.perform("pause")
        case 3:
            // During a seek, whose answer is not awaited.
            Task { [recorder = stage.recorder] in
                _ = try? await recorder.perform("changePlaybackPosition", arguments: ["positionTime": .number(20)])
            }
        default: break
        }
        program.kill()
        #expect(await program.exitCode() == 128 + SIGKILL)
        let killed = ContinuousClock.now
        while try await stage.names().contains(where: { $0.hasPrefix("org.mpris.MediaPlayer2.") }) {
            try #require(killed.duration(to: .now) < .seconds(10), "the player of the killed program stays on the bus")
            await elapse(.milliseconds(5))
        }
    }

    @Test(
        "R196: during plain playback avplayer sends no message that nobody requested; OPENAVKIT_QUIET has the seconds",
        .enabled(if: BusMonitor.isAvailable))
    func plainPlayback_isSilent() async throws {
        let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_QUIET"].flatMap(Double.init) ?? 4
        let stage = try await Stage()
        let monitor = try #require(BusMonitor(stage.bus.address))
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 30 * (seconds / 30 + 1).rounded(.up)))
        let program = try await stage.play(clip, "--control")
        let name = try #require(stage.name)
        let owner = try #require(
            try await stage.client.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "GetNameOwner", arguments: [.string(name)]
            ).first?.stringValue)
        // The start is over when nothing has been sent for a second.
        var count = -1
        while count != monitor.messages(from: owner).count {
            count = monitor.messages(from: owner).count
            await elapse(.seconds(1))
        }
        #expect(count > 0)
        await elapse(.seconds(seconds))
        let quiet = monitor.messages(from: owner).dropFirst(count)
        #expect(quiet.isEmpty, "\(quiet.joined(separator: "\n"))")
        // The player has played all the while, and the monitor receives what it sends.
        let position = try await program.command("pause").position
        #expect(position ?? 0 > seconds / 2)
        #expect(await eventually(within: .seconds(20)) { monitor.messages(from: owner).count > count })
        try await program.command("quit")
    }
}

/// A program that receives every message of a bus.
private final class BusMonitor: Sendable {
    static let isAvailable = ExternalCommand.find("dbus-monitor") != nil

    private let process: Mutex<Process>
    private let lines = Mutex<[String]>([])

    /// Starts a monitor and waits until it is one; nil where it does not start.
    init?(_ address: String) {
        guard let monitor = ExternalCommand.find("dbus-monitor"), let timeout = ExternalCommand.find("timeout") else {
            return nil
        }
        let child = Process()
        child.executableURL = timeout
        child.arguments = ["120", monitor.path, "--address", address]
        let output = Pipe()
        child.standardOutput = output
        child.standardError = FileHandle.nullDevice
        do { try child.runHearingSignals() } catch { return nil }
        let reader = output.fileHandleForReading
        process = Mutex(child)
        Thread.detachNewThread { [weak self] in
            var rest = Data()
            while true {
                let data = reader.availableData
                guard !data.isEmpty, let self else { break }
                rest += data
                while let end = rest.firstIndex(of: 10) {
                    let line = String(decoding: rest[..<end], as: UTF8.self)
                    rest = Data(rest[rest.index(after: end)...])
                    // The first line of a message; the lines of its arguments are indented.
                    if line.contains("sender=") { self.lines.withLock { $0.append(line) } }
                }
            }
        }
        // A monitor loses its name when it has become one.
        let end = ContinuousClock.now + .seconds(20)
        while !lines.withLock({ $0.contains { $0.contains("member=NameLost") } }) {
            guard ContinuousClock.now < end else { return nil }
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    deinit {
        process.withLock { child in
            // `timeout` leads a group with the program that it bounds in it.
            if child.isRunning { kill(-child.processIdentifier, SIGKILL) }
        }
    }

    /// The first lines of the messages that a program has sent.
    func messages(from sender: String) -> [String] { lines.withLock { $0.filter { $0.contains("sender=\(sender) ") } } }
}
