import StreamRules
import Testing

@testable import StreamInspection

/// Tests the statements about transport streams with packets that are made to order.
struct TransportStatementsTests {
    private static let video = 256
    private static let audio = 257
    private static let map = 4_096

    /// Returns a packet of 188 bytes.
    private func packet(_ pid: Int, starts: Bool, adaptation: [UInt8] = [], _ payload: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [
            0x47, UInt8(pid >> 8) | (starts ? 0x40 : 0), UInt8(pid & 0xff), adaptation.isEmpty ? 0x10 : 0x30,
        ]
        let field = adaptation.isEmpty ? [] : [UInt8(adaptation.count)] + adaptation
        let bytes = head + field + payload
        return Array((bytes + [UInt8](repeating: 0xff, count: 188)).prefix(188))
    }

    /// Returns the tables of a program with H.264 and AAC.
    private var tables: [UInt8] {
        let association: [UInt8] = [
            0, 0x00, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe0 | UInt8(Self.map >> 8), UInt8(Self.map & 0xff), 0, 0, 0, 0,
        ]
        let streams: [UInt8] = [
            0x1b, 0xe0 | UInt8(Self.video >> 8), UInt8(Self.video & 0xff), 0xf0, 0,
            0x0f, 0xe0 | UInt8(Self.audio >> 8), UInt8(Self.audio & 0xff), 0xf0, 0,
        ]
        let program: [UInt8] =
            [
                0, 0x02, 0xb0, UInt8(13 + streams.count), 0, 1, 0xc1, 0, 0, 0xe0 | UInt8(Self.video >> 8),
                UInt8(Self.video & 0xff), 0xf0, 0,
            ] + streams + [0, 0, 0, 0]
        return packet(0, starts: true, association) + packet(Self.map, starts: true, program)
    }

    private static let elementaryStart: [UInt8] = [0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x21, 0, 1, 0, 1]

    /// Returns a segment of 30 frames of one packet each, of which the first has a clock reference.
    private func segment(audioHeader: [UInt8] = [0xff, 0xf1, 0x4c, 0x80]) -> [UInt8] {
        let clock: [UInt8] = [0x10, 0, 0, 0, 0, 0x7e, 0]
        let frame = Self.elementaryStart + [0, 0, 0, 1, 9, 0xf0]
        var bytes = tables + packet(Self.video, starts: true, adaptation: clock, frame)
        for _ in 0..<30 { bytes += packet(Self.video, starts: true, frame) }
        return bytes + packet(Self.audio, starts: true, Self.elementaryStart + audioHeader)
    }

    private func found(_ seconds: Double) -> [StatementViolation] {
        TransportStatements(segment(), isEncrypted: false, seconds: seconds).violations
    }

    @Test("a segment with one clock reference is reported with its declared duration")
    func duration() throws {
        let violation = try #require(found(6).first)
        #expect(violation.statement == .clockInterval)
        #expect(violation.message == "The segment of 6 s has one PCR.")
    }

    @Test("a segment of half a second needs one clock reference")
    func shortDuration() { #expect(found(0.5).isEmpty) }

    @Test("null packets are reported above a quarter of the packets, and only in 40 packets or more")
    func nullPackets() {
        func found(_ count: Int, of bytes: [UInt8]) -> [String] {
            let nulls = (0..<count).flatMap { _ in packet(0x1fff, starts: false, []) }
            return TransportStatements(bytes + nulls, isEncrypted: false, seconds: 0.5).violations
                .filter { $0.statement == .nullPackets }.map(\.message)
        }
        // 34 packets: 11 of 45 are less than a quarter, 12 of 46 are more.
        #expect(segment().count == 34 * 188)
        #expect(found(11, of: segment()).isEmpty)
        #expect(found(12, of: segment()) == ["12 of 46 packets are null packets."])
        let short = Array(segment().prefix(20 * 188))
        #expect(found(19, of: short).isEmpty)
        #expect(found(20, of: short).count == 1)
    }

    @Test("a duration of more than a day counts as a day")
    func longDuration() { #expect(found(1e300).map(\.message) == ["The segment of 86400 s has one PCR."]) }

    @Test(
        "a duration that is negative or no number counts as zero", arguments: [-5, -1e300, .nan, .infinity, -.infinity])
    func invalidDuration(seconds: Double) { #expect(found(seconds).isEmpty) }

    @Test("the tables of a program are stated in words")
    func tablesInWords() {
        let statements = TransportStatements(segment(), isEncrypted: false, seconds: 1)
        #expect(statements.table == "H.264 in 256, AAC in 257")
    }

    @Test("the audio object type is that of the first ADTS header", arguments: [(0x0c, 1), (0x4c, 2), (0xcc, 4)])
    func objectType(third: UInt8, type: Int) {
        let bytes = segment(audioHeader: [0xff, 0xf1, third, 0x80])
        #expect(TransportStatements(bytes, isEncrypted: false, seconds: 1).audioObjectType == type)
        let frame: [UInt8] = [0xff, 0xf1, third, 0x80, 0x01, 0x1f, 0xfc, 0]
        #expect(PackedAudioStatements.objectType(frame) == type)
    }

    @Test("audio without an ADTS header has no object type")
    func noObjectType() {
        let bytes = segment(audioHeader: [0x56, 0xe0, 0, 0])
        #expect(TransportStatements(bytes, isEncrypted: false, seconds: 1).audioObjectType == nil)
        #expect(PackedAudioStatements.objectType([0x0b, 0x77, 0, 0, 0, 0, 0, 0]) == nil)
    }
}
