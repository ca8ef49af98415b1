/// Removes the passwords of URLs from texts that are passed on to others.
package enum URLPasswords {
    /// Returns a text in which each URL of the form `scheme://user:password@host` has `***` in place of the password.
    package static func removed(from text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        var position = 0
        while let start = authority(in: bytes, from: position) {
            position = start
            guard let password = password(in: bytes, from: start) else { continue }
            result += bytes[copied..<password.lowerBound] + Array("***".utf8)
            copied = password.upperBound
            position = copied
        }
        guard copied > 0 else { return text }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// Returns the position behind the next `://`.
    private static func authority(in bytes: [UInt8], from start: Int) -> Int? {
        var position = start
        while position + 2 < bytes.count {
            if bytes[position] == 0x3a, bytes[position + 1] == 0x2f, bytes[position + 2] == 0x2f { return position + 3 }
            position += 1
        }
        return nil
    }

    /// Returns the range of the password in the user information that begins at `start`; nil without one.
    private static func password(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var colon: Int?
        var password: Range<Int>?
        for position in start..<min(bytes.count, start + maximumLength) {
            switch bytes[position] {
            case 0x3a where colon == nil: colon = position
            case 0x40: password = colon.map { $0 + 1..<position }
            case 0x2f, 0x3f, 0x23, 0x22, 0x27, 0x3c, 0x3e, 0x5c, 0...0x20: return password
            default: break
            }
        }
        return password
    }

    private static let maximumLength = 4_096
}
