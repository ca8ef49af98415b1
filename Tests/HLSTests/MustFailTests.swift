import Foundation
import Testing

@testable import HLS

@Suite("Playlists and tags that must be rejected (hls.md section 2)")
struct MustFailTests {
    @Test("a playlist without EXTM3U is rejected [hls.md 2: must fail: missing EXTM3U]") func header() {
        expectRejected("#EXT-X-VERSION:3\n", "hls.header.missing")
    }

    @Test("a playlist with two EXT-X-VERSION is rejected [hls.md 2: must fail: two EXT-X-VERSION]") func versions() {
        expectRejected(mediaText("#EXT-X-VERSION:3", "#EXT-X-VERSION:4"), "hls.version.repeated")
    }

    @Test("a playlist with a newer version than the supported ones is rejected [hls.md 2: must fail: version too new]")
    func newVersion() {
        expectRejected(multivariantText("#EXT-X-VERSION:14"), "hls.version.unsupported")
    }

    @Test("an attribute that appears twice in a tag rejects the playlist [hls.md 2: must fail: duplicate attribute]")
    func duplicateAttribute() {
        expectRejected(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,BANDWIDTH=1\nv"), "hls.attribute.repeated",
            line: 2)
        expectRejected(mediaText("#EXT-X-KEY:METHOD=NONE,X-A=\"1,X-A=2\",X-A=3"), "hls.attribute.repeated", line: 3)
    }

    @Test("a playlist with two EXT-X-START is rejected [hls.md 2: must fail: two EXT-X-START]") func starts() {
        expectRejected(
            multivariantText("#EXT-X-START:TIME-OFFSET=1", "#EXT-X-START:TIME-OFFSET=2"), "hls.start.repeated")
    }

    @Test("a playlist with two EXT-X-INDEPENDENT-SEGMENTS is rejected [hls.md 2: must fail: two INDEPENDENT-SEGMENTS]")
    func independentSegments() {
        expectRejected(
            multivariantText("#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-INDEPENDENT-SEGMENTS"),
            "hls.independent-segments.repeated")
    }

    @Test(
        "EXT-X-DEFINE with none, two or three of NAME, IMPORT and QUERYPARAM is rejected [hls.md 2: must fail: DEFINE kinds]",
        arguments: [
            "VALUE=\"x\"", "NAME=\"a\",IMPORT=\"a\",VALUE=\"x\"", "NAME=\"a\",QUERYPARAM=\"token\",VALUE=\"x\"",
            "IMPORT=\"a\",QUERYPARAM=\"token\"", "NAME=\"a\",IMPORT=\"a\",QUERYPARAM=\"token\",VALUE=\"x\"",
        ])
    func defineKinds(attributes: String) {
        expectRejected(mediaText("#EXT-X-DEFINE:" + attributes), "hls.define.kinds", line: 3, imports: ["a": "1"])
    }

    @Test("EXT-X-DEFINE with NAME and without VALUE is rejected [hls.md 2: must fail: NAME without VALUE]")
    func defineValue() {
        expectRejected(mediaText("#EXT-X-DEFINE:NAME=\"a\""), "hls.define.value")
    }

    @Test(
        "a variable that is defined twice rejects the playlist [hls.md 2: must fail: duplicate variable, hls.md 1: variable twice]"
    )
    func duplicateVariable() {
        expectRejected(
            mediaText("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\""),
            "hls.define.repeated", line: 4)
        expectRejected(
            mediaText("#EXT-X-DEFINE:QUERYPARAM=\"token\"", "#EXT-X-DEFINE:IMPORT=\"token\""), "hls.define.repeated",
            imports: ["token": "1"])
    }

    @Test(
        "a reference to a variable that is not defined before its line rejects the playlist [hls.md 2: must fail: undefined variable, hls.md 1: undefined variable]"
    ) func undefined() {
        expectRejected(mediaText(segments: "#EXTINF:6,\n{$x}.ts"), "hls.define.undefined", line: 4)
        expectRejected(mediaText("#EXT-X-MAP:URI=\"{$x}\""), "hls.define.undefined", line: 3)
        // A definition after the reference does not count.
        expectRejected(
            mediaText(segments: "#EXTINF:6,\n{$x}.ts\n#EXT-X-DEFINE:NAME=\"x\",VALUE=\"1\""), "hls.define.undefined")
        // Variable names are case-sensitive.
        expectRejected(
            mediaText("#EXT-X-DEFINE:NAME=\"X\",VALUE=\"1\"", segments: "#EXTINF:6,\n{$x}.ts"), "hls.define.undefined")
    }

