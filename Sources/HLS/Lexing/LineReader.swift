import Foundation

/// Cuts bytes into lines that end in LF or CRLF. Lines have no greatest length: a `data:` address can be any number of bytes long.
struct LineReader {
    let bytes: [UInt8]
    private var position: Int
    /// The line that `next` gave last, from 1.
    private(set) var number = 0

    init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        position = start
    }

    /// The next line without its ending.
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
