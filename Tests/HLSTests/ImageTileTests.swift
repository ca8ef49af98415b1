import CoreMedia
import Foundation
import Testing

@testable import HLS

@Suite("Thumbnail sheets and I-frames (hls.md sections 2 and 8, R239)")
struct ImageTileTests {
    private static let head = "#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=4x3,DURATION=2"

    private func images(_ lines: String..., segments: String = "#EXTINF:24,\n0.jpg") -> Outcome {
        parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:24\n#EXT-X-IMAGES-ONLY\n" + (lines + [segments]).joined(separator: "\n")
                + "\n")
    }

    private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 1_000) }

    @Test("EXT-X-IMAGE-STREAM-INF is listed separately and is not a playable variant")
    func variant() {
        let outcome = parse(
            multivariantText(
                "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9000,RESOLUTION=160x90,CODECS=\"jpeg\",URI=\"tiles.m3u8\"",
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=80000,RESOLUTION=320x180,CODECS=\"avc1.42c00d\",URI=\"i.m3u8\""))
        #expect(outcome.faults == [])
        #expect(outcome.multivariant?.variants.map(\.uri) == ["v.m3u8"])
        #expect(outcome.multivariant?.iFrameVariants.map(\.uri) == ["i.m3u8"])
        let images = outcome.multivariant?.imageVariants
        #expect(images?.map(\.uri) == ["tiles.m3u8"])
        #expect(images?.first?.resolution == PixelSize(width: 160, height: 90))
        #expect(images?.first?.codecs == ["jpeg"])
    }

    @Test(
        "EXT-X-IMAGE-STREAM-INF without a required attribute is ignored",
        arguments: [
            ("BANDWIDTH=9000", "hls.image-stream-inf.uri"), ("URI=\"t.m3u8\"", "hls.stream-inf.bandwidth"),
        ])
    func variantNeeds(attributes: String, rule: String) {
        let outcome = expectFault(
            multivariantText("#EXT-X-IMAGE-STREAM-INF:" + attributes), PlaylistRule(rawValue: rule), .error, line: 2)
        #expect(outcome.multivariant?.imageVariants == [])
        #expect(outcome.multivariant?.variants.count == 1)
    }

    @Test("EXT-X-TILES applies until the next one, and each time has a tile on the sheet [hls.md 8: image sheets]")
    func tiles() {
        let outcome = images(
            segments: """
                #EXTINF:24,
                \(Self.head)
                0.jpg
                #EXTINF:24,
                1.jpg
                #EXTINF:3,
                #EXT-X-TILES:RESOLUTION=320x180,LAYOUT=1x1,DURATION=3
                2.jpg
                """)
        #expect(outcome.faults == [])
        #expect(outcome.media?.isImagesOnly == true)
        let sheets = outcome.media?.segments.map(\.tiles) ?? []
        #expect(sheets.map { $0?.count } == [12, 12, 1])
        #expect(sheets.map { $0?.size.width } == [160, 160, 320])
        let sheet = sheets.first.flatMap { $0 }
        let tile = sheet?.tile(at: seconds(11.5), segmentDuration: seconds(24))
        #expect(tile.map { [$0.index, $0.x, $0.y] } == [5, 160, 90])
        #expect(tile?.start.seconds == 10)
    }

    @Test("times outside a sheet give its first or last filled tile")
    func ends() throws {
        let sheet = try #require(images(Self.head).media?.segments.first?.tiles)
        #expect(sheet.tile(at: seconds(-1), segmentDuration: seconds(24)).index == 0)
        #expect(sheet.tile(at: seconds(99), segmentDuration: seconds(24)).index == 11)
        #expect(sheet.tile(at: seconds(99), segmentDuration: seconds(5)).index == 2)
        #expect(sheet.tile(at: seconds(99), segmentDuration: seconds(4)).index == 1)
        #expect(sheet.tile(at: .positiveInfinity, segmentDuration: .invalid).index == 0)
    }

    @Test(
        "invalid sheets and sheets beyond the limits are ignored with a fault",
        arguments: [
            ("LAYOUT=4x3,DURATION=2", "hls.tiles.resolution"), ("RESOLUTION=160x90,DURATION=2", "hls.tiles.layout"),
            ("RESOLUTION=160x90,LAYOUT=4x3", "hls.tiles.duration"),
            ("RESOLUTION=160x90,LAYOUT=4x3,DURATION=0", "hls.tiles.layout"),
            ("RESOLUTION=160x90,LAYOUT=0x3,DURATION=2", "hls.tiles.layout"),
            ("RESOLUTION=0x90,LAYOUT=4x3,DURATION=2", "hls.tiles.resolution"),
            ("RESOLUTION=1x1,LAYOUT=65x64,DURATION=2", "hls.tiles.layout"),
            ("RESOLUTION=1000000x1000000,LAYOUT=1000000x1000000,DURATION=2", "hls.tiles.layout"),
        ])
    func limits(attributes: String, rule: String) {
        let outcome = images(Self.head, "#EXT-X-TILES:" + attributes)
        #expect(outcome.fault(PlaylistRule(rawValue: rule))?.level == .error, "\(outcome.faults)")
        #expect(outcome.media?.segments.first?.tiles == nil)
        #expect(outcome.media?.segments.count == 1)
    }

    @Test("contradictory tags are reported")
    func contradictions() {
        #expect(parse(mediaText(Self.head)).rules == ["hls.tiles.kind"])
        #expect(images("#EXT-X-VERSION:4", "#EXT-X-I-FRAMES-ONLY").rules == ["hls.images-only.i-frames"])
        #expect(
            parse("#EXTM3U\n#EXT-X-IMAGES-ONLY\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n").error?.code
                == "hls.kind.mixed")
    }

    @Test("the report contains the sheets")
    func report() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:24\n#EXT-X-IMAGES-ONLY\n\(Self.head)\n#EXTINF:24,\n0.jpg\n"
        let report = PlaylistReport(try Playlist.parse(Array(text.utf8), baseURL: testURL))
        #expect(report.imagesOnly == true)
        let tiles = report.segments?.first?.tiles
        #expect(tiles.map { [$0.columns, $0.rows, $0.resolution.width] } == [4, 3, 160])
        #expect(tiles?.duration == 2)
        #expect(report.text.contains("images only"))
    }

    @Test("a delta update keeps the sheets of skipped segments")
    func delta() throws {
        let old = images(Self.head, segments: "#EXTINF:24,\n0.jpg\n#EXTINF:24,\n1.jpg")
        let new = images(
            "#EXT-X-VERSION:9", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1", Self.head,
            segments: "#EXTINF:24,\n1.jpg\n#EXTINF:24,\n2.jpg")
        var playlist = try #require(old.media)
        try playlist.apply(try #require(new.media))
        #expect(playlist.segments.map { $0.tiles?.count } == [12, 12, 12])
    }

    /// Mutated at every position in every way: nothing traps, and limits hold.
    @Test("corrupted playlists are parsed or rejected without a crash")
    func damage() {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:24\n#EXT-X-IMAGES-ONLY\n\(Self.head)\n#EXTINF:24,\n0.jpg\n#EXT-X-ENDLIST\n"
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            for replacement in [UInt8(ascii: "9"), UInt8(ascii: "x"), UInt8(ascii: "\n"), 0xff] {
                var copy = bytes
                copy[index] = replacement
                for segment in parse(copy).media.map({ Array($0.segments) }) ?? [] {
                    guard let tiles = segment.tiles else { continue }
                    #expect(tiles.count <= ImageTiles.maximumCount)
                    let tile = tiles.tile(at: segment.duration, segmentDuration: segment.duration)
                    #expect(tile.index < tiles.count && tile.x < ImageTiles.maximumSide)
                }
            }
            _ = parse(Array(bytes[..<index]))
        }
    }
}