    @Test(
        "IMPORT is rejected in a multivariant playlist, and for a variable that the multivariant playlist does not define [hls.md 2: must fail: IMPORT]"
    ) func importing() {
        expectRejected(mediaText("#EXT-X-DEFINE:IMPORT=\"a\""), "hls.define.import", line: 3)
        expectRejected(mediaText("#EXT-X-DEFINE:IMPORT=\"a\""), "hls.define.import", imports: ["b": "1"])
        expectRejected(multivariantText("#EXT-X-DEFINE:IMPORT=\"a\""), "hls.define.import", imports: ["a": "1"])
    }

    @Test(
        "QUERYPARAM of a parameter that the URL lacks, or that is empty, is rejected [hls.md 2: must fail: QUERYPARAM absent]"
    ) func query() {
        expectRejected(mediaText("#EXT-X-DEFINE:QUERYPARAM=\"other\""), "hls.define.queryparam")
        expectRejected(mediaText("#EXT-X-DEFINE:QUERYPARAM=\"empty\""), "hls.define.queryparam")
    }

    @Test("a playlist with media tags and multivariant tags is rejected [hls.md 2: must fail: both kinds of tags]")
    func mixed() {
        expectRejected(mediaText("#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8"), "hls.kind.mixed", line: 3)
        expectRejected(multivariantText() + "#EXT-X-ENDLIST\n", "hls.kind.mixed", line: 4)
    }

    @Test(
        "EXT-X-BYTERANGE without an offset is rejected unless it follows a range of the same URI [hls.md 2: must fail: BYTERANGE without offset]"
    ) func byteRange() {
        expectRejected(mediaText(segments: "#EXTINF:6,\n#EXT-X-BYTERANGE:10\na.ts"), "hls.byterange.offset", line: 4)
        expectRejected(
            mediaText(segments: "#EXTINF:6,\n#EXT-X-BYTERANGE:10@0\na.ts\n#EXTINF:6,\n#EXT-X-BYTERANGE:10\nb.ts"),
            "hls.byterange.offset")
        expectRejected(
            mediaText(segments: "#EXTINF:6,\na.ts\n#EXTINF:6,\n#EXT-X-BYTERANGE:10\na.ts"), "hls.byterange.offset")
    }

    @Test("a missing EXT-X-TARGETDURATION, or one of 0, is rejected [hls.md 2: must fail: TARGETDURATION]")
    func targetDuration() {
        expectRejected("#EXTM3U\n#EXTINF:6,\na.ts\n", "hls.targetduration.missing")
        expectRejected("#EXTM3U\n#EXT-X-TARGETDURATION:0\n#EXTINF:6,\na.ts\n", "hls.targetduration.value")
    }

