/// Detects from a document's first bytes whether it is declared as UTF-8 (umc-catalog.md C10).
enum EncodingSniffer {
    /// - Returns: the actual or declared encoding if it is not UTF-8; nil otherwise.
    static func foreignEncoding(_ bytes: [UInt8]) -> String? {
        let head = Array(bytes.prefix(4))
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
        if head == [0, 0, 0xFE, 0xFF] || head == [0, 0, 0, 0x3C] || head == [0x3C, 0, 0, 0] { return "UTF-32" }
        if head == [0, 0x3C, 0, 0x3F] || head == [0x3C, 0, 0x3F, 0] { return "UTF-16" }
        if head == [0x4C, 0x6F, 0xA7, 0x94] { return "EBCDIC" }
        guard let declared = declaredEncoding(bytes) else { return nil }
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(declared.lowercased()) ? nil : declared
    }

    /// Returns whether the document is declared as ASCII, which is UTF-8 as long as all bytes are ASCII.
    static func isDeclaredASCII(_ bytes: [UInt8]) -> Bool {
        declaredEncoding(bytes).map { ["us-ascii", "ascii"].contains($0.lowercased()) } ?? false
    }

    static func hasByteOrderMark(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let text = bytes.dropFirst(hasByteOrderMark(bytes) ? 3 : 0)
        guard text.starts(with: Array("<?xml".utf8)), let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let declaration = String(decoding: text[..<end], as: UTF8.self)
        guard let match = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']{1,64})["']/) else { return nil }
        return String(match.1)
    }
}
