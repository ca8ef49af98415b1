import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import HLS
@testable import MediaEngine

@Suite("Frames whose NAL units do not fill them (ISO 14496-15 section 5.3.3)")
struct FrameIntegrityTests {
    private func isSound(_ bytes: [UInt8], _ lengthBytes: Int = 4, isHEVC: Bool = false) -> Bool {
        bytes.withUnsafeBufferPointer {
            FrameIntegrity.areSound($0, lengthBytes: lengthBytes, isHEVC: isHEVC)
        }
    }

    @Test("lengths that add up, with padding, are valid; others are not")
    func lengths() {
        #expect(isSound([0, 0, 0, 2, 0x09, 0xf0, 0, 0, 0, 3, 0x65, 1, 2]))
        #expect(isSound([0, 2, 0x65, 1, 0, 1, 0x06], 2))
        #expect(isSound([1, 0x65], 1))
        #expect(isSound([0, 0, 0, 1, 0x65, 0, 0, 0, 0, 0, 0]))
        #expect(isSound([]))
        #expect(!isSound([0, 0, 0, 3, 0x65, 1]))
        #expect(!isSound([0, 0, 0, 1, 0x65, 1]))
        #expect(!isSound([0xff, 0xff, 0xff, 0xff, 0x65, 1]))
        #expect(!isSound([1, 0x65, 9], 1))
    }

    @Test("NAL units with forbidden_zero_bit set, and HEVC units with temporal ID 0, are invalid")
    func headers() {
        #expect(!isSound([0, 0, 0, 2, 0xe5, 1]))
        #expect(isSound([0, 0, 0, 2, 0x26, 1], isHEVC: true))
        #expect(!isSound([0, 0, 0, 2, 0x26, 0], isHEVC: true))
        #expect(!isSound([0, 0, 0, 1, 0x26], isHEVC: true))
        #expect(!isSound([0, 0, 0, 2, 0xa6, 1], isHEVC: true))
    }
}

@Suite("Segments that contain corrupt frames")
struct PlayedChunksTests {
    @Test("each segment is reported once, by the times of its frames; the newest load counts")
    func once() throws {
        let (first, second) = (try testURL("0.m4s"), try testURL("1.m4s"))
        var chunks = DeliveredChunks()
        chunks.add(first, of: 1, times: 0...4, isReported: false)
        chunks.add(first, of: 1, times: 5...9, isReported: false)
        chunks.add(second, of: 2, times: 10...19, isReported: false)
        #expect(chunks.takeUnreportedURL(at: 10) == second)
        #expect(chunks.takeUnreportedURL(at: 19) == nil)
        #expect(chunks.takeUnreportedURL(at: 9) == first)
        #expect(chunks.takeUnreportedURL(at: 20) == nil)
        chunks.add(first, of: 3, times: 0...9, isReported: true)
        #expect(chunks.takeUnreportedURL(at: 5) == nil)
        for load in 0..<2 * DeliveredChunks.maximumCount {
            chunks.add(second, of: 4 + load, times: 40...49, isReported: true)
        }
        #expect(chunks.takeUnreportedURL(at: 15) == nil)
    }
}

/// Damage inside frames, in whole streams (hls.md section 10: segment that is broken; issue 3: unplayed media is in the error log).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads, .timeLimit(.minutes(5)))
struct CorruptFrameTests {
    private static let small = LadderRecipe.small.with { $0.segmentSeconds = 2 }

    private static let transport = LadderRecipe.transportStream.with {
        ($0.variants, $0.seconds, $0.segmentSeconds) = ([LadderRecipe.small.variants[0]], 8, 2)
    }

    /// Returns fragments whose first frame has an invalid length field.
    private static func unsound(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var boxes = BoxReader(bytes)
        while let box = boxes.next() {
            if box.type == "mdat" { bytes[box.content.lowerBound] = 0x7f }
        }
        return bytes
    }

