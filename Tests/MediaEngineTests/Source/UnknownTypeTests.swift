import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// URLs that do not reveal whether they are playlists or media files.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads) struct UnknownTypeTests {
    let origin: FaultyOrigin

    init() throws { origin = try FaultyOrigin() }

    /// Serves a media playlist at `/watch`, and its segment.
    private func serveStream(_ change: (inout FaultyOrigin.Faults) -> Void = { _ in }) async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 2)
        recipe.container = .ts
        let segment = try Array(Data(contentsOf: try await StreamMaker.shared.clip(recipe)))
        origin.serve(segment, at: "/0.ts")
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\n0.ts\n#EXT-X-ENDLIST\n"
        var faults = FaultyOrigin.Faults()
        change(&faults)
        origin.serve(Array(list.utf8), at: "/watch", faults: faults)
    }

    private var watchRequests: Int { origin.requests.filter { $0.path == "/watch" }.count }

    @Test(
        "a playlist at a URL of unknown type is requested once, whatever its media type",
        arguments: ["application/vnd.apple.mpegurl", "text/plain", "application/octet-stream"])
    func playlist(_ type: String) async throws {
        try await serveStream { $0.contentType = type }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/watch")))
        #expect(reader.info.tracks.contains { $0.kind == .video })
        #expect(watchRequests == 1)
        reader.cancel()
    }

    @Test("relative URLs of a playlist are resolved against the URL after redirects")
    func redirected() async throws {
        try await serveStream()
        var redirect = FaultyOrigin.Faults()
        redirect.redirectsTo = "/watch"
        origin.serve([], at: "/a/b/start", faults: redirect)
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/a/b/start")))
        #expect(origin.requests.map(\.path).prefix(3) == ["/a/b/start", "/watch", "/0.ts"])
        reader.cancel()
    }

    @Test("a media file at a URL of unknown type is requested once")
    func file() async throws {
        let clip = try Array(Data(contentsOf: try await StreamMaker.shared.clip(.markedWithTone(seconds: 2))))
        origin.serve(clip, at: "/watch")
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/watch")))
        #expect(reader.info.tracks.contains { $0.kind == .video })
        #expect(watchRequests == 1)
        reader.cancel()
    }

    @Test("thumbnails of a playlist at a URL of unknown type request it once")
    func thumbnails() async throws {
        try await serveStream()
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/watch")))
        let request = ImageExtractor.Request(
            time: .zero, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
        _ = try await withCheckedThrowingContinuation { continuation in
            extractor.extract(request) { continuation.resume(with: $0.mapError { $0 as any Error }) }
        }
        #expect(watchRequests == 1)
    }
}
