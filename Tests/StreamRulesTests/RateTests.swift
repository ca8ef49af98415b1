import HLS
import Testing

@testable import StreamRules

/// Tests the bit rates of variants with the renditions of their groups.
struct RateTests {
    /// Returns a playlist of four segments of 6 s with a number of bytes each.
    private func playlist(_ role: PlaylistFacts.Role, _ name: String, _ bytes: Int) throws -> PlaylistFacts {
        try MeasuredStream.playlist(role, name, .audio, starts: [0, 6, 12, 18]) { _, segment in
            segment.byteCount = bytes
        }
    }

    private func rates(_ lines: [String], _ playlists: [PlaylistFacts]) throws -> (peak: Double, average: Double)? {
        RateChecks(try MeasuredStream.stream(lines, playlists)).rates(ofVariant: 0).map { ($0.peak, $0.average) }
    }

    private static let audio =
        MeasuredStream.rendition("AUDIO", "a", "en") + "\n" + MeasuredStream.rendition("AUDIO", "b", "de")

    @Test("the largest rendition of the group is added to a variant")
    func group() throws {
        let playlists = try [
            playlist(.variant(0), "v", 60_000), playlist(.rendition(0), "a", 6_000),
            playlist(.rendition(1), "b", 12_000),
        ]
        let rates = try rates([Self.audio, MeasuredStream.variant(100_000, "v.m3u8")], playlists)
        #expect(rates.map { $0.peak } == 96_000 && rates.map { $0.average } == 96_000, "\(String(describing: rates))")
    }

    @Test("a variant of audio alone whose playlist is a rendition of its own group is counted once")
    func ownRendition() throws {
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=9000,CODECS=\"mp4a.40.2\",AUDIO=\"g\"\na.m3u8"
        let playlists = try [playlist(.variant(0), "a", 6_000), playlist(.rendition(0), "a", 6_000)]
        let own = try rates([MeasuredStream.rendition("AUDIO", "a", "en"), variant], playlists)
        #expect(own.map { $0.peak } == 8_000 && own.map { $0.average } == 8_000, "\(String(describing: own))")
        // Another member of the group takes its place rather than being added.
        let both = try rates([Self.audio, variant], playlists + [playlist(.rendition(1), "b", 12_000)])
        #expect(both.map { $0.peak } == 16_000 && both.map { $0.average } == 16_000, "\(String(describing: both))")
    }
}
