public import Foundation

/// A run of UTF-8 bytes of a feed, as it stands there with references resolved.
///
/// It points into the tree that it comes from, and lives no longer than the call that was given that tree.
@usableFromInline package struct FeedText {
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>

    @inlinable package init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    @inlinable package static var none: FeedText { FeedText(bytes: UnsafeBufferPointer(start: nil, count: 0)) }

    @inlinable package var count: Int { bytes.count }
    @inlinable package var isEmpty: Bool { bytes.isEmpty }
    @inlinable package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Without XML's white space at both ends.
    @inlinable package var trimmed: FeedText {
        var start = 0
        var end = bytes.count
        while start < end, isXMLSpace(bytes[start]) { start += 1 }
        while end > start, isXMLSpace(bytes[end - 1]) { end -= 1 }
        return self[start..<end]
    }

    @inlinable package var isBlank: Bool { bytes.allSatisfy(isXMLSpace) }

    /// Unicode scalars: bytes that do not continue one.
    @inlinable package var scalarCount: Int {
        var result = 0
        for byte in bytes where byte & 0xC0 != 0x80 { result += 1 }
        return result
    }

    @inlinable package var isASCII: Bool {
        for byte in bytes where byte >= 0x80 { return false }
        return true
    }

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

    /// Whether it is this, in any case of ASCII letters.
    /// - Parameter lower: in lower case.
    @inlinable package func isIgnoringCase(_ lower: StaticString) -> Bool {
        guard count == lower.utf8CodeUnitCount else { return false }
        return lower.withUTF8Buffer { other in
            zip(bytes, other).allSatisfy { lowercased($0) == $1 }
        }
    }

    @inlinable package func hasPrefix(_ prefix: StaticString) -> Bool {
        count >= prefix.utf8CodeUnitCount && self[0..<prefix.utf8CodeUnitCount] == prefix
    }

    /// The parts between commas, trimmed.
    @inlinable package var listed: [FeedText] {
        var parts: [FeedText] = []
        var start = 0
        for index in 0...count where index == count || bytes[index] == UInt8(ascii: ",") {
            parts.append(self[start..<index].trimmed)
            start = index + 1
        }
        return parts
    }

    /// A decimal number without sign or spaces; nil where it is none, or too large.
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
@inlinable @inline(__always) package func isLetter(_ byte: UInt8) -> Bool { (byte | 32) &- 97 < 26 }
