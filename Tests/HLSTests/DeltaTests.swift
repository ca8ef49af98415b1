import CoreMedia
import Foundation
import Testing

@testable import HLS

@Suite("Delta updates (hls.md section 6)")
struct DeltaTests {
    private func media(_ lines: [String]) -> MediaPlaylist? {
        let outcome = parse(
            (["#EXTM3U", "#EXT-X-VERSION:10", "#EXT-X-TARGETDURATION:4"] + lines).joined(separator: "\n"))
        #expect(outcome.error == nil)
        return outcome.media
    }

    /// Segments of a full playlist, with every kind of tag that applies to later segments.
    private func segments(_ range: ClosedRange<Int>) -> [String] {
        range.flatMap { number -> [String] in
            var lines: [String] = []
            if number == 2 { lines += ["#EXT-X-DISCONTINUITY"] }
            if number % 3 == 0 { lines += ["#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:0\(number % 10)Z"] }
            if number == 1 {
                lines += ["#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-MAP:URI=\"i\"", "#EXT-X-BITRATE:99"]
            }
            return lines + ["#EXTINF:4,", "\(number).mp4"]
        }
    }

    @Test("a delta update gives the same playlist as a full reload [hls.md 6: delta merge, hls.md 14: merge]")
    func equalsWhole() throws {
        let old = try #require(media(["#EXT-X-MEDIA-SEQUENCE:0"] + segments(0...7)))
        let delta = try #require(
            media(["#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-SKIP:SKIPPED-SEGMENTS=5"] + segments(6...9)))
        let sticky = ["#EXT-X-MEDIA-SEQUENCE:1"] + segments(1...9)
        let whole = try #require(media(sticky))
        let merged = try MediaPlaylist.merge(old, delta)
        #expect(merged == whole)
        #expect(merged.segments.map(\.uri) == (1...9).map { "\($0).mp4" })
        #expect(merged.segments.last?.keys.first?.uri == "k")
        #expect(merged.segments.last?.initialization?.uri == "i")
        #expect(merged.segments.last?.bitsPerSecond == 99_000)
        #expect(merged.segments.last?.start.seconds == 32)
        #expect(merged.segments.map(\.discontinuitySequence) == [0, 1, 1, 1, 1, 1, 1, 1, 1])
        #expect(merged.skip == nil)
    }

    @Test("a tag after the skipped segments overrides their inherited values")
    func overrules() throws {
        let old = try #require(media(segments(0...3)))
        let delta = try #require(
            media([
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=3", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"f\",KEYFORMAT=\"fmt\"",
                "#EXT-X-MAP:URI=\"j\"", "#EXTINF:4,", "3.mp4", "#EXT-X-KEY:METHOD=NONE", "#EXT-X-BITRATE:7",
                "#EXTINF:4,",
                "4.mp4",
            ]))
        let merged = try MediaPlaylist.merge(old, delta)
        #expect(merged.segments.map { $0.keys.compactMap(\.uri) } == [[], ["k"], ["k"], ["k", "f"], []])
        #expect(merged.segments.map { $0.initialization?.uri } == [nil, "i", "i", "j", "j"])
        #expect(merged.segments.map(\.bitsPerSecond) == [nil, 99_000, 99_000, 99_000, 7_000])
    }

    @Test("a byte range continues where the last skipped one ended")
    func byteRanges() throws {
        let old = try #require(
            media(["#EXTINF:4,", "#EXT-X-BYTERANGE:10@5", "a", "#EXTINF:4,", "#EXT-X-BYTERANGE:10", "a"]))
        let text = [
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=1", "#EXTINF:4,", "#EXT-X-BYTERANGE:10", "a", "#EXTINF:4,",
            "#EXT-X-BYTERANGE:7", "a",
        ]
        let update = try #require(media(text))
        // The update alone does not contain the start of the range.
        let report = PlaylistReport(ParsedPlaylist(playlist: .media(update), faults: []))
        #expect(report.segments?.map { $0.byteRange?.length } == [10, 7])
        #expect(report.segments?.map { $0.byteRange?.offset } == [nil, nil])
        let merged = try MediaPlaylist.merge(old, update)
        #expect(merged.segments.map { $0.byteRange?.offset } == [5, 15, 25])
        #expect(!merged.segments.contains { $0.continuesSkippedRange })
        let other = try #require(
            media(["#EXT-X-SKIP:SKIPPED-SEGMENTS=1", "#EXTINF:4,", "#EXT-X-BYTERANGE:10", "b"]))
        #expect(throws: DeltaError.missingRange) { try MediaPlaylist.merge(old, other) }
    }

    @Test("parts of an update inherit values of skipped segments")
    func parts() throws {
        let old = try #require(media(segments(0...3)))
        let delta = try #require(
            media([
                "#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3",
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=4",
                "#EXT-X-PART:URI=\"4.1\",DURATION=1", "#EXTINF:4,", "4.mp4", "#EXT-X-PART:URI=\"5.1\",DURATION=1",
            ]))
        let merged = try MediaPlaylist.merge(old, delta)
        #expect(merged.segments.last?.parts.first?.initialization?.uri == "i")
        #expect(merged.parts.first?.keys.first?.uri == "k")
    }

    @Test(
        "date ranges: removed ones are dropped, others stay; without RECENTLY-REMOVED-DATERANGES the update has all of them [hls.md 6: delta date ranges]"
    )
    func dateRanges() throws {
        func range(_ id: String) -> String { "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2026-11-21T12:00:00Z\"" }
        let old = try #require(media([range("a"), range("b")] + segments(0...3)))
        let second = try #require(
            media(["#EXT-X-SKIP:SKIPPED-SEGMENTS=4,RECENTLY-REMOVED-DATERANGES=\"a\"", range("c")]))
        #expect(try MediaPlaylist.merge(old, second).dateRanges.map(\.id) == ["b", "c"])
        let first = try #require(media(["#EXT-X-SKIP:SKIPPED-SEGMENTS=4", range("c")]))
        #expect(try MediaPlaylist.merge(old, first).dateRanges.map(\.id) == ["c"])
    }

    @Test(
        "when skipped segments are unknown the update throws, and the playlist is unchanged [hls.md 6: delta that does not fit]"
    )
    func missing() throws {
        var old = try #require(media(["#EXT-X-MEDIA-SEQUENCE:5"] + segments(5...8)))
        let before = old
        for (first, count, wanted) in [(4, 1, 4), (7, 3, 9), (9, 1, 9), (5, Int.max, 9)] {
            let delta = try #require(
                media(["#EXT-X-MEDIA-SEQUENCE:\(first)", "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(count)", "#EXTINF:4,", "x"]))
            #expect(throws: DeltaError.missingSegment(sequenceNumber: UInt64(wanted))) { try old.apply(delta) }
        }
        #expect(throws: DeltaError.notAnUpdate) { try old.apply(before) }
        #expect(old == before)
    }
}
