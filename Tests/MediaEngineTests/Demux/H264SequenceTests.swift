import CFFmpeg
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

@Suite("Parameter sets of H.264 (sections 7.3.2.1.1 and E.1.1)", .enabled(if: StreamMaker.isAvailable))
struct H264SequenceTests {
    /// The first frame of a transport stream from x264, as demuxed.
    private static func firstPicture() async throws -> [UInt8] {
        let recipe = LadderRecipe.small.with { ($0.container, $0.audioForm) = (.transportStream, .muxed) }
        let ladder = try await Ladder.make(recipe)
        guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: "/v1/0.ts"), now: 0) else {
            return []
        }
        let chunk = MediaChunk(
            url: try testURL("/v1/0.ts"), sequenceNumber: 0, discontinuity: .init(era: 0, number: 0), start: 0,
            duration: 4 * .second, isGap: false, keys: [])
        let split = try SegmentSplitter().split(SegmentContent(bytes: resource.bytes, initLength: 0, chunk: chunk))
        defer { split.samples.forEach { $0.free() } }
        let sample = try #require(split.samples.first { $0.kind == .video })
        return Array(UnsafeBufferPointer(start: sample.raw.pointee.data, count: Int(sample.raw.pointee.size)))
    }

    @Test("size, frame rate and reordering are those of the encoder, and truncated sets contain less")
    func values() async throws {
        let picture = try await Self.firstPicture()
        let sets = try #require(picture.withUnsafeBufferPointer { H264Headers.ParameterSets(in: $0) })
        let sequence = try #require(sets.sequence)
        #expect(sequence.hasFramesOnly)
        #expect(sequence.size.map { [$0.width, $0.height] } == [384, 216])
        #expect(sequence.bitsPerComponent == 8 && sequence.chromaFormat == 1)
        #expect(sequence.display?.framesPerSecond.map { Double($0.numerator) / Double($0.denominator) } == 24)
        #expect(sequence.display?.reorderedPictures != nil)
        for count in 0..<sets.bytes.count {
            sets.bytes[..<count].withUnsafeBufferPointer { _ = H264Headers.ParameterSets(in: $0) }
            _ = H264Sequence(sets.bytes[..<count].dropFirst(4))
        }
    }

    @Test("a frame without parameter sets has none")
    func none() {
        #expect([UInt8]([0, 0, 1, 0x65, 1, 2, 3]).withUnsafeBufferPointer { H264Headers.ParameterSets(in: $0) } == nil)
        #expect([UInt8]().withUnsafeBufferPointer { H264Headers.ParameterSets(in: $0) } == nil)
    }
}
