import CFFmpeg

/// Whether a picture's bytes are what they say, as far as that shows before they are decoded: damage within a segment leaves its boxes whole.
enum PictureIntegrity {
    /// - Returns: false where the units of an H.264 or HEVC picture do not fill it, or one of them begins with what none may begin with.
    static func isSound(_ sample: SegmentSample) -> Bool {
        guard sample.kind == .video, let data = sample.raw.pointee.data, sample.raw.pointee.size > 0,
            case .lengths(let size) = UnitFraming(of: sample.format.parameters)
        else { return true }
        let bytes = UnsafeBufferPointer(start: data, count: Int(sample.raw.pointee.size))
        return areSound(bytes, lengthBytes: size, isHEVC: sample.format.codec == AV_CODEC_ID_HEVC)
    }

    /// - Parameter lengthBytes: 1 to 4: so many stand in front of each unit.
    static func areSound(_ bytes: UnsafeBufferPointer<UInt8>, lengthBytes: Int, isHEVC: Bool) -> Bool {
        var position = 0
        while bytes.count - position >= lengthBytes {
            let length = bytes[position..<position + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
            position += lengthBytes
            guard length <= bytes.count - position else { return false }
            if length > 0, !isHeader(bytes[position..<position + length], isHEVC) { return false }
            position += length
        }
        // Some fill samples up.
        return bytes[position...].allSatisfy { $0 == 0 }
    }

    /// The bit that is always 0, and the layer in time of HEVC, which never is (H.264 section 7.4.1, H.265 section 7.4.2.2).
    private static func isHeader(_ unit: Slice<UnsafeBufferPointer<UInt8>>, _ isHEVC: Bool) -> Bool {
        guard let head = unit.first, head & 0x80 == 0 else { return false }
        return !isHEVC || unit.dropFirst().first.map { $0 & 7 != 0 } ?? false
    }

    static func unsound(_ count: Int, first: SegmentSample, of piece: MediaPiece) -> MediaError {
        MediaError(
            .malformed, "Pictures of a segment are damaged.",
            detail: "\(count) whose parts do not fill them, the first at \(first.time.seconds) s of its clock",
            url: piece.url)
    }
}
