/// What is known of a feed when its first item begins.
package struct FeedHead: Sendable {
    package var kind: FeedKind
    /// The document element as it is spelt.
    package var root: String
    package var version = ""
    package var teamID = ""
    package var catalogID = ""
    package var defaultLocale = ""
    /// Of the `service` that items belong to.
    package var serviceID = ""
    package var serviceType = ""
    /// `lastBuildDate`, in seconds since 1970. nil: it does not stand before the items, or cannot be read.
    package var buildDate: Double?
    /// Ids are elements (umc-catalog.md 2, 1.x).
    package var isLegacy = false
}

/// Some items of a feed that follow each other, with the bytes that they were read from.
///
/// Owned by one thread at a time: the reader fills it and hands it on.
package final class FeedBatch: @unchecked Sendable {
    // Safe: whoever hands it on does not keep it.
    package struct Item {
        /// Its element in the tree.
        package var node: Int
        /// Its place among all items of its feed, from 0.
        package var ordinal: Int
        /// Its place among the items of its parent, from 0.
        package var position: Int
        package var service: Int
        /// It is larger than a limit allows, and what is here is not all of it.
        package var isCut = false
    }

    package let sequence: Int
    package let head: FeedHead
    package var tree = FeedTree()
    /// What stands outside items so far, where it has changed since the batch before.
    package var headTree: FeedTree?
    package var items: [Item] = []
    package var raw: ContiguousArray<UInt8> = []
    /// Of the first byte of `raw`.
    package var position = SourcePosition.start

    package init(sequence: Int, head: FeedHead) {
        self.sequence = sequence
        self.head = head
    }
}

/// What is outside the items of a feed, once it has been read.
package struct FeedDocument {
    /// Items that follow each other.
    package struct ItemRun {
        /// The node that they are directly inside.
        package var parent: Int
        /// The first node of the head behind them.
        package var nextNode: Int
        package var count: Int
    }

    package var head: FeedHead?
    package var tree = FeedTree()
    /// One of each node of the tree.
    package var positions: [SourcePosition] = []
    package var problems: [ReadingProblem] = []
    package var itemCount = 0
    /// Items of each `service` (availability).
    package var serviceItemCounts: [Int] = []
    /// Where the first item begins and the last node of the head stands before it: nodes from here on follow an item.
    package var firstNodeBehindItems: Int?
    package var byteCount = 0
    /// Batches that were handed on.
    package var batchCount = 0
    package var hasByteOrderMark = false
    /// Where items stand among the nodes of the head.
    package var itemRuns: [ItemRun] = []
    /// Of the document element.
    package var namespace: String?
    /// Elements are in other namespaces than the document element, attributes are in any, or XSD's `xsi:type` or `xsi:nil` is used.
    package var hasForeignNames = false

    package init() {}

    package var isComplete: Bool { !problems.contains { $0.isFatal } }
}
