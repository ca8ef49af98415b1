import Foundation
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

/// Streams that are opened at a start time.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct StartTimeTests {
    private static func segments(_ origin: Origin) -> [String] {
        origin.records.map(\.path).filter { $0.hasSuffix(".m4s") }
    }

    @Test(
        "R83 S4.9: a stream opened at a start time requests no segment before it, and a seek to that time requests nothing again",
        arguments: [true, false])
    func start(waitsForAudio: Bool) async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), startTime: StartTime(9 * .second), waitsForAudio: waitsForAudio
        )
        #expect(reader.startPosition == 9 * .second)
        try reader.seek(to: 9 * .second, track: StreamTracks.video)
        var times: [Nanoseconds] = []
        while let packet = try reader.read() {
            if packet.trackIndex == StreamTracks.video, !packet.isLeadIn { times.append(packet.time) }
        }
        #expect(times.min() == 8 * .second)
        #expect(times.count == 8 * 24)
        let asked = Self.segments(origin)
        #expect(!asked.contains { $0.hasSuffix("/0.m4s") || $0.hasSuffix("/1.m4s") }, "\(asked)")
        #expect(Set(asked).count == asked.count, "\(asked)")
    }

    @Test("R83: a start time after the end starts with the last segment")
    func behindTheEnd() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), startTime: StartTime(1_000 * .second))
        #expect(reader.startPosition == 12 * .second)
        #expect(try reader.read() != nil)
    }
}
