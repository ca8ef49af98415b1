import Foundation
import HLS
import Testing

@testable import MediaEngine

/// Reloads of one playlist (`spec/hls.md` section 6), with explicit times instead of a clock.
struct PlaylistTrackerTests {
    private func tracker(_ first: MediaPlaylist, at time: Duration = .seconds(100)) throws -> PlaylistTracker {
        var tracker = PlaylistTracker(url: try testURL())
        tracker.began()
        let change = try tracker.received(first, requestedAt: time, now: time)
        #expect(change == nil)
        return tracker
    }

    @Test(
        "section 6: after a change the reload delay is the last segment's duration, unchanged half a target duration; a finished playlist is not reloaded"
    )
    func polling() throws {
        let list = try mediaPlaylist(["a", "b"])
        var tracker = try tracker(list)
        #expect(tracker.nextRequest(now: .seconds(100))?.earliest == .seconds(104))
        tracker.began()
        #expect(tracker.nextRequest(now: .seconds(104)) == nil)
        let nothing = try tracker.received(list, requestedAt: .seconds(104), now: .seconds(105))
        #expect(nothing == .unchanged)
        #expect(tracker.nextRequest(now: .seconds(105))?.earliest == .seconds(106))
        let last = try mediaPlaylist(["b", "c"], from: 1, ends: true)
        let change = try tracker.received(last, requestedAt: .seconds(106), now: .seconds(106))
        #expect(change == .advanced(segments: 1))
        #expect(tracker.nextRequest(now: .seconds(200)) == nil)
        #expect(!tracker.isLive)
    }

    @Test("section 6: the window moves along the timeline, and a gap in the numbers takes its duration")
    func window() throws {
        var tracker = try tracker(try mediaPlaylist(["a", "b", "c"], from: 7))
        _ = try tracker.received(try mediaPlaylist(["c", "d"], from: 9), requestedAt: .zero, now: .seconds(104))
        #expect(tracker.windowStart == 8 * .second)
        #expect(tracker.windowEnd == 16 * .second)
        let change = try tracker.received(
            try mediaPlaylist(["g"], from: 13), requestedAt: .zero, now: .seconds(108))
        #expect(change == .gap(missing: 2))
        #expect(tracker.windowStart == 24 * .second)
    }

    @Test("section 6: a gap in the numbers over which the dates are continuous takes no time")
    func datedHole() throws {
        func dated(_ names: [String], from first: Int, _ date: String) throws -> MediaPlaylist {
            try mediaPlaylist(names, from: first, before: [names[0]: ["#EXT-X-PROGRAM-DATE-TIME:\(date)"]])
        }
        var tracker = try tracker(try dated(["a", "b", "c"], from: 10, "2026-01-01T00:00:00Z"))
        let change = try tracker.received(
            try dated(["d", "e"], from: 15, "2026-01-01T00:00:12Z"), requestedAt: .zero, now: .seconds(108))
        #expect(change == .gap(missing: 2))
        #expect(tracker.windowStart == 12 * .second)
        #expect(tracker.numbering == 1)
    }

    @Test(
        "hls.md section 6: decreasing numbers start a new timeline after the old one [hls.md 6: numbers backwards, hls.md 13: MSN reset]"
    )
    func restart() throws {
        var tracker = try tracker(try mediaPlaylist(["a", "b", "c"], from: 7))
        let change = try tracker.received(
            try mediaPlaylist(["x", "y"], from: 0), requestedAt: .zero, now: .seconds(104))
        #expect(change == .restarted)
        #expect(tracker.windowStart == 12 * .second)
        #expect(tracker.era == 1)
    }

    @Test(
        "hls.md section 10: a failed reload is retried after half a target duration; after the third failure the variant is abandoned [hls.md 10: reload that fails to parse]"
    )
    func failures() throws {
        var tracker = try tracker(try mediaPlaylist(["a", "b"]))
        tracker.began()
        let first = tracker.failed(status: 500, now: .seconds(110))
        #expect(first)
        #expect(tracker.nextRequest(now: .seconds(110))?.earliest == .seconds(112))
        let second = tracker.failed(status: nil, now: .seconds(112))
        let third = tracker.failed(status: nil, now: .seconds(114))
        #expect(second && !third)
        var empty = PlaylistTracker(url: try testURL())
        let again = empty.failed(status: 404, now: .zero)
        #expect(!again)
    }

    @Test(
        "hls.md section 6: a blocking reload that returns 400 is retried plainly, and does not count as a failure [hls.md 6: 400 on a blocking reload]"
    )
    func refusedBlockingReload() throws {
        let head = ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"]
        var tracker = try tracker(try mediaPlaylist(["a", "b"], from: 3, head: head))
        #expect(tracker.nextRequest(now: .seconds(100))?.url.query == "_HLS_msn=5")
        #expect(tracker.nextRequest(now: .seconds(100))?.isBlocking == true)
        let again = tracker.failed(status: 400, now: .seconds(101))
        #expect(again)
        #expect(tracker.failures == 0)
        #expect(tracker.nextRequest(now: .seconds(101))?.url.query == nil)
    }

