import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Streams that are closed at random times, while their servers fail.
///
/// `script/soak commands COUNT` runs this with more streams.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct ClosedStreamTests {
    private final class Parts {
        weak var session: PlaybackSession?
        weak var core: SessionCore?
        weak var reader: StreamingReader?
        let history: String
        init(_ session: PlaybackSession, _ history: String) {
            self.session = session
            core = session.core
            reader = session.core.reader as? StreamingReader
            self.history = history
        }

        var left: String? {
            let parts = [session.map { _ in "session" }, core.map { _ in "core" }, reader.map { _ in "reader" }]
                .compactMap { $0 }
            return parts.isEmpty ? nil : "\(parts.joined(separator: ", ")) after \(history)"
        }
    }

    private static let faults: [(name: String, kind: OriginFault.Kind, match: OriginFault.Match, times: Int)] = [
        ("404", .status(404), .suffix(".m4s"), 3), ("cut off", .cut(after: 3_000), .suffix(".m4s"), 2),
        ("loris", .stall(after: 500, seconds: 20), .every, 2), ("silence", .silence, .suffix(".m4s"), 2),
        ("playlists fail", .status(500), .suffix(".m3u8"), 3), ("outage", .reset(after: 0), .every, .max),
        ("web page", .webPage, .every, 2), ("late", .delay(seconds: 1), .every, 3),
        ("noise", .noise(bytes: 400, seed: 7), .suffix(".m4s"), 2),
    ]

    @Test("a stream that is closed at any moment, with any server behavior, leaves nothing behind")
    func closeAtAnyMoment() async throws {
        let ladder = try await Ladder.make(.small)
        let live = try LiveLadder(ladder) { $0.window = .sliding(8) }
        let origins = [try Origin(ladder), try Origin(live)]
        defer { for origin in origins { origin.stop() } }
        var random = SeededGenerator(seed: 47)
        var parts: [Parts] = []
        for _ in 0..<max(12, RandomCommandTests.commands / 5) {
            let origin = origins.randomElement(using: &random)!
            origin.clearFaults()
            let fault = Self.faults.randomElement(using: &random)!
            let isEarly = Bool.random(using: &random)
            let (before, after) = (Int.random(in: 0...400, using: &random), Int.random(in: 0...400, using: &random))
            if isEarly { origin.inject(fault.kind, for: fault.match, times: fault.times) }
            let session = PlaybackSession(asset: MediaAsset(MediaLocator(url: origin.url("/main.m3u8")))) { _ in }
            session.prepare()
            session.setRate(1)
            await elapse(.milliseconds(before))
            if !isEarly { origin.inject(fault.kind, for: fault.match, times: fault.times) }
            if Bool.random(using: &random) {
                session.seek(
                    to: CMTime(seconds: Double.random(in: 0...12, using: &random), preferredTimescale: 600),
                    toleranceBefore: .zero, toleranceAfter: .zero
                ) { _, _ in }
            }
            await elapse(.milliseconds(after))
            parts.append(
                Parts(session, "\(fault.name), \(isEarly ? "from the start" : "after \(before)"), \(after) ms"))
            session.close()
        }
        _ = await eventually(within: .seconds(8), every: .milliseconds(20)) { !parts.contains { $0.left != nil } }
        let left = parts.compactMap(\.left)
        #expect(left.isEmpty)
    }
}
