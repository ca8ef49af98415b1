import CFFmpeg

/// Checks the NAL unit structure of a frame before it is decoded, because damage inside a segment can leave its boxes intact.
enum FrameIntegrity {
    /// - Returns: false if the NAL units of an H.264 or HEVC frame do not fill the sample, or if one has an invalid header.
    static func isSound(_ sample: SegmentSample) -> Bool {
        guard sample.kind == .video, let data = sample.raw.pointee.data, sample.raw.pointee.size > 0,
            case .lengths(let size) = UnitFraming(of: sample.format.parameters)
        else { return true }
        let bytes = UnsafeBufferPointer(start: data, count: Int(sample.raw.pointee.size))
        return areSound(bytes, lengthBytes: size, isHEVC: sample.format.codec == AV_CODEC_ID_HEVC)
    }

    /// - Parameter lengthBytes: the size of each NAL unit's length field, 1 to 4 bytes.
    static func areSound(_ bytes: UnsafeBufferPointer<UInt8>, lengthBytes: Int, isHEVC: Bool) -> Bool {
        var position = 0
        while bytes.count - position >= lengthBytes {
            let length = bytes[position..<position + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
            position += lengthBytes
            guard length <= bytes.count - position else { return false }
            if length > 0, !isHeader(bytes[position..<position + length], isHEVC) { return false }
            position += length
        }
        // Some encoders pad samples with zeros.
        return bytes[position...].allSatisfy { $0 == 0 }
    }

    /// Checks that forbidden_zero_bit is 0 and that HEVC's nuh_temporal_id_plus1 is not 0 (H.264 section 7.4.1, H.265 section 7.4.2.2).
    private static func isHeader(_ unit: Slice<UnsafeBufferPointer<UInt8>>, _ isHEVC: Bool) -> Bool {
        guard let head = unit.first, head & 0x80 == 0 else { return false }
        return !isHEVC || unit.dropFirst().first.map { $0 & 7 != 0 } ?? false
    }

    static func unsound(_ count: Int, first: SegmentSample, of chunk: MediaChunk) -> MediaError {
        MediaError(
            .malformed, "Frames of a segment are damaged.",
            detail: "frames with invalid NAL units: \(count), the first at \(first.time.seconds) s of its clock",
            url: chunk.url)
    }
}
