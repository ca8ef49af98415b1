import CoreMedia
import Foundation
import HLS
import MediaEngine
import Testing

@testable import AVFoundation

/// Interstitial events in a simulated player (data/semantics.tsv, section 14, hls.md section 9).
@Suite struct InterstitialEventTests {
    private let world = PlaybackWorld()

    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

    /// An item of one minute, ready and sufficiently buffered.
    private func film() throws -> (AVPlayer, AVPlayerItem, FakeSession) {
        let item = world.item()
        let player = world.player(item)
        let session = try #require(world.sessions.first)
        session.start()
        world.settle()
        return (player, item, session)
    }

    private func event(
        _ item: AVPlayerItem, _ id: String, at seconds: Double, ads: [String] = ["ad"], offset: CMTime = .zero,
        _ change: (AVPlayerInterstitialEvent) -> Void = { _ in }
    ) -> AVPlayerInterstitialEvent {
        let event = AVPlayerInterstitialEvent(
            primaryItem: item, identifier: id, time: time(seconds), templateItems: ads.map { world.item($0) },
            resumptionOffset: offset)
        change(event)
        return event
    }

    private func session(_ name: String) throws -> FakeSession {
        try #require(world.sessions.last { $0.url.lastPathComponent == "\(name).mp4" })
    }

