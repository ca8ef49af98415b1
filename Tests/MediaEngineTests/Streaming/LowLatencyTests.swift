import CFFmpeg
import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

/// Parts, blocking reloads, hints and reports (`spec/hls.md` section 6; bis appendix B), on a fake clock.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct LowLatencyTests {
    /// Segments of four seconds, in parts of one second.
    private static let recipe = LadderRecipe.small

    private func run(_ recipe: LadderRecipe = Self.recipe, canSkip: Bool = false) async throws -> LiveRun {
        try await LiveRun(recipe) {
            $0.isLowLatency = true
            $0.canSkip = canSkip
            $0.window = .sliding(8)
            $0.secondsBefore = 42.3
        }
    }

    @Test(
        "section 6: playback starts at PART-HOLD-BACK from the newest part, at most half a second further")
    func distance() async throws {
        let run = try await run()
        defer { run.stop() }
        let back = 3 * 1.022
        // 42 s existed at the start, of which the first 8 s are outside of the window.
        #expect(abs(run.reader.startPosition.seconds - (34 - back)) < 0.1)
        #expect(run.play(5) { run.reached > 36 })
        LiveTests.check(run)
        // Each part is delivered before the next one is produced.
        for _ in 0..<80 {
            _ = run.play(0.25)
            #expect(run.lag < 1.6, "\(run.lag)")
        }
        LiveTests.check(run)
        #expect(run.reported.all == [])
        #expect(run.failure == nil)
    }

    @Test(
        "hls.md section 6: reloads block for the next part, and the hinted part is requested ahead [hls.md 6: preload hint]"
    )
    func requests() async throws {
        let run = try await run()
        defer { run.stop() }
        #expect(run.play(12) { run.reached > 44 })
        let playlists = run.origin.records.filter { $0.path.hasSuffix("index.m3u8") }
        let queries = playlists.compactMap(\.request.query)
        #expect(queries.contains { $0.contains("_HLS_msn=") && $0.contains("_HLS_part=") }, "\(queries)")
        // One plain reload for each of the two playlists.
        #expect(playlists.count - queries.count <= 2, "\(playlists.map { "\($0.path) \($0.request.query ?? "")" })")
        let media = run.origin.records.map(\.path).filter { $0.hasSuffix(".m4s") }
        #expect(media.contains { $0.split(separator: ".").count == 3 }, "\(media)")
        // Requested before it existed.
        #expect(
            run.origin.records.contains {
                $0.path.hasSuffix(".m4s") && ($0.began ?? $0.arrived) - $0.arrived > 300_000_000
            })
        // No request is repeated.
        #expect(Set(media).count == media.count, "\(media)")
    }

    @Test(
        "hls.md section 6: a cached playlist is brought up to date before playback joins it (CDN tune-in) [hls.md 6: CDN tune-in]"
    )
    func tuneIn() async throws {
        let run = try await LiveRun(Self.recipe) {
            $0.isLowLatency = true
            $0.window = .sliding(8)
            $0.secondsBefore = 42.3
            $0.cacheAge = 5
        }
        defer { run.stop() }
        // As without the cache: 42 s existed, and the first received window started a segment earlier.
        let newest = 38.0 - 3 * 1.022
        #expect(abs(run.reader.startPosition.seconds - newest) < 4.1)
        let joined = run.reader.seekableRange?.upperBound.seconds ?? 0
        #expect(abs(run.reader.startPosition.seconds - joined) < 0.1)
        let asked = run.origin.records.filter { $0.path.hasSuffix("index.m3u8") }
        // The cached playlist ended at 37 s: nine segments and one part; 42 s are ten segments and two parts.
        #expect(
            asked.prefix(6).contains { $0.request.query == "_HLS_msn=10&_HLS_part=2" }, "\(asked.map(\.request.query))")
        #expect(run.play(8) { run.reached > 38 })
        for _ in 0..<20 {
            _ = run.play(0.25)
            #expect(run.lag < 1.6, "\(run.lag)")
        }
    }

    @Test("section 6: when the server rejects the tune-in request, playback joins the cached playlist")
    func tuneInRefused() async throws {
        let run = try await LiveRun(Self.recipe) {
            $0.isLowLatency = true
            $0.secondsBefore = 42.3
            $0.cacheAge = 30
        }
        defer { run.stop() }
        #expect(run.play(12) { run.reached > 10 })
        LiveTests.check(run)
        #expect(run.failure == nil)
    }

    @Test("hls.md section 6: delta updates are requested, and result in the same media [hls.md 6: delta request]")
    func deltaUpdates() async throws {
        let run = try await LiveRun(Self.recipe) {
            $0.isLowLatency = true
            $0.canSkip = true
            $0.window = .sliding(30)
            $0.secondsBefore = 122.3
        }
        defer { run.stop() }
        #expect(run.play(15) { run.reached > 130 })
        LiveTests.check(run)
        #expect(run.origin.records.contains { $0.request.query?.contains("_HLS_skip=") == true })
        #expect(run.reader.seekableRange.map { $0.lowerBound > 0 } == true)
    }

    @Test("section 6: another variant starts from the current playlist's rendition report, without a gap")
    func reports() async throws {
        let run = try await run()
        defer { run.stop() }
        #expect(run.play(5) { run.reached > 36 })
        let before = run.origin.records.count
        var preferences = StreamingPreferences()
        let variant = try #require(run.reader.query { $0.main?.variant })
        // Switch away from the current variant.
        if variant > 0 { preferences.environment.preferredPeakBitRate = 1 }
        run.reader.prefer(preferences)
        if variant == 0 { run.reader.update { $0.machine.switchMain(to: 1) } }
        #expect(run.play(15) { run.reached > 46 })
        LiveTests.check(run)
        let other = variant == 0 ? "/v1/index.m3u8" : "/v0/index.m3u8"
        let first = run.origin.records.dropFirst(before).first { $0.path == other }
        #expect(first?.request.query?.contains("_HLS_msn=") == true, "\(String(describing: first))")
    }

    @Test("section 6: a variant switch in the middle of a segment continues without a gap")
    func changeWithinASegment() async throws {
        let run = try await run()
        defer { run.stop() }
        // After a part at which decoding cannot start.
        #expect(
            run.play(5) {
                run.reached > 36
                    && run.reader.query { machine in
                        if case .part(_, 1) = machine.main?.next { true } else { false }
                    }
            })
        let variant = try #require(run.reader.query { $0.main?.variant })
        // The stream may have switched up before.
        let before = run.pictures.count
        // It must not switch back at once.
        var preferences = StreamingPreferences()
        if variant > 0 { preferences.environment.preferredPeakBitRate = 1 }
        run.reader.prefer(preferences)
        run.reader.update { $0.machine.switchMain(to: 1 - variant) }
        #expect(run.play(15) { run.reached > 46 })
        LiveTests.check(run)
        #expect(run.failure == nil)
        // The first frame of the other variant is one at which decoding can start.
        let pictures = run.pictures
        let widths = pictures.map { $0.format.parameters.pointee.width }
        let seam = try #require(widths.indices.dropFirst(max(1, before)).first { widths[$0] != widths[$0 - 1] })
        #expect(pictures[seam].isLeadIn && pictures[seam].raw.pointee.flags & AV_PKT_FLAG_KEY != 0)
        let shown = pictures.filter { !$0.isLeadIn }.map(\.time).sorted()
        // Each frame once; the last frames of one variant and the first of the other may be reordered.
        #expect(try Self.decoded(pictures, run.reader).sorted() == shown)
    }

    /// Returns the times of the frames that a decoder returns.
    private static func decoded(_ packets: [Packet], _ reader: StreamingReader) throws -> [Nanoseconds] {
        let track = try #require(reader.info.tracks.first { $0.kind == .video })
        let decoder = try VideoDecoder(demuxer: reader, track: track, threads: 2, usesHardware: false)
        var times: [Nanoseconds] = []
        func take() throws {
            while case .frame(let frame) = try decoder.receive(epoch: 0) { times.append(frame.time) }
        }
        for packet in packets {
            while try !decoder.send(packet) { try take() }
            try take()
        }
        _ = try decoder.send(nil)
        try take()
        return times
    }

    @Test("section 6: after a 503 on a blocking reload parts are loaded by plain reloads, then by blocking ones again")
    func failedBlockingReload() async throws {
        let run = try await run()
        defer { run.stop() }
        #expect(run.play(5) { run.reached > 36 })
        let before = run.origin.records.count
        run.origin.inject(.status(503), for: .suffix("/index.m3u8"), times: 2)
        for _ in 0..<24 {
            _ = run.play(0.25)
            #expect(run.lag < 2.1, "\(run.lag)")
        }
        let failed = run.origin.records.dropFirst(before).filter { $0.path.hasSuffix("index.m3u8") }
        #expect(failed.contains { $0.request.query == nil }, "\(failed.map(\.request.query))")
        let after = run.origin.records.count
        #expect(run.play(12) { run.reached > 50 })
        let later = run.origin.records.dropFirst(after).filter { $0.path.hasSuffix("index.m3u8") }
        #expect(later.contains { $0.request.query?.contains("_HLS_msn=") == true }, "\(later.map(\.request.query))")
        LiveTests.check(run)
        #expect(run.failure == nil)
    }

    @Test("section 6: playback continues when a server withdraws a preload hint")
    func takenBack() async throws {
        let run = try await run()
        defer { run.stop() }
        #expect(run.play(5) { run.reached > 36 })
        run.live.inject(.shrinking(segments: 1))
        _ = run.play(6)
        run.live.clearFaults()
        #expect(run.play(30) { run.reached > 60 })
        LiveTests.check(run)
        #expect(run.failure == nil)
    }

    @Test("hls.md section 6: the last part is played before the end [hls.md 6: parts]")
    func ends() async throws {
        let run = try await LiveRun(Self.recipe) {
            $0.isLowLatency = true
            $0.secondsBefore = 26.5
            $0.endsAfter = 9
        }
        defer { run.stop() }
        #expect(run.play(40) { run.isAtEnd })
        LiveTests.check(run)
        #expect(abs(run.reached - 36) < 0.1)
    }
}
