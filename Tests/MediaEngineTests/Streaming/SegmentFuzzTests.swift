import CoreMedia
import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// Segments with bytes changed, truncated, duplicated and swapped, in all parsers: nothing traps, nothing hangs.
///
/// `script/soak segments SECONDS` runs this for longer.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct SegmentFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_SEGMENTS"].flatMap(Double.init)
    private static let usualRounds = 200

    private struct Sample {
        var initSection: [UInt8]
        var media: [UInt8]
        var isSealed = false
    }

    private static func bytes(_ ladder: Ladder, _ path: String) throws -> [UInt8] {
        guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: path), now: 0) else {
            throw StreamMakerError(message: "there is no \(path)")
        }
        return resource.bytes
    }

    private static func samples() async throws -> [Sample] {
        let fragments = try await Ladder.make(.small)
        let sealed = try await Ladder.make(.small.with { $0.encryption = .sampleAES })
        let recipe = LadderRecipe.small.with { ($0.container, $0.audioForm) = (.transportStream, .muxed) }
        let transport = try await Ladder.make(recipe)
        let sealedTransport = try await Ladder.make(recipe.with { $0.encryption = .sampleAES })
        let packed = try await Ladder.make(.small.with { $0.audioForm = .packed })
        let sealedPacked = try await Ladder.make(
            .small.with { ($0.audioForm, $0.encryption) = (.packed, .sampleAES) })
        let text = TextFragments()
        return [
            Sample(initSection: try bytes(fragments, "/v0/init-0.mp4"), media: try bytes(fragments, "/v0/1.m4s")),
            Sample(initSection: try bytes(fragments, "/a0/init-0.mp4"), media: try bytes(fragments, "/a0/1.m4s")),
            Sample(
                initSection: try bytes(sealed, "/v0/init-0.mp4"), media: try bytes(sealed, "/v0/1.m4s"), isSealed: true),
            Sample(initSection: [], media: try bytes(transport, "/v0/1.ts")),
            Sample(initSection: [], media: try bytes(sealedTransport, "/v0/1.ts"), isSealed: true),
            Sample(initSection: [], media: try bytes(packed, "/a0/1.aac")),
            Sample(initSection: [], media: try bytes(sealedPacked, "/a0/1.aac"), isSealed: true),
            Sample(
                initSection: text.header(),
                media: text.fragment(at: 4_000, [(1_000, text.cue("one", "1")), (1_000, text.cue("two <b>x</b>"))])),
            Sample(
                initSection: [],
                media: Array(
                    "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n1\n00:01.000 --> 00:02.000 line:5% align:end\na <c.x>b</c>\n"
                        .utf8)),
        ]
    }

    @Test("every segment with random damage is demuxed or rejected, quickly", .timeLimit(.minutes(60)))
    func brokenSegments() async throws {
        let samples = try await Self.samples()
        let url = try #require(URL(string: "http://127.0.0.1/1"))
        let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
        var random = SeededRandom(seed: 41)
        var round = 0
        var slowest = Duration.zero
        while end.map({ Date() < $0 }) ?? (round < Self.usualRounds) {
            let sample = samples[round % samples.count]
            round += 1
            let isHeadBroken = !sample.initSection.isEmpty && random.next() % 4 == 0
            let head = isHeadBroken ? Self.broken(sample.initSection, &random) : sample.initSection
            let media = isHeadBroken ? sample.media : Self.broken(sample.media, &random)
            let chunk = MediaChunk(
                url: url, sequenceNumber: 1, discontinuity: .init(era: 0, number: 0), start: 4 * .second,
                duration: 4 * .second, isGap: false, keys: [])
            var content = SegmentContent(bytes: head + media, initLength: head.count, chunk: chunk)
            if sample.isSealed {
                content.sampleKey = .init(
                    secret: (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) },
                    vector: [UInt8](repeating: 1, count: 16))
            }
            let took = ContinuousClock().measure { Self.read(content, key: &random) }
            slowest = max(slowest, took)
        }
        if Self.seconds != nil { print("segments: \(round) broken ones, the slowest took \(slowest)") }
        #expect(round > 0)
    }

    /// Performs all operations of the engine on a segment's bytes.
    private static func read(_ content: SegmentContent, key random: inout SeededRandom) {
        do throws(MediaError) {
            let split = try SegmentSplitter().split(content)
            split.samples.forEach { $0.free() }
        } catch { /* Refusing is what is to be done. */  }
        arrive(content, portion: 1 + Int(random.next() % 5_000))
        _ = try? FragmentedText(content.bytes)
        _ = PackedAudioTimestamp(content.bytes)
        _ = WebVTTFile.parse(content.bytes, headerIsElsewhere: random.next() % 2 == 0)
        content.bytes.withUnsafeBytes { bytes in
            let start = bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count))
            _ = H264Headers.mayBeInterlaced(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        var boxes = BoxReader(content.bytes)
        while boxes.next() != nil {}
        let cipher = try? SampleCipher(
            .init(secret: [UInt8](repeating: 2, count: 16), vector: [UInt8](repeating: 3, count: 16)))
        _ = try? cipher?.packed(content.bytes)
        _ = try? cipher?.picture(Array(content.bytes.prefix(20_000)))
        _ = try? SegmentCipher.decryptAES128(
            content.bytes, key: [UInt8](repeating: 2, count: 16), iv: [UInt8](repeating: 3, count: 16))
    }

    /// Demuxes the same segment while it arrives in portions.
    private static func arrive(_ content: SegmentContent, portion: Int) {
        let body = ArrivingBody()
        let arriving = ArrivingSegment(
            body: body, initSection: Array(content.bytes.prefix(content.initLength)), chunk: content.chunk)
        EngineThread.start("arrival") {
            let media = Array(content.bytes.dropFirst(content.initLength))
            for start in stride(from: 0, to: media.count, by: portion) {
                media[start..<min(start + portion, media.count)].withUnsafeBytes { body.write($0, at: Int64(start)) }
            }
            body.finish(.success(()))
        }
        let split = try? SegmentSplitter().split(arriving) { part in
            part.samples.forEach { $0.free() }
            return true
        }
        if case .split(let rest)? = split { rest.samples.forEach { $0.free() } }
    }

    /// Returns the bytes with one to four random changes.
    private static func broken(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var result = bytes
        for _ in 0...random.next() % 4 {
            guard !result.isEmpty else { return result }
            let at = Int(random.next() % UInt64(result.count))
            // Most of the structure is at the start.
            let early = min(at, Int(random.next() % 600))
            switch random.next() % 7 {
            case 0: result.removeSubrange(at...)
            case 1: result[early] = UInt8(truncatingIfNeeded: random.next())
            case 2: for place in early..<min(early + 4, result.count) { result[place] = 0xff }
            case 3: for place in early..<min(early + 4, result.count) { result[place] = 0 }
            case 4:
                let length = min(Int(random.next() % 2_000), result.count - at)
                result.insert(contentsOf: Array(result[at..<at + length]), at: early)
            case 5: result.removeSubrange(early..<min(early + Int(random.next() % 64), result.count))
            default: result[at] ^= 1 << UInt8(random.next() % 8)
            }
        }
        return result
    }
}
