import Foundation
import Testing

@testable import MediaPlayer
@testable import NowPlayingModel

/// When information is published automatically, and with which keys.
struct AutomaticUpdatesTests {
    private final class Item {}
    private let item = Item()

    private func report(_ elapsed: Double, plays: Bool = true, rate: Double = 1) -> PlaybackReport {
        var report = PlaybackReport(item: ObjectIdentifier(item))
        report.isPlaying = plays
        report.elapsed = elapsed
        report.rate = rate
        report.duration = 600
        return report
    }

    private func run(
        _ updates: inout AutomaticUpdates, _ report: PlaybackReport?, at now: Double, isReady: Bool = true,
        isMoving: Bool = false, isOver: Bool = false
    ) -> AutomaticUpdates.Action {
        updates.update(report, isReady: isReady, isMoving: isMoving, isOver: isOver, at: now)
    }

    @Test("R168 R196: start, pause, play, a change of rate, a jump and the end publish; the passing of time does not")
    func updates_events_publish() {
        var updates = AutomaticUpdates()
        #expect(run(&updates, report(0, plays: false), at: 0) == .none)
        #expect(run(&updates, report(0), at: 1, isReady: false) == .none)
        #expect(run(&updates, report(0), at: 2) == .publish(hasJumped: false))
        for second in 3..<60 { #expect(run(&updates, report(Double(second) - 2), at: Double(second)) == .none) }
        #expect(run(&updates, report(58, plays: false), at: 60) == .publish(hasJumped: false))
        #expect(run(&updates, report(58, plays: false), at: 70) == .none)
        #expect(run(&updates, report(58), at: 71) == .publish(hasJumped: false))
        #expect(run(&updates, report(59, rate: 2), at: 72) == .publish(hasJumped: false))
        updates.noteJump()
        #expect(run(&updates, report(300, rate: 2), at: 73, isMoving: true) == .none)
        #expect(run(&updates, report(300, rate: 2), at: 74) == .publish(hasJumped: true))
        #expect(run(&updates, report(302, rate: 2), at: 75, isOver: true) == .end)
        #expect(run(&updates, report(302, plays: false), at: 76) == .none)
    }

    @Test("R194: a jump while paused is published with the position, also when nothing else changes")
    func updates_pausedJump_publishes() {
        var updates = AutomaticUpdates()
        _ = run(&updates, report(0), at: 0)
        _ = run(&updates, report(5, plays: false), at: 5)
        updates.noteJump()
        #expect(run(&updates, report(100, plays: false), at: 6) == .publish(hasJumped: true))
    }

    @Test("a stall publishes nothing; the position is corrected when playback has resumed")
    func updates_stall_correctsPosition() {
        var updates = AutomaticUpdates()
        _ = run(&updates, report(0), at: 0)
        var stalled = report(10)
        stalled.isWaiting = true
        #expect(run(&updates, stalled, at: 14) == .none)
        #expect(run(&updates, report(10), at: 15) == .publish(hasJumped: false))
        #expect(run(&updates, report(11), at: 16) == .none)
    }

    @Test(
        "R179 R180 R181 R183 R186: on demand, duration, elapsed time, rate, content and progress are published, and no live key"
    )
    func dictionary_onDemand_hasItsKeys() {
        var facts = report(12)
        facts.description = [
            MPMediaItemPropertyTitle: "A", MPNowPlayingInfoPropertyExternalContentIdentifier: "id",
            MPNowPlayingInfoPropertyServiceIdentifier: "service",
        ]
        facts.date = Date()
        facts.progress = 0.25
        let info = facts.dictionary
        #expect(info[MPMediaItemPropertyPlaybackDuration] as? Double == 600)
        #expect(info[MPNowPlayingInfoPropertyElapsedPlaybackTime] as? Double == 12)
        #expect(info[MPNowPlayingInfoPropertyPlaybackRate] as? Double == 1)
        #expect(info[MPNowPlayingInfoPropertyExternalContentIdentifier] as? String == "id")
        #expect(info[MPNowPlayingInfoPropertyPlaybackProgress] as? Double == 0.25)
        #expect(info[MPNowPlayingInfoPropertyServiceIdentifier] == nil)
        #expect(info[MPNowPlayingInfoPropertyCurrentPlaybackDate] == nil)
        #expect(info[MPNowPlayingInfoPropertyIsLiveStream] == nil)
        facts.isPlaying = false
        facts.progress = nil
        #expect(facts.dictionary[MPNowPlayingInfoPropertyPlaybackRate] as? Double == 0)
        #expect(facts.dictionary[MPNowPlayingInfoPropertyPlaybackProgress] == nil)
    }

    @Test(
        "R182 R184 R185: a live stream has rate, date, flag and its service, or as an event its content; no duration, time or progress"
    )
    func dictionary_live_hasItsKeys() {
        var facts = report(12)
        facts.isLive = true
        facts.date = Date(timeIntervalSince1970: 5)
        facts.progress = 0.5
        facts.description = [MPNowPlayingInfoPropertyServiceIdentifier: "service"]
        let live = facts.dictionary
        #expect(live[MPNowPlayingInfoPropertyServiceIdentifier] as? String == "service")
        #expect(live[MPNowPlayingInfoPropertyCurrentPlaybackDate] as? Date == facts.date)
        #expect(live[MPNowPlayingInfoPropertyIsLiveStream] as? Bool == true)
        for key in [
            MPMediaItemPropertyPlaybackDuration, MPNowPlayingInfoPropertyElapsedPlaybackTime,
            MPNowPlayingInfoPropertyPlaybackProgress, MPNowPlayingInfoPropertyExternalContentIdentifier,
        ] {
            #expect(live[key] == nil, "\(key)")
        }
        facts.description[MPNowPlayingInfoPropertyExternalContentIdentifier] = "event"
        #expect(facts.dictionary[MPNowPlayingInfoPropertyServiceIdentifier] == nil)
        #expect(facts.dictionary[MPNowPlayingInfoPropertyExternalContentIdentifier] as? String == "event")
    }

    @Test("what the client has set on the item takes precedence")
    func dictionary_additional_takesPrecedence() {
        var facts = report(1)
        facts.description = [MPMediaItemPropertyTitle: "A"]
        facts.additional = [MPMediaItemPropertyTitle: "B", "x": 1]
        #expect(facts.dictionary[MPMediaItemPropertyTitle] as? String == "B")
        #expect(facts.dictionary["x"] as? Int == 1)
    }
}
