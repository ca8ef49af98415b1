extension MediaTrack {
    /// Returns the track's entry of CODECS (RFC 6381).
    func codecName() throws -> String {
        switch codecType {
        case "avc1", "avc3":
            let record = try configuration("avcC")
            return "\(codecType).\(Self.hexadecimal(record[1...3]))"
        case "hvc1", "hev1": return try hevcName()
        case "av01":
            let record = try configuration("av1C")
            let (profile, level) = (record[1] >> 5, record[1] & 31)
            let tier = record[2] & 0x80 != 0 ? "H" : "M"
            let depth = record[2] & 0x40 == 0 ? "08" : record[2] & 0x20 != 0 ? "12" : "10"
            return "av01.\(profile).\(level < 10 ? "0" : "")\(level)\(tier).\(depth)"
        case "mp4a": return "mp4a.40.\(try PackedAudio(track: self, protection: nil).specificConfiguration()[0] >> 3)"
        case "Opus": return "Opus"
        case "fLaC": return "fLaC"
        default: return codecType
        }
    }

    /// Returns the CODECS entry of HEVC (ISO 14496-15 annex E.3).
    private func hevcName() throws -> String {
        let record = try configuration("hvcC")
        let space = ["", "A", "B", "C"][Int(record[1] >> 6)]
        let compatibility = try UInt32(record.number(at: 2, count: 4))
        let reversed = (0..<32).reduce(UInt32(0)) { $0 << 1 | (compatibility >> UInt32($1) & 1) }
        var constraints = Array(record[6..<12])
        while constraints.last == 0 { constraints.removeLast() }
        let tail = constraints.map { "." + String($0, radix: 16, uppercase: true) }.joined()
        return "\(codecType).\(space)\(record[1] & 31).\(String(reversed, radix: 16, uppercase: true))"
            + ".\(record[1] & 0x20 != 0 ? "H" : "L")\(record[12])\(tail)"
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
