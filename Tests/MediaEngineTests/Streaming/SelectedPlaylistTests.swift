import MediaTesting
import Testing

@testable import MediaEngine

/// The playlists of a live stream that are requested (`spec/hls.md` section 6).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .timeLimit(.minutes(5)))
struct SelectedPlaylistTests {
    @Test("only the playlists of active renditions are reloaded [hls.md 6: reload selected playlists]")
    func reloads() async throws {
        let run = try await LiveRun(LadderRecipe.small.with { $0.segmentSeconds = 2 })
        defer { run.stop() }
        #expect(run.play(30) { run.reached > 30 })
        let lists = run.origin.records.map(\.path).filter { $0.hasSuffix("index.m3u8") }
        let counts = Dictionary(lists.map { ($0, 1) }, uniquingKeysWith: +)
        #expect((counts["/a0/index.m3u8"] ?? 0) > 5)
        #expect(!counts.keys.contains { $0.hasPrefix("/a1/") || $0.hasPrefix("/s0/") || $0.contains("iframes") })
        #expect(run.origin.records.filter { $0.path == "/main.m3u8" }.count == 1)
    }
}
