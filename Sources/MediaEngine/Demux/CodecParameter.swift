import CFFmpeg

/// The entries of CODECS (RFC 6381) that describe tracks.
enum CodecParameter {
    /// Returns the entry of a track; nil if the track's headers do not determine it.
    static func name(_ parameters: UnsafePointer<AVCodecParameters>) -> String? {
        let size = parameters.pointee.extradata == nil ? 0 : Int(max(0, parameters.pointee.extradata_size))
        let headers = Array(UnsafeBufferPointer(start: parameters.pointee.extradata, count: size))
        let entry = fourCharCode(parameters.pointee.codec_tag)
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: return h264(headers, entry)
        case AV_CODEC_ID_HEVC: return hevc(headers, entry, parameters)
        case AV_CODEC_ID_AV1: return av1(headers)
        case AV_CODEC_ID_VP9: return vp9(headers, parameters)
        case AV_CODEC_ID_AAC: return "mp4a.40.\(aac(headers, parameters))"
        case AV_CODEC_ID_MP3: return "mp4a.40.34"
        case AV_CODEC_ID_AC3: return "ac-3"
        case AV_CODEC_ID_EAC3: return "ec-3"
        case AV_CODEC_ID_ALAC: return "alac"
        case AV_CODEC_ID_FLAC: return "fLaC"
        case AV_CODEC_ID_OPUS: return "Opus"
        case AV_CODEC_ID_WEBVTT: return "wvtt"
        default: return nil
        }
    }

    private static func fourCharCode(_ tag: UInt32) -> String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }, as: Unicode.ASCII.self)
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Profile, constraints and level of the configuration record, or of the first sequence parameter set behind a start code.
    private static func h264(_ headers: [UInt8], _ entry: String) -> String? {
        let name = entry == "avc3" ? "avc3" : "avc1"
        if headers.count >= 4, headers[0] == 1 { return "\(name).\(hex(headers[1..<4]))" }
        guard let start = unit(in: headers, where: { $0 & 0x1f == 7 }), start + 4 <= headers.count else { return nil }
        return "\(name).\(hex(headers[start + 1..<start + 4]))"
    }

    /// Returns the position of the first NAL unit whose first byte matches, in byte stream format.
    private static func unit(in bytes: [UInt8], where matches: (UInt8) -> Bool) -> Int? {
        var index = 0
        while index + 3 < bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1, matches(bytes[index + 3]) {
                return index + 3
            }
            index += 1
        }
        return nil
    }

    /// ISO 14496-15 annex E.3.
    private static func hevc(
        _ headers: [UInt8], _ entry: String, _ parameters: UnsafePointer<AVCodecParameters>
    ) -> String? {
        let name = entry == "hev1" ? "hev1" : "hvc1"
        var level: [UInt8]
        if headers.count >= 23, headers[0] == 1 {
            level = Array(headers[1..<13])
        } else if let start = unit(in: headers, where: { $0 >> 1 & 0x3f == 33 }) {
            // After the header of two bytes, one byte precedes the profile, tier and level.
            let plain = EmulationPrevention.removed(from: headers[start...].prefix(64))
            guard plain.count >= 15 else { return nil }
            level = Array(plain[3..<15])
        } else {
            return nil
        }
        let space = ["", "A", "B", "C"][Int(level[0] >> 6)]
        let flags = level[1...4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var reversed: UInt32 = 0
        for bit: UInt32 in 0..<32 where flags >> bit & 1 == 1 { reversed |= 1 << (31 - bit) }
        var constraints = Array(level[5...10])
        while constraints.last == 0 { constraints.removeLast() }
        let tail = constraints.map { "." + String($0, radix: 16, uppercase: true) }.joined()
        let profile = level[0] & 0x1f
        let compatibility = String(reversed, radix: 16, uppercase: true)
        let tier = level[0] & 0x20 == 0 ? "L" : "H"
        return "\(name).\(space)\(profile).\(compatibility).\(tier)\(level[11])\(tail)"
    }

    /// AV1 Codec ISO Media File Format Binding, section 5.
    private static func av1(_ headers: [UInt8]) -> String? {
        guard headers.count >= 4, headers[0] == 0x81 else { return nil }
        let level = Int(headers[1] & 0x1f)
        let isDeep = headers[2] & 0x40 != 0
        let depth = isDeep ? (headers[2] & 0x20 != 0 ? 12 : 10) : 8
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "av01.\(headers[1] >> 5).\(two(level))\(headers[2] & 0x80 == 0 ? "M" : "H").\(two(depth))"
    }

    private static func vp9(_ headers: [UInt8], _ parameters: UnsafePointer<AVCodecParameters>) -> String? {
        guard headers.count >= 3 else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let record = headers.count >= 8 && headers[0] == 1 ? Array(headers[4...]) : headers
        guard record.count >= 3 else { return nil }
        return "vp09.\(two(Int(record[0]))).\(two(Int(record[1]))).\(two(Int(record[2] >> 4)))"
    }

    /// The audio object type (ISO 14496-3 section 1.5.1.1); 2 where only the ADTS header is known.
    private static func aac(_ headers: [UInt8], _ parameters: UnsafePointer<AVCodecParameters>) -> Int {
        if let first = headers.first {
            let type = Int(first >> 3)
            guard type == 31 else { return type == 0 ? 2 : type }
            return headers.count > 1 ? 32 + (Int(first & 7) << 3 | Int(headers[1] >> 5)) : 2
        }
        switch parameters.pointee.profile {
        case 4: return 5
        case 28: return 29
        default: return 2
        }
    }
}
