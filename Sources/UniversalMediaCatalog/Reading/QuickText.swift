import Foundation

/// Looks at runs of bytes of a feed as fast as can be: whether they are what XML allows, where something stands, how many lines they are.
enum QuickText {
    private static let lows: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Not zero where one of eight bytes is this one. Bytes behind the first that is may be taken for it.
    @inline(__always) private static func has(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let rest = word ^ (lows &* UInt64(byte))
        return (rest &- lows) & ~rest & highs
    }

    /// What a run of bytes holds.
    enum Contents {
        /// Printable ASCII, and none of the bytes that mean something.
        case plain
        /// References that have to be resolved.
        case references
        /// What an XML library has to look at.
        case unusual
    }

    /// Whether none of the characters is here that stand in no address: controls, spaces, quotation marks, angle brackets, backslashes.
    static func isAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
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

    /// The first place of either of two bytes.
    static func firstOf(_ one: UInt8, _ other: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
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

    /// What stands between quotation marks, or, with line breaks and tabs, between tags.
    /// - Parameter isAttribute: white space other than the space is not taken, for it would have to be replaced.
    static func contents(_ bytes: UnsafePointer<UInt8>, _ count: Int, isAttribute: Bool) -> Contents {
        let raw = UnsafeRawPointer(bytes)
        var found: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            found |= suspects(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self), isAttribute)
            index += 8
        }
        if index < count {
            // The rest, with spaces behind it.
            var word = lows &* 32
            withUnsafeMutableBytes(of: &word) {
                $0.copyMemory(from: UnsafeRawBufferPointer(start: raw + index, count: count - index))
            }
            found |= suspects(word, isAttribute)
        }
        return found == 0 ? .plain : lookClosely(UnsafeBufferPointer(start: bytes, count: count), isAttribute)
    }

    @inline(__always) private static func suspects(_ word: UInt64, _ isAttribute: Bool) -> UInt64 {
        // Below a space, or beyond ASCII.
        var found = ((word &- lows &* 32) & ~word | word) & highs
        found |= has(word, UInt8(ascii: "&"))
        return found | has(word, isAttribute ? UInt8(ascii: "<") : UInt8(ascii: "]"))
    }

    private static func lookClosely(_ bytes: UnsafeBufferPointer<UInt8>, _ isAttribute: Bool) -> Contents {
        var hasReferences = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "&"): hasReferences = true
            case UInt8(ascii: "<"): return .unusual
            case UInt8(ascii: "]"):
                // `]]>` is not allowed in texts.
                if !isAttribute, index + 1 < bytes.count, bytes[index + 1] == byte { return .unusual }
            case 9, 10: if isAttribute { return .unusual }
            case 0..<32: return .unusual
            case 0x80...:
                let length = sequenceLength(bytes, index)
                guard length > 0 else { return .unusual }
                index += length - 1
            default: break
            }
            index += 1
        }
        return hasReferences ? .references : .plain
    }

    /// Bytes of the character that begins here; 0: it is not UTF-8, or none that XML allows.
    @inline(__always)
    private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        func following(_ distance: Int) -> UInt32? {
            guard index + distance < bytes.count, bytes[index + distance] & 0xC0 == 0x80 else { return nil }
            return UInt32(bytes[index + distance] & 0x3F)
        }
        let first = UInt32(bytes[index])
        guard let second = following(1) else { return 0 }
        switch first {
        case 0xC2...0xDF: return 2
        case 0xE0...0xEF:
            guard let third = following(2) else { return 0 }
            let scalar = (first & 15) << 12 | second << 6 | third
            return scalar >= 0x800 && !(0xD800...0xDFFF).contains(scalar) && scalar < 0xFFFE ? 3 : 0
        case 0xF0...0xF4:
            guard let third = following(2), let fourth = following(3) else { return 0 }
            let scalar = (first & 7) << 18 | second << 12 | third << 6 | fourth
            return (0x1_0000...0x10_FFFF).contains(scalar) ? 4 : 0
        default: return 0
        }
    }

    /// Appends text with its references resolved.
    /// - Returns: whether there is none in it but the five that XML itself knows.
    static func resolve(_ text: UnsafeBufferPointer<UInt8>, into target: inout ContiguousArray<UInt8>) -> Bool {
        var start = 0
        while start < text.count {
            let rest = UnsafeBufferPointer(rebasing: text[start...])
            let mark = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.count
            target.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<mark]))
            guard mark < rest.count else { return true }
            let reference = FeedText(bytes: UnsafeBufferPointer(rebasing: rest[mark...]))
            if reference.hasPrefix("&amp;") {
                target.append(UInt8(ascii: "&"))
                start += mark + 5
            } else if reference.hasPrefix("&lt;") {
                target.append(UInt8(ascii: "<"))
                start += mark + 4
            } else if reference.hasPrefix("&gt;") {
                target.append(UInt8(ascii: ">"))
                start += mark + 4
            } else if reference.hasPrefix("&quot;") {
                target.append(UInt8(ascii: "\""))
                start += mark + 6
            } else if reference.hasPrefix("&apos;") {
                target.append(UInt8(ascii: "'"))
                start += mark + 6
            } else {
                return false
            }
        }
        return true
    }

    /// Line feeds in a run of bytes.
    static func lineFeeds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        let pairMask: UInt64 = 0x00FF_00FF_00FF_00FF
        var result = 0
        var index = 0
        while index + 8 <= raw.count {
            // Each of eight lanes counts to 255 at most.
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

    /// The last of these bytes in a run of them.
    static func last(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = bytes.count - 1
        while index >= 0, bytes[index] != byte { index -= 1 }
        return index >= 0 ? index : nil
    }

    /// The first of these bytes between two places.
    @inline(__always)
    static func first(_ byte: UInt8, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
        guard start < end, let found = memchr(bytes + start, Int32(byte), end - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
    }
}
