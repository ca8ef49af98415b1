import Foundation
import HLS
import MediaEngine
import StreamRules
import Synchronization
import Testing

@testable import StreamInspection

/// Tests the limits of the requests that stand for those of a player of low latency, with playlists that no server holds back.
struct LowLatencyProbeTests {
    private static let url = URL(filePath: "/nowhere/live.m3u8")

    /// Runs the requests against one playlist, and collects their query parameters.
    private func run(_ text: String) -> (probes: [ReloadProbe], queries: [[String: String]]) {
        let queries = Mutex<[[String: String]]>([])
        let playlist = try? Playlist.parse(text: text, baseURL: Self.url).playlist
        let probe = LowLatencyProbe(
            load: { query in
                queries.withLock { $0.append(query) }
                return StreamInspector.LoadedDocument(
                    document: PlaylistDocument(url: Self.url.absoluteString), playlist: playlist, url: Self.url)
            }, fetcher: StreamFetcher(MediaLocator(url: Self.url)))
        let probes = probe.run()
        return (probes, queries.withLock { $0 })
    }

    private func live(sequence: UInt64) -> String {
        """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:4
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=12
        #EXT-X-MEDIA-SEQUENCE:\(sequence)
        #EXTINF:4,
        0.ts

        """
    }

    @Test("a hinted part is given three part targets, and 30 s at most", arguments: [(0.5, 1.5), (10, 30), (1e9, 30)])
    func hintLimit(partTarget: Double, seconds: Double) {
        #expect(LowLatencyProbe.hintSeconds(partTarget: partTarget) == seconds)
    }

    @Test("a hinted part without a part target is given 3 s")
    func hintLimit_noTarget() {
        #expect(LowLatencyProbe.hintSeconds(partTarget: nil) == 3)
    }

    @Test("a blocking reload that responds without the segment is reported, and one of the far future is requested")
    func blocking() {
        let (probes, queries) = run(live(sequence: 7))
        #expect(probes.map(\.kind) == [.blocking, .refusal], "\(probes)")
        #expect(queries.contains(["_HLS_msn": "8"]) && queries.contains(["_HLS_msn": "68"]), "\(queries)")
    }

    @Test("at the end of the range of sequence numbers, no segment of the far future is requested")
    func lastSequenceNumber() {
        let (probes, queries) = run(live(sequence: .max - 30))
        #expect(!probes.contains { $0.kind == .refusal }, "\(probes)")
        #expect(queries.compactMap { $0["_HLS_msn"] }.allSatisfy { $0 == "\(UInt64.max - 29)" }, "\(queries)")
    }
}
