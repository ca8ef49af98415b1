import CoreMedia
import Foundation
import FrameConversion
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// Thumbnails of streams, from an origin on loopback (`spec/hls.md` section 8, R239).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct StreamThumbnailsTests {
    private static let wide = 160

    private func picture(_ extractor: ImageExtractor, _ request: ImageExtractor.Request) async throws -> ExtractedImage
    {
        try await withCheckedThrowingContinuation { continuation in
            extractor.extract(request) { continuation.resume(with: $0.mapError { $0 as any Error }) }
        }
    }

    private func request(_ seconds: Double, tolerance: CMTime = .positiveInfinity) -> ImageExtractor.Request {
        var request = ImageExtractor.Request(
            time: CMTime(seconds: seconds, preferredTimescale: 1_000), toleranceBefore: tolerance,
            toleranceAfter: tolerance)
        request.maximumWidth = Self.wide
        return request
    }

    private func frame(_ picture: ExtractedImage) -> Int? {
        FrameMark.read(from: picture.bitmap.bytes, width: picture.bitmap.width, height: picture.bitmap.height).map(
            FrameMark.frame)
    }

    @Test(
        "hls.md section 8: the I-frame at the time is decoded alone, in every container format [hls.md 8: I-frame variant]",
        arguments: [
            LadderRecipe.small, LadderRecipe.small.with { $0.addressing = .byteRanges },
            LadderRecipe.transportStream.with { $0.seconds = 16 },
            LadderRecipe.small.with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true) },
            LadderRecipe.small.with { $0.encryption = .sampleAES },
            LadderRecipe.transportStream.with {
                $0.seconds = 16
                $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false)
            },
        ])
    func iFrames(_ recipe: LadderRecipe) async throws {
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        // The ladder's transport streams have an I-frame for the first frame of each segment only.
        let isSparse = recipe.container == .transportStream
        for (seconds, expected) in [(5.0, 4), (7.9, isSparse ? 4 : 6), (0.1, 0), (15.9, isSparse ? 12 : 14)] {
            let picture = try await picture(extractor, request(seconds))
            #expect(frame(picture) == expected * recipe.variants[0].framesPerSecond, "at \(seconds) s")
            #expect(abs(picture.presentationTime.seconds - Double(expected)) < 0.001)
            #expect(picture.bitmap.width <= Self.wide)
        }
        let ranges = origin.records.filter { $0.path.hasSuffix("m4s") || $0.path.hasSuffix("ts") }
        // Initialization sections may be byte ranges too.
        #expect(ranges.count >= (isSparse ? 3 : 4))
        #expect(ranges.allSatisfy { $0.request.headers["range"] != nil }, "\(ranges.map(\.path))")
    }

    @Test(
        "hls.md section 8: nothing is requested before the first thumbnail, then four resources, and none for a cached thumbnail [hls.md 8: scrubbing]"
    )
    func requests() async throws {
        // Parallel requests overlap only if responses take time.
        let origin = try Origin(try await Ladder.make(.small)) { $0.latency = 0.05 }
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        #expect(origin.records.isEmpty)
        _ = try await picture(extractor, request(5))
        // The smaller of two variants is large enough.
        #expect(origin.records.map(\.path).prefix(2) == ["/main.m3u8", "/v0/iframes.m3u8"])
        #expect(Set(origin.records.map(\.path).dropFirst(2)) == ["/v0/init-0.mp4", "/v0/1.m4s"])
        #expect(origin.depth == 3)
        _ = try await picture(extractor, request(5.5))
        #expect(origin.records.count == 4)
        _ = try await picture(extractor, request(2.5))
        #expect(origin.records.dropFirst(4).map(\.path) == ["/v0/0.m4s"])
    }

    @Test("hls.md section 8: image sheets are used if there are no I-frames")
    func tiles() async throws {
        let recipe = LadderRecipe.small.with {
            $0.hasIFrames = false
            $0.hasTiles = true
        }
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        for seconds in [5, 2, 13] {
            let picture = try await picture(extractor, request(Double(seconds) + 0.5))
            #expect((picture.bitmap.width, picture.bitmap.height) == (160, 90))
            #expect(frame(picture) == seconds * 24)
            #expect(picture.presentationTime.seconds == Double(seconds))
        }
        let sheets = origin.records.map(\.path).filter { $0.hasSuffix("jpg") }
        #expect(sheets == ["/tiles/0.jpg", "/tiles/1.jpg"])
    }

    @Test(
        "hls.md section 8: the first frames of the cheapest variant's segments are used if I-frames and images are missing or broken [hls.md 8: no I-frame playlist]"
    )
    func segments() async throws {
        let ladder = try await Ladder.make(LadderRecipe.small.with { $0.hasIFrames = false })
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        let picture = try await picture(extractor, request(7))
        #expect(frame(picture) == 4 * 24)
        #expect(!origin.records.contains { $0.path.hasPrefix("/v1/") })

        let broken = try Origin(try await Ladder.make(.small))
        defer { broken.stop() }
        broken.inject(.status(404), for: .suffix("iframes.m3u8"))
        let second = ImageExtractor(MediaLocator(url: broken.url("/main.m3u8")))
        #expect(frame(try await self.picture(second, request(7))) == 4 * 24)
        #expect(frame(try await self.picture(second, request(11))) == 8 * 24)
        // A missing resource is requested once.
        #expect(broken.records(for: .suffix("iframes.m3u8")).count == 1)
    }

    /// The ladder, with byte ranges of I-frames that start after the tables.
    private struct WithoutTables: OriginContent {
        let ladder: Ladder

        func reply(to request: OriginRequest, now: Int64) -> OriginReply {
            let reply = ladder.reply(to: request, now: now)
            guard request.path.hasSuffix("iframes.m3u8"), case .resource(let resource) = reply else { return reply }
            let lines = String(decoding: resource.bytes, as: UTF8.self).split(separator: "\n").map { line -> String in
                let parts = line.split(separator: ":")
                guard parts.first == "#EXT-X-BYTERANGE", parts.count == 2,
                    let count = parts[1].split(separator: "@").first.flatMap({ Int($0) })
                else { return String(line) }
                return "#EXT-X-BYTERANGE:\(count - 2 * 188)@\(2 * 188)"
            }
            return .resource(
                OriginResource(text: lines.joined(separator: "\n"), contentType: resource.contentType))
        }
    }

    @Test("hls.md section 8: byte ranges of transport streams without tables use the tables at the resource's start")
    func transportStreamHead() async throws {
        let ladder = try await Ladder.make(LadderRecipe.transportStream.with { $0.seconds = 16 })
        let origin = try Origin(WithoutTables(ladder: ladder))
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        #expect(frame(try await picture(extractor, request(9))) == 8 * 24)
        let ranges = origin.records(for: .suffix("2.ts")).compactMap { $0.request.headers["range"] }
        #expect(ranges.count == 2 && ranges.contains("bytes=0-375"), "\(ranges)")
    }

    @Test("R239: without tolerance the exact frame is returned, decoded from a whole segment")
    func exact() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        for index in [0, 1, 95, 96, 130, 383] {
            let time = (Double(index) + 0.5) / 24
            let picture = try await picture(extractor, request(time, tolerance: .zero))
            #expect(frame(picture) == index)
            #expect(abs(picture.presentationTime.seconds - Double(index) / 24) < 0.001)
        }
    }

    @Test("R239: a time after the end is an error, and the next request succeeds")
    func outside() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        await #expect(throws: MediaError.self) { _ = try await picture(extractor, request(60)) }
        #expect(frame(try await picture(extractor, request(3))) == 48)
    }

    @Test("R239: a thumbnail that is not delivered can be cancelled, and the next request succeeds")
    func cancelling() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        _ = try await picture(extractor, request(1))
        origin.inject(.silence, for: .path("/v0/2.m4s"), times: 1)
        let waiting = Task { try await picture(extractor, request(9)) }
        while origin.records(for: .path("/v0/2.m4s")).isEmpty { await Task.yield() }
        extractor.cancelAll()
        do {
            _ = try await waiting.value
            Issue.record("the cancelled thumbnail was delivered")
        } catch let error as MediaError {
            #expect(error.code == .cancelled)
        }
        #expect(frame(try await picture(extractor, request(9))) == 8 * 24)
    }

    @Test("hls.md section 10: a request that fails temporarily is retried")
    func faults() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        origin.inject(.cut(after: 100), for: .path("/v0/1.m4s"), times: 1)
        origin.inject(.status(503), for: .path("/v0/init-0.mp4"), times: 1)
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        #expect(frame(try await picture(extractor, request(5))) == 96)
    }

    @Test("hls.md section 8: a thumbnail of a live stream is an error")
    func live() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(LiveLadder(ladder))
        defer { origin.stop() }
        let extractor = ImageExtractor(MediaLocator(url: origin.url("/main.m3u8")))
        do {
            _ = try await picture(extractor, request(5))
            Issue.record("a thumbnail of a live stream was delivered")
        } catch let error as MediaError {
            #expect(error.code == .noImageAtTime)
        }
    }
}

