import CFFmpeg

/// Decrypts SAMPLE-AES in transport streams and packed audio, where parts of each video and audio frame are encrypted (spec/hls.md section
/// 5; Apple's MPEG-2 Stream Encryption Format). In fragmented MP4, libavformat decrypts the samples.
struct SampleCipher {
    private static let blockBytes = 16
    /// The number of unencrypted bytes at the start of a NAL unit.
    private static let clearUnitBytes = 32
    /// NAL units up to this length are not encrypted.
    private static let shortUnitBytes = 48
    /// One block in this many bytes of a NAL unit is encrypted.
    private static let patternBytes = 160
    /// The number of unencrypted bytes of an audio frame after its header.
    private static let clearFrameBytes = 16

    private let key: [UInt8]
    private let vector: [UInt8]

    init(_ sampleKey: SegmentContent.SampleKey) throws(MediaError) {
        guard sampleKey.secret.count == Self.blockBytes, sampleKey.vector.count == Self.blockBytes else {
            throw MediaError(
                .wrongKey, "The key of a stream does not have 16 bytes; the playlist's key URL is wrong.",
                detail: "\(sampleKey.secret.count) bytes, vector of \(sampleKey.vector.count)")
        }
        (key, vector) = (sampleKey.secret, sampleKey.vector)
    }

