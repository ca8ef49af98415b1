/// Identifier systems outside the feed (umc-catalog.md 3.9). The spelling of the systems is this project's.
package enum ExternalIDSystem: String, Sendable, CaseIterable {
    case eidr, imdb, tms, tmdb, tvdb, isan, itunesAdam = "itunes_adam", house

    package static let table = WordTable(allCases.map { ($0.rawValue, $0) })

    package enum Fault: Sendable, Equatable {
        case pattern
        /// The check character is wrong; the value is the correct one.
        case checkCharacter(Character)
    }

    /// A description of the syntax of ids, for messages.
    package var pattern: String {
        switch self {
        case .eidr: "10.5240/XXXX-XXXX-XXXX-XXXX-XXXX-C (X hexadecimal in upper case, C a check character)"
        case .imdb: "tt and seven or more digits"
        case .tms: "MV, SH, EP or SP and 8 to 12 digits"
        case .tmdb, .tvdb, .itunesAdam: "a decimal number"
        case .isan: "XXXX-XXXX-XXXX-XXXX-X, optionally with -XXXX-XXXX-X (X hexadecimal)"
        case .house: "any text of 1 to 255 characters"
        }
    }

    package func fault(_ id: FeedText) -> Fault? {
        switch self {
        case .eidr: return Self.eidrFault(id)
        case .imdb: return id.hasPrefix("tt") && id.count >= 9 && Self.areDigits(id, from: 2) ? nil : .pattern
        case .tms:
            let isKnown = id.hasPrefix("MV") || id.hasPrefix("SH") || id.hasPrefix("EP") || id.hasPrefix("SP")
            return isKnown && (10...14).contains(id.count) && Self.areDigits(id, from: 2) ? nil : .pattern
        case .tmdb, .tvdb, .itunesAdam: return id.count > 0 && Self.areDigits(id, from: 0) ? nil : .pattern
        case .isan: return Self.isISAN(id) ? nil : .pattern
        case .house: return id.count > 0 && (id.count <= 255 || id.scalarCount <= 255) ? nil : .pattern
        }
    }

    private static func areDigits(_ text: FeedText, from start: Int) -> Bool {
        for index in start..<text.count where !isDigit(text[index]) { return false }
        return true
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || byte &- 65 < 6 }

    private static func eidrFault(_ id: FeedText) -> Fault? {
        // 10.5240/ and five groups of four, each followed by a hyphen, then one character.
        guard id.count == 34, id.hasPrefix("10.5240/") else { return .pattern }
        for index in 8..<33 {
            let isHyphen = (index - 8) % 5 == 4
            if isHyphen ? id[index] != UInt8(ascii: "-") : !isHexadecimal(id[index]) { return .pattern }
        }
        guard isDigit(id[33]) || id[33] &- 65 < 26 else { return .pattern }
        let wanted = eidrCheckCharacter(id[8..<32])
        return wanted == id[33] ? nil : .checkCharacter(Character(Unicode.Scalar(wanted)))
    }

    /// Returns the ISO 7064 MOD 37,36 check character of the hexadecimal digits in an EIDR suffix.
    package static func eidrCheckCharacter(_ suffix: FeedText) -> UInt8 {
        var product = 36
        for byte in suffix.bytes where byte != UInt8(ascii: "-") {
            let value = isDigit(byte) ? Int(byte) - 48 : Int(lowercased(byte)) - 97 + 10
            var sum = (product + value) % 36
            if sum == 0 { sum = 36 }
            product = sum * 2 % 37
        }
        let value = (37 - product) % 36
        return UInt8(value < 10 ? 48 + value : 65 + value - 10)
    }

    private static func isISAN(_ id: FeedText) -> Bool {
        var digits = 0
        for byte in id.bytes {
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") { continue }
            // The check characters may be any letter.
            guard isDigit(byte) || isLetter(byte) else { return false }
            digits += 1
        }
        return [16, 17, 24, 26].contains(digits)
    }
}
