import AVKit
import Foundation
import MediaTesting
import Testing

@testable import avplayer

@MainActor
@Suite(.enabled(if: StreamMaker.isAvailable))
struct SeekWaitTests {
    @Test("a seek that takes longer than two seconds is a waiting event with the reason seeking")
    func slowSeek() async throws {
        let clip = try await StreamMaker.shared.clip(.film(seconds: 30, width: 320, height: 180))
        let bytes = [UInt8](try Data(contentsOf: clip))
        let origin = try FaultyOrigin()
        defer { origin.stop() }
        var faults = FaultyOrigin.Faults()
        faults.bytesPerSecond = bytes.count / 20
        origin.serve(bytes, at: "/film.mp4", faults: faults)
        let item = AVPlayerItem(url: origin.url("/film.mp4"))
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
        faults.delay = 3
        origin.serve(bytes, at: "/film.mp4", faults: faults)
        player.seek(to: CMTime(value: 25, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        #expect(await eventually { events == ["seeking", "playing"] })
        #expect(player.currentTime().seconds >= 25)
        withExtendedLifetime(reporter) {}
    }

    private func eventually(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<1000 where !condition() { try? await Task.sleep(for: .milliseconds(10)) }
        return condition()
    }
}
