import Foundation

/// Splits bytes into lines that end in LF or CRLF. Line length is unlimited, because a `data:` URL can be long.
struct LineReader {
    let bytes: [UInt8]
    private var position: Int
    /// The number of the line last returned by `next`, from 1.
    private(set) var number = 0

    init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        position = start
    }

    /// Returns the next line without its line ending.
    mutating func next() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let start = position
        let end = bytes.withUnsafeBytes { buffer -> Int in
            guard let base = buffer.baseAddress, let found = memchr(base + start, 0x0a, buffer.count - start) else {
                return buffer.count
            }
            return UnsafeRawPointer(found) - base
        }
        position = end + 1
        number += 1
        return start..<(end > start && bytes[end - 1] == 0x0d ? end - 1 : end)
    }
}
