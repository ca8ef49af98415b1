import CFFmpeg

/// Finds captions in coded frames: `GA94` user data (ATSC A/53 part 4) in SEI messages of H.264 and HEVC, and after the headers of MPEG-2.
enum CaptionUserData {
    /// The maximum size of an SEI NAL unit; longer ones are ignored.
    static let maximumUnitBytes = 65_536
    /// The maximum number of NAL units scanned before the first slice.
    static let maximumUnits = 64
    /// The maximum number of messages scanned per NAL unit.
    static let maximumMessages = 64
    /// The maximum number of constructs per frame (31 in each of a few messages).
    static let maximumTriplets = 256

    /// The syntax of NAL units and user data.
    private enum Family { case h264, hevc, mpeg2 }

    /// Whether a codec can carry captions.
    static func carries(_ codec: AVCodecID) -> Bool {
        codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC || codec == AV_CODEC_ID_MPEG2VIDEO
    }

    /// Returns the constructs in byte order; empty for codecs that cannot carry captions.
    static func triplets(in packet: Packet) -> [CaptionTriplet] { triplets(in: packet.raw, packet.format.parameters) }

    static func triplets(
        in packet: UnsafeMutablePointer<AVPacket>, _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) -> [CaptionTriplet] {
        guard let data = packet.pointee.data, packet.pointee.size > 0 else { return [] }
        let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
        let headers = UnsafeBufferPointer(
            start: parameters.pointee.extradata,
            count: parameters.pointee.extradata == nil ? 0 : Int(max(0, parameters.pointee.extradata_size)))
        return triplets(in: bytes, codec: parameters.pointee.codec_id, headers: headers)
    }

    static func triplets(
        in bytes: UnsafeBufferPointer<UInt8>, codec: AVCodecID, headers: UnsafeBufferPointer<UInt8>
    ) -> [CaptionTriplet] {
        let family: Family
        switch codec {
        case AV_CODEC_ID_H264: family = .h264
        case AV_CODEC_ID_HEVC: family = .hevc
        case AV_CODEC_ID_MPEG2VIDEO: family = .mpeg2
        default: return []
        }
        var triplets: [CaptionTriplet] = []
        var units = 0
        switch UnitFraming(of: codec, headers: headers) {
        case .lengths(let size):
            var position = 0
            while units < maximumUnits, position + size <= bytes.count {
                let length = bytes[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
                position += size
                guard length > 0, length <= bytes.count - position else { break }
                if !look(at: bytes[position..<position + length], family, &triplets) { break }
                position += length
                units += 1
            }
        case .startCodes:
            var start = startCode(in: bytes, from: 0)
            while units < maximumUnits, let from = start {
                let isBeforeSlices = mayHoldCaptions(bytes, at: from, family)
                guard isBeforeSlices else { break }
                start = startCode(in: bytes, from: from)
                if !look(at: bytes[from..<(start.map { $0 - 3 } ?? bytes.count)], family, &triplets) { break }
                units += 1
            }
        }
        return triplets
    }

    /// Returns the position after the next `00 00 01`.
    private static func startCode(in bytes: UnsafeBufferPointer<UInt8>, from: Int) -> Int? {
        var position = from + 2
        while position < bytes.count {
            let byte = bytes[position]
            if byte > 1 {
                position += 3
            } else if byte == 1, bytes[position - 1] == 0, bytes[position - 2] == 0 {
                return position + 1
            } else {
                position += 1
            }
        }
        return nil
    }

    /// Whether the NAL unit may contain captions, or precede units that do. The scan ends at the first slice, which contains most of the
    /// bytes.
    private static func mayHoldCaptions(_ bytes: UnsafeBufferPointer<UInt8>, at: Int, _ family: Family) -> Bool {
        guard at < bytes.count else { return false }
        switch family {
        case .h264: return !(1...5).contains(bytes[at] & 0x1f)
        case .hevc: return bytes[at] >> 1 & 0x3f >= 32
        case .mpeg2: return !(1...0xaf).contains(bytes[at])
        }
    }

    /// - Returns: whether captions may follow.
    private static func look(
        at unit: Slice<UnsafeBufferPointer<UInt8>>, _ family: Family, _ triplets: inout [CaptionTriplet]
    ) -> Bool {
        guard let head = unit.first else { return true }
        switch family {
        case .h264:
            guard head & 0x1f == 6 else { return !(1...5).contains(head & 0x1f) }
            messages(in: unescaped(unit.dropFirst()), &triplets)
        case .hevc:
            let type = head >> 1 & 0x3f
            guard type == 39 || type == 40 else { return type >= 32 }
            messages(in: unescaped(unit.dropFirst(2)), &triplets)
        case .mpeg2:
            guard head == 0xb2 else { return !(1...0xaf).contains(head) }
            read(userData: Array(unit.dropFirst().prefix(maximumUnitBytes))[...], &triplets)
        }
        return true
    }

    private static func unescaped(_ unit: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        unit.count <= maximumUnitBytes ? EmulationPrevention.removed(from: unit) : []
    }

    /// Parses SEI messages: type and size are each a sum of bytes that ends with one below 255.
    private static func messages(in unit: [UInt8], _ triplets: inout [CaptionTriplet]) {
        var position = 0
        func sum() -> Int? {
            var sum = 0
            while position < unit.count {
                let byte = unit[position]
                position += 1
                sum += Int(byte)
                if byte != 255 { return sum }
            }
            return nil
        }
        for _ in 0..<maximumMessages {
            // The last byte of a NAL unit contains the trailing bits.
            guard position + 1 < unit.count, let type = sum(), let size = sum(), size <= unit.count - position else {
                return
            }
            // Registered by ITU-T T.35: country 181, provider 49.
            let body = unit[position..<position + size]
            if type == 4, body.starts(with: [0xb5, 0x00, 0x31]) { read(userData: body.dropFirst(3), &triplets) }
            position += size
        }
    }

    /// Parses `GA94` user data: the caption type code, flags with a count, and the constructs.
    private static func read(userData body: ArraySlice<UInt8>, _ triplets: inout [CaptionTriplet]) {
        guard body.starts(with: [0x47, 0x41, 0x39, 0x34, 0x03]), body.count >= 7 else { return }
        let flags = body[body.startIndex + 5]
        guard flags & 0x40 != 0 else { return }
        append(body.dropFirst(7).prefix(3 * Int(flags & 0x1f)), to: &triplets)
    }

    /// Appends consecutive constructs, the format of caption-only tracks too.
    static func append(_ constructs: ArraySlice<UInt8>, to triplets: inout [CaptionTriplet]) {
        var rest = constructs
        while rest.count >= 3, triplets.count < maximumTriplets {
            if let triplet = CaptionTriplet(rest.prefix(3)) { triplets.append(triplet) }
            rest = rest.dropFirst(3)
        }
    }
}