    @Test("frames with invalid NAL units are requested once more, and are then intact")
    func askedAgain() async throws {
        let run = try await ServerFaultTests.run(Self.small) { ladder in
            let isFirst = Mutex(true)
            return EditedContent(ladder) { path, bytes in
                guard path == "/v1/3.m4s",
                    isFirst.withLock({ first in
                        defer { first = false }; return first
                    })
                else {
                    return bytes
                }
                return Self.unsound(bytes)
            }
        }
        run.checkWhole(Self.small)
        #expect(run.requests("/v1/3.m4s") == 2)
        #expect(run.requests("/v0/3.m4s") == 0)
        #expect(run.reported.map(\.url?.lastPathComponent) == ["3.m4s"])
        #expect(run.reported.first?.comment.contains("requested again") == true, "\(run.reported.map(\.comment))")
    }

    @Test(
        "frames with invalid NAL units after a retry are played from another variant [hls.md 10: segment that is broken]"
    )
    func fromElsewhere() async throws {
        let run = try await ServerFaultTests.run(Self.small) { ladder in
            EditedContent(ladder) { path, bytes in path == "/v1/3.m4s" ? Self.unsound(bytes) : bytes }
        }
        run.checkWhole(Self.small)
        #expect(run.requests("/v1/3.m4s") == 2)
        #expect(run.requests("/v0/3.m4s") == 1)
        #expect(run.reported.contains { $0.comment.contains("another variant") })
    }

    @Test("transport stream packets with continuity errors are requested once more, and reported if they persist")
    func corruptPackets() async throws {
        let recipe = Self.transport
        let run = try await ServerFaultTests.run(recipe) { ladder in
            EditedContent(ladder) { path, bytes in
                guard path == "/v0/1.ts" else { return bytes }
                // A packet from the middle is missing.
                let at = bytes.count / 188 / 2 * 188
                return Array(bytes[..<at] + bytes[(at + 188)...])
            }
        }
        #expect(run.requests("/v0/1.ts") == 2)
        #expect(run.reported.map(\.url?.lastPathComponent) == ["1.ts", "1.ts"], "\(run.reported.map(\.comment))")
        #expect(run.times.count == recipe.seconds * 24)
    }

    private func play(
        _ recipe: LadderRecipe, faults prepare: (Origin) -> Void = { _ in }
    ) async throws -> (SessionProbe, Origin) {
        let origin = try Origin(try await Ladder.make(recipe))
        prepare(origin)
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = clock }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        try await probe.playOn(clock)
        #expect(await probe.ended())
        probe.session.close()
        origin.stop()
        return (probe, origin)
    }

    @Test(
        "noise that leaves a segment's container intact is reported once, with its URL, whichever check detects it",
        arguments: [false, true])
    func noise(_ isTransport: Bool) async throws {
        let recipe =
            isTransport ? Self.transport : Self.small.with { ($0.variants, $0.seconds) = ([$0.variants[0]], 8) }
        for seed: UInt64 in 1...3 {
            let path = "/v0/\(seed)." + (isTransport ? "ts" : "m4s")
            let (probe, origin) = try await play(recipe) {
                $0.inject(.innerNoise(bytes: 400, seed: seed), for: .path(path))
            }
            let reported = probe.streamFaults.filter { $0.url?.path == path }
            // Once if the decoder detects it; damage detected before decoding is reported again after the retry.
            let requests = origin.records.filter { $0.path == path }.count
            #expect(requests > 0)
            #expect(reported.count == requests, "seed \(seed): \(probe.streamFaults.map(\.comment))")
            #expect(probe.streamFaults.count == reported.count)
        }
    }

    @Test(
        "valid streams cause no reports: B-pyramids, open GOPs, other codecs, variant switches",
        arguments: [
            LadderRecipe.small, .small.with { $0.encode(as: .hevc) }, .small.with { $0.encode(as: .av1) },
            .transportStream.with { ($0.variants, $0.seconds) = (LadderRecipe.small.variants, 16) },
            .small.with { ($0.seconds, $0.programs) = (8, 2) },
        ])
    func whole(_ recipe: LadderRecipe) async throws {
        let (probe, _) = try await play(recipe)
        #expect(probe.streamFaults.map(\.comment) == [])
    }
}
