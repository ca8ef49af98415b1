import CFFmpeg
import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

@Suite("Validation of a segment's container before its samples are read (hls.md sections 5 and 13)")
struct SegmentIntegrityTests {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + content
    }

    private func content(_ initSection: [UInt8], _ media: [UInt8]) throws -> SegmentContent {
        let url = try #require(URL(string: "http://127.0.0.1/1.m4s"))
        let chunk = MediaChunk(
            url: url, sequenceNumber: 1, discontinuity: .init(era: 0, number: 0), start: 0, duration: 4 * .second,
            isGap: false, keys: [])
        return SegmentContent(bytes: initSection + media, initLength: initSection.count, chunk: chunk)
    }

    @Test("a fragment whose last box is longer than the received bytes is truncated")
    func cutFragment() throws {
        let head = Self.box("ftyp", [1, 2, 3, 4]) + Self.box("moov", [])
        let media = Self.box("styp", []) + Self.box("moof", [0, 0]) + Self.box("mdat", Array(repeating: 7, count: 100))
        #expect(SegmentIntegrity.corruption(of: try content(head, media)) == nil)
        #expect(SegmentIntegrity.corruption(of: try content([], media)) == nil)
        for kept in [media.count - 1, media.count - 100, 18, 9] {
            #expect(SegmentIntegrity.corruption(of: try content(head, Array(media.prefix(kept))))?.code == .truncated)
        }
    }

    @Test("a transport stream that is not a whole number of packets is truncated; other data is not checked")
    func cutTransport() throws {
        let packet = [0x47] + [UInt8](repeating: 0, count: 187)
        #expect(SegmentIntegrity.corruption(of: try content([], packet + packet)) == nil)
        var lostSync = packet + packet + packet
        lostSync[188] = 0x46
        #expect(SegmentIntegrity.corruption(of: try content([], lostSync))?.code == .malformed)
        #expect(SegmentIntegrity.corruption(of: try content([], packet + packet.dropLast()))?.code == .truncated)
        #expect(SegmentIntegrity.corruption(of: try content([], [0xff, 0xf1, 0x50])) == nil)
        #expect(SegmentIntegrity.corruption(of: try content([], []))?.code == .empty)
    }

    @Test("encrypted samples without a key in the playlist are reported as protected, not as broken")
    func protected() throws {
        let head = Self.box("ftyp", [])
        let media = Self.box("moof", Self.box("traf", Self.box("senc", [0, 0, 0, 0]))) + Self.box("mdat", [1])
        var sealed = try content(head, media)
        #expect(throws: MediaError.self) { try SegmentIntegrity.checkProtection(of: sealed) }
        sealed.sampleKey = .init(secret: [], vector: [])
        #expect(throws: Never.self) { try SegmentIntegrity.checkProtection(of: sealed) }
        let open = try content(head, Self.box("moof", Self.box("traf", [])) + Self.box("mdat", [1]))
        #expect(throws: Never.self) { try SegmentIntegrity.checkProtection(of: open) }
    }
}

@Suite("Samples whose timestamps cannot belong to their segment (hls.md section 13)")
struct SampleTimeTests {
    private let chunk: MediaChunk
    private let format: StreamFormat

