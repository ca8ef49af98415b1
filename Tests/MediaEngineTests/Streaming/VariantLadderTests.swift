import Foundation
import HLS
import Testing

@testable import MediaEngine

/// The player's ladder equals HLS's selection (`spec/hls.md` section 3), and is stable while limits change.
struct VariantLadderTests {
    private static let lines = [
        "#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=640x360", "low.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS=\"mp4a.40.2\"", "sound.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=1920x1080", "high.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=1280x720", "middle.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=1280x720", "copy.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS=\"xyz1,mp4a.40.2\",RESOLUTION=1280x720", "strange.m3u8",
    ]

    private func ladder(_ lines: [String] = Self.lines) throws -> VariantLadder {
        try VariantLadder(try multivariantPlaylist(lines), environment: .ofThisMachine, url: try testURL("/main.m3u8"))
    }

    @Test(
        "section 3: levels are in ascending order, redundant streams are one level, and every other variant has a reason"
    )
    func variants() throws {
        let ladder = try ladder()
        #expect(ladder.levels.map(\.variant.uri) == ["low.m3u8", "middle.m3u8", "high.m3u8"])
        #expect(ladder.levels[1].indices == [3, 4])
        #expect(ladder.costs.map(\.bandwidth) == [900_000, 2_000_000, 5_000_000])
        #expect(ladder.selection.candidates.map(\.exclusion) == [nil, .audioOnly, nil, nil, nil, .codec("xyz1")])
        #expect(ladder.url(of: 2)?.absoluteString == "https://example.com/high.m3u8")
        #expect(ladder.url(of: 3) == nil)
    }

    @Test(
        "section 3, points 6 and 7: the view, the app and an expensive network exclude variants without renumbering them"
    )
    func limits() throws {
        let ladder = try ladder()
        var environment = VariantEnvironment.ofThisMachine
        #expect(ladder.excluded(under: environment) == [])
        environment.viewSize = PixelSize(width: 1_000, height: 500)
        #expect(ladder.excluded(under: environment) == [2])
        environment.preferredPeakBitRate = 1_000_000
        #expect(ladder.excluded(under: environment) == [1, 2])
        environment = .ofThisMachine
        environment.preferredPeakBitRateForExpensiveNetworks = 1_000_000
        environment.preferredMaximumResolutionForExpensiveNetworks = PixelSize(width: 1_280, height: 720)
        #expect(ladder.excluded(under: environment) == [])
        environment.isExpensiveNetwork = true
        #expect(ladder.excluded(under: environment) == [1, 2])
        environment.preferredPeakBitRateForExpensiveNetworks = nil
        #expect(ladder.excluded(under: environment) == [2])
        environment.preferredPeakBitRate = 1
        #expect(ladder.excluded(under: environment) == [1, 2])
    }

    @Test("section 3: a stream without playable variants is an error with a reason for each variant")
    func nothingPlayable() throws {
        let failure = #expect(throws: MediaError.self) {
            _ = try ladder(["#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"xyz1\"", "strange.m3u8"])
        }
        #expect(failure?.code == .noPlayableTracks)
        #expect(failure?.detail == "strange.m3u8: xyz1 cannot be decoded")
    }

    @Test("section 4: an option is one track, whichever group's rendition carries it")
    func tracks() throws {
        let list = try multivariantPlaylist([
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"lo\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en-lo.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"lo\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"de-lo.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"hi\",NAME=\"English\",LANGUAGE=\"en\",URI=\"en-hi.m3u8\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"unused\",NAME=\"Suomi\",LANGUAGE=\"fi\",URI=\"fi.m3u8\"",
            "#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO=\"lo\"", "low.m3u8",
            "#EXT-X-STREAM-INF:BANDWIDTH=1900000,AUDIO=\"hi\"", "high.m3u8",
        ])
        let tracks = StreamTracks(list, variants: list.variants)
        #expect(tracks.audio.map(\.name) == ["English", "Deutsch"])
        #expect(tracks.audio.map { tracks.track(of: $0) } == [1, 2])
        #expect(tracks.option(of: 2)?.language == "de")
        #expect(tracks.role(of: 2) == .audio(2))
        #expect(tracks.option(of: 0) == nil)
        #expect(tracks.option(of: 3) == nil)
    }
}
