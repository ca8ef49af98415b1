import Foundation
import HLS
import MediaEngine
import MediaTesting
import StreamRules
import Synchronization
import Testing

@testable import StreamInspection

/// Tests the comparison of delta updates, hinted parts and rendition reports with the playlists.
struct LowLatencyUpdateTests {
    private static let url = URL(filePath: "/nowhere/v/live.m3u8")

    private func media(_ text: String, _ base: URL = url) throws -> MediaPlaylist {
        guard case .media(let playlist) = try Playlist.parse(text: text, baseURL: base).playlist else {
            throw CancellationError()
        }
        return playlist
    }

    // MARK: - Delta updates

    /// Segments of 2 s from number 20 to 31; a delta update with `skipped` segments, or the whole playlist.
    private func window(
        skipped: Int? = nil, version: Int = 9, duration: String = "2", uri: String = "s"
    ) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-VERSION:\(version)\n#EXT-X-TARGETDURATION:2\n"
        text += "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12\n#EXT-X-MEDIA-SEQUENCE:20\n"
        if let skipped { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n" }
        for number in 20 + (skipped ?? 0)..<32 { text += "#EXTINF:\(duration),\n\(uri)\(number).m4s\n" }
        return try media(text)
    }

    private func problem(_ update: MediaPlaylist) throws -> String? {
        LowLatencyProbe.problem(of: update, try #require(update.skip), try window())
    }

    @Test("a delta update that skips up to the boundary is not reported")
    func delta() throws { #expect(try problem(window(skipped: 6)) == nil) }

    @Test("a delta update that skips nothing, or more than CAN-SKIP-UNTIL allows, is reported")
    func delta_count() throws {
        #expect(try problem(window(skipped: 0))?.contains("skips nothing") == true)
        #expect(try problem(window(skipped: 8))?.contains("CAN-SKIP-UNTIL") == true)
    }

    @Test("a delta update with another EXTINF, URI or a version below 9 is reported")
    func delta_contents() throws {
        #expect(try problem(window(skipped: 6, duration: "1.9"))?.contains("EXTINF of segment number 26") == true)
        #expect(try problem(window(skipped: 6, uri: "t"))?.contains("t26.m4s") == true)
        #expect(try problem(window(skipped: 6, version: 8))?.contains("EXT-X-VERSION:8") == true)
    }

    @Test("a delta update without EXT-X-MEDIA-SEQUENCE is reported")
    func delta_sequence() throws {
        let update = try media(
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n#EXT-X-SKIP:SKIPPED-SEGMENTS=6\n#EXTINF:2,\ns26.m4s\n")
        #expect(try problem(update)?.contains("begins with segment number 0") == true)
    }

    // MARK: - Hints

    /// A playlist with segment number 7, `parts` parts of number 8, and a hint.
    private func parts(_ parts: Int, hint: String, _ base: URL = url) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n"
        text +=
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:4,\n7.mp4\n"
        for part in 0..<parts { text += "#EXT-X-PART:DURATION=1,URI=\"8.\(part).mp4\"\n" }
        return try media(text + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(hint)\"\n", base)
    }

    @Test("a response with two parts after the requested one is reported where it took long; one with the part is not")
    func held() throws {
        func problem(_ parts: Int, _ seconds: Double, part: Int = 0, number: UInt64 = 8) throws -> String? {
            LowLatencyProbe.problem(
                ofHeld: try self.parts(parts, hint: "x.mp4"), number, part, seconds: seconds, target: 1)
        }
        #expect(try problem(3, 2)?.contains("has 2 further parts") == true)
        #expect(try problem(3, 1) == nil)
        #expect(try problem(2, 2) == nil)
        #expect(try problem(3, 2, part: 1) == nil)
        // The parts of the complete segment are not listed anymore.
        #expect(try problem(1, 2, number: 7) == nil)
        #expect(try problem(3, 2, number: .max) == nil)
    }

    @Test("a hint that names the part after the next one is reported; one that names the next part is not")
    func hintOrder() throws {
        let newer = try parts(3, hint: "8.3.mp4")
        let ahead = try parts(1, hint: "8.2.mp4")
        let found = LowLatencyProbe.order(of: try #require(ahead.preloadHints.first), after: ahead, in: newer)
        #expect(found.map(\.kind) == [.hint] && found[0].problem.contains("the next part was part 1"), "\(found)")
        let next = try parts(1, hint: "8.1.mp4")
        #expect(LowLatencyProbe.order(of: try #require(next.preloadHints.first), after: next, in: newer).isEmpty)
    }

    @Test("a hinted part whose bytes differ once it is listed is reported", arguments: [true, false])
    func hintBytes(changes: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let part = folder.appending(path: "8.1.mp4")
        try Data([1]).write(to: part)
        let base = folder.appending(path: "live.m3u8")
        let (old, newer) = (try parts(1, hint: "8.1.mp4", base), try parts(2, hint: "8.2.mp4", base))
        let count = Mutex(0)
        let probe = LowLatencyProbe(
            load: { _ in
                let request = count.withLock { count in
                    count += 1
                    return count
                }
                guard request > 2 else { return document(old) }
                if changes { try? Data([1, 2]).write(to: part) }
                return document(newer)
            }, fetcher: StreamFetcher(MediaLocator(url: base)))
        let found = probe.run().filter { $0.kind == .hint }
        #expect(found.contains { $0.problem.contains("had 1 bytes") } == changes, "\(found)")
    }

    @Test("a hinted range that does not follow the last listed part is reported")
    func hintRange() throws {
        func problem(_ parts: String, _ hint: String) throws -> String? {
            let playlist = try media(
                "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n"
                    + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n#EXTINF:4,\n7.mp4\n"
                    + parts.split(separator: " ").map { "#EXT-X-PART:DURATION=1,\($0)\n" }.joined()
                    + "#EXT-X-PRELOAD-HINT:TYPE=PART,\(hint)\n")
            return LowLatencyProbe.rangeProblem(try #require(playlist.preloadHints.first), playlist)
        }
        let ranges = "URI=\"8.mp4\",BYTERANGE=\"700@0\" URI=\"8.mp4\",BYTERANGE=\"300@700\""
        #expect(try problem(ranges, "URI=\"8.mp4\",BYTERANGE-START=1000") == nil)
        #expect(try problem(ranges, "URI=\"8.mp4\",BYTERANGE-START=900")?.contains("ends at byte 1000") == true)
        #expect(try problem(ranges, "URI=\"9.mp4\",BYTERANGE-START=0") == nil)
        #expect(try problem("URI=\"8.0.mp4\"", "URI=\"8.1.mp4\",BYTERANGE-START=50")?.contains("8.0.mp4") == true)
        #expect(try problem("URI=\"8.0.mp4\"", "URI=\"8.1.mp4\"") == nil)
    }

    // MARK: - Listed parts

    @Test(
        "a listed part and a hinted initialization section that the server does not have are reported",
        arguments: [true, false])
    func missing(hasThem: Bool) throws {
        let resource = OriginResource([1], contentType: "video/mp4")
        let origin = try Origin(FixedContent(hasThem ? ["/6.0.mp4": resource, "/i.mp4": resource] : [:]))
        defer { origin.stop() }
        let playlist = try media(
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n"
                + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n"
                + "#EXT-X-PART:DURATION=4,URI=\"6.0.mp4\"\n#EXTINF:4,\n6.mp4\n"
                + "#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"i.mp4\"\n", origin.url("/live.m3u8"))
        let probe = LowLatencyProbe(
            load: { _ in document(playlist) }, fetcher: StreamFetcher(MediaLocator(url: origin.url("/live.m3u8"))))
        let kinds = (probe.sectionHint() + probe.listed()).map(\.kind)
        #expect(kinds == (hasThem ? [] : [.hint, .listed]))
    }

    // MARK: - Rendition reports

    private func document(_ playlist: MediaPlaylist?) -> StreamInspector.LoadedDocument {
        StreamInspector.LoadedDocument(
            document: PlaylistDocument(url: Self.url.absoluteString), playlist: playlist.map { .media($0) },
            url: Self.url)
    }

    /// The requests for another playlist, and what they show, where the server refuses segments after number 8.
    private func reports(last: Int) throws -> (probes: [ReloadProbe], queries: [[String: String]]) {
        let text = "#EXT-X-RENDITION-REPORT:URI=\"../a/live.m3u8\",LAST-MSN=\(last),LAST-PART=0\n"
        var own = try parts(1, hint: "8.1.mp4")
        own.renditionReports = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n#EXTINF:4,\n7.mp4\n" + text
        ).renditionReports
        let queries = Mutex<[[String: String]]>([])
        let playlist = own
        let probe = LowLatencyProbe(
            load: { _ in document(playlist) }, fetcher: StreamFetcher(MediaLocator(url: Self.url)),
            loadOther: { _, query in
                queries.withLock { $0.append(query) }
                let number = query["_HLS_msn"].flatMap(Int.init) ?? 0
                return document(number > 8 ? nil : playlist)
            })
        return (probe.reports(), queries.withLock { $0 })
    }

    @Test("a rendition report of a segment that the server refuses is reported, and the reported part is requested")
    func report() throws {
        let (probes, queries) = try reports(last: 11)
        #expect(probes.map(\.kind) == [.report] && queries.first == ["_HLS_msn": "11", "_HLS_part": "0"], "\(probes)")
        #expect(try reports(last: 8).probes.isEmpty)
    }

    // MARK: - Blocking reloads

    @Test("one of three blocking reloads that responds at once without the part is reported")
    func blocking() throws {
        let old = try parts(1, hint: "8.1.mp4")
        let newer = try parts(2, hint: "8.2.mp4")
        let count = Mutex(0)
        let probe = LowLatencyProbe(
            load: { query in
                guard query["_HLS_part"] != nil else { return document(old) }
                let request = count.withLock { count in
                    count += 1
                    return count
                }
                return document(request == 2 ? old : newer)
            }, fetcher: StreamFetcher(MediaLocator(url: Self.url)))
        #expect(probe.run().contains { $0.kind == .blocking && $0.problem.contains("without it") })
    }
}
