import AVFoundation
import CoreMedia
import Foundation
import Testing

@testable import AVFoundation

/// `setRate(_:time:atHostTime:)` with simulated sessions.
struct SynchronizedStartTests {
    private let world = PlaybackWorld()

    private func ready(_ name: String = "film") -> (AVPlayer, FakeSession) {
        let player = world.player(world.item(name))
        player.automaticallyWaitsToMinimizeStalling = false
        let session = world.sessions[world.sessions.count - 1]
        session.start()
        world.settle()
        return (player, session)
    }

    private func host(_ seconds: Double) -> CMTime {
        CMTime(value: world.now + Int64(seconds * 1e9), timescale: 1_000_000_000)
    }

    private func second(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

    @Test("api 3.1: two players that start at the same host time stay synchronized")
    func futureHostTime() {
        let (a, first) = ready("a")
        let (b, second) = ready("b")
        let start = host(2)
        a.setRate(1, time: self.second(10), atHostTime: start)
        world.advance(seconds: 0.5)
        b.setRate(1, time: self.second(10), atHostTime: start)
        world.settle()
        #expect(a.rate == 1)
        #expect([first.wantedRate, second.wantedRate] == [0, 0])
        world.advance(seconds: 1.4)
        #expect(a.currentTime().seconds == 10)
        world.advance(seconds: 1.1)
        #expect([first.wantedRate, second.wantedRate] == [1, 1])
        #expect(abs(a.currentTime().seconds - 11) < 0.001)
        #expect(abs(b.currentTime().seconds - 11) < 0.001)
    }

    @Test("api 3.1: with a host time in the past, playback starts at the position that the item would have reached")
    func pastHostTime() {
        let (player, session) = ready()
        player.setRate(2, time: second(10), atHostTime: host(-3))
        #expect(session.calls.contains("seek 16.0"))
        #expect(session.wantedRate == 2)
    }

    @Test("api 3.1: without times it sets the rate at once; a pause or another item cancels a scheduled start")
    func invalidTimes_andInterruption() {
        let (player, session) = ready()
        player.setRate(1, time: .invalid, atHostTime: .invalid)
        #expect(session.wantedRate == 1)
        #expect(!session.calls.contains { $0.hasPrefix("seek") })
        player.setRate(1, time: .invalid, atHostTime: host(1))
        #expect(session.wantedRate == 0)
        player.pause()
        world.advance(seconds: 2)
        #expect(session.wantedRate == 0)
        #expect(player.timeControlStatus == .paused)
        player.setRate(1, time: .invalid, atHostTime: host(1))
        player.replaceCurrentItem(with: world.item("other"))
        world.sessions[1].start()
        world.settle()
        #expect(world.sessions[1].wantedRate == 1)
        #expect(world.pendingTimers == 0)
    }

    @Test("S6.24: with automatic waiting on it is a programming error")
    func automaticWaiting_traps() async {
        await #expect(processExitsWith: .failure) {
            PlaybackWorld().player().setRate(1, time: .zero, atHostTime: .invalid)
        }
    }
}
