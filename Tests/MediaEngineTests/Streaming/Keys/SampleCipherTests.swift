import CFFmpeg
import Testing

@testable import MediaEngine

@Suite("SAMPLE-AES sample by sample (hls.md section 5)")
struct SampleCipherTests {
    private let key = (0..<16).map { UInt8($0) }
    private let vector = (0..<16).map { UInt8(0xf0 + $0) }

    private func cipher() throws -> SampleCipher { try SampleCipher(.init(secret: key, vector: vector)) }

    /// Encrypts single blocks with one CBC chain.
    private func sealed(_ bytes: [UInt8], blocks: [Int]) -> [UInt8] {
        guard let cipher = av_aes_alloc() else { return [] }
        defer { av_free(UnsafeMutableRawPointer(cipher)) }
        av_aes_init(cipher, key, 128, 0)
        var (result, chain) = (bytes, vector)
        result.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for block in blocks { av_aes_crypt(cipher, base + block, base + block, 1, &chain, 0) }
        }
        return result
    }

    private func opened(_ bytes: [UInt8], _ codec: AVCodecID) throws -> [UInt8] {
        let packet = try #require(av_packet_alloc())
        var freed: UnsafeMutablePointer<AVPacket>? = packet
        defer { av_packet_free(&freed) }
        #expect(av_new_packet(packet, Int32(bytes.count)) == 0)
        let data = try #require(packet.pointee.data)
        for (index, byte) in bytes.enumerated() { data[index] = byte }
        try cipher().open(packet, codec)
        return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    private func unit(_ type: UInt8, _ count: Int) -> [UInt8] {
        [type] + (1..<count).map { UInt8(truncatingIfNeeded: $0 * 7 | 4) }
    }

    /// Inserts emulation prevention bytes into an encrypted unit.
    private func prevented(_ unit: [UInt8]) -> [UInt8] {
        var (result, zeros) = ([UInt8](), 0)
        for byte in unit {
            if zeros >= 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }

    @Test(
        "video: in slices longer than 48 bytes, one block in ten is encrypted, and the remainder is clear [hls.md 5: SAMPLE-AES in transport streams]"
    )
    func pictures() throws {
        let code: [UInt8] = [0, 0, 0, 1]
        for count in [48, 49, 64, 65, 208, 209, 1_000] {
            let slice = unit(0x65, count)
            let blocks = count > 48 ? Array(stride(from: 32, to: count - 16, by: 160)) : []
            let parameters = unit(0x67, 100)
            let stream =
                code + parameters + code + prevented(sealed(slice, blocks: blocks)) + [0, 0, 1] + unit(0x41, 40)
            let plain = code + parameters + code + slice + [0, 0, 1] + unit(0x41, 40)
            #expect(try opened(stream, AV_CODEC_ID_H264) == plain, "\(count) bytes")
        }
    }

    @Test("video: emulation prevention bytes are removed before decryption, and only there")
    func prevention() throws {
        // A unit whose clear part contains two start code patterns.
        var slice = unit(0x41, 100)
        slice.replaceSubrange(10..<14, with: [0, 0, 3, 1])
        let stream = [0, 0, 1] + prevented(sealed(slice, blocks: [32]))
        #expect(stream.count > slice.count + 3)
        #expect(try opened(stream, AV_CODEC_ID_H264) == [0, 0, 1] + slice)
        // A short unit is not changed.
        let short = [0x41, 0, 0, 3, 1] + unit(4, 20)
        #expect(try opened([0, 0, 1] + short, AV_CODEC_ID_H264) == [0, 0, 1] + short)
    }

    private func frameOfADTS(_ count: Int, hasCheck: Bool = false) -> [UInt8] {
        let size = count + (hasCheck ? 9 : 7)
        let header: [UInt8] = [
            0xff, hasCheck ? 0xf0 : 0xf1, 0x4c, UInt8(0x80 | size >> 11), UInt8(size >> 3 & 0xff),
            UInt8((size & 7) << 5 | 0x1f), 0xfc,
        ]
        return header + (hasCheck ? [1, 2] : []) + unit(9, count)
    }

    @Test("audio: 16 clear bytes after each header, then whole blocks; each frame has its own CBC chain")
    func sound() throws {
        for hasCheck in [false, true] {
            let header = hasCheck ? 9 : 7
            let (first, second) = (frameOfADTS(100, hasCheck: hasCheck), frameOfADTS(50, hasCheck: hasCheck))
            let stream =
                sealed(first, blocks: (0..<5).map { header + 16 + 16 * $0 })
                + sealed(second, blocks: (0..<2).map { header + 16 + 16 * $0 })
            #expect(try opened(stream, AV_CODEC_ID_AAC) == first + second)
        }
        let enhanced: [UInt8] = [0x0b, 0x77, 0, 31, 0, 16 << 3] + unit(9, 58)
        let stream = sealed(enhanced, blocks: [16, 32, 48]) + sealed(enhanced, blocks: [16, 32, 48])
        #expect(try opened(stream, AV_CODEC_ID_EAC3) == enhanced + enhanced)
        // 32 kbit/s at 48, 44.1 (a word more or less) and 32 kHz.
        for (rate, size) in [(UInt8(0), 128), (1 << 6, 138), (1 << 6 | 1, 140), (2 << 6, 192)] {
            let frame: [UInt8] = [0x0b, 0x77, 0, 0, rate, 8 << 3] + unit(9, size - 6)
            let one = sealed(frame, blocks: Array(stride(from: 16, through: size - 16, by: 16)))
            #expect(try opened(one + one, AV_CODEC_ID_AC3) == frame + frame, "\(size) bytes")
            #expect(try cipher().packed(one + one) == frame + frame)
        }
        #expect(try cipher().packed(stream) == enhanced + enhanced)
        #expect(try cipher().packed(unit(0x47, 188)) == nil)
    }

    @Test("truncated audio and audio without a header stay unchanged, and unsupported codecs are errors")
    func damaged() throws {
        for bytes in [[], [0xff], [0xff, 0xf1, 0, 0, 0, 0, 0, 0], unit(1, 60), Array(frameOfADTS(10).prefix(9))] {
            #expect(try opened(bytes, AV_CODEC_ID_AAC) == bytes)
            #expect(try opened(bytes, AV_CODEC_ID_EAC3) == bytes)
        }
        let failure = #expect(throws: MediaError.self) { try opened([1], AV_CODEC_ID_HEVC) }
        #expect(failure?.code == .contentIsProtected)
    }
}
