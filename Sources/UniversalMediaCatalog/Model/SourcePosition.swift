/// A position in a feed. Lines and columns count from 1, columns in Unicode scalars.
public struct SourcePosition: Sendable, Hashable, Comparable, Codable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static let start = SourcePosition(line: 1, column: 1)

    public static func < (left: Self, right: Self) -> Bool { (left.line, left.column) < (right.line, right.column) }

    /// Advances the position over bytes of the feed.
    package mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes
        let feeds = ByteSearch.lineFeeds(bytes)
        if feeds > 0, let last = ByteSearch.last(10, in: bytes) {
            line += feeds
            column = 1
            rest = UnsafeBufferPointer(rebasing: bytes[(last + 1)...])
        }
        for byte in rest where byte & 0xC0 != 0x80 { column += 1 }
    }
}

/// Converts byte offsets to positions. Efficient for increasing offsets.
package struct PositionFinder {
    package let raw: UnsafeBufferPointer<UInt8>
    private let first: SourcePosition
    private var offset = 0
    private var position: SourcePosition

    package init(raw: UnsafeBufferPointer<UInt8>, first: SourcePosition) {
        self.raw = raw
        self.first = first
        position = first
    }

    package mutating func position(of target: Int) -> SourcePosition {
        let target = min(max(0, target), raw.count)
        if target < offset {
            offset = 0
            position = first
        }
        position.advance(over: UnsafeBufferPointer(rebasing: raw[offset..<target]))
        offset = target
        return position
    }
}
