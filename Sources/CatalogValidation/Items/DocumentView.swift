import UniversalMediaCatalog

/// What is outside the items of one feed, as rules see it, when the feed has been read. Lives no longer than the call that was given it.
struct DocumentView {
    let head: FeedHead
    /// The document element.
    let root: FeedNode
    let positions: [SourcePosition]
    let itemCount: Int
    /// Items of each `service` (availability), in order.
    let serviceItemCounts: [Int]
    /// Nodes from here on stand behind an item.
    let firstNodeBehindItems: Int?
    /// Where items stand among the nodes.
    var itemRuns: [FeedDocument.ItemRun] = []
    let hasByteOrderMark: Bool
    let isComplete: Bool
    /// Now, in seconds since 1970.
    let now: Double
    let problems: [ReadingProblem]
    var profile = ValidationProfile.open10

    /// Every node with one of these names.
    func nodes(_ name: ElementName) -> [FeedNode] {
        root.tree.nodes.indices.lazy.filter { root.tree.nodes[$0].name == name }.map { root.tree[$0] }
    }
}