    @Test(
        "S6.17 S14.1: the primary waits for the event, which plays at the primary's rate, and then resumes where it was left"
    )
    func wholeEvent() throws {
        let (player, item, primary) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        let journal = Journal()
        let notes = NotificationJournal(
            journal, controller,
            [
                AVPlayerInterstitialEventMonitor.eventsDidChangeNotification: "events",
                AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification: "current",
            ])
        let template = world.item("ad")
        controller.events = [
            AVPlayerInterstitialEvent(
                primaryItem: item, identifier: "a", time: time(20), templateItems: [template], resumptionOffset: .zero)
        ]
        #expect(controller.events.map(\.identifier) == ["a"])
        player.rate = 1
        world.settle()
        #expect(player.timeControlStatus == .playing)
        #expect(world.sessions.count == 1)
        // Created ahead of time, and paused.
        world.advance(seconds: 11)
        let ad = try session("ad")
        ad.start(seconds: 5)
        world.settle()
        #expect(ad.wantedRate == 0)
        #expect(controller.currentEvent == nil)
        world.advance(seconds: 9.1)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.reasonForWaitingToPlay == .interstitialEvent)
        #expect(player.rate == 1)
        #expect(item.timebase?.rate == 0)
        #expect(primary.wantedRate == 0)
        #expect(ad.wantedRate == 1)
        #expect(controller.currentEvent?.identifier == "a")
        #expect(controller.interstitialPlayer.currentItem?.templatePlayerItem === template)
        #expect(player.currentTime() == time(20))
        player.pause()
        world.settle()
        #expect(player.timeControlStatus == .paused)
        #expect(ad.wantedRate == 0)
        player.rate = 1
        world.settle()
        #expect(player.reasonForWaitingToPlay == .interstitialEvent)
        ad.reachEnd()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        #expect(player.reasonForWaitingToPlay == nil)
        #expect(primary.wantedRate == 1)
        #expect(controller.currentEvent == nil)
        #expect(ad.isClosed)
        #expect(abs(player.currentTime().seconds - 20) < 0.2)
        #expect(journal.all == ["events", "current", "current"])
        world.advance(seconds: 5)
        #expect(player.timeControlStatus == .playing)
        withExtendedLifetime(notes) {}
    }

    @Test("S14.1: layers of the primary show the event's video, and afterwards the primary's")
    func layers() throws {
        let (player, item, primary) = try film()
        let layer = AVPlayerLayer(player: player)
        let source = try #require(layer.contents as? ItemVideoSource)
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [event(item, "a", at: 5)]
        player.rate = 1
        world.settle()
        let ad = try session("ad")
        ad.start(seconds: 5)
        world.advance(seconds: 4.9)
        #expect(source.video === primary.fakeVideo)
        world.advance(seconds: 0.2)
        #expect(source.video === ad.fakeVideo)
        #expect(layer.isReadyForDisplay)
        // A layer that is added later shows the same video.
        let second = AVPlayerLayer(player: player)
        #expect((second.contents as? ItemVideoSource)?.video === ad.fakeVideo)
        ad.reachEnd()
        world.settle()
        #expect(source.video === primary.fakeVideo)
    }

    @Test("volume and muting of the primary apply to the event")
    func sound() throws {
        let (player, item, _) = try film()
        player.volume = 0.5
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [event(item, "a", at: 5)]
        world.settle()
        #expect(try session("ad").options.volume == 0.5)
        player.isMuted = true
        player.volume = 0.25
        world.settle()
        #expect(try session("ad").calls.suffix(2) == ["setMuted true", "setVolume 0.25"])
    }

    @Test(
        "hls.md section 9: the primary seeks to its resume point while the event plays, and its reported time does not change"
    )
    func resumption() throws {
        let (player, item, primary) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [event(item, "a", at: 5, offset: time(7))]
        player.rate = 1
        world.settle()
        try session("ad").start(seconds: 5)
        world.advance(seconds: 5.1)
        #expect(primary.calls.contains("seek 12.0"))
        #expect(player.currentTime() == time(5))
        let journal = Journal()
        let notes = NotificationJournal(journal, item, [AVPlayerItem.timeJumpedNotification: "jumped"])
        try session("ad").reachEnd()
        world.settle()
        #expect(abs(player.currentTime().seconds - 12) < 0.1)
        #expect(player.timeControlStatus == .playing)
        #expect(journal.all == ["jumped"])
        withExtendedLifetime(notes) {}
    }

    @Test("S14.2: playoutLimit ends the event")
    func playoutLimit() throws {
        let (player, item, primary) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [event(item, "a", at: 5, ads: ["one", "two"]) { $0.playoutLimit = time(6) }]
        player.rate = 1
        world.settle()
        try session("one").start(seconds: 4)
        world.advance(seconds: 5.1)
        #expect(try session("one").calls.contains("setForwardEndTime 6.0"))
        try session("one").reachEnd()
        world.settle()
        try session("two").start(seconds: 30)
        world.settle()
        #expect(try session("two").calls.contains("setForwardEndTime 2.0"))
        try session("two").reachEnd()
        world.settle()
        #expect(primary.wantedRate == 1)
        #expect(player.timeControlStatus == .playing)
    }

    @Test(
        "S14.2: a join-cue event plays before the start, a leave-cue event after the end and before the end is posted"
    )
    func cues() throws {
        let (player, item, primary) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [
            event(item, "join", at: 0, ads: ["join"]) { $0.cue = .joinCue },
            event(item, "leave", at: 0, ads: ["leave"]) { $0.cue = .leaveCue },
        ]
        let journal = Journal()
        let notes = NotificationJournal(journal, item, [AVPlayerItem.didPlayToEndTimeNotification: "end"])
        player.rate = 1
        world.settle()
        #expect(player.reasonForWaitingToPlay == .interstitialEvent)
        #expect(!primary.calls.contains("setRate 1.0"))
        try session("join").start(seconds: 3)
        world.settle()
        #expect(try session("join").wantedRate == 1)
        try session("join").reachEnd()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        primary.reachEnd()
        world.settle()
        #expect(controller.currentEvent?.identifier == "leave")
        #expect(journal.all.isEmpty)
        try session("leave").start(seconds: 3)
        world.settle()
        try session("leave").reachEnd()
        world.settle()
        #expect(journal.all == ["end"])
        #expect(player.rate == 0)
        #expect(player.timeControlStatus == .paused)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "hls.md section 9: with X-RESTRICT=JUMP and SKIP a seek past the event plays it first, and during it forward seeks and faster rates are rejected"
    )
    func restrictions() throws {
        let (player, item, primary) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [
            event(item, "a", at: 20) {
                $0.restrictions = [
                    .constrainsSeekingForwardInPrimaryContent, .requiresPlaybackAtPreferredRateForAdvancement,
                ]
            }
        ]
        player.rate = 1
        world.settle()
        let answers = Journal()
        player.seek(to: time(40), toleranceBefore: .zero, toleranceAfter: .zero) { answers.note("\($0)") }
        world.settle()
        #expect(primary.calls.contains("seek 40.0"))
        #expect(answers.all == ["true"])
        #expect(player.reasonForWaitingToPlay == .interstitialEvent)
        let ad = try session("ad")
        ad.start(seconds: 10)
        world.settle()
        player.rate = 2
        world.settle()
        #expect(ad.wantedRate == 1)
        controller.interstitialPlayer.rate = 2
        world.settle()
        #expect(ad.wantedRate == 1)
        controller.interstitialPlayer.seek(to: time(8), toleranceBefore: .zero, toleranceAfter: .zero) {
            answers.note("\($0)")
        }
        world.settle()
        #expect(answers.all == ["true", "false"])
        #expect(!ad.calls.contains { $0.hasPrefix("seek") })
        ad.reachEnd()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        #expect(abs(player.currentTime().seconds - 40) < 0.1)
        #expect(primary.wantedRate == 2)
    }

    @Test("a failed asset is skipped, and the failure of the only asset ends the event")
    func failures() throws {
        let (player, item, primary) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [event(item, "a", at: 5, ads: ["bad", "good"]), event(item, "b", at: 20, ads: ["worse"])]
        player.rate = 1
        world.settle()
        try session("bad").emit(.failed(MediaError(.malformed, "broken")))
        world.settle()
        world.advance(seconds: 5.1)
        try session("good").start(seconds: 4)
        world.settle()
        #expect(try session("good").wantedRate == 1)
        try session("good").reachEnd()
        world.settle()
        world.advance(seconds: 15)
        #expect(controller.currentEvent?.identifier == "b")
        try session("worse").emit(.failed(MediaError(.malformed, "broken")))
        world.settle()
        #expect(player.timeControlStatus == .playing)
        #expect(primary.wantedRate == 1)
        #expect(controller.currentEvent == nil)
    }

    @Test("S14.5: cancelCurrentEvent ends the event at once, and the primary resumes at the offset")
    func cancelling() throws {
        let (player, item, primary) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [event(item, "a", at: 5)]
        player.rate = 1
        world.settle()
        let ad = try session("ad")
        ad.start(seconds: 30)
        world.advance(seconds: 6)
        controller.cancelCurrentEvent(withResumptionOffset: time(10))
        world.settle()
        #expect(ad.isClosed)
        #expect(abs(player.currentTime().seconds - 15) < 0.1)
        #expect(primary.wantedRate == 1)
        controller.cancelCurrentEvent(withResumptionOffset: time(10))
        world.settle()
        #expect(abs(player.currentTime().seconds - 15) < 0.1)
    }

    @Test("S14.3 S14.6: the client's events replace the stream's until they are set to nil")
    func streamEvents() throws {
        let (player, item, session) = try film()
        let monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: player)
        var inStream = Interstitial(id: "stream", source: .asset(uri: "https://ad.example/a.mp4?x=1"), start: time(30))
        inStream.restrictions = .skip
        inStream.skipControl = .init(offset: 2, duration: 3, labelID: "go")
        session.emit(.interstitialsChanged(StreamInterstitials(schedule: .init([inStream]), primaryID: "P")))
        world.settle()
        let shown = try #require(monitor.events.first)
        #expect(shown.identifier == "stream")
        #expect(shown.time == time(30))
        #expect(shown.restrictions == .requiresPlaybackAtPreferredRateForAdvancement)
        #expect(shown.skipControlTimeRange.start == time(2))
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [
            event(item, "own", at: 10), event(item, "own", at: 12), event(world.item(), "other", at: 1),
        ]
        #expect(monitor.events.map(\.time) == [time(12)])
        controller.events = nil
        #expect(monitor.events.map(\.identifier) == ["stream"])
        #expect(monitor.events.first === shown || monitor.events.first?.hasSameSchedule(as: shown) == true)
        item.automaticallyHandlesInterstitialEvents = false
        #expect(monitor.events.isEmpty)
        controller.events = [event(item, "own", at: 12)]
        #expect(monitor.events.map(\.identifier) == ["own"])
        controller.events = nil
        #expect(monitor.events.isEmpty)
        item.automaticallyHandlesInterstitialEvents = true
        player.rate = 1
        world.settle()
        world.advance(seconds: 30.1)
        let ad = try #require(world.sessions.last)
        #expect(ad.url.absoluteString == "https://ad.example/a.mp4?x=1&_HLS_primary_id=P")
        ad.start(seconds: 20)
        world.settle()
        #expect(monitor.currentEvent?.identifier == "stream")
        #expect(monitor.currentEventSkippableState == .notYetEligible)
        #expect(monitor.currentEventSkipControlLabel == "go")
        let journal = Journal()
        let notes = NotificationJournal(
            journal, monitor,
            [AVPlayerInterstitialEventMonitor.currentEventSkippableStateDidChangeNotification: "skippable"])
        world.advance(seconds: 2.5)
        #expect(monitor.currentEventSkippableState == .eligible)
        #expect(journal.all == ["skippable"])
        world.advance(seconds: 3)
        #expect(monitor.currentEventSkippableState == .noLongerEligible)
        #expect(journal.all == ["skippable", "skippable"])
        controller.skipCurrentEvent()
        world.settle()
        #expect(monitor.currentEvent != nil)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "hls.md section 9: interstitials of an interstitial's own stream are ignored [hls.md 9: interstitials inside interstitials]"
    )
    func nested() throws {
        let (player, item, _) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [event(item, "outer", at: 10)]
        player.rate = 1
        world.settle()
        world.advance(seconds: 10.1)
        let ad = try session("ad")
        ad.start(seconds: 20)
        // Before the event, and in the middle of it.
        var first = Interstitial(id: "first", source: .asset(uri: "https://ad.example/inner.mp4"), start: time(0))
        first.cues = .pre
        let second = Interstitial(id: "second", source: .asset(uri: "https://ad.example/inner.mp4"), start: time(5))
        ad.emit(.interstitialsChanged(StreamInterstitials(schedule: .init([first, second]), primaryID: "P")))
        world.settle()
        world.advance(seconds: 12)
        #expect(!world.sessions.contains { $0.url.lastPathComponent == "inner.mp4" })
        #expect(controller.currentEvent?.identifier == "outer")
        // Nor events that a client sets on it.
        let inner = controller.interstitialPlayer
        let shown = try #require(inner.currentItem)
        AVPlayerInterstitialEventController(primaryPlayer: inner).events = [
            event(shown, "third", at: 15, ads: ["inner"])
        ]
        world.settle()
        world.advance(seconds: 5)
        #expect(!world.sessions.contains { $0.url.lastPathComponent == "inner.mp4" })
    }

    @Test("hls.md section 9: an asset list is requested when its event is buffered; a failed request cancels the event")
    func lists() throws {
        let (player, item, session) = try film()
        let monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: player)
        func list(_ id: String, _ seconds: Double) -> Interstitial {
            Interstitial(id: id, source: .list(uri: "\(id).json"), start: time(seconds))
        }
        let ads = LoadedAssetList(
            assets: ["one", "two"].compactMap { name in
                URL(string: "https://ad.example/\(name).mp4").map { .init(url: $0, duration: 4) }
            })
        session.answer(["good.json": .success(ads), "bad.json": .failure(MediaError(.fileNotFound, "none"))])
        session.load([(0, 8)])
        session.emit(
            .interstitialsChanged(
                StreamInterstitials(
                    schedule: .init([list("good", 10), list("bad", 30)]),
                    baseURL: URL(string: "https://film.example/v/list.m3u8"), primaryID: "P")))
        let journal = Journal()
        let notes = NotificationJournal(
            journal, monitor,
            [AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeNotification: "list"])
        player.rate = 1
        world.settle()
        #expect(session.askedLists.isEmpty)
        session.load([(0, 20)])
        world.settle()
        #expect(session.askedLists.map(\.absoluteString) == ["https://film.example/v/good.json?_HLS_primary_id=P"])
        #expect(journal.all == ["list"])
        #expect(monitor.events.first?.templateItems.count == 2)
        #expect((monitor.events.first?.assetListResponse?["ASSETS"] as? [Any])?.count == 2)
        try self.session("one").start(seconds: 4)
        world.advance(seconds: 10.1)
        #expect(monitor.currentEvent?.identifier == "good")
        try self.session("one").reachEnd()
        world.settle()
        try self.session("two").start(seconds: 4)
        world.settle()
        try self.session("two").reachEnd()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        world.advance(seconds: 21)
        #expect(player.timeControlStatus == .playing)
        #expect(session.askedLists.count == 2)
        #expect(item.errorLog()?.events.count == 1)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "hls.md section 9: with a preload range, the event's asset list is requested at a time in that range, before the event is buffered"
    )
    func preloading() throws {
        let (player, _, session) = try film()
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:60
            #EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:50Z",\
            X-ASSET-LIST="https://ad.example/ad.json"
            #EXT-X-DATERANGE:ID="p",CLASS="com.apple.hls.preload",START-DATE="2026-01-01T00:00:10Z",DURATION=10,\
            X-URI="https://ad.example/ad.json",X-TARGET-ID="ad",X-TARGET-CLASS="com.apple.hls.interstitial"
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
            #EXTINF:60,
            film.ts

            """
        let playlist = try #require(try Playlist.parse(text: text, baseURL: nil).media)
        let map = try #require(ProgramDateMap(playlist))
        session.setDate(ofZero: map.startDate)
        session.load([(0, 5)])
        session.emit(
            .interstitialsChanged(
                StreamInterstitials(
                    schedule: InterstitialSchedule(playlist, map: map), preloads: InterstitialPreload.all(in: playlist),
                    primaryID: "P", isLive: true)))
        player.rate = 1
        world.settle()
        world.advance(seconds: 9.9)
        #expect(session.askedLists.isEmpty)
        world.advance(seconds: 10.2)
        #expect(session.askedLists.map(\.absoluteString) == ["https://ad.example/ad.json?_HLS_primary_id=P"])
    }

    @Test("hls.md section 9: with X-SNAP=IN the primary resumes at a segment boundary near the resume point")
    func snappedReturn() throws {
        let (player, item, primary) = try film()
        primary.setBoundaries([0, 6, 12, 18])
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        controller.events = [
            event(item, "a", at: 7, offset: time(7)) {
                $0.alignsStartWithPrimarySegmentBoundary = true
                $0.alignsResumptionWithPrimarySegmentBoundary = true
            }
        ]
        player.rate = 1
        world.settle()
        try session("ad").start(seconds: 5)
        world.advance(seconds: 5.9)
        #expect(controller.currentEvent == nil)
        world.advance(seconds: 0.2)
        #expect(controller.currentEvent?.identifier == "a")
        #expect(primary.calls.contains("seek 12.0"))
    }

    @Test("replacing the item ends its event, and the new item's events play")
    func replacement() throws {
        let (player, item, _) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        let second = world.item("second")
        controller.events = [event(item, "a", at: 5), event(second, "b", at: 0, ads: ["late"])]
        player.rate = 1
        world.settle()
        try session("ad").start(seconds: 30)
        world.advance(seconds: 6)
        #expect(controller.currentEvent?.identifier == "a")
        player.replaceCurrentItem(with: second)
        world.settle()
        #expect(try session("ad").isClosed)
        #expect(controller.events.map(\.identifier) == ["b"])
        try session("second").start()
        world.settle()
        #expect(controller.currentEvent?.identifier == "b")
        #expect(player.reasonForWaitingToPlay == .interstitialEvent)
        player.replaceCurrentItem(with: nil)
        world.settle()
        #expect(world.allAreClosed)
    }

    @Test("S21.6: a player that is released during an event frees its items and sessions")
    func release() throws {
        weak var weakPlayer: AVPlayer?
        do {
            let (player, item, _) = try film()
            weakPlayer = player
            AVPlayerInterstitialEventController(primaryPlayer: player).events = [event(item, "a", at: 5)]
            player.rate = 1
            world.settle()
            try session("ad").start(seconds: 30)
            world.advance(seconds: 6)
        }
        world.settle()
        #expect(weakPlayer == nil)
        #expect(world.allAreClosed)
        #expect(world.pendingTimers == 0)
    }

    @Test("S14.3: events of a monitor cannot be changed; their copies can")
    func copies() throws {
        let (player, item, _) = try film()
        let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
        let original = event(item, "a", at: 5)
        controller.events = [original]
        original.time = time(9)
        #expect(controller.events.first?.time == time(5))
        let copy = try #require(controller.events.first?.copy() as? AVPlayerInterstitialEvent)
        copy.time = time(7)
        #expect(copy.time == time(7))
        #expect(copy.identifier == "a")
        #expect(AVPlayerInterstitialEvent(primaryItem: item, time: time(1)).resumptionOffset.isIndefinite)
        #expect(AVPlayerInterstitialEvent.Restrictions.requiresPlaybackAtPreferredRateForAdvancement.rawValue == 4)
    }
}
