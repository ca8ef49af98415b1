import Foundation

/// The conversion of texts to UTF-8 by the C library (`iconv`).
enum CharacterConversion {
    /// Bytes that are no character in their encoding.
    struct Fault: Error {
        /// The number of bytes before them.
        var offset: Int
        /// The converted text before them.
        var before: [UInt8]
        /// Whether the bytes end inside a character.
        var isCut: Bool
    }

    /// Whether the C library knows an encoding. Names with options, such as `//IGNORE`, are unknown: they would lose characters.
    static func isKnown(_ encoding: String) -> Bool { descriptor(encoding).map { iconv_close($0) } != nil }

    /// - Returns: nil if the C library does not know the encoding.
    static func utf8(_ bytes: [UInt8], from encoding: String) throws(Fault) -> [UInt8]? {
        guard let descriptor = descriptor(encoding) else { return nil }
        defer { iconv_close(descriptor) }
        var (bytes, result) = (bytes, [UInt8]())
        var piece = [CChar](repeating: 0, count: 64 << 10)
        var rest = bytes.count
        var failure: Int32 = 0
        bytes.withUnsafeMutableBytes { buffer in
            var input = buffer.bindMemory(to: CChar.self).baseAddress
            repeat {
                failure = 0
                let count = piece.count
                let written = piece.withUnsafeMutableBufferPointer { piece in
                    var output = piece.baseAddress
                    var space = count
                    if iconv(descriptor, &input, &rest, &output, &space) == -1 { failure = errno }
                    return count - space
                }
                result += piece[..<written].lazy.map(UInt8.init(bitPattern:))
            } while failure == E2BIG
        }
        guard failure == 0 else { throw Fault(offset: bytes.count - rest, before: result, isCut: failure == EINVAL) }
        return result
    }

    private static func descriptor(_ encoding: String) -> iconv_t? {
        guard !encoding.isEmpty, !encoding.contains("/"), let found = iconv_open("UTF-8", encoding),
            Int(bitPattern: found) != -1
        else { return nil }
        return found
    }
}
