/// Masks the secrets of URLs in texts that are passed on to others: passwords, and the values of tokens, signatures and keys.
///
/// A masked value is `***`. Of one parameter, each further value has a number, such as `***2`, so that two URLs that differ only in their
/// token remain different.
package struct URLSecrets: Sendable {
    /// The values that were found, as hashes, in the order of their first occurrence.
    private var numbers: [String: [Int: Int]] = [:]
    private var count = 0

    /// Further values have no number.
    private static let mostValues = 100_000
    private static let longestName = 40

    package init() {}

    /// Returns a single text without secrets.
    package static func masked(_ text: String) -> String {
        var secrets = URLSecrets()
        return secrets.masked(text)
    }

    /// Returns a text without secrets. A masked text stays as it is.
    package mutating func masked(_ text: String) -> String {
        let bytes = Array(URLPasswords.removed(from: text).utf8)
        var result: [UInt8] = []
        var copied = 0
        var position = 0
        while position < bytes.count {
            guard let separator = Self.separator(bytes, position) else {
                position += 1
                continue
            }
            let start = position + separator
            position = start
            let isPath = bytes[start - 1] == 0x2f || bytes[start - 1] == 0x7e
            guard let secret = Self.secret(bytes, start, isPath: isPath) else { continue }
            result += bytes[copied..<secret.value.lowerBound]
            result += mask(Array(bytes[secret.value]), of: secret.name).utf8
            copied = secret.value.upperBound
            position = copied
        }
        guard copied > 0 else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    private mutating func mask(_ value: [UInt8], of name: String) -> String {
        if value.starts(with: Self.asterisks), value.dropFirst(3).allSatisfy({ (0x30...0x39).contains($0) }) {
            return String(decoding: value, as: UTF8.self)
        }
        var hasher = Hasher()
        hasher.combine(value)
        let hash = hasher.finalize()
        let known = numbers[name]?[hash]
        guard known != nil || count < Self.mostValues else { return "***" }
        let number = known ?? (numbers[name]?.count ?? 0) + 1
        if known == nil {
            numbers[name, default: [:]][hash] = number
            count += 1
        }
        return number == 1 ? "***" : "***\(number)"
    }

    private static let asterisks: [UInt8] = [0x2a, 0x2a, 0x2a]

    // MARK: - Parameters

    /// Returns the length of the separator before a parameter: `?`, `&`, `;` (of `&amp;`), `#`, `/`, `~` (of Akamai's tokens), and `%3F` and
    /// `%26` in a URL that is itself a value.
    private static func separator(_ bytes: [UInt8], _ position: Int) -> Int? {
        switch bytes[position] {
        case 0x3f, 0x26, 0x3b, 0x23, 0x2f, 0x7e: 1
        case 0x25: isEscape(bytes, position, "3f") || isEscape(bytes, position, "26") ? 3 : nil
        default: nil
        }
    }

    private static func isEscape(_ bytes: [UInt8], _ position: Int, _ digits: StaticString) -> Bool {
        guard position + 2 < bytes.count, bytes[position] == 0x25 else { return false }
        // Sets the bit of lower case, which digits have.
        return bytes[position + 1] | 0x20 == digits.utf8Start[0] && bytes[position + 2] | 0x20 == digits.utf8Start[1]
    }

    /// Returns the name and the range of the value of a parameter that begins at `start`; nil where it is no secret.
    private static func secret(_ bytes: [UInt8], _ start: Int, isPath: Bool) -> (name: String, value: Range<Int>)? {
        if let token = webToken(bytes, start) { return ("", token) }
        var end = start
        while end < bytes.count, end - start <= longestName, isName(bytes[end]) { end += 1 }
        guard end > start, end < bytes.count else { return nil }
        let isEscaped = isEscape(bytes, end, "3d")
        guard bytes[end] == 0x3d || isEscaped else { return nil }
        let first = end + (isEscaped ? 3 : 1)
        if let token = webToken(bytes, first) { return ("", token) }
        let name = String(decoding: bytes[start..<end].filter(isLetterOrDigit), as: UTF8.self).lowercased()
        guard isSecret(name, isPath: isPath) else { return nil }
        var last = first
        while last < bytes.count, !isEnd(bytes, last, isPath: isPath, isEscaped: isEscaped) { last += 1 }
        // Punctuation of the sentence is no part of the value.
        if last == bytes.count || bytes[last] <= 0x20 {
            while last > first, punctuation.contains(bytes[last - 1]) { last -= 1 }
        }
        return last > first ? (name, first..<last) : nil
    }

    private static let punctuation = Array(".,;:)'".utf8)

    private static func isEnd(_ bytes: [UInt8], _ position: Int, isPath: Bool, isEscaped: Bool) -> Bool {
        switch bytes[position] {
        case 0...0x20, 0x22, 0x23, 0x26, 0x3c, 0x3e, 0x5c, 0x60: true
        case 0x2f: isPath
        // Closing quotation marks, and the ellipsis.
        case 0xe2: position + 1 < bytes.count && bytes[position + 1] == 0x80
        case 0x25: isEscaped && isEscape(bytes, position, "26")
        default: false
        }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == 0x2d || byte == 0x5f || byte == 0x2e
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
    }

    // MARK: - Names

    /// Names of parameters, in lower case and without `-`, `_` and `.`.
    private static let names: Set<String> = [
        "hdnts", "hdnea", "hdntl", "keypairid", "hmac", "wmsauthsign", "awsaccesskeyid", "googleaccessid",
    ]
    /// Names of parameters of a query, which folders have, too.
    private static let queryNames: Set<String> = [
        "policy", "key", "md5", "hash", "pass", "pwd", "sign", "ticket", "verify",
    ]
    private static let endings = [
        "token", "sig", "signature", "secret", "password", "passwd", "apikey", "accesskey", "secretkey", "jwt", "auth",
        "authorization", "credential", "credentials", "sessionid", "sessid", "tokenhash",
    ]

    private static func isSecret(_ name: String, isPath: Bool) -> Bool {
        names.contains(name) || !isPath && queryNames.contains(name) || endings.contains { name.hasSuffix($0) }
    }

    /// Returns the range of a JSON Web Token at a position: three parts of Base64, the first of which begins with `{"`.
    private static func webToken(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
        guard bytes.count - start > 20, bytes[start] == 0x65, bytes[start + 1] == 0x79, bytes[start + 2] == 0x4a else {
            return nil
        }
        var dots = 0
        var end = start
        while end < bytes.count, isName(bytes[end]) {
            if bytes[end] == 0x2e { dots += 1 }
            end += 1
        }
        // The point at the end of a sentence.
        if bytes[end - 1] == 0x2e {
            end -= 1
            dots -= 1
        }
        return dots >= 2 ? start..<end : nil
    }
}
