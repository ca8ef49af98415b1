import AVKit
import Foundation
import MediaTesting
import Testing

@testable import avplayer

@MainActor
@Suite(.enabled(if: StreamMaker.isAvailable))
struct SeekWaitTests {
    @Test("a seek that takes longer than two seconds gives a waiting event with the reason seeking")
    func slowSeek() async throws {
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 30, width: 320, height: 180))
        var file = try SlowFile(clip, seconds: 20)
        defer { file.origin.stop() }
        let item = AVPlayerItem(url: file.url)
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        var events: [String] = []
        let reporter = PlaybackReporter(player: player) { event in
            switch event {
            case .playing: events.append("playing")
            case .waiting(let reason): events.append(reason)
            default: break
            }
        }
        reporter.add(item)
        player.play()
        #expect(await eventually { events.last == "playing" })
        events = []
        file.delayResponses(bySeconds: 3)
        player.seek(to: CMTime(value: 25, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        #expect(await eventually { events == ["seeking", "playing"] })
        #expect(player.currentTime().seconds >= 25)
        withExtendedLifetime(reporter) {}
    }
}
