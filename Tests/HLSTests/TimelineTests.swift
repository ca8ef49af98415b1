import CoreMedia
import Foundation
import Testing

@testable import HLS

@Suite("Dates, reloads and timestamps (hls.md sections 5 to 7)")
struct TimelineTests {
    private func media(_ segments: String, _ lines: String...) throws -> MediaPlaylist {
        let outcome = parse("#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + lines.joined(separator: "\n") + "\n" + segments)
        return try #require(outcome.media)
    }

    private func date(_ text: String) throws -> Date {
        let bytes = Array("2026-11-21T12:\(text)Z".utf8)
        return try #require(DateText.date(bytes, 0..<bytes.count))
    }

    private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1_000_000_000) }

    private let dated = """
        #EXTINF:6,
        a
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:06Z
        #EXTINF:6,
        b
        #EXTINF:6,
        c
        #EXT-X-DISCONTINUITY
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:10:00Z
        #EXTINF:6,
        d
        """

    @Test(
        "dates are extrapolated before the first tag and after the last [hls.md 7: currentDate, hls.md 14: date map]"
    )
    func dates() throws {
        let map = try #require(ProgramDateMap(try media(dated)))
        #expect(map.date(at: .zero) == (try date("00:00")))
        #expect(map.date(at: seconds(17)) == (try date("00:17")))
        #expect(map.date(at: seconds(18)) == (try date("10:00")))
        #expect(map.date(at: seconds(30)) == (try date("10:12")))
        #expect(map.startDate == (try date("00:00")))
        #expect(map.endDate == (try date("10:06")))
        #expect(ProgramDateMap(try media("#EXTINF:6,\na")) == nil)
    }

    @Test("dates that jump forwards or backwards without a discontinuity are followed [hls.md 13: dates that jump]")
    func jumps() throws {
        func list(_ later: String) throws -> ProgramDateMap {
            let text = """
                #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z
                #EXTINF:6,
                a
                #EXTINF:6,
                b
                #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:\(later)Z
                #EXTINF:6,
                c
                """
            return try #require(ProgramDateMap(try media(text)))
        }
        let forwards = try list("30:00")
        #expect(forwards.date(at: seconds(11)) == (try date("00:11")))
        #expect(forwards.date(at: seconds(13)) == (try date("30:01")))
        #expect(forwards.time(of: try date("20:00")) == seconds(12))
        let backwards = try list("00:08")
        #expect(backwards.date(at: seconds(12)) == (try date("00:08")))
        // In both ranges: the later segment is used.
        #expect(backwards.time(of: try date("00:09")) == seconds(13))
        #expect(backwards.time(of: try date("00:07")) == seconds(7))
    }

    @Test(
        "a date maps to a time; in a gap to the start of the next segment; outside to none [hls.md 7: date in a hole]"
    )
    func times() throws {
        let map = try #require(ProgramDateMap(try media(dated)))
        #expect(map.time(of: try date("00:07.5")) == seconds(7.5))
        #expect(map.time(of: try date("05:00")) == seconds(18))
        #expect(map.time(of: try date("10:05")) == seconds(23))
        #expect(map.time(of: try date("10:06")) == seconds(24))
        #expect(map.time(of: try date("10:07")) == nil)
        #expect(map.extendedTime(of: try date("10:07")) == seconds(25))
        #expect(map.extendedTime(of: try date("00:00") - 10) == seconds(-10))
        #expect(map.extendedTime(of: Date(timeIntervalSince1970: 1e18)) == nil)
    }

    @Test("where dates overlap the later segment is used [hls.md 7: overlapping dates]")
    func overlap() throws {
        let map = try #require(
            ProgramDateMap(
                try media(
                    """
                    #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z
                    #EXTINF:6,
                    a
                    #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:05.5Z
                    #EXTINF:6,
                    b
                    """)))
        #expect(map.time(of: try date("00:05.25")) == seconds(5.25))
        #expect(map.time(of: try date("00:05.75")) == seconds(6.25))
        #expect(map.date(at: seconds(5.75)) == (try date("00:05.75")))
    }

    @Test("a reload is classified by its change from the previous playlist")
    func changes() throws {
        func list(_ first: Int, _ uris: String) throws -> MediaPlaylist {
            try media(uris.map { "#EXTINF:6,\n\($0)" }.joined(separator: "\n"), "#EXT-X-MEDIA-SEQUENCE:\(first)")
        }
        let old = try list(5, "abc")
        #expect(PlaylistChange.from(old, to: old) == .unchanged)
        #expect(PlaylistChange.from(old, to: try list(6, "bcde")) == .advanced(segments: 2))
        #expect(PlaylistChange.from(old, to: try list(8, "d")) == .advanced(segments: 1))
        #expect(PlaylistChange.from(old, to: try list(10, "f")) == .gap(missing: 2))
        #expect(PlaylistChange.from(old, to: try list(0, "xyz")) == .restarted)
        // A server that removed segments, or a stale cache: the known playlist stays.
        #expect(PlaylistChange.from(old, to: try list(5, "ab")) == .older)
        #expect(PlaylistChange.from(old, to: try list(4, "zabc")) == .older)
        #expect(PlaylistChange.from(old, to: try list(6, "")) == .older)
        #expect(PlaylistChange.from(old, to: try list(20, "")) == .older)
        #expect(PlaylistChange.from(old, to: try list(5, "ax")) == .restarted)
        // With a new signature.
        let signed = try media("#EXTINF:6,\nb?t=2\n#EXTINF:6,\nc?t=2", "#EXT-X-MEDIA-SEQUENCE:6")
        #expect(PlaylistChange.from(old, to: signed) == .advanced(segments: 0))
        #expect(PlaylistChange.from(old, to: try list(6, "bxd")) == .mismatched(sequenceNumber: 7))
        var changed = try list(0, "x")
        changed.targetDuration = CMTime(value: 4, timescale: 1)
        #expect(changed.faults(comparedWith: old).map(\.rule.rawValue) == ["hls.targetduration.changed"])
        #expect(old.faults(comparedWith: old) == [])
    }

    @Test(
        "restarted, jumping or constant sequence numbers are recognized by the media when it continues [hls.md 6: numbers backwards]"
    )
    func renumbered() throws {
        func list(_ first: Int, _ uris: String) throws -> MediaPlaylist {
            try media(uris.map { "#EXTINF:6,\n\($0)" }.joined(separator: "\n"), "#EXT-X-MEDIA-SEQUENCE:\(first)")
        }
        func change(_ first: Int, _ uris: String, after elapsed: Duration = .seconds(6)) throws -> PlaylistChange {
            PlaylistChange.from(try list(5, "abcd"), to: try list(first, uris), after: elapsed)
        }
        #expect(try change(0, "bcde") == .renumbered(common: .init(old: 3, new: 2)))
        #expect(try change(5, "bcde") == .renumbered(common: .init(old: 3, new: 2)))
        #expect(try change(6, "cdef") == .renumbered(common: .init(old: 3, new: 1)))
        #expect(try change(55, "bcde") == .renumbered(common: .init(old: 3, new: 2)))
        #expect(try change(0, "abcd") == .renumbered(common: .init(old: 3, new: 3)))
        // Another server, which is behind.
        #expect(try change(0, "zabc") == .older)
        #expect(try change(55, "abc") == .older)
        // One common segment is not sufficient; repeated media is ignored.
        #expect(try change(0, "xdc") == .restarted)
        #expect(try change(0, "efgd") == .restarted)
        #expect(try change(5, "dxyd") == .mismatched(sequenceNumber: 5))
    }

    @Test("a gap is accepted where enough time has passed, plus a few target durations; else the numbers jumped")
    func plausibleGaps() throws {
        func list(_ first: Int, _ uris: String) throws -> MediaPlaylist {
            try media(uris.map { "#EXTINF:6,\n\($0)" }.joined(separator: "\n"), "#EXT-X-MEDIA-SEQUENCE:\(first)")
        }
        let old = try list(5, "abc")
        #expect(PlaylistChange.from(old, to: try list(10, "f"), after: .seconds(1)) == .gap(missing: 2))
        #expect(PlaylistChange.from(old, to: try list(58, "fgh"), after: .seconds(6)) == .renumbered(common: nil))
        #expect(PlaylistChange.from(old, to: try list(58, "fgh"), after: .seconds(320)) == .gap(missing: 50))
        #expect(PlaylistChange.from(old, to: try list(58, "fgh")) == .gap(missing: 50))
        let last = try list(.max - 1, "x")
        #expect(PlaylistChange.from(old, to: last, after: .seconds(6)) == .renumbered(common: nil))
    }

    private let address = URL(string: "https://example.com/live.m3u8?b=1&_HLS_msn=3&a=2")

    @Test(
        "hls.md 6: polling waits for the last segment's duration, or half a target duration without a change; an ended playlist is not reloaded [hls.md 6: no reload after the end, hls.md 14: next request]"
    )
    func polling() throws {
        let live = try media("#EXTINF:6,\na\n#EXTINF:4,\nb")
        let plan = ReloadPlan(url: try #require(address))
        let next = plan.next(after: live, requestedAt: .seconds(10), hasChanged: true, now: .seconds(10))
        #expect(next?.earliest == .seconds(14))
        #expect(next?.isBlocking == false)
        #expect(next?.url == address)
        #expect(
            plan.next(after: live, requestedAt: .seconds(10), hasChanged: false, now: .seconds(10))?.earliest
                == .seconds(13))
        let ended = try media("#EXTINF:6,\na", "#EXT-X-ENDLIST")
        #expect(plan.next(after: ended, requestedAt: .zero, hasChanged: true, now: .zero) == nil)
        let film = try media("#EXTINF:6,\na", "#EXT-X-PLAYLIST-TYPE:VOD")
        #expect(plan.next(after: film, requestedAt: .zero, hasChanged: true, now: .zero) == nil)
        #expect(!ReloadPlan.isImpaired(live, unchangedFor: .seconds(9)))
        #expect(ReloadPlan.isImpaired(live, unchangedFor: .seconds(10)))
        #expect(!ReloadPlan.isImpaired(ended, unchangedFor: .seconds(100)))
    }

    private let control =
        "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3,CAN-SKIP-UNTIL=36\n#EXT-X-PART-INF:PART-TARGET=1"

    @Test(
        "a blocking reload immediately requests the first missing part, with directives in byte order [hls.md 6: blocking reload, hls.md 6: directives]"
    )
    func blocking() throws {
        let live = try media("#EXTINF:6,\na\n#EXT-X-PART:URI=\"p\",DURATION=1", control, "#EXT-X-MEDIA-SEQUENCE:7")
        var plan = ReloadPlan(url: try #require(address))
        let next = plan.next(after: live, requestedAt: .seconds(10), hasChanged: true, now: .seconds(11))
        #expect(next?.url.query == "b=1&a=2&_HLS_msn=8&_HLS_part=1&_HLS_skip=YES")
        #expect(next?.earliest == .seconds(10))
        #expect(next?.isBlocking == true)
        #expect(next?.firstByteTimeout == .seconds(26))
        plan.wantsParts = false
        let old = plan.next(after: live, requestedAt: .seconds(10), hasChanged: true, now: .seconds(30))
        #expect(old?.url.query == "b=1&a=2&_HLS_msn=8")
        plan.allowsBlocking = false
        plan.allowsDelta = false
        let plain = plan.next(after: live, requestedAt: .seconds(10), hasChanged: true, now: .seconds(11))
        #expect(plain?.url == address)
        #expect(plain?.earliest == .seconds(16))
    }

    @Test(
        "hls.md section 6: after a failed blocking reload, plain reloads are used for a while, longer each time, then blocking ones again"
    )
    func blockingPauses() throws {
        let live = try media("#EXTINF:6,\na\n#EXT-X-PART:URI=\"p\",DURATION=1", control, "#EXT-X-MEDIA-SEQUENCE:7")
        var plan = ReloadPlan(url: try #require(address))
        func next(_ now: Int, hasChanged: Bool = true) -> ReloadPlan.Request? {
            plan.next(after: live, requestedAt: .seconds(now), hasChanged: hasChanged, now: .seconds(now))
        }
        let target = Duration.seconds(6)
        plan.blocking.failed(at: .seconds(100), target: target)
        #expect(next(100)?.isBlocking == false)
        #expect(next(100)?.url.query?.contains("_HLS_msn=8") == false)
        // At the part duration, whether changed or not.
        #expect(next(100)?.earliest == .seconds(101))
        #expect(next(100, hasChanged: false)?.earliest == .seconds(101))
        #expect(next(111)?.isBlocking == false)
        #expect(next(112)?.isBlocking == true)
        plan.blocking.failed(at: .seconds(112), target: target)
        #expect(next(135)?.isBlocking == false)
        #expect(next(136)?.isBlocking == true)
        for _ in 0..<40 { plan.blocking.failed(at: .seconds(200), target: target) }
        #expect(next(319)?.isBlocking == false)
        #expect(next(320)?.isBlocking == true)
        plan.blocking.answered()
        plan.blocking.failed(at: .seconds(400), target: target)
        #expect(next(412)?.isBlocking == true)
    }

    @Test(
        "another rendition's first request comes from its report; missing values come from this playlist [hls.md 6: rendition report]"
    )
    func reports() throws {
        let live = try media(
            "#EXTINF:6,\na\n#EXT-X-PART:URI=\"p\",DURATION=1", control, "#EXT-X-MEDIA-SEQUENCE:7",
            "#EXT-X-RENDITION-REPORT:URI=\"../x?q=1\",LAST-MSN=9,LAST-PART=2", "#EXT-X-RENDITION-REPORT:URI=\"y\"")
        let urls = live.renditionReports.map { ReloadPlan.first(for: $0, in: live)?.absoluteString }
        #expect(
            urls == [
                "https://example.com/x?q=1&_HLS_msn=9&_HLS_part=3", "https://example.com/film/y?_HLS_msn=8&_HLS_part=1",
            ])
    }

    @Test("hls.md 5: X-TIMESTAMP-MAP: either order")
    func timestamps() throws {
        let map = TimestampMap(line: "X-TIMESTAMP-MAP=LOCAL:00:00:01.500,MPEGTS:900000")
        #expect(map == TimestampMap(local: 1_500_000_000, transport: 900_000))
        #expect(TimestampMap(line: "X-TIMESTAMP-MAP=MPEGTS:900000, LOCAL:00:01.500") == map)
        #expect(TimestampMap(line: "X-TIMESTAMP-MAP=LOCAL:100:00:00.000,MPEGTS:0")?.local == 360_000_000_000_000)
        for bad in [
            "X-TIMESTAMP-MAP=", "X-TIMESTAMP-MAP=LOCAL:1,MPEGTS:0", "X-TIMESTAMP-MAP=LOCAL:00:00:00.000", "NOTE",
        ] {
            #expect(TimestampMap(line: bad) == nil)
        }
    }
}
