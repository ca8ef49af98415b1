import Foundation
import HLS
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// A stream's reports compared with its server's log (data/semantics.tsv, section 7; `spec/hls.md` sections 3 and 11).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct StreamJournalTests {
    private final class Journal: Sendable {
        private let events = Mutex<[StreamEvent]>([])

        init(_ reader: any MediaReader) {
            reader.stream?.observeEvents { [self] event in events.withLock { $0.append(event) } }
        }

        var transfers: [StreamTransfer] {
            events.withLock { $0 }.compactMap { event in
                if case .transfer(let transfer) = event { transfer } else { nil }
            }
        }
        var variants: [StreamVariant] {
            events.withLock { $0 }.compactMap { event in if case .variant(let variant) = event { variant } else { nil }
            }
        }
    }

    private static func drain(_ reader: any MediaReader) throws { while try reader.read() != nil {} }

    /// Returns the folders of the variants whose segments were requested, in order, without repetitions.
    private static func segmentFolders(_ origin: Origin) -> [String] {
        var folders: [String] = []
        for record in origin.records where record.path.hasPrefix("/v") && !record.path.hasSuffix(".m3u8") {
            let folder = String(record.path.split(separator: "/")[0])
            if folders.last != folder { folders.append(folder) }
        }
        return folders
    }

    @Test(
        "S7.17: requests and bytes equal the server's log, including failed attempts [hls.md 10: access log]"
    )
    func transfers_equalTheOrigins() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        origin.inject(.status(503, retryAfter: nil), for: .suffix("2.m4s"), times: 1)
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let journal = Journal(reader)
        try Self.drain(reader)
        let (transfers, records) = (journal.transfers, origin.records)
        #expect(transfers.map { $0.record.url?.path ?? "" }.sorted() == records.map(\.path).sorted())
        #expect(transfers.reduce(0) { $0 + Int($1.record.wireByteCount) } == origin.bytesSent)
        #expect(
            transfers.count { [.playlist, .multivariant].contains($0.content) }
                == records.count { $0.path.hasSuffix(".m3u8") })
        let failed = transfers.filter { if case .failed = $0.outcome { true } else { false } }
        #expect(failed.map(\.record.status) == [503])
        let seconds = transfers.filter { $0.kind == .video && $0.record.status == 200 }.compactMap(\.mediaSeconds)
        #expect(abs(seconds.reduce(0, +) - Double(LadderRecipe.small.seconds)) < 0.1)
        withExtendedLifetime(reader) {}
    }

    @Test(
        "spec section 11: audio is not loaded ahead of missing video")
    func read_slowVideo_audioWaits() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        origin.inject(.delay(seconds: 0.5), for: .prefix("/v"))
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        try Self.drain(reader)
        func number(_ record: OriginRecord) -> Int? {
            record.path.hasSuffix(".m4s") ? Int(record.path.split(separator: "/")[1].dropLast(4)) : nil
        }
        var pictures = -1
        for record in origin.records {
            guard let number = number(record) else { continue }
            if record.path.hasPrefix("/v") { pictures = max(pictures, number) }
            if record.path.hasPrefix("/a") { #expect(number <= pictures + 1, "\(origin.records.map(\.path))") }
        }
        #expect(pictures >= 3)
    }

    @Test(
        "hls.md section 10: a segment that ends early is resumed where it stopped [hls.md 10: segment that ends early]"
    )
    func read_cutSegment_resumes() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        origin.inject(.cut(after: 5_000), for: .suffix("/2.m4s"), times: 1)
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        var pictures = 0
        while let packet = try reader.read() { pictures += packet.trackIndex == StreamTracks.video ? 1 : 0 }
        #expect(pictures == LadderRecipe.small.seconds * LadderRecipe.small.variants[0].framesPerSecond)
        let cut = try #require(origin.records(for: .suffix("/2.m4s")).first { $0.finished == nil })
        let attempts = origin.records(for: .path(cut.path))
        #expect(attempts.map(\.status) == [200, 206])
        #expect(attempts.map { $0.request.headers["range"] } == [nil, "bytes=5000-"])
    }

    @Test("spec section 11: every variant that segments are loaded from is reported with the reason")
    func variants_equalTheOrigins() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let journal = Journal(reader)
        try Self.drain(reader)
        let reported = journal.variants
        #expect(
            reported.map { $0.url.path.split(separator: "/").first.map(String.init) ?? "" }
                == Self.segmentFolders(origin))
        #expect(reported.allSatisfy { !$0.explanation.isEmpty && $0.bandwidth > 0 })
        #expect(reported.first?.reason == "startup")
        withExtendedLifetime(reader) {}
    }

    @Test("spec section 3, point 6: a limit set during playback applies to later segments")
    func prefer_peakBitRate_laterSegments() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let free = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let journal = Journal(free)
        try Self.drain(free)
        let lowest = try #require(journal.variants.map(\.bandwidth).min())
        let highest = try #require(journal.variants.map(\.bandwidth).max())
        try #require(highest > lowest, "the test requires a switch to a higher variant")

        let other = try Origin(ladder)
        defer { other.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: other.url("/main.m3u8")))
        var preferences = StreamingPreferences()
        preferences.environment.preferredPeakBitRate = lowest + 1
        reader.stream?.prefer(preferences)
        let capped = Journal(reader)
        try Self.drain(reader)
        #expect(capped.variants.last?.bandwidth == lowest)
        #expect(Self.segmentFolders(other).last == Self.segmentFolders(origin).first)
    }

    @Test("startsOnFirstEligibleVariant: the first listed variant is played first, even if another would be better")
    func open_firstEligible() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        var preferences = StreamingPreferences()
        preferences.startsOnFirstEligible = true
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences)
        let list = try #require((reader as? StreamingReader)?.query(\.variants.playlist))
        #expect(Journal(reader).variants.first?.url == list.variants.first.flatMap { list.url(for: $0.uri) })
    }

    @Test("spec section 11, points 1 and 2: a second run starts with the throughput measured by the first one")
    func open_remembers() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let locator = MediaLocator(url: origin.url("/main.m3u8"))
        let first = ThroughputMemory(folder: folder)
        let reader = try MediaOpening.open(locator, memory: first)
        #expect(Journal(reader).variants.first?.estimate == nil)
        try Self.drain(reader)
        reader.cancel()
        first.flush()
        let second = try MediaOpening.open(locator, memory: ThroughputMemory(folder: folder))
        #expect(try #require(Journal(second).variants.first?.estimate) > 1e6)
        second.cancel()
    }
}
