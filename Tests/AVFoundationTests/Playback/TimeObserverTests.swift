import AVFoundation
import CoreMedia
import Foundation
import Testing

@testable import AVFoundation

/// Semantics section 5, through `AVPlayer`.
struct TimeObserverTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func playing(seconds: Double = 60) -> AVPlayer {
        let player = world.player(world.item())
        player.play()
        world.sessions[0].start(seconds: seconds)
        world.settle()
        return player
    }

    private func second(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    private func rounded(_ time: CMTime) -> String { String(format: "%.1f", time.seconds) }

    @Test("S5.1 S5.4: a periodic observer is called after it was added, then at each interval of item time")
    func periodic() {
        let player = playing()
        let journal = journal
        let token = player.addPeriodicTimeObserver(forInterval: second(1)) { journal.note(self.rounded($0)) }
        #expect(journal.all.isEmpty)
        world.settle()
        #expect(journal.all == ["0.0"])
        world.advance(seconds: 3.5)
        #expect(journal.all == ["0.0", "1.0", "2.0", "3.0"])
        withExtendedLifetime(token) {}
    }

    @Test("S5.6: at rate 2 a one-second interval fires twice a second")
    func periodicAtRateTwo() {
        let player = playing()
        player.rate = 2
        world.settle()
        let journal = journal
        let token = player.addPeriodicTimeObserver(forInterval: second(1)) { journal.note(self.rounded($0)) }
        world.advance(seconds: 2.2)
        #expect(journal.all == ["0.0", "1.0", "2.0", "3.0", "4.0"])
        withExtendedLifetime(token) {}
    }

    @Test("S5.1: pause, play and a jump call a periodic observer at once, and no timer runs while paused")
    func periodicAtStartStopAndJump() {
        let player = playing()
        let journal = journal
        let token = player.addPeriodicTimeObserver(forInterval: second(10)) { journal.note(self.rounded($0)) }
        world.advance(seconds: 2.5)
        player.pause()
        world.settle()
        #expect(journal.all == ["0.0", "2.5"])
        #expect(world.pendingTimers == 0)
        world.advance(seconds: 100)
        player.seek(to: second(30))
        world.settle()
        #expect(journal.all.last == "30.0")
        let count = journal.all.count
        player.play()
        world.settle()
        #expect(journal.all.count == count + 1)
        withExtendedLifetime(token) {}
    }

    @Test("S5.5: a boundary observer is called when playback crosses its time, not when a seek does")
    func boundary() {
        let player = playing()
        let journal = journal
        let token = player.addBoundaryTimeObserver(
            forTimes: [NSValue(time: second(2)), NSValue(time: second(40))]
        ) { journal.note("crossed") }
        world.advance(seconds: 1)
        #expect(journal.all.isEmpty)
        world.advance(seconds: 1.5)
        #expect(journal.all == ["crossed"])
        player.seek(to: second(50))
        world.settle()
        world.advance(seconds: 1)
        #expect(journal.all == ["crossed"])
        withExtendedLifetime(token) {}
    }

    @Test(
        "S5.5: a backward seek over a boundary while playing does not call its observer",
        arguments: [true, false])
    func boundary_backwardSeek(landsLater: Bool) {
        let player = playing()
        let session = world.sessions[0]
        session.stopForSeeks()
        if landsLater { session.holdSeeks() }
        let journal = journal
        let token = player.addBoundaryTimeObserver(forTimes: [NSValue(time: second(2))]) { journal.note("crossed") }
        world.advance(seconds: 3)
        #expect(journal.all == ["crossed"])
        player.seek(to: .zero)
        world.settle()
        session.landSeeks()
        world.settle()
        #expect(journal.all == ["crossed"])
        world.advance(seconds: 1.5)
        #expect(journal.all == ["crossed"])
        world.advance(seconds: 1)
        #expect(journal.all == ["crossed", "crossed"])
        withExtendedLifetime(token) {}
    }

    @Test("S5.5: a boundary at the end of the item is crossed at the end")
    func boundaryAtEnd() {
        let player = playing(seconds: 5)
        let journal = journal
        let token = player.addBoundaryTimeObserver(forTimes: [NSValue(time: second(5))]) { journal.note("end") }
        world.advance(seconds: 4.99)
        world.sessions[0].reachEnd()
        world.settle()
        #expect(journal.all == ["end"])
        withExtendedLifetime(token) {}
    }

    @Test("S5.3: no call begins after removal, even if it was queued before")
    func removal() {
        let player = playing()
        let journal = journal
        let token = player.addPeriodicTimeObserver(forInterval: second(1)) { _ in journal.note("called") }
        player.removeTimeObserver(token)
        world.settle()
        world.advance(seconds: 3)
        #expect(journal.all.isEmpty)
        #expect(world.pendingTimers == 0)
    }

    @Test("S5.7: queued calls of a deallocated player are dropped")
    func playerGone() {
        let journal = journal
        var token: Any?
        do {
            let player = playing()
            token = player.addPeriodicTimeObserver(forInterval: second(1)) { _ in journal.note("called") }
        }
        world.settle()
        world.advance(seconds: 3)
        #expect(journal.all.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test("S5.2: blocks are called on the observer's own queue")
    func ownQueue() async {
        let player = playing()
        let queue = DispatchQueue(label: "observer")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let token = Token()
        let isOnQueue = await withCheckedContinuation { continuation in
            let journal = journal
            token.value = player.addPeriodicTimeObserver(forInterval: second(1), queue: queue) { _ in
                guard journal.all.isEmpty else { return }
                journal.note("called")
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isOnQueue)
    }

    @Test("S5.2: removing a foreign object or a token twice is a programming error")
    func foreignToken_traps() async {
        await #expect(processExitsWith: .failure) {
            let world = PlaybackWorld()
            world.player().removeTimeObserver("no token")
        }
    }

    private final class Token: @unchecked Sendable {
        // Written once before it is read.
        var value: Any?
    }
}
