/// What a feed declares before its first item.
package struct FeedHead: Sendable {
    package var kind: FeedKind
    /// The name of the document element, as spelt in the feed.
    package var root: String
    package var version = ""
    package var teamID = ""
    package var catalogID = ""
    package var defaultLocale = ""
    /// The id of the `service` that the items belong to.
    package var serviceID = ""
    package var serviceType = ""
    /// `lastBuildDate`, in seconds since 1970; nil where the feed has none before its items, or an invalid one.
    package var buildDate: Double?
    /// Ids are elements (umc-catalog.md 2, 1.x).
    package var isLegacy = false
}

/// Consecutive items of a feed, with the bytes that they were read from.
///
/// One thread at a time owns a batch: the reader fills the batch and passes it to a checker.
package final class FeedBatch: @unchecked Sendable {
    // Safe: a thread that passes a batch to another one keeps no reference to it.
    package struct Item {
        /// The item's element in the tree.
        package var node: Int
        /// The item's index in its feed, from 0.
        package var ordinal: Int
        /// The item's index in its parent, from 0.
        package var position: Int
        package var service: Int
        /// The position of the item's start tag.
        package var start = SourcePosition.start
        /// Whether the item exceeds a size limit, so that only its first part is in the tree.
        package var isCut = false
    }

    package let sequence: Int
    package let head: FeedHead
    package var tree = FeedTree()
    /// The elements outside items so far; nil where they are the same as in the previous batch.
    package var headTree: FeedTree?
    package var items: [Item] = []
    /// Number of bytes that the batch was read from. They are the first bytes of the tree.
    package var rawCount = 0
    /// The bytes that the batch was read from.
    package var raw: ArraySlice<UInt8> { tree.bytes[..<rawCount] }

    package init(sequence: Int, head: FeedHead) {
        self.sequence = sequence
        self.head = head
    }
}

/// The part of a feed outside its items, after the feed has been read.
package struct FeedDocument {
    /// A run of consecutive items.
    package struct ItemRun {
        /// The parent node of the items.
        package var parent: Int
        /// The first node of the head tree after the items.
        package var nextNode: Int
        package var count: Int
    }

    package var head: FeedHead?
    package var tree = FeedTree()
    /// The position of each node of the tree.
    package var positions: [SourcePosition] = []
    package var problems: [ReadingProblem] = []
    package var itemCount = 0
    /// Number of items that the item scanner read; libxml2 read the others.
    package var scannedItemCount = 0
    /// Number of items in each `service` (availability).
    package var serviceItemCounts: [Int] = []
    /// Index of the first node of the head tree that follows an item.
    package var firstNodeBehindItems: Int?
    package var byteCount = 0
    /// Number of batches passed to `emit`.
    package var batchCount = 0
    package var hasByteOrderMark = false
    /// The places of the items among the nodes of the head tree.
    package var itemRuns: [ItemRun] = []
    /// Namespace of the document element.
    package var namespace: String?
    /// Elements in another namespace than the document element, and attributes with a namespace.
    package var foreignNames = ForeignNames()

    package init() {}

    package var isComplete: Bool { !problems.contains { $0.isFatal } }
}
