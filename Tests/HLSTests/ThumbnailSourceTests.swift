import Testing

@testable import HLS

@Suite("Sources of thumbnails (hls.md section 8)")
struct ThumbnailSourceTests {
    private func list(_ lines: String...) -> MultivariantPlaylist? {
        let variants = """
            #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080
            high.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
            sound.m3u8
            """
        return parse("#EXTM3U\n" + lines.joined(separator: "\n") + "\n" + variants + "\n").multivariant
    }

    private func iFrames(_ codec: String, _ size: String, range: String? = nil) -> String {
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,CODECS=\"\(codec)\",RESOLUTION=\(size),URI=\"\(size)\""
            + (range.map { ",VIDEO-RANGE=\($0)" } ?? "")
    }

    @Test(
        "the cheapest source that is wide enough is chosen, considering the decoding cost of its codec [hls.md 8: choice of thumbnails]"
    )
    func cheapest() {
        let environment = VariantEnvironment()
        let sizes = list(
            iFrames("avc1.640028", "1920x1080"), iFrames("avc1.42c00d", "416x234"), iFrames("avc1.42c00d", "192x108"))
        #expect(sizes?.thumbnailSources(width: 320, environment: environment) == [.iFrames(1), .segments(1)])
        #expect(sizes?.thumbnailSources(width: 0, environment: environment) == [.iFrames(0), .segments(0)])
        #expect(sizes?.thumbnailSources(width: 4_000, environment: environment).first == .iFrames(0))
        let codecs = list(
            iFrames("av01.0.04M.08", "320x180"), iFrames("hvc1.1.6.L60.B0", "320x180"),
            iFrames("avc1.42c00d", "320x180"), iFrames("mjpg", "400x226"))
        #expect(codecs?.thumbnailSources(width: 216, environment: environment).first == .iFrames(3))
        #expect(
            list(iFrames("av01.0.04M.08", "320x180"), iFrames("avc1.42c00d", "320x180"))?
                .thumbnailSources(width: 216, environment: environment).first == .iFrames(1))
    }

    @Test("sources that cannot be decoded are not chosen, and SDR is preferred to HDR")
    func eligible() {
        var environment = VariantEnvironment()
        environment.codecs = [.h264, .aac]
        let both = list(iFrames("hvc1.1.6.L60.B0", "320x180"), iFrames("avc1.42c00d", "640x360"))
        #expect(both?.thumbnailSources(width: 216, environment: environment).first == .iFrames(1))
        let ranges = list(iFrames("hvc1.2.4.L60.B0", "320x180", range: "PQ"), iFrames("hvc1.1.6.L60.B0", "640x360"))
        #expect(ranges?.thumbnailSources(width: 216, environment: VariantEnvironment()).first == .iFrames(1))
    }

    @Test("thumbnail sheets follow I-frames, and segments of the cheapest variant with video are last")
    func order() {
        let tiles = "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=10,RESOLUTION=160x90,CODECS=\"jpeg\",URI=\"t.m3u8\""
        #expect(
            list(iFrames("avc1.42c00d", "320x180"), tiles)?.thumbnailSources(width: 216, environment: .init())
                == [.iFrames(0), .images(0), .segments(1)])
        #expect(list(tiles)?.thumbnailSources(width: 216, environment: .init()) == [.images(0), .segments(1)])
        #expect(list()?.thumbnailSources(width: 216, environment: .init()) == [.segments(1)])
    }
}
