import CFFmpeg
import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// Encrypted streams, from an origin on loopback (`spec/hls.md` section 5).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct StreamKeyTests {
    private struct Content: Equatable {
        var time: Int64
        var bytes: [UInt8]
    }

    /// Returns the bytes of each track that decoders would receive.
    private static func contents(_ recipe: LadderRecipe) async throws -> [Int: [Content]] {
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        var preferences = StreamingPreferences()
        // One variant, so that two runs give the same result.
        preferences.environment.preferredPeakBitRate = 1
        let reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences)
        var contents: [Int: [Content]] = [:]
        while let packet = try reader.read() {
            let bytes = Array(UnsafeBufferPointer(start: packet.raw.pointee.data, count: packet.byteCount))
            contents[packet.trackIndex, default: []].append(Content(time: packet.time, bytes: bytes))
        }
        return contents
    }

    @Test(
        "hls.md section 5: decrypted SAMPLE-AES in every container passes the same bytes to decoders as clear media [hls.md 5: SAMPLE-AES]",
        .timeLimit(.minutes(5)),
        arguments: [
            LadderRecipe.small, LadderRecipe.small.with { $0.addressing = .byteRanges },
            LadderRecipe.small.with { $0.audioForm = .packed }, LadderRecipe.small.with { $0.audioForm = .muxed },
            LadderRecipe.small.with { ($0.container, $0.audioForm) = (.transportStream, .transportStream) },
            LadderRecipe.small.with { ($0.container, $0.audioForm) = (.transportStream, .muxed) },
        ])
    func sampleEncryption(_ recipe: LadderRecipe) async throws {
        let clear = try await Self.contents(recipe)
        let opened = try await Self.contents(recipe.with { $0.encryption = .sampleAES })
        #expect(clear.count == 2)
        #expect(opened.keys == clear.keys)
        for (track, packets) in clear {
            let others = opened[track] ?? []
            #expect(others.count == packets.count)
            let different = zip(packets, others).enumerated().first { $1.0 != $1.1 }
            #expect(different == nil, "track \(track), packet \(different?.offset ?? 0)")
        }
    }

    @Test(
        "section 5: SAMPLE-AES with a new key every other segment, in every container, at a seek and in live parts",
        .timeLimit(.minutes(5)),
        arguments: [
            LadderRecipe.small, LadderRecipe.small.with { $0.audioForm = .packed },
            LadderRecipe.small.with { ($0.container, $0.audioForm) = (.transportStream, .muxed) },
        ])
    func sampleKeyRotation(_ recipe: LadderRecipe) async throws {
        let recipe = recipe.with { $0.segmentSeconds = 2 }
        let clear = try await Self.contents(recipe)
        let sealed = recipe.with { ($0.encryption, $0.segmentsPerSampleKey) = (.sampleAES, 2) }
        let opened = try await Self.contents(sealed)
        #expect(opened == clear)
        // From the third key on; none of the earlier ones is needed.
        let origin = try Origin(try await Ladder.make(sealed))
        defer { origin.stop() }
        var preferences = StreamingPreferences()
        preferences.environment.preferredPeakBitRate = 1
        let reader = try StreamingReader.open(MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences)
        try reader.seek(to: 9 * .second, track: StreamTracks.video)
        var count = 0
        while let packet = try reader.read() {
            guard packet.trackIndex == StreamTracks.video else { continue }
            let bytes = Array(UnsafeBufferPointer(start: packet.raw.pointee.data, count: packet.byteCount))
            #expect(clear[StreamTracks.video]?.contains(Content(time: packet.time, bytes: bytes)) == true)
            count += 1
        }
        #expect(count == (recipe.seconds - 8) * 24)
        #expect(Set(origin.records(for: .suffix(".key")).map(\.path)) == ["/keys/0.key", "/keys/2.key", "/keys/3.key"])
    }

    @Test("section 5: SAMPLE-AES with new keys in a low-latency stream, whose parts are announced before their key")
    func sampleKeyRotationOfParts() async throws {
        func pictures(_ recipe: LadderRecipe) async throws -> [Content] {
            let run = try await LiveRun(recipe.with { $0.variants.removeLast() }) {
                $0.isLowLatency = true
                $0.window = .sliding(8)
                $0.secondsBefore = 42.3
            }
            defer { run.stop() }
            #expect(run.play(25) { run.reached > 52 })
            #expect(run.reported.all == [])
            return run.video.prefix { $0.time < 50 * .second }.map { packet in
                let bytes = UnsafeBufferPointer(start: packet.raw.pointee.data, count: packet.byteCount)
                return Content(time: packet.time, bytes: Array(bytes))
            }
        }
        let clear = try await pictures(.small)
        let opened = try await pictures(.small.with { ($0.encryption, $0.segmentsPerSampleKey) = (.sampleAES, 1) })
        #expect(clear.count > 10 * 24)
        #expect(opened == clear)
    }

    /// Opens and reads a stream with one of its resources replaced; returns the error.
    private func failure(
        _ recipe: LadderRecipe, replacing path: String = "/keys/0.key", with reply: OriginReply
    ) async throws -> MediaError? {
        let origin = try Origin(LayeredContent(try await Ladder.make(recipe), replacing: [path: reply]))
        defer { origin.stop() }
        do throws(MediaError) {
            let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
            while try reader.read() != nil {}
        } catch {
            return error
        }
        return nil
    }

    private static let otherKey = OriginReply.resource(
        OriginResource([UInt8](repeating: 7, count: 16), contentType: "application/octet-stream"))

    @Test(
        "section 5: the key of another stream is a descriptive error, not noise on the screen",
        .timeLimit(.minutes(3)),
        arguments: [
            LadderRecipe.small.with { $0.encryption = .aes128(segmentsPerKey: 9, hasExplicitVectors: true) },
            LadderRecipe.small.with { $0.encryption = .sampleAES },
            LadderRecipe.small.with {
                ($0.container, $0.audioForm, $0.encryption) = (.transportStream, .muxed, .sampleAES)
            },
        ])
    func wrongKey(_ recipe: LadderRecipe) async throws {
        let failure = try await failure(recipe, with: Self.otherKey)
        #expect(failure?.code == .wrongKey, "\(failure.map(\.description) ?? "none")")
        #expect(failure?.url != nil)
    }

    @Test(
        "hls.md section 5: a key that is not 16 bytes long is a descriptive error [hls.md 5: key length]",
        .timeLimit(.minutes(3)))
    func shortKey() async throws {
        for encryption in [LadderRecipe.Encryption.sampleAES, .aes128(segmentsPerKey: 9, hasExplicitVectors: true)] {
            let failure = try await failure(
                .small.with { $0.encryption = encryption },
                with: .resource(OriginResource([1, 2, 3], contentType: "application/octet-stream")))
            #expect(failure?.code == .wrongKey)
            #expect(failure?.message.contains("16 bytes") == true)
        }
    }

    @Test(
        "section 5: a key that the server denies is an error with its status [hls.md 10: 404 of a key]",
        .timeLimit(.minutes(3)))
    func refusedKey() async throws {
        let recipe = LadderRecipe.small.with { $0.encryption = .sampleAES }
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        origin.inject(.status(403), for: .prefix("/keys/"))
        let failure = #expect(throws: MediaError.self) {
            _ = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        }
        #expect(failure?.httpStatus == 403)
        #expect(failure?.url?.path.hasPrefix("/keys/") == true)
    }

    @Test(
        "hls.md section 12: EXT-X-SESSION-KEY is requested before any media playlist has arrived [hls.md 12: session key ahead]",
        .timeLimit(.minutes(3)))
    func sessionKey() async throws {
        for isAnnounced in [true, false] {
            let recipe = LadderRecipe.small.with { ($0.encryption, $0.hasSessionKey) = (.sampleAES, isAnnounced) }
            let origin = try Origin(try await Ladder.make(recipe)) { $0.latency = 0.05 }
            defer { origin.stop() }
            let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
            let keys = origin.records.filter { $0.path.hasPrefix("/keys/") }
            #expect(keys.count == 1)
            #expect(keys.first?.depth == (isAnnounced ? 2 : 3), "\(origin.records.map { ($0.path, $0.depth) })")
            withExtendedLifetime(reader) {}
        }
    }
}
