import CoreMedia
import Foundation
import Testing

@testable import HLS

@Suite("Tags of both kinds (hls.md section 2)")
struct BasicTagTests {
    @Test(
        "an IPTV channel list is rejected with a message that identifies it",
        arguments: [
            (
                "#EXTM3U url-tvg=\"https://example.com/guide.xml\"\n#EXTINF:-1 tvg-id=\"a\",A\nhttps://example.com/a\n",
                1
            ),
            ("#EXTM3U\n#EXTINF:-1 tvg-id=\"a\" group-title=\"News\",A\nhttps://example.com/a\n", 2),
        ])
    func channels(_ text: String, _ line: Int) {
        let fault = parse(text).error?.fault
        #expect(fault?.line == line)
        #expect(fault?.message.contains("channel list") == true)
    }

    @Test(
        "a media file or a segment is rejected with a message that identifies it",
        arguments: ["    ftypisom", "    stypmsdh", "G@  ", "OggS", "ID3"])
    func media(_ text: String) {
        #expect(parse(text).error?.fault.message.contains("media file or a segment") == true)
    }

    @Test("hls.md 2: EXTM3U: on the first line, else rejected [hls.md 1: first line]")
    func header() {
        #expect(parse(mediaText()).faults == [])
        expectRejected("#EXTINF:6,\na.ts\n", "hls.header.missing", line: 1)
        expectRejected("\n" + mediaText(), "hls.header.missing")
        expectRejected("#EXTM3U8\n#EXTINF:6,\na.ts\n", "hls.header.missing")
        expectRejected("<html></html>", "hls.header.missing")
        expectFault(mediaText("#EXTM3U"), "hls.header.repeated", .warning, line: 3)
    }

    @Test("hls.md 2: EXT-X-VERSION: once, and at most 13 [hls.md 1: version]")
    func version() {
        #expect(parse(mediaText("#EXT-X-VERSION:13")).media?.version == 13)
        #expect(parse(mediaText()).media?.version == 1)
        expectRejected(mediaText("#EXT-X-VERSION:3\n#EXT-X-VERSION:3"), "hls.version.repeated", line: 4)
        expectRejected(mediaText("#EXT-X-VERSION:14"), "hls.version.unsupported", line: 3)
        expectRejected(mediaText("#EXT-X-VERSION:three"), "hls.version.value")
        expectRejected(mediaText("#EXT-X-VERSION:99999999999999999999999"), "hls.version.value")
    }

    @Test("EXT-X-VERSION below the version that the playlist needs is a warning only")
    func versionFloor() {
        let low = mediaText(segments: "#EXTINF:6,\n#EXT-X-BYTERANGE:10@0\na.ts")
        expectFault(low, "hls.version.low", .warning, line: 4)
        #expect(parse(mediaText("#EXT-X-VERSION:4", segments: "#EXTINF:6,\n#EXT-X-BYTERANGE:10@0\na.ts")).faults == [])
        // Below version 3 durations had no decimals; they are accepted nevertheless.
        let decimals = expectFault(mediaText(segments: "#EXTINF:5.005,\na.ts"), "hls.version.low", .warning)
        #expect(decimals.media?.segments.first?.duration == CMTime(value: 5_005, timescale: 1_000))
    }

    @Test("hls.md 2: EXT-X-INDEPENDENT-SEGMENTS: in both kinds of playlist, once")
    func independentSegments() {
        #expect(parse(mediaText("#EXT-X-INDEPENDENT-SEGMENTS")).media?.hasIndependentSegments == true)
        #expect(parse(multivariantText("#EXT-X-INDEPENDENT-SEGMENTS")).multivariant?.hasIndependentSegments == true)
        expectRejected(
            mediaText("#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-INDEPENDENT-SEGMENTS"),
            "hls.independent-segments.repeated", line: 4)
        expectFault(mediaText("#EXT-X-INDEPENDENT-SEGMENTS:YES"), "hls.tag.value", .warning)
    }

    @Test("hls.md 2: EXT-X-START: TIME-OFFSET of either sign, PRECISE, once")
    func start() {
        let end = parse(mediaText("#EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES")).media?.start
        #expect(end == StartPoint(timeOffset: -12.5, precise: true))
        let begin = parse(multivariantText("#EXT-X-START:TIME-OFFSET=30")).multivariant?.start
        #expect(begin == StartPoint(timeOffset: 30, precise: false))
        expectRejected(
            mediaText("#EXT-X-START:TIME-OFFSET=1", "#EXT-X-START:TIME-OFFSET=1"), "hls.start.repeated", line: 4)
        expectFault(mediaText("#EXT-X-START:PRECISE=YES"), "hls.start.offset", .error)
        expectFault(mediaText("#EXT-X-START:TIME-OFFSET=1,PRECISE=MAYBE"), "hls.attribute.value", .error)
    }

    @Test("hls.md 2: EXT-X-DEFINE: NAME and VALUE, IMPORT, QUERYPARAM [hls.md 1: DEFINE kinds]")
    func define() {
        let named = parse(
            mediaText("#EXT-X-DEFINE:NAME=\"host\",VALUE=\"cdn.example\"", segments: "#EXTINF:6,\nhttps://{$host}/a.ts")
        )
        #expect(named.media?.segments.first?.uri == "https://cdn.example/a.ts")
        #expect(named.media?.variables == ["host": "cdn.example"])
        let empty = parse(mediaText("#EXT-X-DEFINE:NAME=\"x\",VALUE=\"\"", segments: "#EXTINF:6,\na{$x}.ts"))
        #expect(empty.media?.segments.first?.uri == "a.ts")
        let imported = parse(
            mediaText("#EXT-X-DEFINE:IMPORT=\"id\"", segments: "#EXTINF:6,\n{$id}.ts"), imports: ["id": "7"])
        #expect(imported.media?.segments.first?.uri == "7.ts")
        let query = parse(mediaText("#EXT-X-DEFINE:QUERYPARAM=\"token\"", segments: "#EXTINF:6,\na.ts?t={$token}"))
        #expect(query.media?.segments.first?.uri == "a.ts?t=a b")
    }

    @Test(
        "unknown tags and attributes are ignored, including common non-standard ones [hls.md 1: unknown attribute, hls.md 1: comments, hls.md 2: common non-standard tags]"
    )
    func unknown() {
        let text = mediaText(
            "#EXT-X-ALLOW-CACHE:YES", "#EXT-X-CUE-OUT:30", "#EXT-X-CUE-IN", "#EXT-OATCLS-SCTE35:/DAv", "# a comment",
            "#ext-x-endlist", "#EXT-X-START:TIME-OFFSET=1,NEW-THING=1")
        let outcome = parse(text, .strict)
        #expect(outcome.faults == [])
        #expect(outcome.media?.segments.count == 1)
        #expect(outcome.media?.hasEnded == false)
        #expect(outcome.media?.start?.timeOffset == 1)
    }
}
