import AVFAudio
import AVFoundation
import Foundation
import Testing

@testable import AVFoundation

/// The effects of the audio session on a player (data/semantics.tsv, section 16).
struct InterruptionTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func playing() throws -> (AVPlayer, any NSObjectProtocol) {
        try world.audioSession.setActive(true)
        let player = world.player(world.item())
        player.play()
        world.sessions[0].start()
        world.settle()
        let journal = journal
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { note in
            let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
            journal.note("rate \(player.rate) \(reason == .audioSessionInterrupted)")
        }
        return (player, token)
    }

    @Test("S6.12: an interruption pauses the player with its reason, and its end does not resume playback")
    func interruption() throws {
        let (player, token) = try playing()
        defer { NotificationCenter.default.removeObserver(token) }
        world.audioSession.handle(.interruptionBegan(.default))
        #expect(player.timeControlStatus == .paused)
        #expect(world.sessions[0].wantedRate == 0)
        world.settle()
        #expect(journal.all == ["rate 0.0 true"])
        world.audioSession.handle(.interruptionEnded(shouldResume: true))
        world.settle()
        #expect(player.rate == 0)
        #expect(journal.all.count == 1)
    }

    @Test("the removal of the audio device pauses; a new device does not")
    func routes() throws {
        let (player, token) = try playing()
        defer { NotificationCenter.default.removeObserver(token) }
        world.audioSession.handle(.routeChanged(.newDeviceAvailable, previous: world.audioSession.currentRoute))
        #expect(player.rate == 1)
        world.audioSession.handle(.routeChanged(.oldDeviceUnavailable, previous: world.audioSession.currentRoute))
        #expect(player.rate == 0)
    }

    @Test(
        "a reset of media services fails the player, which stays failed; for a paused player no rate change is reported"
    )
    func reset() throws {
        let (player, token) = try playing()
        defer { NotificationCenter.default.removeObserver(token) }
        player.pause()
        world.settle()
        journal.clear()
        world.audioSession.handle(.mediaServicesWereReset)
        world.settle()
        #expect(player.status == .failed)
        #expect((player.error as? AVError)?.code == .mediaServicesWereReset)
        player.play()
        #expect(player.rate == 0)
        #expect(journal.all.isEmpty)
    }

    @Test("interruptions of another session have no effect")
    func otherSession() throws {
        let (player, token) = try playing()
        defer { NotificationCenter.default.removeObserver(token) }
        let other = AVAudioSession(environment: QuietEnvironment())
        try other.setActive(true)
        other.handle(.interruptionBegan(.default))
        #expect(player.rate == 1)
    }
}
