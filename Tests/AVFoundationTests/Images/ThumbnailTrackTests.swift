import CoreGraphics
import CoreMedia
import Foundation
import HTTPRules
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation
@testable import MediaEngine

/// A WebVTT file of thumbnails that the client names for a remote asset.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct ThumbnailTrackTests {
    private enum Color { case red, blue, white, other }

    /// A clip with white frames, and a sheet whose left half is red and whose right half is blue.
    private static func media() async throws -> (film: OriginResource, sheet: OriginResource) {
        var recipe = ClipRecipe(
            seconds: 4, video: VideoRecipe(codec: .h264, width: 320, height: 180, framesPerSecond: 10))
        recipe.video?.picture = .solid(red: 255, green: 255, blue: 255)
        recipe.video?.isMarked = false
        let clip = try await StreamMaker.shared.clip(recipe)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            ffmpeg,
            [
                "-v", "error", "-f", "lavfi", "-i", "color=red:s=160x90:r=1:d=1", "-f", "lavfi", "-i",
                "color=blue:s=160x90:r=1:d=1", "-filter_complex", "hstack,format=rgb24", "-frames:v", "1", "sheet.png",
            ], in: folder)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let sheet = try Data(contentsOf: folder.appendingPathComponent("sheet.png"))
        return (
            OriginResource(Array(try Data(contentsOf: clip)), contentType: "video/mp4"),
            OriginResource(Array(sheet), contentType: "image/png")
        )
    }

    /// Red until second 1, blue until second 2, and nothing after it.
    private static func track(_ sheet: String) -> OriginResource {
        OriginResource(
            text: """
                WEBVTT

                00:00.000 --> 00:01.000
                \(sheet)#xywh=0,0,160,90

                00:01.000 --> 00:02.000
                \(sheet)#xywh=160,0,160,90

                """, contentType: "text/vtt")
    }

    private func generator(_ asset: AVAsset) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.maximumSize = CGSize(width: 120, height: 120)
        generator.requestedTimeToleranceBefore = CMTime(value: 5, timescale: 1)
        generator.requestedTimeToleranceAfter = CMTime(value: 5, timescale: 1)
        return generator
    }

    private func color(_ generator: AVAssetImageGenerator, at seconds: Double) async throws -> Color {
        let image = try await generator.image(at: CMTime(seconds: seconds, preferredTimescale: 1_000)).image
        let pixel = try #require(image.pixel(x: image.width / 2, y: image.height / 2))
        switch (pixel.red > 200, pixel.green > 200, pixel.blue > 200) {
        case (true, false, false): return .red
        case (false, false, true): return .blue
        case (true, true, true): return .white
        default: return .other
        }
    }

    /// Returns the comments and URLs of the error log of an item that is ready to play.
    @MainActor private func ready(_ asset: AVAsset) async -> (AVPlayer, AVPlayerItem) {
        let item = AVPlayerItem(asset: asset)
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        #expect(await eventually { item.status == .readyToPlay })
        return (player, item)
    }

    @Test(
        "thumbnails come from the sheets on a server; each file is requested once, and only the asset's own server gets its headers"
    )
    func sheets_fromServers() async throws {
        let (film, sheet) = try await Self.media()
        let images = try Origin(FixedContent(["/deep/sheet": sheet]))
        let origin = try Origin(
            FixedContent(["/film": film, "/t/track.vtt": Self.track(images.url("/deep/sheet").absoluteString)]))
        let asset = AVURLAsset(
            url: origin.url("/film"),
            options: [
                "OpenAVKitThumbnailTrackKey": origin.url("/t/track.vtt"),
                "AVURLAssetHTTPHeaderFieldsKey": ["X-Ticket": "secret"],
            ])
        let first = generator(asset)
        #expect(try await color(first, at: 0.5) == .red)
        #expect(try await color(first, at: 1.5) == .blue)
        #expect(try await color(first, at: 3) == .white)
        // Another generator of the same asset, as for the pictures of chapters.
        #expect(try await color(generator(asset), at: 1.5) == .blue)
        #expect(images.records.count == 1)
        #expect(images.records.first?.request.headers["x-ticket"] == nil)
        let tracks = origin.records.filter { $0.path == "/t/track.vtt" }
        #expect(tracks.map { $0.request.headers["x-ticket"] } == ["secret"])
    }

    @Test(
        "hls.md 8: thumbnail tracks: sheets that the app names precede the frames of a stream; relative names refer to the URL after redirects"
    )
    func sheets_ofStream() async throws {
        let (_, sheet) = try await Self.media()
        let images = try Origin(FixedContent(["/a/track.vtt": Self.track("b/sheet.png"), "/a/b/sheet.png": sheet]))
        let ladder = try await Ladder.make(.small)
        let target = images.url("/a/track.vtt").absoluteString
        let origin = try Origin(
            LayeredContent(ladder, replacing: ["/moved.vtt": .status(302, headers: ["Location": target])]))
        let asset = AVURLAsset(
            url: origin.url("/main.m3u8"), options: ["OpenAVKitThumbnailTrackKey": origin.url("/moved.vtt")])
        let generator = generator(asset)
        #expect(try await color(generator, at: 0.5) == .red)
        #expect(try await color(generator, at: 1.5) == .blue)
        #expect(images.records.map(\.path) == ["/a/track.vtt", "/a/b/sheet.png"])
    }

    @Test(
        "bad input: a track or a sheet that cannot be used is in the item's error log, and thumbnails come from the frames",
        arguments: ["missing track", "text", "missing sheet", "no image", "large sheet", "loop"])
    @MainActor func fault_isReported(_ fault: String) async throws {
        let (film, sheet) = try await Self.media()
        var content: [String: OriginReply] = [
            "/film": .resource(film), "/track.vtt": .resource(Self.track("sheet.png")), "/sheet.png": .resource(sheet),
        ]
        var file = "sheet.png"
        switch fault {
        case "missing track": (content["/track.vtt"], file) = (nil, "track.vtt")
        case "text":
            content["/track.vtt"] = .resource(
                OriginResource(text: "WEBVTT\n\n00:00.000 --> 00:09.000\nHello!\n", contentType: "text/vtt"))
            file = "track.vtt"
        case "missing sheet": content["/sheet.png"] = nil
        case "no image": content["/sheet.png"] = .resource(OriginResource(text: "text", contentType: "image/png"))
        case "large sheet":
            let count = Int(ThumbnailFiles.Limits.sheetBytes) + 1
            let bytes = sheet.bytes + Array(repeating: 0, count: count - sheet.bytes.count)
            content["/sheet.png"] = .resource(OriginResource(bytes, contentType: "image/png"))
        default: content["/sheet.png"] = .status(302, headers: ["Location": "/sheet.png"])
        }
        let origin = try Origin(LayeredContent(FixedContent([:]), replacing: content))
        let asset = AVURLAsset(
            url: origin.url("/film"), options: ["OpenAVKitThumbnailTrackKey": origin.url("/track.vtt")])
        let (player, item) = await ready(asset)
        #expect(item.errorLog() == nil)
        let generator = generator(asset)
        #expect(try await color(generator, at: 0.5) == .white)
        #expect(try await color(generator, at: 1.5) == .white)
        #expect(await eventually { item.errorLog() != nil })
        let events = item.errorLog()?.events ?? []
        #expect(events.count == 1 && events.first?.uri?.hasSuffix(file) == true, "\(events.map(\.errorComment))")
        // Items that become ready later have the error in their log, too.
        let (other, later) = await ready(asset)
        #expect(await eventually { later.errorLog()?.events.count == 1 })
        withExtendedLifetime((player, other)) {}
    }

    @Test("after eight sheets that cannot be used, no further one is requested")
    @MainActor func manyFaults_endRequests() async throws {
        let (film, _) = try await Self.media()
        let cues = (0..<40).map { number in
            String(format: "00:00.%03d --> 00:00.%03d\nsheet%d.png\n", number * 10, number * 10 + 10, number)
        }
        let track = OriginResource(text: "WEBVTT\n\n" + cues.joined(separator: "\n"), contentType: "text/vtt")
        let origin = try Origin(FixedContent(["/film": film, "/track.vtt": track]))
        let asset = AVURLAsset(
            url: origin.url("/film"), options: ["OpenAVKitThumbnailTrackKey": origin.url("/track.vtt")])
        let (player, item) = await ready(asset)
        let generator = generator(asset)
        for number in 0..<12 { #expect(try await color(generator, at: Double(number) * 0.01 + 0.005) == .white) }
        let requested = Set(origin.records.map(\.path).filter { $0.hasSuffix(".png") })
        #expect(requested.count == ThumbnailFiles.Limits.failedSheets)
        #expect(await eventually { item.errorLog()?.events.count == ThumbnailFiles.Limits.failedSheets + 1 })
        withExtendedLifetime(player) {}
    }

    @Test("the rules for addresses apply to the track and to its sheets")
    func addresses_areChecked() async throws {
        let (_, sheet) = try await Self.media()
        let origin = try Origin(FixedContent(["/track.vtt": Self.track("sheet.png"), "/sheet.png": sheet]))
        var media = MediaLocator(url: origin.url("/film"))
        media.addresses = [.open]
        let files = ThumbnailFiles(origin.url("/track.vtt"), for: media)
        #expect(throws: MediaError.self) { try ThumbnailFiles.Access(files).file(origin.url("/track.vtt")) }
        #expect(origin.records.isEmpty)
        media.addresses = [.open, .loopback]
        let allowed = ThumbnailFiles(origin.url("/track.vtt"), for: media)
        #expect(try ThumbnailFiles.Access(allowed).file(origin.url("/track.vtt")).bytes.isEmpty == false)
    }

    @Test("the sheets of a track from a server are on servers; cues without an image are ignored")
    func remoteNames() throws {
        let file = URL(string: "https://example.com/a/film.vtt?x=1")!
        func image(_ payload: String) -> String? {
            ThumbnailSheets(Array("WEBVTT\n\n00:00.000 --> 00:01.000\n\(payload)\n".utf8), at: file)?
                .thumbnails.first?.image.absoluteString
        }
        #expect(image("sheet.jpg#xywh=0,0,9,9") == "https://example.com/a/sheet.jpg")
        #expect(image("../b.webp") == "https://example.com/b.webp")
        #expect(image("/image?n=3#xywh=0,0,9,9") == "https://example.com/image?n=3")
        #expect(image("http://other.example/b.png") == "http://other.example/b.png")
        for payload in [
            "file:///etc/secret.png", "ftp://example.com/b.png", "data:image/png,x", "Hello!", "a.svg", "#xywh=0,0,0,9",
            "a.png\nb.png",
        ] { #expect(image(payload) == nil, "\(payload)") }
    }

    /// A track that is sent only when the gate is open.
    private final class Gate: OriginContent {
        private let state = Mutex((isOpen: false, requests: 0))
        private let track = ThumbnailTrackTests.track("sheet.png")
        var requests: Int { state.withLock { $0.requests } }

        func open() { state.withLock { $0.isOpen = true } }

        func reply(to request: OriginRequest, now: Int64) -> OriginReply {
            let isOpen = state.withLock { state in
                state.requests += 1
                return state.isOpen
            }
            return isOpen ? .resource(track) : .later(now + 50_000_000)
        }
    }

    /// Calls blocking code on a thread of its own.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }

    @Test(
        "a cancelled access ends while the server is silent; its request continues, so that the file is there for the next one"
    )
    func cancel_endsWait() async throws {
        let gate = Gate()
        let origin = try Origin(gate)
        let url = origin.url("/track.vtt")
        let access = ThumbnailFiles.Access(ThumbnailFiles(url, for: MediaLocator(url: origin.url("/film"))))
        async let waiting = onThread { try access.file(url).bytes }
        #expect(await eventually { gate.requests > 0 })
        access.cancel()
        do {
            _ = try await waiting
            Issue.record("the access was not cancelled")
        } catch {
            #expect((error as? MediaError)?.code == .cancelled)
        }
        access.resume()
        gate.open()
        #expect(try await onThread { try access.file(url).bytes.isEmpty } == false)
        #expect(origin.records.count == 1)
    }
}