    @Test(
        "hls.md section 6: after 503 on a blocking reload the playlist is requested plainly and at once [hls.md 6: 503 on a blocking reload]"
    )
    func failedBlockingReload() throws {
        let head = ["#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES"]
        let list = try mediaPlaylist(["a", "b"], from: 3, head: head)
        var tracker = try tracker(list)
        #expect(tracker.nextRequest(now: .seconds(100))?.isBlocking == true)
        tracker.began(isHeldBack: true)
        let again = tracker.failed(status: 503, now: .seconds(112))
        #expect(again)
        #expect(tracker.failures == 0)
        let plain = tracker.nextRequest(now: .seconds(112))
        #expect(plain?.isBlocking == false)
        #expect(plain?.url.query == nil)
        #expect(plain?.earliest == .seconds(112))
        // A failure of a plain reload counts.
        tracker.began(isHeldBack: false)
        let once = tracker.failed(status: 503, now: .seconds(113))
        #expect(once)
        #expect(tracker.failures == 1)
        // A response keeps blocking reloads disabled for their pause, then they are used again.
        tracker.began(isHeldBack: false)
        let fresh = try mediaPlaylist(["b", "c"], from: 4, head: head)
        _ = try tracker.received(fresh, requestedAt: .seconds(115), now: .seconds(115))
        #expect(tracker.nextRequest(now: .seconds(115))?.isBlocking == false)
        #expect(tracker.nextRequest(now: .seconds(120))?.isBlocking == true)
    }

    @Test(
        "hls.md section 6: a stale response, by its Last-Modified, is not a restart; after several it is [hls.md 6: Last-Modified]"
    )
    func staleAnswers() throws {
        func dates(_ modified: Double, sent: Double) -> ResponseDates {
            ResponseDates(modified: Date(timeIntervalSince1970: modified), sent: Date(timeIntervalSince1970: sent))
        }
        var tracker = PlaylistTracker(url: try testURL())
        func receive(_ names: [String], from first: Int, _ dates: ResponseDates, at time: Int) throws -> PlaylistChange?
        {
            tracker.began()
            return try tracker.received(
                try mediaPlaylist(names, from: first), dates: dates, requestedAt: .seconds(time), now: .seconds(time))
        }
        _ = try receive(["h", "i"], from: 107, dates(1_000, sent: 1_002), at: 100)
        #expect(try receive(["i", "j"], from: 108, dates(1_004, sent: 1_005), at: 104) == .advanced(segments: 1))
        // An hour-old response from another CDN edge: it contains no known segment.
        #expect(try receive(["a", "b"], from: 0, dates(600, sent: 602), at: 108) == .older)
        #expect(tracker.playlist?.mediaSequence == 108)
        #expect(tracker.nextRequest(now: .seconds(108))?.earliest == .seconds(110))
        // Stale by its own date, too: three target durations are 12 s.
        #expect(try receive(["a", "b"], from: 0, dates(1_004, sent: 1_017), at: 110) == .older)
        // Not forever: the program has restarted, and the server's clock is wrong.
        #expect(try receive(["a", "b"], from: 0, dates(600, sent: 602), at: 112) == .older)
        #expect(try receive(["a", "b"], from: 0, dates(600, sent: 602), at: 114) == .restarted)
        #expect(tracker.playlist?.mediaSequence == 0)
    }

    @Test(
        "section 6: a continuous playlist is accepted whatever age a server states, and that server's dates are ignored from then on"
    )
    func wrongDates() throws {
        func dates(_ modified: Double) -> ResponseDates {
            ResponseDates(modified: Date(timeIntervalSince1970: modified))
        }
        var tracker = try tracker(try mediaPlaylist(["a", "b"], from: 7))
        _ = try tracker.received(
            try mediaPlaylist(["b", "c"], from: 8), dates: dates(1_000), requestedAt: .seconds(104), now: .seconds(104))
        let change = try tracker.received(
            try mediaPlaylist(["c", "d"], from: 9), dates: dates(900), requestedAt: .seconds(108), now: .seconds(108))
        #expect(change == .advanced(segments: 1))
        let anew = try tracker.received(
            try mediaPlaylist(["x"], from: 0), dates: dates(800), requestedAt: .seconds(112), now: .seconds(112))
        #expect(anew == .restarted)
    }

    @Test(
        "section 6: a first response that is old by its own date is requested again after half a target duration, not a segment later"
    )
    func staleFirst() throws {
        var tracker = PlaylistTracker(url: try testURL())
        tracker.began()
        let dates = ResponseDates(
            modified: Date(timeIntervalSince1970: 1_000), sent: Date(timeIntervalSince1970: 1_013))
        _ = try tracker.received(
            try mediaPlaylist(["a", "b"]), dates: dates, requestedAt: .seconds(100), now: .seconds(100))
        #expect(tracker.playlist != nil)
        #expect(tracker.nextRequest(now: .seconds(100))?.earliest == .seconds(102))
    }