    @Test("EXT-X-STREAM-INF without BANDWIDTH or URI is dropped [hls.md 2: must fail: STREAM-INF]") func stream() {
        let other = "\n#EXT-X-STREAM-INF:BANDWIDTH=2,CODECS=\"avc1.4d401e\"\nw.m3u8"
        let bandwidth = expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:RESOLUTION=16x9\nv.m3u8" + other), "hls.stream-inf.bandwidth",
            .error, line: 2)
        #expect(bandwidth.multivariant?.variants.map(\.uri) == ["w.m3u8"])
        #expect(bandwidth.faults.count == 1)
        let uri = expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1" + other), "hls.stream-inf.uri", .error, line: 2)
        #expect(uri.multivariant?.variants.map(\.uri) == ["w.m3u8"])
        expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1"), "hls.stream-inf.uri", .error, line: 2)
    }

    @Test(
        "EXT-X-MEDIA for CLOSED-CAPTIONS with a URI, or without a valid INSTREAM-ID, is dropped [hls.md 2: must fail: CLOSED-CAPTIONS]"
    ) func captions() {
        let tag = "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"n\""
        expectFault(multivariantText(tag + ",INSTREAM-ID=\"CC1\",URI=\"c\""), "hls.media.uri", .error)
        for bad in [
            "", ",INSTREAM-ID=\"CC5\"", ",INSTREAM-ID=\"SERVICE64\"", ",INSTREAM-ID=\"SERVICE0\"",
            ",INSTREAM-ID=\"SERVICE01\"",
        ] {
            let outcome = expectFault(multivariantText(tag + bad), "hls.media.instream-id", .error)
            #expect(outcome.multivariant?.renditions == [])
        }
        #expect(
            parse(multivariantText("#EXT-X-VERSION:7", tag + ",INSTREAM-ID=\"SERVICE63\"")).multivariant?.renditions
                .count == 1)
    }

    @Test("EXT-X-MEDIA for SUBTITLES without a URI is dropped [hls.md 2: must fail: SUBTITLES without URI]")
    func subtitles() {
        expectFault(
            multivariantText("#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"n\""), "hls.media.uri", .error, line: 2)
    }

    @Test("FORCED is ignored outside of SUBTITLES [hls.md 2: must fail: FORCED outside SUBTITLES]") func forced() {
        let outcome = expectFault(
            multivariantText("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",FORCED=YES"), "hls.media.forced", .error
        )
        #expect(outcome.multivariant?.renditions.map(\.isForced) == [false])
    }

    @Test("EXT-X-KEY without METHOD is rejected [hls.md 2: must fail: KEY without METHOD]") func keyMethod() {
        expectRejected(mediaText("#EXT-X-KEY:URI=\"k\""), "hls.key.method")
    }

    @Test(
        "EXT-X-KEY and EXT-X-SESSION-KEY without a URI are rejected unless METHOD is NONE [hls.md 2: must fail: KEY without URI]"
    ) func keyURI() {
        expectRejected(mediaText("#EXT-X-KEY:METHOD=AES-128"), "hls.key.uri")
        expectRejected(multivariantText("#EXT-X-SESSION-KEY:METHOD=AES-128"), "hls.key.uri")
    }

    @Test(
        "an IV with METHOD AES-256-GCM or SAMPLE-AES-CTR is rejected [hls.md 2: must fail: forbidden IV]",
        arguments: ["AES-256-GCM", "SAMPLE-AES-CTR"])
    func vectorForbidden(method: String) {
        expectRejected(
            mediaText("#EXT-X-KEY:METHOD=\(method),URI=\"k\",IV=0x000102030405060708090A0B0C0D0E0F"), "hls.key.iv")
    }

    @Test(
        "an IV that is not 128 bits is rejected [hls.md 2: must fail: IV not 128-bit]",
        arguments: ["0x00", "0x000102030405060708090A0B0C0D0E0F10", "12", "0xZZ", "0x"])
    func vectorSize(vector: String) {
        expectRejected(mediaText("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(vector)"), "hls.key.iv")
    }

    @Test("EXT-X-MAP without a URI is rejected [hls.md 2: must fail: MAP without URI]") func map() {
        expectRejected(mediaText("#EXT-X-MAP:BYTERANGE=\"1@0\""), "hls.map.uri")
    }

    @Test("EXT-X-PART without URI or DURATION is rejected [hls.md 2: must fail: PART without URI or DURATION]")
    func part() {
        expectRejected(mediaText("#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-PART:DURATION=1"), "hls.part.uri")
        expectRejected(mediaText("#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-PART:URI=\"p\""), "hls.part.duration")
    }

    @Test("EXT-X-PRELOAD-HINT without TYPE or URI is rejected [hls.md 2: must fail: PRELOAD-HINT without TYPE or URI]")
    func preloadHint() {
        expectRejected(mediaText("#EXT-X-PRELOAD-HINT:URI=\"p\""), "hls.preload-hint.type")
        expectRejected(mediaText("#EXT-X-PRELOAD-HINT:TYPE=PART"), "hls.preload-hint.uri")
    }

    @Test("a playlist with two EXT-X-SKIP is rejected [hls.md 2: must fail: two EXT-X-SKIP]") func skips() {
        expectRejected(
            mediaText("#EXT-X-SKIP:SKIPPED-SEGMENTS=1", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1"), "hls.skip.repeated", line: 4)
    }

    @Test("EXT-X-SESSION-DATA without DATA-ID is rejected [hls.md 2: must fail: SESSION-DATA without DATA-ID]")
    func sessionData() {
        expectRejected(multivariantText("#EXT-X-SESSION-DATA:VALUE=\"x\""), "hls.session-data.id")
    }
}