    /// Decrypts a packet in place; the packet may become shorter.
    func open(_ packet: UnsafeMutablePointer<AVPacket>, _ codec: AVCodecID) throws(MediaError) {
        guard packet.pointee.size > 0, let data = packet.pointee.data else { return }
        let bytes = Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
        let plain: [UInt8]
        switch codec {
        case AV_CODEC_ID_H264: plain = try picture(bytes)
        case AV_CODEC_ID_AAC: plain = try frames(bytes, Self.shapeOfADTS)
        case AV_CODEC_ID_EAC3: plain = try frames(bytes, Self.shapeOfEnhancedAC3)
        case AV_CODEC_ID_AC3: plain = try frames(bytes, Self.shapeOfAC3)
        default:
            throw MediaError(
                .contentIsProtected, "Encrypted samples of this codec cannot be decrypted.",
                detail: avcodec_get_name(codec).map { String(cString: $0) })
        }
        guard av_packet_make_writable(packet) >= 0, let target = packet.pointee.data else {
            throw MediaError(.outOfMemory, "There is not enough memory to continue reading.")
        }
        plain.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { target.update(from: base, count: source.count) }
        }
        av_shrink_packet(packet, Int32(plain.count))
    }

    /// Decrypts packed audio as a whole, before a demuxer parses it.
    /// - Returns: nil if the bytes are not audio frames.
    func packed(_ bytes: [UInt8]) throws(MediaError) -> [UInt8]? {
        for shape in [Self.shapeOfADTS, Self.shapeOfAC3, Self.shapeOfEnhancedAC3] where shape(bytes, 0) != nil {
            return try frames(bytes, shape)
        }
        return nil
    }

    // MARK: - Video

    /// Decrypts a video frame of NAL units with start codes (ITU-T H.264, annex B).
    func picture(_ bytes: [UInt8]) throws(MediaError) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var taken = 0
        while let unit = Self.nextUnit(in: bytes, from: taken) {
            plain += bytes[taken..<unit.lowerBound]
            plain += try opened(unit: bytes[unit])
            taken = unit.upperBound
        }
        return plain + bytes[taken...]
    }

    /// Returns the range of the next NAL unit, without its start code and trailing zeros.
    private static func nextUnit(in bytes: [UInt8], from position: Int) -> Range<Int>? {
        guard let code = startCode(in: bytes, from: position) else { return nil }
        let start = code + 3
        var end = startCode(in: bytes, from: start) ?? bytes.count
        while end > start, bytes[end - 1] == 0 { end -= 1 }
        return start..<end
    }

    private static func startCode(in bytes: [UInt8], from position: Int) -> Int? {
        var index = position
        while index + 3 <= bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 { return index }
            index += 1
        }
        return nil
    }

    private func opened(unit: ArraySlice<UInt8>) throws(MediaError) -> [UInt8] {
        guard let type = unit.first.map({ $0 & 0x1f }), type == 1 || type == 5 else { return Array(unit) }
        // Emulation prevention bytes were inserted after encryption.
        var plain = EmulationPrevention.removed(from: unit)
        guard plain.count > Self.shortUnitBytes else { return Array(unit) }
        var blocks: [Int] = []
        var position = Self.clearUnitBytes
        while plain.count - position > Self.blockBytes {
            blocks.append(position)
            position += Self.patternBytes
        }
        try decrypt(&plain, blocks: blocks)
        return plain
    }

    // MARK: - Audio

    /// Decrypts consecutive audio frames, each with its own CBC chain.
    /// - Parameter shape: returns the lengths of the header and of the whole frame at a position; nil if there is no frame.
    private func frames(
        _ bytes: [UInt8], _ shape: ([UInt8], Int) -> (header: Int, length: Int)?
    ) throws(MediaError) -> [UInt8] {
        var plain = bytes
        var start = 0
        while start < bytes.count, let (header, length) = shape(bytes, start), length > header {
            let end = min(start + length, bytes.count)
            let first = start + header + Self.clearFrameBytes
            try decrypt(&plain, blocks: Array(stride(from: first, through: end - Self.blockBytes, by: Self.blockBytes)))
            start = end
        }
        return plain
    }

    private static func shapeOfADTS(_ bytes: [UInt8], _ start: Int) -> (header: Int, length: Int)? {
        guard start + 7 <= bytes.count, bytes[start] == 0xff, bytes[start + 1] & 0xf6 == 0xf0 else { return nil }
        let length = Int(bytes[start + 3] & 3) << 11 | Int(bytes[start + 4]) << 3 | Int(bytes[start + 5]) >> 5
        return (bytes[start + 1] & 1 == 1 ? 7 : 9, length)
    }

    /// ATSC A/52 section 5.3 and table 5.18.
    private static func shapeOfAC3(_ bytes: [UInt8], _ start: Int) -> (header: Int, length: Int)? {
        guard start + 6 <= bytes.count, bytes[start] == 0x0b, bytes[start + 1] == 0x77, bytes[start + 5] >> 3 <= 10
        else { return nil }
        let code = Int(bytes[start + 4] & 0x3f)
        guard code / 2 < kilobits.count else { return nil }
        let rate = kilobits[code / 2]
        switch bytes[start + 4] >> 6 {
        case 0: return (0, rate * 4)
        case 1: return (0, (rate * 320 / 147 + code % 2) * 2)
        case 2: return (0, rate * 6)
        default: return nil
        }
    }

    private static let kilobits = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// ATSC A/52 section E.2.2.
    private static func shapeOfEnhancedAC3(_ bytes: [UInt8], _ start: Int) -> (header: Int, length: Int)? {
        guard start + 6 <= bytes.count, bytes[start] == 0x0b, bytes[start + 1] == 0x77,
            (11...16).contains(bytes[start + 5] >> 3)
        else { return nil }
        return (0, (Int(bytes[start + 2] & 7) << 8 | Int(bytes[start + 3])) * 2 + 2)
    }

    /// Decrypts single blocks with CBC; the chain skips the clear bytes between them.
    private func decrypt(_ bytes: inout [UInt8], blocks: [Int]) throws(MediaError) {
        guard !blocks.isEmpty else { return }
        guard let cipher = av_aes_alloc() else { throw MediaError(.outOfMemory, "There is not enough memory.") }
        defer { av_free(UnsafeMutableRawPointer(cipher)) }
        av_aes_init(cipher, key, 128, 1)
        var chain = vector
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for block in blocks { av_aes_crypt(cipher, base + block, base + block, 1, &chain, 1) }
        }
    }
}
