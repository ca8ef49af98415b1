/// Demultiplexes the bytes of one CTA-608 field, in which each control code selects a channel.
struct Line21Field {
    /// 1 or 2.
    let number: Int
    private var channel: Int?
    private var lastCode: (UInt8, UInt8)?
    /// Whether the current data is program information (XDS) instead of captions (field 2).
    private var isOtherData = false

    init(_ number: Int) { self.number = number }

    /// A pair of bytes for one channel, without parity bits; control codes without the channel bits.
    struct Pair: Equatable {
        /// 1 to 4, as in CC1 to CC4.
        var channel: Int
        var first: UInt8
        var second: UInt8
    }

    /// - Returns: nil for padding, repeated codes, damaged bytes and program information.
    mutating func take(_ first: UInt8, _ second: UInt8) -> Pair? {
        let isSound = (Self.hasOddParity(first), Self.hasOddParity(second))
        guard isSound.0 || isSound.1 else {
            lastCode = nil
            return nil
        }
        // A damaged character is displayed as a block; a damaged code is ignored.
        let (a, b) = (isSound.0 ? first & 0x7f : 0x7f, isSound.1 ? second & 0x7f : 0x7f)
        guard a != 0 || b != 0 else {
            lastCode = nil
            return nil
        }
        if (0x01...0x0f).contains(a) {
            lastCode = nil
            isOtherData = number == 2 && a != 0x0f
            return nil
        }
        guard (0x10...0x1f).contains(a) else {
            lastCode = nil
            guard !isOtherData, let channel else { return nil }
            return Pair(channel: channel, first: a, second: b)
        }
        guard isSound.1, b >= 0x20 else { return nil }
        // Control codes are sent twice for redundancy.
        if let last = lastCode, last == (a, b) {
            lastCode = nil
            return nil
        }
        lastCode = (a, b)
        isOtherData = false
        let channel = (a & 0x08 == 0 ? 1 : 2) + (number == 2 ? 2 : 0)
        self.channel = channel
        // Miscellaneous control codes are 0x15 in field 2 and 0x14 in field 1; with other second bytes, both are row codes.
        var code = a & 0x17
        if code == 0x15, b < 0x30 { code = 0x14 }
        return Pair(channel: channel, first: code, second: b)
    }

    private static func hasOddParity(_ byte: UInt8) -> Bool { byte.nonzeroBitCount % 2 == 1 }
}
