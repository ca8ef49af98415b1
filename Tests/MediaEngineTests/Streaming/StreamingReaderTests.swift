import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// HTTP Live Streaming, from an origin on loopback to packets and pictures (`spec/hls.md` sections 2, 5, 10 to 12).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct StreamingReaderTests {
    struct Packets {
        var video: [Packet] = []
        var audio: [Packet] = []
    }

    private static func readAll(_ reader: any MediaReader) throws -> Packets {
        var packets = Packets()
        while let packet = try reader.read() {
            if packet.trackIndex == StreamingReader.videoTrack {
                packets.video.append(packet)
            } else {
                packets.audio.append(packet)
            }
        }
        return packets
    }

    /// Every frame once, in order, and sound without a hole.
    private static func check(_ packets: Packets, seconds: Int, framesPerSecond: Int) {
        let frame = Int64(1_000_000_000 / framesPerSecond)
        #expect(packets.video.count == seconds * framesPerSecond)
        for (one, next) in zip(packets.video, packets.video.dropFirst()) {
            let step = next.decodeTime - one.decodeTime
            #expect(abs(step - frame) < frame / 4, "\(one.decodeTime) to \(next.decodeTime)")
        }
        #expect(abs(packets.video.first?.time ?? .max) < frame)
        for (one, next) in zip(packets.audio, packets.audio.dropFirst()) {
            let step = next.time - one.time
            #expect(step > 0 && step < 60_000_000, "\(one.time) to \(next.time)")
        }
        #expect((packets.audio.last?.time ?? 0) > Int64(seconds - 1) * 1_000_000_000)
    }

    @Test(
        "spec section 3: every container gives every frame once and sound without a hole",
        arguments: [
            LadderRecipe.small, LadderRecipe.transportStream,
            LadderRecipe.transportStream.with { $0.audioForm = .muxed },
            LadderRecipe.small.with { $0.audioForm = .packed },
            LadderRecipe.small.with { $0.addressing = .byteRanges },
            LadderRecipe.transportStream.with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false) },
        ])
    func read_wholeStream(_ recipe: LadderRecipe) async throws {
        let ladder = try await Ladder.make(recipe)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        #expect(reader.info.duration.seconds == Double(recipe.seconds))
        Self.check(
            try Self.readAll(reader), seconds: recipe.seconds, framesPerSecond: recipe.variants[0].framesPerSecond)
    }

    @Test("spec section 12: three responses in sequence, seven requests, and none for what is not selected")
    func open_costsThreeResponses() async throws {
        let ladder = try await Ladder.make(.standard)
        // What is asked for together overlaps only where answers take time.
        let origin = try Origin(ladder) { $0.latency = 0.05 }
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let records = origin.records
        #expect(records.count <= 7, "\(records.map(\.path))")
        #expect(origin.depth <= 3, "\(records.map { ($0.path, $0.depth) })")
        #expect(reader.info.tracks.filter { $0.kind == .audio }.map(\.language) == ["en", "de"])
        #expect(Set(records.map { String($0.path.split(separator: "/")[0]) }).count <= 3, "\(records.map(\.path))")
    }

    @Test("spec section 10: a segment that one variant has lost is played from another")
    func read_lostSegment_otherVariant() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let top = LadderRecipe.small.variants.count - 1
        for variant in 0...top where variant != 0 {
            origin.inject(.status(404), for: .suffix("/v\(variant)/1.m4s"))
        }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        Self.check(
            try Self.readAll(reader), seconds: LadderRecipe.small.seconds,
            framesPerSecond: LadderRecipe.small.variants[0].framesPerSecond)
    }

    @Test("bad input: a stream whose playlist is a web page says so")
    func open_webPage_isAnError() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/main.m3u8"))
        let failure = #expect(throws: MediaError.self) {
            _ = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        }
        #expect(failure?.httpStatus == 404)
    }
}
