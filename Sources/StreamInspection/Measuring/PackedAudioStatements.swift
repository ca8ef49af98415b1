import StreamRules

/// Checks that ADTS frames follow each other in packed audio.
enum PackedAudioStatements {
    static func violations(_ bytes: [UInt8]) -> [StatementViolation] {
        var place = 0
        if bytes.starts(with: "ID3".utf8), bytes.count >= 10 {
            place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7f) }
        }
        guard isFrame(bytes, place) else { return [] }
        var frames = 0
        while place + 7 <= bytes.count {
            guard isFrame(bytes, place) else {
                guard frames > 0 else { return [] }
                let rest = bytes[place...].indices.first {
                    isFrame(bytes, $0) && isFrame(bytes, $0 + length(bytes, $0))
                }
                guard let next = rest else { return [] }
                // Tags of timed metadata may stand between frames.
                if bytes[place...].starts(with: "ID3".utf8) { return [] }
                return [
                    StatementViolation(
                        .audioGap, "\(next - place) bytes at byte \(place) are no part of an ADTS frame.")
                ]
            }
            place += length(bytes, place)
            frames += 1
        }
        if place > bytes.count {
            return [
                StatementViolation(
                    .audioGap, "The last ADTS frame is cut: \(place - bytes.count) of its bytes are missing.")
            ]
        }
        return []
    }

    /// Returns the audio object type of the first ADTS header; nil without one.
    static func objectType(_ bytes: [UInt8]) -> Int? {
        var place = 0
        if bytes.starts(with: "ID3".utf8), bytes.count >= 10 {
            place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7f) }
        }
        return isFrame(bytes, place) ? Int(bytes[place + 2] >> 6) + 1 : nil
    }

    private static func isFrame(_ bytes: [UInt8], _ place: Int) -> Bool {
        place >= 0 && place + 7 <= bytes.count && bytes[place] == 0xff && bytes[place + 1] & 0xf6 == 0xf0
            && length(bytes, place) >= 7
    }

    private static func length(_ bytes: [UInt8], _ place: Int) -> Int {
        Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
    }
}
