import CoreMedia
import Testing

@testable import HLS

@Suite("Long playlists (hls.md section 12)")
struct SizeTests {
    @Test(
        "a segment takes at most 200 bytes with a URI of 48 bytes, and shares common values [hls.md 12: playlist memory]"
    )
    func memory() {
        // In addition to the record: the URI's heap memory, a 32-byte header and its text, rounded up to 16.
        #expect(MemoryLayout<SegmentRecord>.stride <= 104)
        #expect(MemoryLayout<SegmentRecord>.stride + (32 + 48 + 15) / 16 * 16 <= 200)
        let outcome = parse(
            mediaText("#EXT-X-VERSION:6", "#EXT-X-MAP:URI=\"i\"", segments: "#EXTINF:6,\na\n#EXTINF:6,\nb"))
        let records = outcome.media?.segments.records ?? []
        #expect(records.count == 2)
        #expect(records.first?.initialization === records.last?.initialization)
        #expect(records.first?.rarities == nil)
    }

    @Test(
        "a playlist of a day of two-second segments is parsed, and its segments are found by time [hls.md 12: a day of segments]"
    )
    func day() {
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
        for number in 0..<43_200 { text += "#EXTINF:2.002,\nvideo/1080p/segment-\(number).m4s\n" }
        let outcome = parse(text)
        #expect(outcome.faults == [])
        #expect(outcome.media?.segments.count == 43_200)
        #expect(outcome.media?.segments.duration.seconds == 86_486.4)
        #expect(outcome.media?.segments.position(at: .init(value: 2_001, timescale: 1_000)) == 0)
        #expect(outcome.media?.segments.position(at: .init(value: 2_002, timescale: 1_000)) == 1)
        #expect(outcome.media?.segments.position(at: .init(value: 86_486_400, timescale: 1_000)) == 43_199)
        #expect(outcome.media?.segments.position(at: .init(value: 86_486_401, timescale: 1_000)) == nil)
        #expect(outcome.media?.segments.position(at: .init(value: -1, timescale: 1_000)) == nil)
    }
}
