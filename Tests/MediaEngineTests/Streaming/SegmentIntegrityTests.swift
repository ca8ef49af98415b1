import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

@Suite("What a segment tells of itself before it is read (hls.md sections 5 and 13)")
struct SegmentIntegrityTests {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + content
    }

    private func content(_ initSection: [UInt8], _ media: [UInt8]) throws -> SegmentContent {
        let url = try #require(URL(string: "http://127.0.0.1/1.m4s"))
        let piece = MediaPiece(
            url: url, sequenceNumber: 1, discontinuity: .init(era: 0, number: 0), start: 0, duration: 4 * .second,
            isGap: false, keys: [])
        return SegmentContent(bytes: initSection + media, initLength: initSection.count, piece: piece)
    }

    @Test("a fragment whose last box is longer than what came is cut off")
    func cutFragment() throws {
        let head = Self.box("ftyp", [1, 2, 3, 4]) + Self.box("moov", [])
        let media = Self.box("styp", []) + Self.box("moof", [0, 0]) + Self.box("mdat", Array(repeating: 7, count: 100))
        #expect(SegmentIntegrity.damage(of: try content(head, media)) == nil)
        #expect(SegmentIntegrity.damage(of: try content([], media)) == nil)
        for kept in [media.count - 1, media.count - 100, 18, 9] {
            #expect(SegmentIntegrity.damage(of: try content(head, Array(media.prefix(kept))))?.code == .truncated)
        }
    }

    @Test("a transport stream that is no whole number of packets is cut off; other things tell nothing")
    func cutTransport() throws {
        let packet = [0x47] + [UInt8](repeating: 0, count: 187)
        #expect(SegmentIntegrity.damage(of: try content([], packet + packet)) == nil)
        #expect(SegmentIntegrity.damage(of: try content([], packet + packet.dropLast()))?.code == .truncated)
        #expect(SegmentIntegrity.damage(of: try content([], [0xff, 0xf1, 0x50])) == nil)
        #expect(SegmentIntegrity.damage(of: try content([], [])) == nil)
    }

    @Test("encrypted samples for which the playlist names no key are told as protected, not as broken")
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

@Suite("Clocks of a stream, and those that change without a word (hls.md section 13)")
struct StreamTimelineTests {
    private let discontinuity = StreamTimeline.Discontinuity(era: 0, number: 3)

    @Test("what is off by less than a target duration keeps its clock [hls.md 5: timeline]")
    func keeps() {
        var timeline = StreamTimeline()
        timeline.learn(discontinuity, stamp: 100 * .second, start: 10 * .second)
        let placed = timeline.place(
            105 * .second, of: discontinuity, expected: [14 * .second], tolerance: 6 * .second)
        #expect(placed == .init(offset: -90 * .second))
    }

    @Test(
        "a jump begins where the playlist has it, and other renditions, and what follows, keep to it [hls.md 13: unmarked discontinuity]"
    )
    func jumps() {
        var timeline = StreamTimeline()
        timeline.learn(discontinuity, stamp: 100 * .second, start: 10 * .second)
        let jumped = timeline.place(5 * .second, of: discontinuity, expected: [14 * .second], tolerance: 6 * .second)
        #expect(jumped == .init(offset: 9 * .second, jump: 99 * .second))
        // The sound's segments begin a little elsewhere.
        let sound = timeline.place(
            5 * .second + 20 * .millisecond, of: discontinuity, expected: [14 * .second], tolerance: 6 * .second)
        #expect(sound == .init(offset: 9 * .second))
        // And back, as after one segment that was not the stream's.
        let back = timeline.place(108 * .second, of: discontinuity, expected: [18 * .second], tolerance: 6 * .second)
        #expect(back == .init(offset: -90 * .second))
    }

    @Test("hls.md 5: 33 bits that have run over are no jump")
    func wraps() {
        var timeline = StreamTimeline()
        timeline.learn(discontinuity, stamp: StreamTimeline.wrapPeriod - 2 * .second, start: 0)
        let placed = timeline.place(2 * .second, of: discontinuity, expected: [4 * .second], tolerance: 6 * .second)
        #expect(placed.jump == nil)
        #expect(abs(2 * .second + placed.offset - 4 * .second) < .millisecond)
    }

    @Test("a stream whose clock jumps in every segment is remembered within bounds, and its first clock stays")
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
