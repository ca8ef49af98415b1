import BusTestSupport
import Foundation
import MediaTesting
import NowPlayingTesting
import NowPlayingValidation
import Testing

/// What `avplayer` itself publishes, recorded on a real bus while it is controlled.
@Suite(
    .enabled(if: VirtualDisplay.isAvailable && PrivateBus.isAvailable && StreamMaker.isAvailable && Program.url != nil),
    .timeLimit(.minutes(3)))
struct PublishedPlaybackTests {
    /// What playerctl reports of the only player, in its format: status, title, and the position in microseconds. Empty without a player.
    private func playerctl(on bus: PrivateBus) async throws -> [String] {
        guard let program = ExternalCommand.find("playerctl") else { return [] }
        let outcome = try await ExternalCommand.run(
            program, ["metadata", "--format", "{{status}}\n{{title}}\n{{position}}"],
            environment: Program.environment.merging(bus.environment) { $1 }, timeout: 60)
        return outcome.standardOutput.split(separator: "\n").map(String.init)
    }

    /// Expects that playerctl, where it is installed, sees a state of the player.
    private func expectSeen(
        _ status: String, at seconds: Double? = nil, on bus: PrivateBus,
        from location: SourceLocation = #_sourceLocation
    ) async throws {
        guard ExternalCommand.find("playerctl") != nil else { return }
        let seen = try await playerctl(on: bus)
        #expect(seen.prefix(2) == [status, "A rich clip"], sourceLocation: location)
        guard let seconds else { return }
        let position = seen.last.flatMap { Double($0) } ?? -1
        #expect(abs(position / 1_000_000 - seconds) < 0.001, sourceLocation: location)
    }

    @Test(
        """
        R167, R187 to R196: play, pause, seek and end of avplayer are published as the guide's events, and nothing else; playerctl sees the \
        same
        """)
    func avplayer_publishesTheEvents() async throws {
        let bus = try #require(PrivateBus())
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let clip = try await StreamMaker.shared.clip(.rich())
        let display = try await VirtualDisplay(width: 1280, height: 720)
        let environment = bus.environment.merging(["DISPLAY": display.name]) { $1 }
        let program = try LiveProgram(["play", clip.path, "--control"], environment: environment)
        #expect(await recorder.wait(within: .seconds(30)) { $0.events.first?.kind == .start })
        try await expectSeen("Playing", on: bus)
        try await program.command("pause")
        #expect(await recorder.wait { $0.events.last?.kind == .pause })
        let elapsed = recorder.records.last { $0.event == .info }?.info?.elapsed
        #expect(elapsed != nil)
        try await expectSeen("Paused", at: elapsed, on: bus)
        try await program.command("seek", "\"to\":4,\"before\":0,\"after\":0")
        #expect(await recorder.wait { $0.events.last?.kind == .seek })
        try await expectSeen("Paused", at: 4, on: bus)
        try await program.command("play")
        #expect(await recorder.wait { $0.events.last?.kind == .play })
        try await expectSeen("Playing", on: bus)
        try await program.command("quit")
        #expect(await recorder.wait { $0.records.last?.event == .gone })
        #expect(try await playerctl(on: bus) == [])
        let recording = recorder.recording()
        try recording.assert(
            [.start(elapsed: 0, duration: 6), .pause(), .seek(to: 4), .play, .end], tolerance: 2)
        // The clip has no identifier of a service.
        #expect(recording.findings().filter { $0.rule != .np1 && $0.level > .info } == [])
    }
}
