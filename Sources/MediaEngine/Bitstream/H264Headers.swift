/// Parses the headers of an H.264 track in an MP4 (`avcC`, ISO 14496-15; sequence parameter set, H.264 section 7.3.2.1.1).
enum H264Headers {
    /// Whether frames may be interlaced; nil if the headers cannot be parsed.
    static func mayBeInterlaced(_ headers: UnsafeRawBufferPointer) -> Bool? {
        // The header contains version, profile, compatibility, level, length size and count, then the length of the first set and its NAL
        // unit header.
        guard headers.count > 9, headers[0] == 1, headers[5] & 0x1F > 0 else { return nil }
        let length = Int(headers[6]) << 8 | Int(headers[7])
        guard length > 4, 8 + length <= headers.count, headers[8] & 0x1F == 7 else { return nil }
        return H264Sequence(Array(headers[9..<(8 + length)])).map { !$0.hasFramesOnly }
    }

    /// The parameter sets among the NAL units of a frame in byte stream format (H.264 annex B).
    struct ParameterSets {
        /// The sets with start codes, as decoders expect them.
        var bytes: [UInt8] = []
        /// The first sequence parameter set.
        var sequence: H264Sequence?

        /// - Returns: nil unless there are sets of both kinds.
        init?(in picture: UnsafeBufferPointer<UInt8>) {
            var hasPicture = false
            for unit in Self.units(of: picture) {
                guard let head = unit.first, [7, 8].contains(head & 0x1F) else { continue }
                bytes += [0, 0, 1] + unit
                if head & 0x1F == 8 { hasPicture = true } else { sequence = sequence ?? H264Sequence(unit.dropFirst()) }
            }
            guard hasPicture, sequence != nil else { return nil }
        }

        /// Returns the NAL units before the first slice.
        private static func units(of picture: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
            var units: [[UInt8]] = []
            var start: Int?
            var index = 0
            func add(upTo end: Int) {
                guard let start else { return }
                let unit = picture[start..<end]
                units.append(
                    Array(unit.prefix((unit.lastIndex { $0 != 0 } ?? unit.startIndex - 1) + 1 - unit.startIndex)))
            }
            while index + 3 <= picture.count {
                guard picture[index] == 0, picture[index + 1] == 0, picture[index + 2] == 1 else {
                    index += 1
                    continue
                }
                add(upTo: index)
                index += 3
                start = index
                if index < picture.count, [1, 5].contains(picture[index] & 0x1F) { return units }
            }
            add(upTo: picture.count)
            return units
        }
    }
}
