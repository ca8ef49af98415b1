import CFFmpeg
import Foundation
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

/// Segments that are demuxed while they arrive (issue 12, item 4).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads, .timeLimit(.minutes(5)))
struct ArrivingSegmentTests {
    enum Form: String, CaseIterable {
        case fragments, muxedFragments, transportStream, encrypted, encryptedTransportStream

        /// One variant with 150 kB per segment.
        var recipe: LadderRecipe {
            LadderRecipe(variants: [.init(384, 216, bitsPerSecond: 300_000)]).with {
                $0.seconds = 16
                let sealed = LadderRecipe.Encryption.aes128(segmentsPerKey: 2, hasExplicitVectors: true)
                switch self {
                case .fragments: break
                case .muxedFragments: $0.audioForm = .muxed
                case .transportStream: ($0.container, $0.audioForm) = (.transportStream, .muxed)
                case .encrypted: $0.encryption = sealed
                case .encryptedTransportStream:
                    ($0.container, $0.audioForm, $0.encryption) = (.transportStream, .muxed, sealed)
                }
            }
        }

        var first: String {
            switch self {
            case .transportStream, .encryptedTransportStream: "/v0/0.ts"
            default: "/v0/0.m4s"
            }
        }
    }

    private struct Sample: Equatable {
        var track: Int
        var time: Nanoseconds
        var decodeTime: Nanoseconds
        var duration: Nanoseconds
        var bytes: [UInt8]
    }

    private static func readAll(_ reader: StreamingReader) throws -> [Int: [Sample]] {
        var samples: [Int: [Sample]] = [:]
        // The lead-in of another variant is decoded but not displayed.
        while let packet = try reader.read() {
            if packet.isLeadIn { continue }
            samples[packet.trackIndex, default: []].append(
                Sample(
                    track: packet.trackIndex, time: packet.time, decodeTime: packet.decodeTime,
                    duration: packet.duration, bytes: packet.bytes))
        }
        return samples
    }

    private static func open(_ origin: Origin, policy: FetchPolicy = .standard) throws -> StreamingReader {
        try StreamingReader.open(MediaLocator(url: origin.url("/main.m3u8")), policy: policy)
    }

    /// Longer than a busy machine needs for the rest of a test, in seconds.
    private static let longStall = 60.0
    /// A policy that waits for the end of `longStall`.
    private static let patient: FetchPolicy = {
        var policy = FetchPolicy.standard
        policy.segment.stallSeconds = 2 * longStall
        policy.segment.totalSeconds = 4 * longStall
        return policy
    }()

    private enum Response { case unfinished, finished }

    /// Whether the responses to the requests of a path have been sent completely.
    private static func requests(of path: String, at origin: Origin) -> [Response] {
        origin.records.filter { $0.request.path == path }.map { $0.finished == nil ? .unfinished : .finished }
    }

    @Test("the first frames of a segment are delivered while the rest of it is still to come", arguments: Form.allCases)
    func early(_ form: Form) async throws {
        let origin = try Origin(try await Ladder.make(form.recipe))
        defer { origin.stop() }
        origin.inject(.stall(after: 60_000, seconds: Self.longStall), for: .path(form.first), times: 1)
        let reader = try Self.open(origin, policy: Self.patient)
        var video = 0
        while let packet = try reader.read(), video < 10 { video += packet.trackIndex == StreamTracks.video ? 1 : 0 }
        #expect(Self.requests(of: form.first, at: origin) == [.unfinished])
        #expect(video == 10)
        reader.cancel()
    }

    @Test(
        "captions that are not declared are found in the first frames, and without any the stream starts early"
    )
    func undeclaredCaptions() async throws {
        let plain = Form.fragments.recipe.with { $0.captionDeclaration = .missing }
        for recipe in [plain, plain.with { $0.closedCaptions = [.init("CC1", language: "en", name: "CC1")] }] {
            let origin = try Origin(try await Ladder.make(recipe))
            defer { origin.stop() }
            let startsEarly = recipe.closedCaptions.isEmpty
            origin.inject(
                .stall(after: 60_000, seconds: startsEarly ? Self.longStall : 1), for: .path("/v0/0.m4s"), times: 1)
            let reader = try Self.open(origin, policy: Self.patient)
            let hasCaptions = reader.info.tracks.contains { $0.closedCaptions != nil }
            #expect(hasCaptions == !startsEarly)
            if startsEarly {
                #expect(Self.requests(of: "/v0/0.m4s", at: origin) == [.unfinished])
            } else {
                // The server notes the end after the client has the last byte.
                #expect(await eventually { Self.requests(of: "/v0/0.m4s", at: origin) == [.finished] })
            }
            reader.cancel()
        }
    }

