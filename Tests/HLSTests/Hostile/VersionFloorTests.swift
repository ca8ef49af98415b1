import Testing

@testable import HLS

@Suite("EXT-X-VERSION and what is used (hls.md section 2)")
struct VersionFloorTests {
    private static let segment = "#EXTINF:6,\na.ts"

    @Test(
        "hls.md 2: version floor: each feature is a warning below its version, at its line, and none from that version on",
        arguments: [
            (2, "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x000102030405060708090A0B0C0D0E0F", segment),
            (3, "", "#EXTINF:5.5,\na.ts"), (4, "#EXT-X-I-FRAMES-ONLY", segment),
            (4, "", "#EXTINF:6,\n#EXT-X-BYTERANGE:1@0\na.ts"),
            (5, "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"", segment),
            (5, "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\"", segment),
            (5, "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMATVERSIONS=\"1\"", segment),
            (6, "#EXT-X-MAP:URI=\"i\"", segment),
            (8, "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"", segment), (9, "#EXT-X-SKIP:SKIPPED-SEGMENTS=1", segment),
            (10, "#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"\"", segment),
            (11, "#EXT-X-DEFINE:QUERYPARAM=\"token\"", segment),
        ])
    func media(version: Int, tag: String, segment: String) {
        let lines = [tag].filter { !$0.isEmpty }.joined(separator: "\n")
        func text(_ version: Int) -> String {
            "#EXTM3U\n#EXT-X-VERSION:\(version)\n#EXT-X-TARGETDURATION:6\n\(lines.isEmpty ? "" : lines + "\n")\(segment)\n"
        }
        #expect(parse(text(version), .strict).fault("hls.version.low") == nil)
        let low = expectFault(text(version - 1), "hls.version.low", .warning)
        #expect(low.media?.segments.count == 1)
        #expect(low.fault("hls.version.low")?.message.contains("EXT-X-VERSION:\(version) or later") == true)
    }

    @Test(
        "hls.md 2: version floor: of multivariant playlists",
        arguments: [
            (7, "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"n\",INSTREAM-ID=\"SERVICE1\""),
            (12, "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\",REQ-VIDEO-LAYOUT=\"CH-MONO\""),
            (13, "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"c\",NAME=\"n\",INSTREAM-ID=\"main\""),
        ])
    func multivariant(version: Int, tag: String) {
        #expect(parse(multivariantText("#EXT-X-VERSION:\(version)", tag), .strict).faults == [])
        let low = expectFault(
            multivariantText("#EXT-X-VERSION:\(version - 1)", tag), "hls.version.low", .warning, line: 3)
        #expect(low.multivariant?.variants.count == 1)
    }

    @Test("hls.md 2: version floor: reported once per feature, at the line of its first use")
    func firstUse() {
        let segments = "#EXTINF:5.5,\n#EXT-X-BYTERANGE:1@0\na\n#EXTINF:5.5,\n#EXT-X-BYTERANGE:1@1\nb"
        let low = parse(mediaText(segments: segments)).faults.filter { $0.rule == "hls.version.low" }
        #expect(low.map(\.line) == [3, 4])
    }

    @Test("every version from 1 to 13 is accepted; 0 and invalid numbers are rejected")
    func versions() {
        for version in 1...13 { #expect(parse(mediaText("#EXT-X-VERSION:\(version)"), .strict).faults == []) }
        for version in ["0", "-1", "1.5", "", " ", "x", "13a", "99999999999999999999999"] {
            expectRejected(mediaText("#EXT-X-VERSION:\(version)"), "hls.version.value", line: 3)
        }
        expectRejected(mediaText("#EXT-X-VERSION:18446744073709551615"), "hls.version.unsupported", line: 3)
    }
}