    init() throws {
        let url = try #require(URL(string: "http://127.0.0.1/1.m4s"))
        chunk = MediaChunk(
            url: url, sequenceNumber: 1, discontinuity: .init(era: 0, number: 0), start: 0, duration: 4 * .second,
            isGap: false, keys: [])
        var parameters = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        format = try #require(
            parameters.flatMap {
                StreamFormat(copying: $0, timeBase: AVRational(num: 1, den: 1_000_000_000), startTime: 0)
            })
    }

    /// Times and decode times in seconds.
    private func samples(
        _ times: [(Double, Double)], _ kind: TrackInfo.Kind = .video, lasting duration: Nanoseconds = 40 * .millisecond
    ) throws -> [SegmentSample] {
        try times.map { time, decodeTime in
            SegmentSample(
                kind: kind, raw: try #require(av_packet_alloc()), format: format, time: Nanoseconds(seconds: time),
                decodeTime: Nanoseconds(seconds: decodeTime), duration: duration)
        }
    }

    private func every(_ step: Double, _ count: Int, from first: Double) -> [(Double, Double)] {
        (0..<count).map { number in
            let time = first + Double(number) * step
            return (time, time)
        }
    }

    private func outliers(_ times: [(Double, Double)]) throws -> Set<Int> {
        let samples = try samples(times)
        defer { samples.forEach { $0.free() } }
        return SegmentIntegrity.outliers(samples.map(\.summary), of: chunk)
    }

    private func isShort(_ times: [Double], lasting duration: Nanoseconds = 40 * .millisecond) throws -> Bool {
        let samples = try samples(times.map { ($0, $0) }, lasting: duration)
        defer { samples.forEach { $0.free() } }
        return SegmentIntegrity.shortfall(of: samples.map(\.summary), chunk) != nil
    }

    @Test("frames far from the median time of the segment are strays, on any clock")
    func strays() throws {
        let sound = every(0.5, 8, from: 5_000)
        #expect(try outliers(sound) == [])
        #expect(try outliers(sound + [(960, 5_004)]) == [8])
        #expect(try outliers(sound + [(5_004, 215_211), (5_004, -9e9)]) == [8, 9])
        #expect(try outliers([(9e9, 9e9)] + sound) == [0])
        #expect(try outliers([]) == [])
        // Timestamps that wrap around within the segment.
        let period = StreamTimeline.wrapPeriod.seconds
        #expect(try outliers(every(0.5, 4, from: period - 2) + every(0.5, 4, from: 0)) == [])
        // Twice the declared duration is accepted as inaccurate; a single sample cannot be a stray.
        #expect(try outliers(every(0.5, 16, from: 0)) == [])
        #expect(try outliers([(70_000, 70_000)]) == [])
    }

    @Test(
        "a segment whose contiguous frames end early is short; one with few frames is not"
    )
    func shortfalls() throws {
        let whole = (0..<100).map { Double($0) / 25 }
        #expect(try !isShort(whole))
        #expect(try isShort(Array(whole.prefix(43))))
        #expect(try !isShort(Array(whole.prefix(80))))
        #expect(try !isShort([0]))
        #expect(try !isShort([0, 1], lasting: 0))
        #expect(try !isShort([]))
    }
}

@Suite("Clocks of a stream, and unsignalled changes of clocks (hls.md section 13)")
struct StreamTimelineTests {
    private let discontinuity = StreamTimeline.Discontinuity(era: 0, number: 3)

    @Test("a deviation of less than a target duration keeps the clock [hls.md 5: timeline]")
    func keeps() {
        var timeline = StreamTimeline()
        timeline.learn(discontinuity, stamp: 100 * .second, start: 10 * .second)
        let placed = timeline.place(
            105 * .second, of: discontinuity, expected: [14 * .second], tolerance: 6 * .second)
        #expect(placed == .init(offset: -90 * .second))
    }

    @Test(
        "a jump is placed at its playlist time, and other renditions and later segments follow it [hls.md 13: unmarked discontinuity]"
    )
    func jumps() {
        var timeline = StreamTimeline()
        timeline.learn(discontinuity, stamp: 100 * .second, start: 10 * .second)
        let jumped = timeline.place(5 * .second, of: discontinuity, expected: [14 * .second], tolerance: 6 * .second)
        #expect(jumped == .init(offset: 9 * .second, jump: 99 * .second))
        // The audio segments start at slightly different times.
        let sound = timeline.place(
            5 * .second + 20 * .millisecond, of: discontinuity, expected: [14 * .second], tolerance: 6 * .second)
        #expect(sound == .init(offset: 9 * .second))
        // And back, as after one segment of another stream.
        let back = timeline.place(108 * .second, of: discontinuity, expected: [18 * .second], tolerance: 6 * .second)
        #expect(back == .init(offset: -90 * .second))
    }

    @Test("a wrap of the 33-bit timestamp is not a jump [hls.md 5: 33 bits]")
    func wraps() {
        var timeline = StreamTimeline()
        timeline.learn(discontinuity, stamp: StreamTimeline.wrapPeriod - 2 * .second, start: 0)
        let placed = timeline.place(2 * .second, of: discontinuity, expected: [4 * .second], tolerance: 6 * .second)
        #expect(placed.jump == nil)
        #expect(abs(2 * .second + placed.offset - 4 * .second) < .millisecond)
    }

    @Test("the clocks of a stream whose clock jumps in every segment are bounded, and the first clock is kept")
    func bounded() {
        var timeline = StreamTimeline()
        timeline.learn(discontinuity, stamp: 0, start: 0)
        for number in 1..<100 {
            let place = Int64(number) * 4 * .second
            let placed = timeline.place(
                Int64(number) * 1_000 * .second, of: discontinuity, expected: [place], tolerance: 6 * .second)
            #expect(Int64(number) * 1_000 * .second + placed.offset == place)
        }
        #expect(timeline.offset(of: discontinuity) == 0)
    }
}