    /// Returns the samples of the variant's segments, split as a whole, by track; times are relative to the first sample.
    private static func wholeSamples(_ form: Form) async throws -> [Int: [Sample]] {
        let ladder = try await Ladder.make(form.recipe.with { $0.encryption = .none })
        func bytes(_ path: String) -> [UInt8]? {
            guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: path), now: 0) else { return nil }
            return resource.bytes
        }
        let splitter = SegmentSplitter()
        let head = bytes("/v0/init-0.mp4") ?? []
        var samples: [Int: [Sample]] = [:]
        for number in 0..<form.recipe.seconds / form.recipe.segmentSeconds {
            let path = form.first.replacingOccurrences(of: "/0.", with: "/\(number).")
            let media = try #require(bytes(path))
            let chunk = MediaChunk(
                url: try testURL(path), sequenceNumber: UInt64(number), discontinuity: .init(era: 0, number: 0),
                start: Nanoseconds(number) * 4 * .second, duration: 4 * .second, isGap: false, keys: [])
            let split = try splitter.split(
                SegmentContent(bytes: head + media, initLength: head.count, chunk: chunk))
            for sample in split.samples {
                let track = sample.kind == .video ? StreamTracks.video : StreamTracks.firstAudio
                samples[track, default: []].append(
                    Sample(
                        track: track, time: sample.time, decodeTime: sample.decodeTime, duration: sample.duration,
                        bytes: Array(
                            UnsafeBufferPointer(start: sample.raw.pointee.data, count: Int(sample.raw.pointee.size)))))
                sample.free()
            }
        }
        return samples.mapValues(fromFirst)
    }

    private static func fromFirst(_ samples: [Sample]) -> [Sample] {
        samples.map {
            var sample = $0
            sample.time -= samples[0].decodeTime
            sample.decodeTime -= samples[0].decodeTime
            return sample
        }
    }

    @Test(
        "segments demuxed while they arrive have the same packets as segments split as a whole",
        arguments: Form.allCases)
    func samePackets(_ form: Form) async throws {
        let origin = try Origin(try await Ladder.make(form.recipe))
        defer { origin.stop() }
        // Each body stalls in the middle, so that the first half is demuxed early.
        origin.inject(.stall(after: 50_000, seconds: 0.2), for: .prefix("/v0/"))
        let arriving = try Self.readAll(try Self.open(origin))
        for (track, samples) in try await Self.wholeSamples(form) {
            #expect(arriving[track].map(Self.fromFirst) == samples, "track \(track)")
        }
        #expect(arriving[StreamTracks.video]?.count == form.recipe.seconds * 24)
    }

    /// Connections that end once in the middle of each segment.
    enum Break: String, CaseIterable { case resumed, repeated }

    @Test(
        "a transfer that ends early in the middle is resumed, and no frame is lost or delivered twice",
        arguments: Form.allCases, Break.allCases)
    func breakOff(_ form: Form, _ break: Break) async throws {
        let origin = try Origin(try await Ladder.make(form.recipe))
        defer { origin.stop() }
        for number in 0..<4 {
            let path = form.first.replacingOccurrences(of: "/0.", with: "/\(number).")
            origin.inject(.cut(after: 60_000), for: .path(path), times: 1)
        }
        if `break` == .repeated { origin.inject(.wholeBody, for: .every) }
        var policy = FetchPolicy.standard
        policy.segment.delays = [0.1, 0.1]
        let samples = try Self.readAll(try Self.open(origin, policy: policy))
        let times = (samples[StreamTracks.video] ?? []).map(\.decodeTime)
        #expect(times.count == form.recipe.seconds * 24)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let isResumed = origin.records.contains { $0.path == form.first && $0.status == 206 }
        #expect(isResumed == (`break` == .resumed))
    }

    @Test(
        "when the rest of a segment is missing or damaged, another variant continues from the time reached",
        arguments: ["stall", "noise", "text"], [Form.muxedFragments, .transportStream])
    func otherVariant(_ fault: String, _ form: Form) async throws {
        let recipe = form.recipe.with { $0.variants.append(.init(256, 144, bitsPerSecond: 150_000)) }
        let ladder = try await Ladder.make(recipe)
        let path = form.first.replacingOccurrences(of: "/0.", with: "/1.")
        let content = EditedContent(ladder) { requested, bytes in
            guard requested == path, fault != "stall" else { return bytes }
            let text = Array(String(repeating: "not media ", count: 20_000).utf8)
            return fault == "text"
                ? Array(bytes.prefix(80_000) + text.prefix(max(0, bytes.count - 80_000)))
                : Array(bytes.prefix(80_000)) + bytes.dropFirst(80_000).map { $0 ^ 0x5a }
        }
        let origin = try Origin(content)
        defer { origin.stop() }
        if fault == "stall" {
            origin.inject(.stall(after: 80_000, seconds: 60), for: .path(path))
        } else {
            origin.inject(.stall(after: 60_000, seconds: 0.3), for: .path(path))
        }
        let samples = try Self.readAll(try Self.open(origin, policy: .impatient))
        let times = (samples[StreamTracks.video] ?? []).map(\.decodeTime)
        let holes = zip(times, times.dropFirst()).filter { $1 - $0 > 60 * .millisecond || $1 <= $0 }
        #expect(holes.isEmpty, "\(holes)")
        #expect(times.count == recipe.seconds * 24, "\(times.count)")
        #expect(origin.records.contains { $0.path == path })
    }
}
