/// What a feed is.
public enum FeedKind: String, Sendable, CaseIterable, Codable {
    case catalog, availability, manifest
}

/// What is known of a feed when its first item begins.
struct FeedHead: Sendable {
    var kind: FeedKind
    /// The document element as it is spelt.
    var root: String
    var version = ""
    var teamID = ""
    var catalogID = ""
    var defaultLocale = ""
    /// Of the `service` that items belong to.
    var serviceID = ""
    var serviceType = ""
    /// `lastBuildDate`, in seconds since 1970. nil: it does not stand before the items, or cannot be read.
    var buildDate: Double?
    /// Ids are elements (umc-catalog.md 2, 1.x).
    var isLegacy = false
}

/// Some items of a feed that follow each other, with the bytes that they were read from.
///
/// Owned by one thread at a time: the reader fills it and hands it on.
final class FeedBatch: @unchecked Sendable {
    // Safe: whoever hands it on does not keep it.
    struct Item {
        /// Its element in the tree.
        var node: Int
        /// Its place among all items of its feed, from 0.
        var ordinal: Int
        /// Its place among the items of its parent, from 0.
        var position: Int
        var service: Int
        /// It is larger than a limit allows, and what is here is not all of it.
        var isCut = false
    }

    let sequence: Int
    let head: FeedHead
    var tree = FeedTree()
    /// What stands outside items so far, where it has changed since the batch before.
    var headTree: FeedTree?
    var items: [Item] = []
    var raw: ContiguousArray<UInt8> = []
    /// Of the first byte of `raw`.
    var position = SourcePosition.start

    init(sequence: Int, head: FeedHead) {
        self.sequence = sequence
        self.head = head
    }
}

/// What is outside the items of a feed, once it has been read.
struct FeedDocument {
    /// Items that follow each other.
    struct ItemRun {
        /// The node that they are directly inside.
        var parent: Int
        /// The first node of the head behind them.
        var nextNode: Int
        var count: Int
    }

    var head: FeedHead?
    var tree = FeedTree()
    /// One of each node of the tree.
    var positions: [SourcePosition] = []
    var problems: [ReadingProblem] = []
    var itemCount = 0
    /// Items of each `service` (availability).
    var serviceItemCounts: [Int] = []
    /// Where the first item begins and the last node of the head stands before it: nodes from here on follow an item.
    var firstNodeBehindItems: Int?
    var byteCount = 0
    /// Batches that were handed on.
    var batchCount = 0
    var hasByteOrderMark = false
    /// Where items stand among the nodes of the head.
    var itemRuns: [ItemRun] = []
    /// Of the document element.
    var namespace: String?
    /// Elements are in other namespaces than the document element, attributes are in any, or XSD's `xsi:type` or `xsi:nil` is used.
    var hasForeignNames = false

    var isComplete: Bool { !problems.contains { $0.isFatal } }
}
