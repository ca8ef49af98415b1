import CoreMedia
import Foundation
import Testing

@testable import HLS

@Suite("Interstitials (hls.md section 9)")
struct InterstitialTests {
    private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1_000_000_000) }

    private func range(_ id: String, _ second: Int, _ attributes: String) -> String {
        "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"com.apple.hls.interstitial\","
            + "START-DATE=\"2026-11-21T12:00:\(second < 10 ? "0" : "")\(second)Z\",\(attributes)"
    }

    private func playlist(_ ranges: [String], dates: Bool = true) throws -> MediaPlaylist {
        let segments = (0..<10).map { "#EXTINF:6,\ns\($0)" }.joined(separator: "\n")
        let date = dates ? "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z\n" : ""
        return try #require(
            parse("#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + ranges.joined(separator: "\n") + "\n" + date + segments).media)
    }

    private func schedule(_ ranges: [String], dates: Bool = true) throws -> InterstitialSchedule {
        let playlist = try playlist(ranges, dates: dates)
        return InterstitialSchedule(playlist, map: ProgramDateMap(playlist))
    }

    private let asset = "X-ASSET-URI=\"https://ad.example/1.m3u8\""

    @Test(
        "every attribute is parsed, and missing or unknown ones have defaults [hls.md 9: X-TIMELINE, hls.md 9: X-SKIP-CONTROL]"
    )
    func attributes() throws {
        let plan = try schedule([
            range(
                "a", 12,
                """
                \(asset),DURATION=15,X-RESUME-OFFSET=-2.5,X-PLAYOUT-LIMIT=10,X-SNAP="OUT,IN",X-RESTRICT="SKIP,JUMP",\
                X-CONTENT-MAY-VARY="NO",X-TIMELINE-OCCUPIES="RANGE",X-TIMELINE-STYLE="PRIMARY",X-SKIP-CONTROL-OFFSET=5,\
                X-SKIP-CONTROL-DURATION=3,X-SKIP-CONTROL-LABEL-ID="skip-me",CUE="ONCE"
                """),
            range("b", 18, "X-ASSET-LIST=\"list.json\",X-TIMELINE-STYLE=\"LOUD\",X-RESUME-OFFSET=0"),
        ])
        let first = try #require(plan.events.first)
        #expect(first.source == .asset(uri: "https://ad.example/1.m3u8"))
        #expect(first.start == seconds(12))
        #expect(first.duration == 15)
        #expect(first.resumeOffset == -2.5)
        #expect(first.playoutLimit == 10)
        #expect(first.snap == [.out, .in])
        #expect(first.restrictions == [.skip, .jump])
        #expect(!InterstitialSchedule.allowsSkipping(first))
        #expect(!first.contentMayVary)
        #expect(first.occupancy == .range)
        #expect(first.style == .primary)
        #expect(first.skipControl == .init(offset: 5, duration: 3, labelID: "skip-me"))
        let second = try #require(plan.events.last)
        #expect(second.source == .list(uri: "list.json"))
        #expect(second.contentMayVary)
        #expect(second.occupancy == .point)
        #expect(second.style == .highlight)
        #expect(second.skipControl == nil)
    }

    @Test("an event with both or neither of X-ASSET-URI and X-ASSET-LIST is ignored [hls.md 9: interstitial source]")
    func sources() throws {
        let plan = try schedule([range("a", 1, "DURATION=1"), range("b", 1, "\(asset),X-ASSET-LIST=\"l\"")])
        #expect(plan.events == [])
        #expect(plan.ignored == ["a", "b"])
    }

    @Test(
        "PRE plays before the start, POST after the end; without dates other events have no position [hls.md 9: no dates]"
    )
    func cues() throws {
        let ranges = [
            range("a", 1, "\(asset),CUE=\"PRE\""), range("b", 1, "\(asset),CUE=\"POST,ONCE\""), range("c", 1, asset),
        ]
        let plan = try schedule(ranges)
        #expect(plan.beforeStart.map(\.id) == ["a"])
        #expect(plan.afterEnd.map(\.id) == ["b"])
        #expect(plan.events.map(\.id) == ["c"])
        let undated = try schedule(ranges, dates: false)
        #expect(undated.beforeStart.map(\.id) == ["a"])
        #expect(undated.unplaced.map(\.id) == ["c"])
    }

    @Test("events at the same time play in the playlist's order, and their resume offsets add up [hls.md 9: same time]")
    func together() throws {
        let plan = try schedule([
            range("late", 30, asset), range("b", 12, "\(asset),X-RESUME-OFFSET=4"),
            range("a", 12, "\(asset),DURATION=15,X-PLAYOUT-LIMIT=10"),
            range("once", 12, "\(asset),CUE=\"ONCE\",X-RESUME-OFFSET=0"),
        ])
        let due = plan.due(after: seconds(6), through: seconds(12), played: ["once", "a"])
        #expect(due.map(\.id) == ["b", "a"])
        #expect(plan.due(after: seconds(12), through: seconds(13)).isEmpty)
        #expect(plan.resumeTime(after: due, played: ["a": 8]) == seconds(12 + 4 + 8))
        #expect(plan.resumeTime(after: due, played: ["a": 12]) == seconds(12 + 4 + 10))
        #expect(plan.resumeTime(after: []) == nil)
    }

    @Test("a seek into a replaced range plays its event; a seek past events with JUMP plays the last one crossed")
    func seeking() throws {
        let plan = try schedule([
            range("a", 12, "\(asset),X-RESUME-OFFSET=6"),
            range("j1", 24, "\(asset),X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0"),
            range("j2", 30, "\(asset),X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0"),
            range("once", 40, "\(asset),X-RESTRICT=\"JUMP\",X-RESUME-OFFSET=0,CUE=\"ONCE\""),
        ])
        func name(_ from: Double, _ target: Double) -> String {
            switch plan.seek(from: seconds(from), to: seconds(target), played: ["once"]) {
            case .primary(let time): "\(time.seconds)"
            case .interstitial(let event, let then): "\(event.id) then \(then.seconds)"
            }
        }
        #expect(name(0, 15) == "a then 18.0")
        #expect(name(0, 20) == "20.0")
        #expect(name(0, 26) == "j1 then 26.0")
        #expect(name(0, 50) == "j2 then 50.0")
        #expect(name(35, 50) == "50.0")
        #expect(name(50, 0) == "0.0")
    }

    @Test("X-SNAP leaves at the earliest and returns at the latest of the nearest boundaries [hls.md 9: X-SNAP]")
    func snapping() throws {
        let plan = try schedule([range("a", 14, "\(asset),X-SNAP=\"OUT,IN\",X-RESUME-OFFSET=2"), range("b", 14, asset)])
        let video = try playlist([]).segments
        let audio = try #require(
            parse("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\na\n#EXTINF:5,\nb\n#EXTINF:5,\nc").media
        ).segments
        #expect(InterstitialSchedule.departure(of: plan.events[0], in: [video, audio]) == seconds(12))
        #expect(InterstitialSchedule.arrival(of: plan.events[0], at: seconds(16), in: [video, audio]) == seconds(18))
        #expect(InterstitialSchedule.departure(of: plan.events[1], in: [video]) == seconds(14))
        #expect(audio.boundary(nearest: seconds(99)) == seconds(15))
        #expect(audio.boundary(nearest: seconds(-1)) == .zero)
        #expect(SegmentList().boundary(nearest: .zero) == nil)
    }

    @Test("an asset list keeps its order and drops invalid assets; it may be empty")
    func assets() throws {
        let list = try InterstitialAssets.parse(
            Array(
                #"{"ASSETS":[{"URI":"a","DURATION":5},{"URI":"b"},{"URI":"c","DURATION":2.5}],"SKIP-CONTROL":{"OFFSET":1,"LABEL-ID":"x"}}"#
                    .utf8))
        #expect(list.assets == [.init(uri: "a", duration: 5), .init(uri: "c", duration: 2.5)])
        #expect(list.skipControl == .init(offset: 1, duration: nil, labelID: "x"))
        #expect(try InterstitialAssets.parse(Array(#"{"ASSETS":[]}"#.utf8)).assets == [])
        for bad in ["", "{}", "[]", #"{"ASSETS":7}"#] {
            #expect(throws: PlaylistError.self) { try InterstitialAssets.parse(Array(bad.utf8)) }
        }
    }

    @Test(
        "preloading starts at a random moment of the range, for an existing target [hls.md 9: preload range]"
    )
    func preload() throws {
        let preload =
            "#EXT-X-DATERANGE:ID=\"p\",CLASS=\"com.apple.hls.preload\",START-DATE=\"2026-11-21T12:00:00Z\",DURATION=10,"
            + "X-URI=\"https://ad.example/1.m3u8\",X-TARGET-CLASS=\"com.apple.hls.interstitial\",X-TARGET-ID="
        let found = InterstitialPreload.all(in: try playlist([range("a", 30, asset), preload + "\"a\""]))
        let one = try #require(found.first)
        #expect(one.moment(now: one.start - 100, chance: 0.5) == one.start + 5)
        #expect(one.moment(now: one.start + 8, chance: 0.5) == one.start + 9)
        #expect(one.moment(now: one.end, chance: 0) == nil)
        #expect(InterstitialPreload.all(in: try playlist([range("a", 30, asset), preload + "\"b\""])) == [])
        #expect(
            InterstitialPreload.all(in: try playlist([range("a", 30, asset), preload + "\"a\"", "#EXT-X-ENDLIST"]))
                == [])
    }

    @Test(
        "hls.md section 9: URLs identify the primary's session, keep the packager's parameters, and contain the start offset [hls.md 9: _HLS_start_offset]"
    )
    func addresses() throws {
        let base = URL(string: "https://ad.example/v/list.m3u8")
        func address(_ uri: String, _ offset: Double? = nil) -> String? {
            InterstitialURL.resolve(uri, against: base, primaryID: "A-1", startOffset: offset)?.absoluteString
        }
        #expect(address("x.json") == "https://ad.example/v/x.json?_HLS_primary_id=A-1")
        #expect(
            address("https://b.example/x?_HLS_interstitial_id=7&_HLS_primary_id=old", 2.5)
                == "https://b.example/x?_HLS_interstitial_id=7&_HLS_primary_id=A-1&_HLS_start_offset=2.500")
        #expect(address("x", .infinity) == "https://ad.example/v/x?_HLS_primary_id=A-1")
        #expect(address("x", -1) == "https://ad.example/v/x?_HLS_primary_id=A-1")
        #expect(address("") == nil)
    }

    @Test("a schedule shifted to another timeline keeps its order and cues [hls.md 14: interstitial schedule]")
    func shifting() throws {
        let plan = try schedule([range("b", 12, asset), range("a", 6, asset), range("p", 1, "\(asset),CUE=\"PRE\"")])
        let shifted = plan.shifted(by: seconds(100))
        #expect(shifted.events.map(\.start) == [seconds(106), seconds(112)])
        #expect(shifted.events.map(\.departure) == [seconds(106), seconds(112)])
        #expect(shifted.all.map(\.id) == ["p", "a", "b"])
    }
}
