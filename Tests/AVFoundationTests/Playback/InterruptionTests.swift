import AVFAudio
import AVFoundation
import Foundation
import MediaEngine
import Testing

@testable import AVFoundation

/// The effects of the audio session on a player (data/semantics.tsv, section 16).
struct InterruptionTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func playing(audioOnly: Bool = false) throws -> (AVPlayer, any NSObjectProtocol) {
        try world.audioSession.setActive(true)
        let player = world.player(world.item())
        player.play()
        if audioOnly {
            world.sessions[0].open { $0.tracks.removeAll { $0.kind == .video } }
            world.sessions[0].fill()
        } else {
            world.sessions[0].start()
        }
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

    private static let didEnterBackground = Notification.Name("UIApplicationDidEnterBackgroundNotification")

    @Test(
        "S6.27: when the app enters the background, video pauses with the reason appBackgrounded if the policy is to pause",
        arguments: [
            (AVPlayerAudiovisualBackgroundPlaybackPolicy.pauses, true), (.continuesIfPossible, false),
            (.automatic, false),
        ])
    func background(_ policy: AVPlayerAudiovisualBackgroundPlaybackPolicy, pauses: Bool) throws {
        let (player, token) = try playing()
        defer { NotificationCenter.default.removeObserver(token) }
        let journal = Journal()
        let reasons = NotificationCenter.default.addObserver(
            forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { note in
            let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
            journal.note(reason?.rawValue ?? "none")
        }
        defer { NotificationCenter.default.removeObserver(reasons) }
        player.audiovisualBackgroundPlaybackPolicy = policy
        NotificationCenter.default.post(name: Self.didEnterBackground, object: nil)
        world.settle()
        #expect(player.rate == (pauses ? 0 : 1))
        #expect(journal.all == (pauses ? [AVPlayer.RateDidChangeReason.appBackgrounded.rawValue] : []))
    }

    @Test("audio without video continues in the background whatever the policy is")
    func backgroundAudio() throws {
        let (player, token) = try playing(audioOnly: true)
        defer { NotificationCenter.default.removeObserver(token) }
        player.audiovisualBackgroundPlaybackPolicy = .pauses
        NotificationCenter.default.post(name: Self.didEnterBackground, object: nil)
        world.settle()
        #expect(player.rate == 1)
    }
}
