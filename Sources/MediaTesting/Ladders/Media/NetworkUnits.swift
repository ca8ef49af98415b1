extension MediaTrack {
    /// Returns the NAL units of an H.264 or HEVC sample, without their lengths.
    /// - Parameter relative: whether the ranges are relative to the sample's start instead of the file's.
    func units(of sample: Sample, relative: Bool = false) throws -> [Range<Int>] {
        var units: [Range<Int>] = []
        var offset = sample.range.lowerBound
        while offset < sample.range.upperBound {
            // ffmpeg always writes lengths of four bytes.
            let size = try file.number(at: offset, count: 4)
            guard size > 0, size <= sample.range.upperBound - offset - 4 else {
                throw StreamMakerError(
                    message: "a frame from the encoder has a NAL unit of \(size) bytes at byte \(offset)")
            }
            let start = offset + 4 - (relative ? sample.range.lowerBound : 0)
            units.append(start..<(start + size))
            offset += 4 + size
        }
        return units
    }

    var isHEVC: Bool { ["hvc1", "hev1"].contains(codecType) }

    /// Returns whether a NAL unit with this first byte carries slice data.
    func isSlice(_ header: UInt8) -> Bool {
        isHEVC ? (header >> 1) & 0x3f < 32 : [1, 5].contains(header & 0x1f)
    }

    /// Returns the parameter sets of the sample entry, in decoding order.
    func parameterSets() throws -> [[UInt8]] {
        if isHEVC {
            let record = try configuration("hvcC")
            var sets: [[UInt8]] = []
            var offset = 23
            for _ in 0..<(try record.number(at: 22, count: 1)) {
                let count = try record.number(at: offset + 1, count: 2)
                offset += 3
                for _ in 0..<count { try sets.append(Self.set(in: record, at: &offset)) }
            }
            return sets
        }
        let record = try configuration("avcC")
        var sets: [[UInt8]] = []
        var offset = 6
        for _ in 0..<(try record.number(at: 5, count: 1) & 31) { try sets.append(Self.set(in: record, at: &offset)) }
        let pictureSets = try record.number(at: offset, count: 1)
        offset += 1
        for _ in 0..<pictureSets { try sets.append(Self.set(in: record, at: &offset)) }
        return sets
    }

    private static func set(in record: [UInt8], at offset: inout Int) throws -> [UInt8] {
        let size = try record.number(at: offset, count: 2)
        guard size <= record.count - offset - 2 else { throw StreamMakerError(message: "a parameter set is truncated") }
        defer { offset += 2 + size }
        return Array(record[(offset + 2)..<(offset + 2 + size)])
    }
}

/// Emulation prevention (ITU-T H.264 section 7.4.1): inside a unit, no three bytes look like a start code.
enum EmulationPrevention {
    static func added(to payload: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(payload.count + 16)
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}
