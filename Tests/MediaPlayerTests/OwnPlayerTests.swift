import AVFoundation
import BusTestSupport
import Foundation
import MediaTesting
import NowPlayingTesting
import NowPlayingValidation
import Testing

@testable import MediaPlayer

/// A client with a player of its own, without AVKit, which writes the Now Playing information itself.
@Suite(.enabled(if: PrivateBus.isAvailable && StreamMaker.isAvailable), .timeLimit(.minutes(2)))
@MainActor
struct OwnPlayerTests {
    /// The client's code, as the integration guide describes it.
    @MainActor
    private final class Client {
        let player: AVPlayer
        let layer: AVPlayerLayer
        private let center: MPNowPlayingInfoCenter

        init(_ url: URL, _ program: NowPlayingProgram) {
            player = AVPlayer(url: url)
            player.isMuted = true
            layer = AVPlayerLayer(player: player)
            center = program.infoCenter
            program.commandCenter.pauseCommand.addTarget { [weak self] _ in
                MainActor.assumeIsolated { self?.pause() }
                return .success
            }
        }

        func start() {
            player.play()
            center.nowPlayingInfo = [
                MPNowPlayingInfoPropertyExternalContentIdentifier: "movie-1", MPMediaItemPropertyTitle: "A Film",
                MPNowPlayingInfoPropertyPlaybackProgress: 0.0 as Float, MPMediaItemPropertyPlaybackDuration: 20,
                MPNowPlayingInfoPropertyElapsedPlaybackTime: player.currentTime().seconds,
                MPNowPlayingInfoPropertyPlaybackRate: 1.0,
            ]
        }

        func pause() {
            player.pause()
            update(rate: 0)
        }

        func resume() {
            player.play()
            update(rate: 1)
        }

        func end() {
            player.pause()
            center.nowPlayingInfo = nil
        }

        private func update(rate: Double) {
            center.nowPlayingInfo?[MPNowPlayingInfoPropertyPlaybackRate] = rate
            center.nowPlayingInfo?[MPNowPlayingInfoPropertyElapsedPlaybackTime] = player.currentTime().seconds
        }
    }

    @Test(
        "R170 R197: a client without AVKit publishes through the info centre alone, at the start with title and a progress of 0"
    )
    func client_publishesItself() async throws {
        let stage = try await BusStage()
        let recorder = try await NowPlayingRecorder(bus: stage.bus.address)
        let client = Client(try await StreamMaker.shared.clip(.markedWithTone(seconds: 20)), stage.program)
        client.player.play()
        #expect(await eventually { client.player.currentTime().seconds > 0.3 })
        // Without a player of AVKit, nothing is published until the client writes.
        #expect(recorder.records.isEmpty)
        client.start()
        #expect(await recorder.wait { $0.events.last?.kind == .start })
        let start = try #require(recorder.recording().events.first?.info)
        #expect(start[.title] == .text("A Film"))
        #expect(start[.playbackProgress] == .number(0))
        try await recorder.perform("pause")
        #expect(await recorder.wait { $0.events.last?.kind == .pause })
        client.resume()
        #expect(await recorder.wait { $0.events.last?.kind == .play })
        client.end()
        #expect(await recorder.wait { $0.records.last?.event == .gone })
        let recording = recorder.recording()
        try recording.assert([.start("movie-1", duration: 20), .pause(), .play, .end], tolerance: 2)
        #expect(recording.findings(.init(kind: .movie, duration: 20)).filter { $0.level > .info } == [])
    }
}
