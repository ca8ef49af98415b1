public import Foundation

/// A range of UTF-8 bytes of a feed, with references resolved.
///
/// It points into the buffer of its tree, and is valid only during the call that received the tree.
@usableFromInline package struct FeedText {
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>

    @inlinable package init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    @inlinable package static var none: FeedText { FeedText(bytes: UnsafeBufferPointer(start: nil, count: 0)) }

    @inlinable package var count: Int { bytes.count }
    @inlinable package var isEmpty: Bool { bytes.isEmpty }
    @inlinable package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// The text without leading and trailing XML white space.
    @inlinable package var trimmed: FeedText {
        // Most texts have no white space at either end.
        if count > 0, bytes[0] > 32, bytes[count - 1] > 32 { return self }
        return withoutOuterSpace
    }

    @usableFromInline var withoutOuterSpace: FeedText {
        var start = 0
        var end = bytes.count
        while start < end, isXMLSpace(bytes[start]) { start += 1 }
        while end > start, isXMLSpace(bytes[end - 1]) { end -= 1 }
        return self[start..<end]
    }

    @inlinable package var isBlank: Bool { bytes.allSatisfy(isXMLSpace) }

    /// Number of Unicode scalars: bytes that are not continuation bytes.
    @inlinable package var scalarCount: Int {
        var result = 0
        for byte in bytes where byte & 0xC0 != 0x80 { result += 1 }
        return result
    }

    package var isASCII: Bool { ByteSearch.isASCII(bytes) }

    @inlinable package subscript(range: Range<Int>) -> FeedText {
        FeedText(bytes: UnsafeBufferPointer(rebasing: bytes[range]))
    }
    @inlinable package subscript(index: Int) -> UInt8 { bytes[index] }

    @inlinable package static func == (left: FeedText, right: StaticString) -> Bool {
        guard left.count == right.utf8CodeUnitCount else { return false }
        return right.withUTF8Buffer { left == FeedText(bytes: $0) }
    }

    @inlinable package static func == (left: FeedText, right: FeedText) -> Bool {
        guard left.count == right.count, let one = left.bytes.baseAddress, let other = right.bytes.baseAddress else {
            return left.count == right.count
        }
        return left.count == 0 || one[0] == other[0] && memcmp(one, other, left.count) == 0
    }

    @inlinable package static func != (left: FeedText, right: StaticString) -> Bool { !(left == right) }
    @inlinable package static func != (left: FeedText, right: FeedText) -> Bool { !(left == right) }

    /// Returns whether the text equals `lower`, ignoring the case of ASCII letters.
    /// - Parameter lower: a text in lower case.
    @inlinable package func isIgnoringCase(_ lower: StaticString) -> Bool {
        guard count == lower.utf8CodeUnitCount else { return false }
        return lower.withUTF8Buffer { other in
            for index in 0..<other.count where lowercased(bytes[index]) != other[index] { return false }
            return true
        }
    }

    @inlinable package func hasPrefix(_ prefix: FeedText) -> Bool {
        count >= prefix.count && self[0..<prefix.count] == prefix
    }

    @inlinable package func hasPrefix(_ prefix: StaticString) -> Bool {
        count >= prefix.utf8CodeUnitCount && self[0..<prefix.utf8CodeUnitCount] == prefix
    }

    /// The comma-separated parts, trimmed.
    @inlinable package var listed: [FeedText] {
        var parts: [FeedText] = []
        var start = 0
        for index in 0...count where index == count || bytes[index] == UInt8(ascii: ",") {
            parts.append(self[start..<index].trimmed)
            start = index + 1
        }
        return parts
    }

    /// The value of a decimal number without sign or spaces; nil if invalid or too large.
    @inlinable package var decimal: Int? {
        guard count > 0, count <= 18 else { return nil }
        var result = 0
        for byte in bytes {
            guard byte &- 48 < 10 else { return nil }
            result = result &* 10 &+ Int(byte &- 48)
        }
        return result
    }

    /// A stable hash (FNV-1a, 64 bits), the same in every run.
    @inlinable package var hash: UInt64 {
        var result: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { result = (result ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return result
    }
}

@inlinable @inline(__always) package func isXMLSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 10 || byte == 9 || byte == 13
}
@inlinable @inline(__always) package func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
@inlinable @inline(__always) package func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
@inlinable @inline(__always) package func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 32) &- 97 < 6
}
@inlinable @inline(__always) package func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- 97 < 26 }
