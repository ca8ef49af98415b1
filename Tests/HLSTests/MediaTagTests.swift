import CoreMedia
import Foundation
import Testing

@testable import HLS

@Suite("Tags of media playlists (hls.md section 2)")
struct MediaTagTests {
    @Test(
        "hls.md 2: EXT-X-TARGETDURATION: whole seconds of 1 or more, required where there are segments [hls.md 1: empty media playlist]"
    )
    func targetDuration() {
        #expect(parse(mediaText()).media?.targetDuration == CMTime(value: 6, timescale: 1))
        expectRejected("#EXTM3U\n#EXTINF:6,\na.ts\n", "hls.targetduration.missing")
        for value in ["0", "-1", "6.5", "", "six", "18446744073709551616"] {
            expectRejected("#EXTM3U\n#EXT-X-TARGETDURATION:\(value)\n#EXTINF:1,\na.ts\n", "hls.targetduration.value")
        }
        // A live playlist may be empty, and then needs none.
        #expect(parse("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n").media?.segments.isEmpty == true)
    }

    @Test("an EXTINF longer than the target duration after rounding is a warning [hls.md 13: TD too small]")
    func exceeded() {
        #expect(parse(mediaText("#EXT-X-VERSION:3", segments: "#EXTINF:6.499,\na.ts")).faults == [])
        expectFault(
            mediaText("#EXT-X-VERSION:3", segments: "#EXTINF:6.5,\na.ts"), "hls.targetduration.exceeded", .warning,
            line: 5)
    }

    @Test(
        "hls.md 2: EXT-X-MEDIA-SEQUENCE: numbers the segments; repeated or late tags are accepted in lenient mode only")
    func mediaSequence() {
        let outcome = parse(mediaText("#EXT-X-MEDIA-SEQUENCE:7", segments: "#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts"))
        #expect(outcome.media?.segments.map(\.sequenceNumber) == [7, 8])
        #expect(outcome.media?.segments.position(ofSequenceNumber: 8) == 1)
        #expect(outcome.media?.segments.position(ofSequenceNumber: 9) == nil)
        #expect(parse(mediaText()).media?.mediaSequence == 0)
        let twice = expectStrictOnly(
            mediaText("#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-MEDIA-SEQUENCE:2"), "hls.tag.repeated")
        #expect(twice.media?.mediaSequence == 2)
        expectStrictOnly(mediaText(segments: "#EXTINF:6,\na.ts\n#EXT-X-MEDIA-SEQUENCE:2"), "hls.sequence.late")
        expectRejected(mediaText("#EXT-X-MEDIA-SEQUENCE:-1"), "hls.sequence.value")
        expectRejected(mediaText("#EXT-X-MEDIA-SEQUENCE:18446744073709551615"), "hls.sequence.value")
    }

    @Test(
        "hls.md 2: EXT-X-DISCONTINUITY-SEQUENCE: before the first segment and the first EXT-X-DISCONTINUITY [hls.md 7: discontinuity number]"
    )
    func discontinuitySequence() {
        let outcome = parse(
            mediaText(
                "#EXT-X-DISCONTINUITY-SEQUENCE:4",
                segments: "#EXTINF:6,\na.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\nb.ts\n#EXTINF:6,\nc.ts"))
        #expect(outcome.media?.segments.map(\.discontinuitySequence) == [4, 5, 5])
        expectStrictOnly(mediaText("#EXT-X-DISCONTINUITY", "#EXT-X-DISCONTINUITY-SEQUENCE:4"), "hls.sequence.late")
    }

    @Test("hls.md 2: EXT-X-ENDLIST: at any position")
    func endList() {
        #expect(parse(mediaText("#EXT-X-ENDLIST")).media?.hasEnded == true)
        #expect(parse(mediaText() + "#EXT-X-ENDLIST\n").media?.hasEnded == true)
        #expect(parse(mediaText()).media?.hasEnded == false)
    }

    @Test("hls.md 2: EXT-X-PLAYLIST-TYPE: EVENT or VOD, else the tag is ignored")
    func playlistType() {
        #expect(parse(mediaText("#EXT-X-PLAYLIST-TYPE:EVENT")).media?.kind == .event)
        #expect(parse(mediaText("#EXT-X-PLAYLIST-TYPE:VOD")).media?.kind == .videoOnDemand)
        let other = expectFault(mediaText("#EXT-X-PLAYLIST-TYPE:LIVE"), "hls.playlist-type.value", .error, line: 3)
        #expect(other.media?.kind == nil)
    }