@Suite("Byte ranges of stream resources (hls.md sections 5 and 8)") struct ThumbnailPartsTests {
    @Test(
        "a decrypted slice of an encrypted resource equals the requested plain bytes, at any offset [hls.md 5: I-frame ranges under AES-128]"
    )
    func encryptedSlice() throws {
        let plain = (0..<200).map { UInt8($0) }
        let (key, vector) = ((0..<16).map { UInt8($0 * 3) }, (0..<16).map { UInt8($0 * 7) })
        let sealed = TestCipher.encrypt(plain, key: key, vector: vector)
        for range in [0..<5, 0..<16, 3..<40, 16..<17, 15..<33, 100..<200, 199..<200] as [Range<Int64>] {
            let slice = EncryptedSlice(range)
            let bytes = Array(sealed[Int(slice.request.lowerBound)..<min(Int(slice.request.upperBound), sealed.count)])
            #expect(
                try slice.opened(bytes, key: key, iv: vector)
                    == Array(plain[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }

    @Test("the tables of a transport stream are found, even if damaged")
    func tables() async throws {
        let ladder = try await Ladder.make(LadderRecipe.transportStream.with { $0.seconds = 16 })
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let segment = ResourceRequest(url: origin.url("/v0/0.ts"), kind: .segment)
        let bytes = try ResourceLoader(locator: MediaLocator(url: segment.url)).fetchBlocking(segment).bytes
        let tables = try #require(TransportTables(in: bytes))
        #expect(tables.bytes.count % TransportTables.packetBytes == 0)
        #expect(tables.bytes.count < Int(TransportTables.headBytes))
        #expect(TransportTables(in: tables.bytes)?.bytes == tables.bytes)
        #expect(TransportTables(in: Array(bytes.dropFirst(10))) == nil)
        for index in 0..<TransportTables.packetBytes * 2 {
            for value in [0, 0x47, 0xff] as [UInt8] {
                var damaged = Array(bytes.prefix(TransportTables.packetBytes * 4))
                damaged[index] = value
                _ = TransportTables(in: damaged)
                _ = TransportTables(in: Array(damaged.prefix(index)))
            }
        }
    }
}
