/// Limits for reading a feed (umc-catalog.md C11). All of them are this project's.
public struct ReadingLimits: Sendable, Hashable {
    /// Maximum size of the document, decompressed, in bytes.
    public var documentBytes = 2 << 30
    /// Maximum number of items in one feed.
    public var items = 1_000_000
    /// Maximum nesting depth of elements, including the document element.
    public var depth = 32
    /// Maximum size of the text of one element, in bytes; the rest is dropped and reported.
    public var textBytes = 64 << 10
    /// Maximum size of one tag with its attributes, in bytes.
    public var tagBytes = 256 << 10
    /// Maximum size of one item, in bytes; larger items are reported and not checked.
    public var itemBytes = 4 << 20
    /// Maximum number of elements in one item.
    public var itemElements = 20_000
    /// Maximum number of elements outside items: in the head of a feed, or in a whole manifest.
    public var headElements = 200_000
    /// Maximum size of the text outside items, in bytes.
    public var headBytes = 32 << 20
    /// Maximum ratio of decompressed to compressed size, applied above `freeInflatedBytes`.
    public var inflationRatio = 200
    /// Decompressed size up to which `inflationRatio` does not apply, in bytes.
    public var freeInflatedBytes = 16 << 20

    /// Whether a document type declaration is skipped instead of ending the reading. Its entities are not expanded in either case.
    package var acceptsDocumentTypes = false
    /// Whether feeds in Latin-1, Windows-1252 and UTF-16 are read, too.
    package var acceptsOtherEncodings = false

    public init() {}
}
