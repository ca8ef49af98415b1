import Foundation

/// Byte searches that process eight bytes at a time.
package enum ByteSearch {
    private static let lows: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Returns a non-zero value if one of eight bytes equals `byte`. Bytes after the first match may be false positives.
    @inline(__always) private static func has(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let rest = word ^ (lows &* UInt64(byte))
        return (rest &- lows) & ~rest & highs
    }

    /// Returns whether the bytes contain only characters that URLs may contain: no controls, spaces, quotes, angle brackets, backslashes.
    package static func isURL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            var found = (word &- lows &* 33) & ~word & highs
            found |= has(word, 127) | has(word, UInt8(ascii: "\"")) | has(word, UInt8(ascii: "\\"))
            found |= has(word, UInt8(ascii: "<")) | has(word, UInt8(ascii: ">"))
            if found != 0 { return false }
            index += 8
        }
        while index < raw.count {
            switch raw[index] {
            case 0...32, 127, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): return false
            default: index += 1
            }
        }
        return true
    }

    /// Returns whether the bytes are ASCII letters, digits, hyphens and the like: no space, no control character, none of
    /// ``!"#$%<=>?@\{|}~`` and no two slashes in a row.
    ///
    /// Some sequences with characters beyond ASCII count as plain, too.
    package static func isPlainPath(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        let slashes = lows &* UInt64(UInt8(ascii: "/"))
        var index = 0
        while index + 9 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let next = raw.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self)
            // Sums of seven bits do not carry into the next byte.
            let low = word & ~highs
            var found = ~(low &+ lows &* (0x80 - 0x26))
            found |= (low &+ lows &* (0x80 - 0x3C)) & ~(low &+ lows &* (0x80 - 0x41))
            found |= low &+ lows &* (0x80 - 0x7B)
            found &= highs
            found |= has(word, UInt8(ascii: "\\")) | has((word ^ slashes) | (next ^ slashes), 0)
            if found != 0 { return false }
            index += 8
        }
        while index < raw.count {
            switch raw[index] & 0x7F {
            case ..<0x26, 0x3C...0x40, UInt8(ascii: "\\"), 0x7B...: return false
            case UInt8(ascii: "/") where index + 1 < raw.count && raw[index + 1] == UInt8(ascii: "/"): return false
            default: index += 1
            }
        }
        return true
    }

    /// Returns whether the bytes contain no character up to a space.
    package static func hasNoSpace(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard (word &- lows &* 33) & ~word & highs == 0 else { return false }
            index += 8
        }
        while index < raw.count {
            guard raw[index] > 32 else { return false }
            index += 1
        }
        return true
    }

    /// Returns whether all bytes are ASCII.
    package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            guard raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & highs == 0 else { return false }
            index += 8
        }
        while index < raw.count {
            guard raw[index] < 0x80 else { return false }
            index += 1
        }
        return true
    }

    /// Returns the index of the first decimal digit from `first` on.
    package static func digit(in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        find(in: bytes, from: first) { word in
            // Sums of seven bits do not carry into the next byte.
            let low = word & ~highs
            return (low &+ lows &* (0x80 - 0x30)) & ~(low &+ lows &* (0x80 - 0x3A)) & ~word
        }
    }

    /// Returns the index of the first capital ASCII letter, or the first byte beyond ASCII, from `first` on.
    package static func capitalOrBeyondASCII(in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        find(in: bytes, from: first) { word in
            let low = word & ~highs
            return (low &+ lows &* (0x80 - 0x41)) & ~(low &+ lows &* (0x80 - 0x5B)) | word
        }
    }

    /// Returns the index of the first of the bytes `/`, `?`, `=` and `&` from `first` on.
    package static func urlSeparator(in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        find(in: bytes, from: first) { word in
            has(word, UInt8(ascii: "/")) | has(word, UInt8(ascii: "?")) | has(word, UInt8(ascii: "="))
                | has(word, UInt8(ascii: "&"))
        }
    }

    /// Returns the index of the first `/`, `.`, `x` or `X` from `first` on.
    package static func slashDotOrX(in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        find(in: bytes, from: first) { word in
            has(word, UInt8(ascii: "/")) | has(word, UInt8(ascii: "."))
                | has(word | lows &* 0x20, UInt8(ascii: "x"))
        }
    }

    /// Returns the index of the first byte from `first` on that `marks` marks.
    /// - Parameter marks: sets the highest bit of the first byte of a kind among eight; the lower bits do not count.
    @inline(__always) private static func find(
        in bytes: UnsafeBufferPointer<UInt8>, from first: Int, marks: (UInt64) -> UInt64
    ) -> Int? {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = first
        while index + 8 <= raw.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = marks(word) & highs
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < raw.count {
            if marks(UInt64(raw[index])) & 0x80 != 0 { return index }
            index += 1
        }
        return nil
    }

    /// Returns the index of the first occurrence of either byte.
    package static func firstOf(_ one: UInt8, _ other: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if has(word, one) | has(word, other) != 0 { break }
            index += 8
        }
        while index < raw.count {
            if raw[index] == one || raw[index] == other { return index }
            index += 1
        }
        return nil
    }

    /// Returns the number of line feeds.
    package static func lineFeeds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        let pairMask: UInt64 = 0x00FF_00FF_00FF_00FF
        var result = 0
        var index = 0
        while index + 8 <= raw.count {
            // Each of the eight lanes can count to 255.
            let end = min(raw.count - 8, index + 8 * 254)
            var lanes: UInt64 = 0
            while index <= end {
                let rest = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ (lows &* 10)
                lanes &+= ~(((rest & ~highs) &+ ~highs) | rest | ~highs) >> 7
                index &+= 8
            }
            let pairs = (lanes & pairMask) &+ (lanes >> 8 & pairMask)
            result &+= Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
        }
        while index < raw.count {
            if raw[index] == 10 { result += 1 }
            index += 1
        }
        return result
    }

    /// Returns the index of the first occurrence of a byte at or behind `first`.
    package static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        guard first < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + first, Int32(byte), bytes.count - first)
        else { return nil }
        return base.distance(to: found.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the index of the last occurrence of a byte.
    package static func last(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = bytes.count - 1
        while index >= 0, bytes[index] != byte { index -= 1 }
        return index >= 0 ? index : nil
    }
}
