import UniversalMediaCatalog

/// The part of a feed outside its items, as passed to rules after the feed has been read. Valid only during the call that receives it.
struct DocumentView {
    let head: FeedHead
    /// The document element.
    let root: FeedNode
    let positions: [SourcePosition]
    let itemCount: Int
    /// Number of items in each `service` (availability), in order.
    let serviceItemCounts: [Int]
    /// Index of the first node that follows an item.
    let firstNodeBehindItems: Int?
    /// The places of the items among the nodes.
    var itemRuns: [FeedDocument.ItemRun] = []
    let hasByteOrderMark: Bool
    let isComplete: Bool
    /// The reference time of the run, in seconds since 1970.
    let now: Double
    let problems: [ReadingProblem]
    var profile = ValidationProfile.open10

    /// Returns every node with this name.
    func nodes(_ name: ElementName) -> [FeedNode] {
        root.tree.nodes.indices.lazy.filter { root.tree.nodes[$0].name == name }.map { root.tree[$0] }
    }
}
