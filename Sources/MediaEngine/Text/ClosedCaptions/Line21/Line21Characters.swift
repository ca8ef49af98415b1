/// The characters of CTA-608 (47 CFR 79.101 and CTA-608-E section 6.4).
enum Line21Characters {
    /// Nil below 0x20.
    static func basic(_ code: UInt8) -> Character? {
        switch code {
        case 0x2a: "á"
        case 0x5c: "é"
        case 0x5e: "í"
        case 0x5f: "ó"
        case 0x60: "ú"
        case 0x7b: "ç"
        case 0x7c: "÷"
        case 0x7d: "Ñ"
        case 0x7e: "ñ"
        case 0x7f: "█"
        case 0x20..<0x7f: Character(Unicode.Scalar(code))
        default: nil
        }
    }

    /// By the second byte, from 0x30; the tenth is a transparent space.
    private static let special = Array("®°½¿™¢£♪à\u{00a0}èâêîôû")

    static func special(_ code: UInt8) -> Character? { member(special, code, from: 0x30) }

    /// Spanish, miscellaneous and French; by the second byte, from 0x20.
    private static let spanishAndFrench = Array("ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»")
    /// Portuguese, German and Danish.
    private static let otherLanguages = Array("ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘")

    /// - Parameter set: the first byte without the channel bit: 0x12 or 0x13.
    static func extended(_ set: UInt8, _ code: UInt8) -> Character? {
        member(set == 0x12 ? spanishAndFrench : otherLanguages, code, from: 0x20)
    }

    private static func member(_ set: [Character], _ code: UInt8, from first: UInt8) -> Character? {
        guard code >= first, Int(code - first) < set.count else { return nil }
        return set[Int(code - first)]
    }

    private static let colors: [UInt32?] = [nil, 0x00ff00, 0x0000ff, 0x00ffff, 0xff0000, 0xffff00, 0xff00ff]

    /// Returns the style of a mid-row code, or of the lower bits of a preamble address code: a color, or italics.
    static func style(_ code: UInt8) -> TextStyle {
        let number = Int(code >> 1 & 7)
        return TextStyle(
            isItalic: number == 7, isUnderlined: code & 1 != 0,
            color: colors.indices.contains(number) ? colors[number] : nil)
    }
}
