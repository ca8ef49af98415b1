/// Decodes the bytes of a table: UTF-8, UTF-16 with a byte order mark, or an encoding that the caller names.
struct TableDecoder {
    /// nil: that of the byte order mark, otherwise UTF-8.
    var encoding: String?
    /// The name of the table in messages.
    var name: String

    /// - Throws: `TableError` if the bytes are not in the encoding.
    func text(_ bytes: [UInt8]) throws -> String {
        let mark = Self.mark(bytes)
        if let encoding, !CharacterConversion.isKnown(encoding) {
            throw TableError(
                message: "the encoding \(encoding) is unknown", remedy: "use a name that `iconv -l` lists")
        }
        if let mark, let encoding, Self.family(encoding) != Self.family(mark.encoding) {
            throw TableError(
                message: "\(name) begins with the byte order mark of \(mark.encoding), so it is not in \(encoding)",
                remedy: "omit --encoding")
        }
        let contents = mark.map { Array(bytes.dropFirst($0.length)) } ?? bytes
        guard let encoding = mark?.encoding ?? encoding, Self.family(encoding) != "utf8" else {
            return try unicode(contents)
        }
        if mark == nil { try check(contents, encoding) }
        do throws(CharacterConversion.Fault) {
            return String(decoding: try CharacterConversion.utf8(contents, from: encoding) ?? [], as: UTF8.self)
        } catch { throw self.error(error, contents, encoding) }
    }

    /// Returns the encoding that a byte order mark names, with the length of the mark.
    private static func mark(_ bytes: [UInt8]) -> (encoding: String, length: Int)? {
        let marks: [([UInt8], String)] = [
            ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
            ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
        ]
        return marks.first { bytes.starts(with: $0.0) }.map { ($0.1, $0.0.count) }
    }

    /// Returns an encoding without the order of its bytes, in small letters.
    private static func family(_ encoding: String) -> String {
        let name = encoding.lowercased().filter { $0.isLetter || $0.isNumber }
        guard name.hasPrefix("utf") else { return name }
        return name.hasSuffix("le") || name.hasSuffix("be") ? String(name.dropLast(2)) : name
    }

    /// - Throws: `TableError` if bytes without a byte order mark are probably not in an encoding that the caller has named.
    private func check(_ bytes: [UInt8], _ encoding: String) throws {
        let family = Self.family(encoding)
        guard !["utf16", "utf32"].contains(family) else {
            guard !encoding.lowercased().hasSuffix("e") else { return }
            throw TableError(
                message: "\(name) has no byte order mark, so the order of the bytes of \(encoding) is unknown",
                remedy:
                    "use --encoding \(encoding)le or \(encoding)be; if it has no zero bytes, it is in another encoding")
        }
        guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) != nil else { return }
        throw TableError(
            message: "\(name) is in UTF-8, which \(encoding) would turn into other characters",
            remedy: "omit --encoding")
    }

    private func unicode(_ bytes: [UInt8]) throws -> String {
        if let zero = bytes.prefix(4).firstIndex(of: 0) {
            throw TableError(
                message: "\(name) is in UTF-16 without a byte order mark",
                remedy: "use --encoding utf-16\(zero % 2 == 0 ? "be" : "le"), or save it as UTF-8")
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let offset = Self.firstInvalid(bytes)
        let line = 1 + bytes[..<offset].count { $0 == 10 }
        let byte = "0x\(String(bytes[offset], radix: 16, uppercase: true))"
        throw TableError(
            message: "\(name) is not UTF-8: line \(line) contains the byte \(byte)",
            remedy: "save it as UTF-8 (in a spreadsheet: CSV UTF-8)\(suggestion(bytes, offset))")
    }

    /// What to do if the bytes are in Windows-1252, with the text around one of them in that encoding, which only the reader can judge.
    private func suggestion(_ bytes: [UInt8], _ offset: Int) -> String {
        func isWord(_ byte: UInt8) -> Bool { byte >= 0x30 && byte != UInt8(ascii: ";") || byte == 0x20 }
        let start = bytes[..<offset].suffix(24).lastIndex { !isWord($0) }.map { $0 + 1 } ?? max(0, offset - 24)
        let end = bytes[offset...].prefix(24).firstIndex { !isWord($0) } ?? min(bytes.count, offset + 24)
        guard let whole = try? CharacterConversion.utf8(bytes, from: "windows-1252"),
            String(validating: whole, as: UTF8.self) != nil,
            let word = try? CharacterConversion.utf8(Array(bytes[start..<end]), from: "windows-1252")
        else { return ", or name its encoding, such as --encoding macintosh" }
        return
            ", or use --encoding windows-1252 if this text of it is right: `\(String(decoding: word, as: UTF8.self))`"
    }

    /// Returns the offset of the first byte that is not part of UTF-8.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        do throws(CharacterConversion.Fault) { _ = try CharacterConversion.utf8(bytes, from: "UTF-8") } catch {
            return min(error.offset, bytes.count - 1)
        }
        return 0
    }

    private func error(_ fault: CharacterConversion.Fault, _ bytes: [UInt8], _ encoding: String) -> TableError {
        let line = 1 + fault.before.count { $0 == 10 }
        guard !fault.isCut else {
            return TableError(
                message: "\(name) ends in line \(line) inside a character of \(encoding)",
                remedy: "save it again: a part of it is missing")
        }
        let byte = "0x\(String(bytes[fault.offset], radix: 16, uppercase: true))"
        return TableError(
            message: "line \(line) of \(name) contains the byte \(byte), which is no character of \(encoding)",
            remedy: "save it as UTF-8 (in a spreadsheet: CSV UTF-8)")
    }
}
