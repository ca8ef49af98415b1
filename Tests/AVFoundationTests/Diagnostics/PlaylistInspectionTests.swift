import Foundation
import MediaTesting
import Testing

@testable import AVFoundation

@Suite("Playlists over HTTP, for tools")
struct PlaylistInspectionTests {
    private let list = """
        #EXTM3U
        #EXT-X-VERSION:11
        #EXT-X-DEFINE:QUERYPARAM="token"
        #EXT-X-TARGETDURATION:4
        #EXT-X-KEY:METHOD=AES-128,URI="/key"
        #EXT-X-MAP:URI="/init"
        #EXTINF:4,
        a.ts?t={$token}
        """

    @Test("URIs resolve against the URL after redirects, gzip is decoded, and nothing else is requested")
    func redirected() async throws {
        let origin = try FaultyOrigin()
        defer { origin.stop() }
        var redirect = FaultyOrigin.Faults()
        redirect.redirectsTo = "/other/list?token=secret"
        origin.serve([], at: "/list.m3u8", faults: redirect)
        var packed = FaultyOrigin.Faults()
        packed.contentType = "application/vnd.apple.mpegurl"
        packed.compresses = true
        origin.serve(Array(list.utf8), at: "/other/list?token=secret", faults: packed)
        let url = origin.url("/list.m3u8")
        let inspection = try await Task.detached { try PlaylistInspection.load(url) }.value
        let json = try #require(try inspection?.json())
        #expect(inspection?.isUsable == true, "\(json)")
        #expect(json.contains("\"uri\" : \"a.ts?t=secret\""), "\(json)")
        #expect(Set(origin.requests.map(\.path)) == ["/list.m3u8", "/other/list?token=secret"])
    }

    @Test("load returns nil for a resource that is no playlist, and throws for a missing one")
    func others() async throws {
        let origin = try FaultyOrigin()
        defer { origin.stop() }
        origin.serve(Array("no playlist at all".utf8), at: "/film.mp4")
        let (film, missing) = (origin.url("/film.mp4"), origin.url("/missing.m3u8"))
        let other = try await Task.detached { try PlaylistInspection.load(film) == nil }.value
        #expect(other)
        await #expect(throws: (any Error).self) {
            try await Task.detached { try PlaylistInspection.load(missing) != nil }.value
        }
    }
}
