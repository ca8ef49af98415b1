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
    @Test(
        "R167, R187 to R196: play, pause, seek and end of avplayer are published as the guide's events, and nothing else"
    )
    func avplayer_publishesTheEvents() async throws {
        let bus = try #require(PrivateBus())
        let recorder = try await NowPlayingRecorder(bus: bus.address)
        let clip = try await StreamMaker.shared.clip(.rich())
        let display = try await VirtualDisplay(width: 1280, height: 720)
        let environment = bus.environment.merging(["DISPLAY": display.name]) { $1 }
        let program = try LiveProgram(["play", clip.path, "--control"], environment: environment)
        #expect(await recorder.wait(within: .seconds(30)) { $0.events.first?.kind == .start })
        try await program.command("pause")
        #expect(await recorder.wait { $0.events.last?.kind == .pause })
        try await program.command("seek", "\"to\":4,\"before\":0,\"after\":0")
        #expect(await recorder.wait { $0.events.last?.kind == .seek })
        try await program.command("play")
        #expect(await recorder.wait { $0.events.last?.kind == .play })
        try await program.command("quit")
        #expect(await recorder.wait { $0.records.last?.event == .gone })
        let recording = recorder.recording()
        try recording.assert(
            [.start(elapsed: 0, duration: 6), .pause(), .seek(to: 4), .play, .end], tolerance: 2)
        // The clip has no identifier of a service.
        #expect(recording.findings().filter { $0.rule != .np1 && $0.level > .info } == [])
    }
}
