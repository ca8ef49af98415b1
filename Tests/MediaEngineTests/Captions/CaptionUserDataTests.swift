import CFFmpeg
import MediaTesting
import Testing

@testable import MediaEngine

@Suite("Captions in coded frames (spec/hls.md section 5)")
struct CaptionUserDataTests {
    static let payload: [UInt8] =
        [0xb5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03, 0x42, 0xff, 0xfc, 0x94, 0x20, 0xfa, 0, 0, 0xff]
    /// The second construct is marked as invalid.
    static let expected = [CaptionTriplet(.line21Field1, 0x94, 0x20)]

    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                out.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            out.append(byte)
        }
        return out
    }

    private func find(_ bytes: [UInt8], _ codec: AVCodecID, headers: [UInt8] = []) -> [CaptionTriplet] {
        bytes.withUnsafeBufferPointer { bytes in
            headers.withUnsafeBufferPointer { CaptionUserData.triplets(in: bytes, codec: codec, headers: $0) }
        }
    }

    private static let sei = [0x04, UInt8(payload.count)] + payload + [0x80]
    private static let h264: [[UInt8]] = [[0x09, 0xf0], [0x06] + escaped(sei), [0x65, 1, 2, 3]]
    private static let hevc: [[UInt8]] = [[0x46, 0x01, 0x50], [0x4e, 0x01] + escaped(sei), [0x26, 0x01, 1, 2]]

    @Test("H.264 and HEVC captions are found with start codes and with length fields of every size")
    func framings() {
        for (units, codec) in [(Self.h264, AV_CODEC_ID_H264), (Self.hevc, AV_CODEC_ID_HEVC)] {
            #expect(find(units.flatMap { [0, 0, 0, 1] + $0 }, codec) == Self.expected)
            #expect(find(units.flatMap { [0, 0, 1] + $0 }, codec) == Self.expected)
            for size in [1, 2, 4] {
                var headers = [UInt8](repeating: 0, count: 23)
                headers[0] = 1
                headers[codec == AV_CODEC_ID_H264 ? 4 : 21] = UInt8(size - 1)
                let bytes = units.flatMap { unit -> [UInt8] in
                    let length = (0..<size).reversed().map { UInt8(unit.count >> (8 * $0) & 0xff) }
                    return length + unit
                }
                #expect(find(bytes, codec, headers: headers) == Self.expected, "\(size) bytes")
            }
        }
    }

    @Test("MPEG-2 captions are found in user data after the headers")
    func mpeg2() {
        let bytes: [UInt8] = [0, 0, 1, 0, 1, 2, 0, 0, 1, 0xb2] + Self.payload.dropFirst(3) + [0, 0, 1, 1, 9]
        #expect(find(bytes, AV_CODEC_ID_MPEG2VIDEO) == Self.expected)
    }

    @Test("data after the first slice, and other codecs, are not scanned")
    func searchesHeadersAlone() {
        let units = [Self.h264[2], Self.h264[1]]
        #expect(find(units.flatMap { [0, 0, 1] + $0 }, AV_CODEC_ID_H264).isEmpty)
        #expect(find(Self.h264.flatMap { [0, 0, 1] + $0 }, AV_CODEC_ID_AV1).isEmpty)
    }

    @Test("random and damaged bytes produce captions or none, within the limits")
    func fuzz() {
        var random = SeededRandom(seed: 608)
        var headers = [UInt8](repeating: 0, count: 23)
        headers[0] = 1
        headers[4] = 3
        headers[21] = 3
        for round in 0..<400 {
            var bytes: [UInt8] = Self.h264.flatMap { [0, 0, 1] + $0 }
            if round % 2 == 0 { bytes = (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
            for _ in 0..<8 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            for codec in [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG2VIDEO] {
                #expect(find(bytes, codec).count <= CaptionUserData.maximumTriplets)
                #expect(find(bytes, codec, headers: headers).count <= CaptionUserData.maximumTriplets)
            }
        }
    }

    @Test("random constructs keep the decoders within their limits of rows, windows and memory")
    func fuzzDecoders() {
        var random = SeededRandom(seed: 708)
        for channel in [ClosedCaptionChannel.line21(1), .line21(4), .service(1), .service(40)] {
            var decoder = ClosedCaptionDecoder(channel)
            var survey = CaptionSurvey()
            for picture in 0..<3_000 {
                let triplets = (0..<8).map { _ in
                    let bits = random.next()
                    let kind = CaptionTriplet.Kind(rawValue: UInt8(bits & 3)) ?? .packetData
                    // Half of them are control codes, and existing services.
                    let first = bits & 4 == 0 ? UInt8(0x10 | bits >> 8 & 0xf) : UInt8(truncatingIfNeeded: bits >> 8)
                    return CaptionTriplet(kind, CaptionSource.odd(first & 0x7f), UInt8(truncatingIfNeeded: bits >> 16))
                }
                decoder.take(triplets, at: Nanoseconds(picture) * 33 * .millisecond)
                survey.look(at: triplets)
                for cue in decoder.takeDone() {
                    #expect(cue.start < cue.end)
                    #expect(cue.block.lines.count <= 15)
                    #expect(cue.block.lines.allSatisfy { $0.reduce(0) { $0 + $1.text.count } <= 64 })
                }
            }
            #expect(decoder.open.count <= 8)
            #expect(!survey.channels.isEmpty)
        }
    }

    @Test("frames are reordered to presentation order, whether or not decode times are known")
    func queue_ordersByShowing() {
        let shown = [0, 4, 2, 1, 3, 8, 6, 5, 7]
        for isKnown in [true, false] {
            var queue = CaptionQueue()
            var out: [Nanoseconds] = []
            for (decode, time) in shown.enumerated() {
                let entry = CaptionQueue.Entry(time: Nanoseconds(time), triplets: [])
                out += queue.add(entry, decodeTime: isKnown ? Nanoseconds(decode) - 2 : nil).map(\.time)
            }
            out += queue.drain().map(\.time)
            #expect(out == Array(0...8))
        }
    }
}
