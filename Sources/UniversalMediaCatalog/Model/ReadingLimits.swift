/// How much of a feed is read before it is refused (umc-catalog.md C11). None of them is Apple's.
public struct ReadingLimits: Sendable, Hashable {
    /// Bytes of the document when it is no longer compressed.
    public var documentBytes = 2 << 30
    /// Items of one feed.
    public var items = 1_000_000
    /// Elements inside each other, the document element among them.
    public var depth = 32
    /// Bytes of the text of one element; what is over is dropped, and said.
    public var textBytes = 64 << 10
    /// Bytes of one tag with its attributes.
    public var tagBytes = 256 << 10
    /// Bytes of one item; an item that is larger is not checked, and said.
    public var itemBytes = 4 << 20
    /// Elements of one item.
    public var itemElements = 20_000
    /// Elements outside items: the head of a feed, or a whole manifest.
    public var headElements = 200_000
    /// Bytes of text outside items.
    public var headBytes = 32 << 20
    /// Times that a compressed document may be larger than its file, once it is over `freeInflatedBytes`.
    public var inflationRatio = 200
    /// Bytes that a compressed document may have whatever its ratio.
    public var freeInflatedBytes = 16 << 20

    public init() {}
}
