import Foundation
import Testing

@testable import HLS

@Suite("EXT-X-DATERANGE (hls.md sections 2 and 9)")
struct DateRangeTagTests {
    private let start = "START-DATE=\"2026-11-21T12:00:00Z\""

    @Test("EXT-X-DATERANGE: every attribute [hls.md 9: X- values, hls.md 9: SCTE35]")
    func everything() {
        let outcome = parse(
            mediaText(
                """
                #EXT-X-DATERANGE:ID="ad",CLASS="com.example.ad",\(start),END-DATE="2026-11-21T12:00:30Z",DURATION=30,\
                PLANNED-DURATION=29.5,CUE="PRE,ONCE",X-TEXT="t",X-BYTES=0xAB01,X-NUMBER=-1.5,SCTE35-OUT=0xFC30,X-NOTHING=what
                """))
        #expect(outcome.rules == ["hls.daterange.value", "hls.daterange.no-date"])
        let range = outcome.media?.dateRanges.first
        #expect(range?.category == "com.example.ad")
        #expect(range?.end == range?.start.addingTimeInterval(30))
        #expect(range?.plannedDuration == 29.5)
        #expect(range?.cues == [.pre, .once])
        #expect(range?.spliceOut == [0xfc, 0x30])
        #expect(range?.attributes == ["X-TEXT": .text("t"), "X-BYTES": .bytes([0xab, 1]), "X-NUMBER": .number(-1.5)])
    }

    @Test("EXT-X-DATERANGE: later tags add attributes and change none [hls.md 9: DATERANGE merge]")
    func merging() {
        let outcome = parse(
            mediaText(
                "#EXT-X-DATERANGE:ID=\"a\",\(start),X-A=\"1\"",
                "#EXT-X-DATERANGE:ID=\"a\",DURATION=5,X-A=\"2\",X-B=\"3\""))
        #expect(outcome.media?.dateRanges.count == 1)
        #expect(outcome.media?.dateRanges.first?.attributes == ["X-A": .text("1"), "X-B": .text("3")])
        #expect(outcome.media?.dateRanges.first?.duration == 5)
        #expect(outcome.rules == ["hls.daterange.conflict", "hls.daterange.no-date"])
        #expect(outcome.faults.first?.line == 4)
    }

    @Test("EXT-X-DATERANGE: ranges need a date in the playlist; an interstitial needs exactly one source")
    func company() {
        let date = "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z"
        let range = "#EXT-X-DATERANGE:ID=\"a\",\(start)"
        expectFault(mediaText(range), "hls.daterange.no-date", .warning, line: 3)
        #expect(parse(mediaText(range, date)).rules == [])
        let interstitial = range + ",CLASS=\"com.apple.hls.interstitial\""
        for assets in ["", ",X-ASSET-URI=\"a\",X-ASSET-LIST=\"b\""] {
            expectFault(mediaText(date, interstitial + assets), "hls.daterange.interstitial", .warning, line: 4)
        }
        #expect(parse(mediaText(date, interstitial + ",X-ASSET-LIST=\"b\"")).rules == [])
        // A later tag may add the source.
        let later = "#EXT-X-DATERANGE:ID=\"a\",X-ASSET-URI=\"a\""
        #expect(parse(mediaText(date, interstitial, later)).rules == [])
    }

    @Test(
        "EXT-X-DATERANGE: many tags for one range cost constant time each, and are limited to the attributes of one tag"
    )
    func flood() {
        let tags = (0..<20_000).map { "#EXT-X-DATERANGE:ID=\"a\",\(start),X-A\($0)=\($0)" }
        let outcome = parse(mediaText(tags.joined(separator: "\n")))
        #expect(outcome.media?.dateRanges.first?.attributes.count == ParsingLimits.standard.attributeCount)
        #expect(outcome.fault("hls.limit.attributes")?.level == .warning)
    }

    @Test("EXT-X-DATERANGE: END-ON-NEXT ends at the next start in its CLASS [hls.md 9: END-ON-NEXT]")
    func endOnNext() {
        let outcome = parse(
            mediaText(
                "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",\(start),END-ON-NEXT=YES",
                "#EXT-X-DATERANGE:ID=\"c\",CLASS=\"c\",START-DATE=\"2026-11-21T12:02:00Z\",END-ON-NEXT=YES",
                "#EXT-X-DATERANGE:ID=\"b\",CLASS=\"c\",START-DATE=\"2026-11-21T12:01:00Z\"",
                "#EXT-X-DATERANGE:ID=\"x\",CLASS=\"d\",START-DATE=\"2026-11-21T12:00:10Z\""))
        let ranges = outcome.media?.dateRanges ?? []
        #expect(ranges.map { $0.end?.timeIntervalSince($0.start) } == [60, nil, nil, nil])
    }

    @Test(
        "hls.md 2: EXT-X-DATERANGE: invalid tags are ignored [hls.md 9: DATERANGE ends, hls.md 9: CUE]",
        arguments: [
            ("START-DATE=\"2026-11-21T12:00:00Z\"", "hls.daterange.id"), ("ID=\"a\"", "hls.daterange.start"),
            ("ID=\"a\",START-DATE=\"soon\"", "hls.daterange.date"),
            ("ID=\"a\",START-DATE=\"2026-11-21T12:00:00Z\",END-DATE=\"2026-11-21T11:00:00Z\"", "hls.daterange.end"),
            (
                "ID=\"a\",START-DATE=\"2026-11-21T12:00:00Z\",END-DATE=\"2026-11-21T12:00:10Z\",DURATION=20",
                "hls.daterange.end"
            ),
            ("ID=\"a\",START-DATE=\"2026-11-21T12:00:00Z\",DURATION=-1", "hls.daterange.duration"),
            ("ID=\"a\",START-DATE=\"2026-11-21T12:00:00Z\",END-ON-NEXT=YES", "hls.daterange.end-on-next"),
            ("ID=\"a\",CLASS=\"c\",START-DATE=\"2026-11-21T12:00:00Z\",END-ON-NEXT=NO", "hls.daterange.end-on-next"),
            (
                "ID=\"a\",CLASS=\"c\",START-DATE=\"2026-11-21T12:00:00Z\",END-ON-NEXT=YES,DURATION=1",
                "hls.daterange.end-on-next"
            ),
            ("ID=\"a\",START-DATE=\"2026-11-21T12:00:00Z\",CUE=\"PRE,POST\"", "hls.daterange.cue"),
        ])
    func illegal(attributes: String, rule: String) {
        let outcome = expectFault(
            mediaText("#EXT-X-DATERANGE:" + attributes), PlaylistRule(rawValue: rule), .error, line: 3)
        #expect(outcome.media?.dateRanges == [])
    }
}
