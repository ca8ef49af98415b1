import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// The cost of metadata and chapters of long files: bytes, requests and time.
@Suite("Cost of metadata and chapters", .enabled(if: StreamMaker.isAvailable), .serialized)
struct MetadataCostTests {
    private static let hours = 2
    private static let fileBytes: Int64 = 8 << 30

    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("cost-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func path(_ name: String) -> URL { url.appendingPathComponent(name) }
    }

    /// A film of two hours with 60 chapters in two languages and pictures, made by repeating a short clip.
    private static func film(in folder: Folder, _ name: String, arguments: [String] = []) async throws -> URL {
        var recipe = ClipRecipe.solid(red: 20, green: 60, blue: 90, seconds: 4)
        recipe.metadata = ["title": "A long film"]
        let clip = try await StreamMaker.shared.clip(recipe)
        let film = folder.path(name)
        let outcome = try await ExternalCommand.run(
            try #require(ExternalCommand.find("ffmpeg")),
            [
                "-v", "error", "-stream_loop", "\(hours * 900 - 1)", "-i", clip.path, "-c", "copy", "-map_metadata",
                "0",
            ] + arguments + ["-y", film.path])
        #expect(outcome.status == 0, "\(outcome.standardError)")
        return film
    }

    private static func addChapters(to film: URL, _ output: URL) throws {
        var chapters = AuthoredChapters()
        let starts = (0..<60).map { Double($0) * 120 }
        chapters.languages = ["en", "de"].map { tag in
            .init(tag: tag, titles: starts.map { .init(start: $0, text: "\(tag) \($0)") })
        }
        chapters.pictures = starts.map { .init(start: $0, data: Data(ContainerWriter.png(width: 320, height: 180))) }
        try ChapterFileWriter.write(chapters, from: film, to: output)
    }

    /// Returns the box and its size.
    private static func index(of file: URL) throws -> (offset: Int64, bytes: Int) {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        let size = Int64(try handle.seekToEnd())
        let bytes = ContainerBytes { offset, count in
            guard (try? handle.seek(toOffset: UInt64(offset))) != nil else { return nil }
            guard let data = try? handle.read(upToCount: count) else { return [] }
            return Array(data)
        }
        let box = try #require(MovieBoxes(bytes, in: 0..<size).first { $0.type == "moov" })
        return (box.start, box.byteCount)
    }

    private func check(_ info: MediaInfo, chapters: Int) {
        #expect(info.tags?.contains { $0.value == .text("A long film") } == true)
        #expect(info.chapters.count == chapters)
        #expect(info.findings.isEmpty, "\(info.findings)")
    }

    @Test(
        "a sparse MP4 and MOV of 8 GB with the index at the end: at most 2 MB are read beyond the index",
        arguments: ["mp4", "mov"])
    func sparseMovie(kind: String) async throws {
        let folder = try Folder()
        let plain = try await Self.film(in: folder, "plain." + kind)
        let film = folder.path("film." + kind)
        try Self.addChapters(to: plain, film)
        // A free box of 8 GB before the index.
        let index = try Self.index(of: film)
        let handle = try FileHandle(forUpdating: film)
        try handle.seek(toOffset: UInt64(index.offset))
        let box = try #require(try handle.readToEnd())
        try handle.seek(toOffset: UInt64(index.offset))
        try handle.write(
            contentsOf: BoxBytes.number(1, 4) + Array("free".utf8) + BoxBytes.number(Int(Self.fileBytes), 8))
        try handle.seek(toOffset: UInt64(index.offset + Self.fileBytes))
        try handle.write(contentsOf: box)
        try handle.close()

        var demuxer: Demuxer?
        let took = try ContinuousClock().measure { demuxer = try Demuxer.open(MediaLocator(url: film)) }
        let opened = try #require(demuxer)
        check(opened.info, chapters: 120)
        #expect(opened.info.chapterPictures.count == 60)
        let beyond = opened.bytesRead - Int64(index.bytes)
        print("\(kind): index \(index.bytes) bytes, \(beyond) bytes beyond it, \(took)")
        #expect(beyond < 2_000_000)
    }

    @Test("a sparse MKV of 8 GB: at most 2 MB are read beyond its headers and cues")
    func sparseMatroska() async throws {
        let folder = try Folder()
        let film = try await Self.film(in: folder, "film.mkv", arguments: ["-reserve_index_space", "200000"])
        let size = Int64(try Data(contentsOf: film, options: .mappedIfSafe).count)
        let handle = try FileHandle(forUpdating: film)
        let head = Array(try #require(try handle.read(upToCount: 4096)))
        let segment = try #require(
            MatroskaElements(ContainerBytes(head), in: 0..<size).first { $0.id == 0x1853_8067 })
        // The segment is extended by a void element.
        try handle.seek(toOffset: UInt64(segment.start + 4))
        try handle.write(contentsOf: [1] + BoxBytes.number(Int(size + Self.fileBytes - segment.content.lowerBound), 7))
        try handle.seek(toOffset: UInt64(size))
        try handle.write(contentsOf: [0xEC, 1] + BoxBytes.number(Int(Self.fileBytes) - 9, 7))
        try handle.truncate(atOffset: UInt64(size + Self.fileBytes))
        try handle.close()

        var demuxer: Demuxer?
        let took = try ContinuousClock().measure { demuxer = try Demuxer.open(MediaLocator(url: film)) }
        let opened = try #require(demuxer)
        check(opened.info, chapters: 0)
        print("mkv: \(opened.bytesRead) bytes, \(took)")
        #expect(opened.bytesRead < 2_200_000)
    }

    @Test("over HTTP at 20 ms a response, metadata and chapters need few requests", arguments: [true, false])
    func requests(hasIndexFirst: Bool) async throws {
        let folder = try Folder()
        let plain = try await Self.film(
            in: folder, "plain.mp4", arguments: hasIndexFirst ? ["-movflags", "+faststart"] : [])
        let film = folder.path("film.mp4")
        try Self.addChapters(to: plain, film)
        let index = try Self.index(of: film)
        let origin = try Origin(FolderContent(folder.url))
        defer { origin.stop() }
        origin.update { $0.latency = 0.02 }
        var demuxer: Demuxer?
        let took = try ContinuousClock().measure {
            demuxer = try Demuxer.open(MediaLocator(url: origin.url("/film.mp4")))
        }
        let opened = try #require(demuxer)
        check(opened.info, chapters: 120)
        let count = origin.records.count
        print(
            "http, index \(hasIndexFirst ? "first" : "last"): \(count) requests, \(opened.bytesRead - Int64(index.bytes)) bytes beyond the index, \(took)"
        )
        #expect(count <= 5 && opened.bytesRead - Int64(index.bytes) < 2_000_000)
    }

    @Test("over HTTP at 20 ms a response, the metadata of a Matroska file needs few requests")
    func matroskaRequests() async throws {
        let folder = try Folder()
        _ = try await Self.film(in: folder, "film.mkv")
        let origin = try Origin(FolderContent(folder.url))
        defer { origin.stop() }
        origin.update { $0.latency = 0.02 }
        var demuxer: Demuxer?
        let took = try ContinuousClock().measure {
            demuxer = try Demuxer.open(MediaLocator(url: origin.url("/film.mkv")))
        }
        let opened = try #require(demuxer)
        check(opened.info, chapters: 0)
        let count = origin.records.count
        print("http, mkv: \(count) requests, \(opened.bytesRead) bytes, \(took)")
        #expect(count <= 5 && opened.bytesRead < 2_000_000)
    }
}