    @Test("hls.md 2: EXT-X-I-FRAMES-ONLY")
    func iFramesOnly() {
        #expect(parse(mediaText("#EXT-X-VERSION:4", "#EXT-X-I-FRAMES-ONLY")).media?.isIFramesOnly == true)
        #expect(parse(mediaText()).media?.isIFramesOnly == false)
    }

    @Test("hls.md 2: EXT-X-PART-INF: PART-TARGET, without which parts are ignored")
    func partInformation() {
        let part = "#EXT-X-PART:DURATION=1,URI=\"p.mp4\""
        let control = "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3"
        let good = parse(mediaText("#EXT-X-PART-INF:PART-TARGET=1", control, part))
        #expect(good.media?.partTargetDuration?.seconds == 1)
        #expect(good.media?.segments.first?.parts.count == 1)
        let missing = expectFault(mediaText(part), "hls.part-inf.missing", .warning, line: 3)
        #expect(missing.media?.segments.first?.parts == [])
        expectFault(mediaText("#EXT-X-PART-INF:PART=1", part), "hls.part-inf.target", .error, line: 3)
        let zero = expectFault(
            mediaText("#EXT-X-PART-INF:PART-TARGET=0", part), "hls.part-inf.target", .error, line: 3)
        #expect(zero.fault("hls.part-inf.target")?.message.contains("more than 0") == true)
        let target = "#EXT-X-PART-INF:PART-TARGET=1"
        #expect(
            parse(mediaText(target, part)).fault("hls.server-control.part-hold-back")?.line == 3)
        // Only parts inside a segment have a minimum duration.
        let short = "#EXT-X-PART:DURATION=0.5,URI=\"p.mp4\""
        expectFault(mediaText(target, control, short, part), "hls.part.short", .warning, line: 5)
        #expect(parse(mediaText(target, control, short + ",INDEPENDENT=YES", part, short)).rules == [])
        expectFault(
            mediaText("#EXT-X-PART-INF:PART-TARGET=0.5", control, part), "hls.part.duration", .warning, line: 5)
    }

    @Test("hls.md 2: EXT-X-SERVER-CONTROL: values that are too small are raised")
    func serverControl() {
        let good = parse(
            mediaText(
                "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36,CAN-SKIP-DATERANGES=YES,HOLD-BACK=18.5,CAN-BLOCK-RELOAD=YES"))
        #expect(good.faults == [])
        #expect(good.media?.serverControl?.canSkipUntil?.seconds == 36)
        #expect(good.media?.serverControl?.canSkipDateRanges == true)
        #expect(good.media?.holdBack?.seconds == 18.5)
        #expect(good.media?.serverControl?.canBlockReload == true)
        let low = expectFault(
            mediaText("#EXT-X-SERVER-CONTROL:HOLD-BACK=2,CAN-SKIP-UNTIL=3"), "hls.server-control.low", .warning, line: 3
        )
        #expect(low.media?.holdBack?.seconds == 18)
        #expect(low.media?.serverControl?.canSkipUntil?.seconds == 36)
        #expect(parse(mediaText()).media?.holdBack?.seconds == 18)
        let parts = expectFault(
            mediaText("#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1"),
            "hls.server-control.low", .warning)
        #expect(parts.media?.serverControl?.partHoldBack?.seconds == 2)
        expectFault(mediaText("#EXT-X-PART-INF:PART-TARGET=1"), "hls.server-control.part-hold-back", .warning)
        let skip = expectFault(
            mediaText("#EXT-X-SERVER-CONTROL:CAN-SKIP-DATERANGES=YES"), "hls.server-control.skip", .warning)
        #expect(skip.media?.serverControl?.canSkipDateRanges == false)
    }

    @Test("hls.md 2: EXTINF: decimals, title and comma are optional; 0 is allowed, negative values are not")
    func segmentDuration() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:3",
                segments: "#EXTINF:6.006,A title, with a comma\na.ts\n#EXTINF:0\nb.ts\n#EXTINF:3,\nc.ts"))
        #expect(outcome.faults == [])
        #expect(outcome.media?.segments.map(\.title) == ["A title, with a comma", nil, nil])
        #expect(outcome.media?.segments.map(\.duration.seconds) == [6.006, 0, 3])
        #expect(outcome.media?.segments.map(\.start.seconds) == [0, 6.006, 6.006])
        #expect(outcome.media?.segments.duration == CMTime(value: 9_006, timescale: 1_000))
        for value in ["-1", "", "six", "1e3", "nan", "inf", "1.2.3", "99999999999999999999", "9223372037"] {
            expectRejected(mediaText(segments: "#EXTINF:\(value),\na.ts"), "hls.extinf.value", line: 3)
        }
        expectRejected(
            mediaText(segments: "#EXTINF:9000000000,\na.ts\n#EXTINF:9000000000,\nb.ts"), "hls.extinf.value", line: 6)
    }

    @Test(
        "a URI without EXTINF drops the segment, or in strict mode rejects the playlist [hls.md 2: URI without EXTINF]")
    func missingDuration() {
        let outcome = expectStrictOnly(mediaText(segments: "a.ts\n#EXTINF:6,\nb.ts"), "hls.extinf.missing")
        #expect(outcome.media?.segments.map(\.uri) == ["b.ts"])
        #expect(outcome.fault("hls.extinf.missing")?.line == 3)
    }

    @Test("hls.md 2: EXT-X-BYTERANGE: with an offset, or after a range of the same URI")
    func byteRange() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:4",
                segments: """
                    #EXTINF:6,
                    #EXT-X-BYTERANGE:100@50
                    a.ts
                    #EXT-X-BYTERANGE:30
                    #EXTINF:6,
                    a.ts
                    #EXTINF:6,
                    b.ts
                    """))
        #expect(outcome.faults == [])
        let ranges = outcome.media?.segments.map(\.byteRange)
        #expect(ranges == [ByteRange(length: 100, offset: 50), ByteRange(length: 30, offset: 150), nil])
        #expect(outcome.media?.segments.first?.byteRange?.requestHeader == "bytes=50-149")
        for value in ["", "x", "1@", "@1", "-1@0", "9223372036854775808@0", "1@9223372036854775808"] {
            expectRejected(mediaText(segments: "#EXTINF:6,\n#EXT-X-BYTERANGE:\(value)\na.ts"), "hls.byterange.value")
        }
    }

    @Test("hls.md 2: EXT-X-DISCONTINUITY: applies to the next segment only")
    func discontinuity() {
        let outcome = parse(
            mediaText(segments: "#EXTINF:6,\na.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\nb.ts\n#EXTINF:6,\nc.ts"))
        #expect(outcome.media?.segments.map(\.isDiscontinuity) == [false, true, false])
    }

    @Test("hls.md 7: discontinuity number: every EXT-X-DISCONTINUITY counts, including two before one segment")
    func repeatedDiscontinuity() {
        let outcome = parse(
            mediaText(
                "#EXT-X-DISCONTINUITY-SEQUENCE:4",
                segments: """
                    #EXTINF:6,
                    a.ts
                    #EXT-X-DISCONTINUITY
                    #EXT-X-DISCONTINUITY
                    #EXTINF:6,
                    b.ts
                    #EXT-X-DISCONTINUITY
                    left-out.ts
                    #EXTINF:6,
                    c.ts
                    #EXT-X-DISCONTINUITY
                    #EXT-X-DISCONTINUITY
                    """))
        #expect(outcome.media?.segments.map(\.discontinuitySequence) == [4, 6, 7])
        #expect(outcome.media?.segments.map(\.isDiscontinuity) == [false, true, false])
        #expect(outcome.media?.discontinuityCountBeforeParts == 2)
    }

    @Test("hls.md 2: EXT-X-KEY: applies until the next of its KEYFORMAT, or NONE [hls.md 5: IV from the number]")
    func key() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:5",
                segments: """
                    #EXTINF:6,
                    clear.ts
                    #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x000102030405060708090A0B0C0D0E0F
                    #EXTINF:6,
                    a.ts
                    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
                    #EXTINF:6,
                    b.ts
                    #EXT-X-KEY:METHOD=AES-128,URI="k2"
                    #EXTINF:6,
                    c.ts
                    #EXT-X-KEY:METHOD=NONE
                    #EXTINF:6,
                    d.ts
                    """))
        #expect(outcome.faults == [])
        let keys = outcome.media?.segments.map { $0.keys.map { $0.uri ?? "" } }
        #expect(keys == [[], ["k1"], ["k1", "skd://x"], ["skd://x", "k2"], []])
        let first = outcome.media?.segments.dropFirst().first?.keys.first
        #expect(first?.vector(forSequenceNumber: 3) == (0..<16).map { UInt8($0) })
        let last = outcome.media?.segments.dropFirst(3).first?.keys.last
        #expect(last?.vector(forSequenceNumber: 0x0102) == [UInt8](repeating: 0, count: 14) + [1, 2])
        #expect(outcome.media?.segments.dropFirst(2).first?.keys.last?.formatVersions == [1, 2])
        let unknown = expectFault(mediaText("#EXT-X-KEY:METHOD=ROT-13,URI=\"k\""), "hls.key.unknown", .error)
        #expect(unknown.media?.segments.first?.keys.first?.method.isKnown == false)
    }

    @Test("hls.md 2: EXT-X-MAP: applies until the next one, and is decrypted with the key at the tag")
    func map() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:6",
                segments: """
                    #EXT-X-MAP:URI="i.mp4",BYTERANGE="720@16"
                    #EXTINF:6,
                    a.mp4
                    #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x1
                    #EXTINF:6,
                    b.mp4
                    """))
        #expect(outcome.error?.code == "hls.key.iv")
        let clear = parse(
            mediaText(
                "#EXT-X-VERSION:6",
                segments: """
                    #EXT-X-MAP:URI="i.mp4",BYTERANGE="720@16"
                    #EXTINF:6,
                    a.mp4
                    #EXT-X-KEY:METHOD=AES-128,URI="k"
                    #EXTINF:6,
                    b.mp4
                    """))
        #expect(clear.faults == [])
        #expect(clear.media?.segments.last?.initialization?.byteRange == ByteRange(length: 720, offset: 16))
        #expect(clear.media?.segments.last?.initialization?.keys == [])
        expectFault(
            mediaText("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-MAP:URI=\"i.mp4\""), "hls.map.iv", .warning,
            line: 4)
        expectStrictOnly(mediaText("#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"720\""), "hls.map.byterange")
        expectRejected(mediaText("#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"all\""), "hls.map.byterange")
    }

    @Test(
        "hls.md 2: EXT-X-PROGRAM-DATE-TIME: ISO 8601, in UTC without a time zone",
        arguments: [
            ("2026-11-21T12:00:00.250Z", 1_795_262_400.25), ("2026-11-21T14:00:00.25+02:00", 1_795_262_400.25),
            ("2026-11-21T12:00:00.25", 1_795_262_400.25), ("2026-11-21T05:30:00,25-0630", 1_795_262_400.25),
            ("2026-11-21T12:00Z", 1_795_262_400), ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:60Z", 951_868_800),
        ])
    func programDateTime(text: String, seconds: Double) {
        let outcome = parse(mediaText("#EXT-X-PROGRAM-DATE-TIME:\(text)"))
        #expect(outcome.media?.segments.first?.programDateTime == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "an invalid EXT-X-PROGRAM-DATE-TIME is ignored",
        arguments: [
            "", "today", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z",
            "2026-11-21T12:00:00.Z",
            "2026-11-21T12:00:00+25:00", "2026-11-21T12:00:00Zulu", "2026-11-21",
        ])
    func badProgramDateTime(text: String) {
        let outcome = expectFault(
            mediaText("#EXT-X-PROGRAM-DATE-TIME:\(text)"), "hls.program-date-time.value", .error, line: 3)
        #expect(outcome.media?.segments.first?.programDateTime == nil)
    }

    @Test("hls.md 2: EXT-X-GAP: applies to the next segment only")
    func gap() {
        let outcome = parse(mediaText(segments: "#EXT-X-GAP\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts"))
        #expect(outcome.media?.segments.map(\.isGap) == [true, false])
    }

    @Test("hls.md 2: EXT-X-BITRATE: applies to later segments, except byte ranges")
    func bitrate() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:4", "#EXT-X-BITRATE:1500",
                segments: "#EXTINF:6,\na.ts\n#EXTINF:6,\n#EXT-X-BYTERANGE:10@0\nb.ts\n#EXTINF:6,\nc.ts"))
        #expect(outcome.media?.segments.map(\.bitsPerSecond) == [1_500_000, nil, 1_500_000])
        expectFault(mediaText("#EXT-X-BITRATE:fast"), "hls.bitrate.value", .error)
    }

    @Test("hls.md 2: EXT-X-PART: belongs to the next segment; byte ranges continue within it")
    func part() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:6", "#EXT-X-PART-INF:PART-TARGET=2", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=6",
                segments: """
                    #EXT-X-PART:DURATION=2,URI="a.mp4",INDEPENDENT=YES,BYTERANGE="100@0"
                    #EXT-X-PART:DURATION=2,URI="a.mp4",BYTERANGE="50"
                    #EXTINF:4,
                    a.mp4
                    #EXT-X-PART:DURATION=1.5,URI="b1.mp4",GAP=YES
                    """))
        #expect(outcome.faults == [])
        let parts = outcome.media?.segments.first?.parts
        #expect(parts?.map(\.byteRange) == [ByteRange(length: 100, offset: 0), ByteRange(length: 50, offset: 100)])
        #expect(parts?.map(\.isIndependent) == [true, false])
        #expect(outcome.media?.parts.map(\.isGap) == [true])
        #expect(outcome.media?.nextSequenceNumber == 1)
        expectRejected(
            mediaText("#EXT-X-PART:DURATION=2,URI=\"a.mp4\",BYTERANGE=\"50\""), "hls.part.byterange", line: 3)
    }

    @Test("hls.md 2: EXT-X-SKIP: the number of skipped segments, and the removed date ranges")
    func skip() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:10", "#EXT-X-MEDIA-SEQUENCE:10",
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"a b\tc\""), .strict)
        #expect(outcome.faults == [])
        #expect(outcome.media?.skip == SkippedSegments(count: 3, recentlyRemovedDateRanges: ["a b", "c"]))
        #expect(outcome.media?.segments.first?.sequenceNumber == 13)
        let none = parse(mediaText("#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"\""))
        #expect(none.media?.skip?.recentlyRemovedDateRanges == [])
        #expect(parse(mediaText("#EXT-X-SKIP:SKIPPED-SEGMENTS=3")).media?.skip?.recentlyRemovedDateRanges == nil)
        expectRejected(mediaText("#EXT-X-SKIP:FOO=3"), "hls.skip.count")
        expectRejected(
            mediaText("#EXT-X-MEDIA-SEQUENCE:5", "#EXT-X-SKIP:SKIPPED-SEGMENTS=18446744073709551615"),
            "hls.sequence.value")
        expectStrictOnly(
            mediaText(segments: "#EXTINF:6,\na.ts\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3"), "hls.skip.late")
    }

    @Test("hls.md 2: EXT-X-PRELOAD-HINT: the first of each TYPE, and none after EXT-X-ENDLIST")
    func preloadHint() {
        let outcome = parse(
            mediaText(
                "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p.mp4\",BYTERANGE-START=100",
                "#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"i.mp4\"", "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q.mp4\""))
        #expect(outcome.media?.preloadHints.map(\.uri) == ["p.mp4", "i.mp4"])
        #expect(outcome.rules == ["hls.preload-hint.repeated"])
        #expect(
            outcome.media?.preloadHints.map(\.requestHeader) == ["bytes=100-9007199254740991", nil])
        let ended = expectFault(
            mediaText("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p.mp4\"", "#EXT-X-ENDLIST"), "hls.preload-hint.ended",
            .warning)
        #expect(ended.media?.preloadHints == [])
        expectFault(mediaText("#EXT-X-PRELOAD-HINT:TYPE=KEY,URI=\"k\""), "hls.preload-hint.type", .error)
    }

    @Test("hls.md 2: EXT-X-RENDITION-REPORT: missing attributes are inherited")
    func renditionReport() {
        let outcome = parse(
            mediaText(
                "#EXT-X-RENDITION-REPORT:URI=\"../1M/list.m3u8\",LAST-MSN=273,LAST-PART=3",
                "#EXT-X-RENDITION-REPORT:URI=\"../2M/list.m3u8\""))
        #expect(outcome.media?.renditionReports.map(\.lastSequenceNumber) == [273, nil])
        #expect(outcome.media?.renditionReports.map(\.lastPart) == [3, nil])
        #expect(
            outcome.media.flatMap { $0.url(for: $0.renditionReports[0].uri) }?.absoluteString
                == "https://example.com/1M/list.m3u8")
        expectFault(mediaText("#EXT-X-RENDITION-REPORT:LAST-MSN=1"), "hls.rendition-report.uri", .error)
    }
}
