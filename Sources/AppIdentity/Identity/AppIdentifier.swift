/// The rules for identifiers of apps, and the bus name that belongs to an identifier.
package enum AppIdentifier {
    package static let maximumLength = 128

    /// Returns whether a text is an identifier: 1 to 128 letters, digits, '.', '-' and '_' of ASCII, with a letter, digit or '_' first.
    ///
    /// An identifier is also the name of a folder.
    package static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= maximumLength else { return false }
        return isWordByte(first)
            && text.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    /// Returns a valid identifier for the name of an executable: other characters become '-'.
    package static func made(from name: String) -> String {
        var bytes = name.utf8.prefix(maximumLength).map { byte -> UInt8 in
            isWordByte(byte) || byte == UInt8(ascii: ".") ? byte : UInt8(ascii: "-")
        }
        if let first = bytes.first, !isWordByte(first) { bytes[0] = UInt8(ascii: "_") }
        return bytes.isEmpty ? "app" : String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the bus name of an app: characters outside [A-Za-z0-9_] become '_', and a digit at the beginning gets a '_' before it.
    package static func busName(of identifier: String) -> String {
        let plain = identifier.utf8.prefix(maximumLength).map { isWordByte($0) ? $0 : UInt8(ascii: "_") }
        let beginsWithDigit = plain.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        return busNamePrefix + (beginsWithDigit ? "_" : "") + String(decoding: plain, as: UTF8.self)
    }

    package static let busNamePrefix = "org.openavkit.App."

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
