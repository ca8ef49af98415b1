/// The bytes of one field of CTA-608, of which each control code says which channel they are meant for.
struct Line21Field {
    /// 1 or 2.
    let number: Int
    private var channel: Int?
    private var lastCode: (UInt8, UInt8)?
    /// Whether what comes is data about the programme, not captions (field 2).
    private var isOtherData = false

    init(_ number: Int) { self.number = number }

    /// A pair for one channel, without parity; control codes without the bits that say for which.
    struct Pair: Equatable {
        /// 1 to 4, as in CC1 to CC4.
        var channel: Int
        var first: UInt8
        var second: UInt8
    }

    /// - Returns: nil for fillings, repetitions, damaged bytes and data about the programme.
    mutating func take(_ first: UInt8, _ second: UInt8) -> Pair? {
        let isSound = (Self.hasOddParity(first), Self.hasOddParity(second))
        guard isSound.0 || isSound.1 else {
            lastCode = nil
            return nil
        }
        // A damaged letter is shown as a block; a damaged code is none.
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
        // Each code is sent twice, so that one gets through.
        if let last = lastCode, last == (a, b) {
            lastCode = nil
            return nil
        }
        lastCode = (a, b)
        isOtherData = false
        let channel = (a & 0x08 == 0 ? 1 : 2) + (number == 2 ? 2 : 0)
        self.channel = channel
        // In field 2 the miscellaneous codes are 0x15 where they are 0x14 in field 1; 0x15 and 0x14 with others are rows.
        var code = a & 0x17
        if code == 0x15, b < 0x30 { code = 0x14 }
        return Pair(channel: channel, first: code, second: b)
    }

    private static func hasOddParity(_ byte: UInt8) -> Bool { byte.nonzeroBitCount % 2 == 1 }
}