    @Test("section 6: a delta update is merged; one that does not fit causes a request of the full playlist")
    func deltaUpdates() throws {
        let head = ["#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24", "#EXT-X-VERSION:9"]
        var tracker = try tracker(try mediaPlaylist(["a", "b", "c"], from: 3, head: head))
        #expect(tracker.nextRequest(now: .seconds(104))?.url.query == "_HLS_skip=YES")
        let delta = try mediaPlaylist(["d"], from: 4, head: head + ["#EXT-X-SKIP:SKIPPED-SEGMENTS=2"])
        let change = try tracker.received(delta, requestedAt: .seconds(104), now: .seconds(104))
        #expect(change == .advanced(segments: 1))
        #expect(tracker.playlist?.segments.map(\.uri) == ["b", "c", "d"])
        #expect(tracker.windowStart == 4 * .second)
        let alien = try mediaPlaylist(["z"], from: 40, head: head + ["#EXT-X-SKIP:SKIPPED-SEGMENTS=2"])
        #expect(throws: DeltaError.self) {
            _ = try tracker.received(alien, requestedAt: .seconds(108), now: .seconds(108))
        }
        #expect(tracker.playlist?.segments.map(\.uri) == ["b", "c", "d"])
        let next = tracker.nextRequest(now: .seconds(108))
        #expect(next?.url.query == nil)
        #expect(next?.earliest == .seconds(108))
    }
}

/// Alignment of the windows of two renditions (`spec/hls.md` section 5).
struct WindowAlignmentTests {
    private func dated(_ names: [String], from first: Int, _ date: String) throws -> MediaPlaylist {
        try mediaPlaylist(names, from: first, before: [names[0]: ["#EXT-X-PROGRAM-DATE-TIME:\(date)"]])
    }

    @Test(
        "hls.md section 5: windows are aligned by date, whatever the numbers; before and after the known window [hls.md 5: matching]"
    )
    func byDate() throws {
        let known = WindowAlignment(
            playlist: try dated(["a", "b", "c"], from: 10, "2026-01-01T00:00:08Z"), windowStart: 100 * .second)
        let later = try dated(["c", "d"], from: 10, "2026-01-01T00:00:16.5Z")
        #expect(known.start(of: later, seenAt: .zero) == 108_500 * .millisecond)
        let earlier = try dated(["z", "a"], from: 3, "2026-01-01T00:00:04Z")
        #expect(known.start(of: earlier, seenAt: .zero) == 96 * .second)
    }

    @Test("section 5: dates that are years away are ignored")
    func wrongDates() throws {
        let known = WindowAlignment(
            playlist: try dated(["a", "b", "c"], from: 10, "2026-01-01T00:00:08Z"), windowStart: 0)
        for date in ["1970-01-01T00:00:00Z", "2030-01-01T00:00:00Z"] {
            #expect(known.startByDate(of: try dated(["x"], from: 500, date), seenAt: .zero) == nil)
        }
        let other = try dated(["b", "c"], from: 11, "1970-01-01T00:00:00Z")
        #expect(known.start(of: other, seenAt: .zero) == 4 * .second)
    }

    @Test(
        "sections 5 and 13: dates that jump between two playlists are ignored if the numbers agree"
    )
    func jumpingDates() throws {
        let known = WindowAlignment(
            playlist: try dated(["a", "b", "c", "d"], from: 10, "2026-01-01T00:00:08Z"), windowStart: 100 * .second)
        let ahead = try dated(["b", "c", "d", "e"], from: 11, "2026-01-01T00:00:32Z")
        #expect(known.start(of: ahead, seenAt: .zero) == 104 * .second)
        let behind = try dated(["b", "c", "d", "e"], from: 11, "2025-12-31T23:59:52Z")
        #expect(known.start(of: behind, seenAt: .zero) == 104 * .second)
    }

    @Test("section 5: windows are aligned by a common discontinuity, else by overlapping numbers, else by their ends")
    func withoutDates() throws {
        let known = WindowAlignment(
            playlist: try mediaPlaylist(
                ["a", "b", "c"], from: 10, head: ["#EXT-X-DISCONTINUITY-SEQUENCE:4"],
                before: ["b": ["#EXT-X-DISCONTINUITY"]]), windowStart: 0)
        let cut = try mediaPlaylist(
            ["y", "z", "b"], from: 20, head: ["#EXT-X-DISCONTINUITY-SEQUENCE:4"],
            before: ["b": ["#EXT-X-DISCONTINUITY"]])
        #expect(known.start(of: cut, seenAt: .zero) == -4 * .second)
        #expect(known.start(of: try mediaPlaylist(["b", "c"], from: 11), seenAt: .zero) == 4 * .second)
        #expect(known.start(of: try mediaPlaylist(["x"], from: 500), seenAt: .zero) == 8 * .second)
    }
}
