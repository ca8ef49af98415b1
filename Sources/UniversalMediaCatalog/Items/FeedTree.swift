/// Elements of a feed in document order, in few large buffers: what a parse makes and what rules read.
struct FeedTree {
    struct Node {
        var name: ElementName
        var depth: UInt8
        /// Text stands beside child elements.
        var isMixed = false
        /// Its text was longer than a limit.
        var isTextCut = false
        var attributeCount: UInt16 = 0
        var firstAttribute: UInt32
        var textStart: UInt32
        var textCount: UInt32 = 0
        /// Of its `<`, from the beginning of what the tree covers.
        var offset: UInt32
        /// The node behind its last descendant.
        var end: UInt32
        var parent: Int32
        /// Where the spelling of an unknown name stands among the bytes.
        var spellingStart: UInt32 = 0
        var spellingCount: UInt16 = 0
    }

    struct Attribute {
        var name: AttributeName
        var start: UInt32
        var count: UInt32
        var spellingStart: UInt32 = 0
        var spellingCount: UInt16 = 0
    }

    var nodes: ContiguousArray<Node> = []
    var attributes: ContiguousArray<Attribute> = []
    var bytes: ContiguousArray<UInt8> = []

    /// Makes room for about as much as another holds.
    mutating func reserve(like other: FeedTree) {
        nodes.reserveCapacity(other.nodes.count + other.nodes.count / 8)
        attributes.reserveCapacity(other.attributes.count + other.attributes.count / 8)
        bytes.reserveCapacity(other.bytes.count + other.bytes.count / 8)
    }

    /// Lets nodes be looked at. Nothing that the body is given may leave it.
    func withView<Result>(_ body: (FeedTreeView) throws -> Result) rethrows -> Result {
        try nodes.withUnsafeBufferPointer { nodes in
            try attributes.withUnsafeBufferPointer { attributes in
                try bytes.withUnsafeBufferPointer { bytes in
                    try body(FeedTreeView(nodes: nodes, attributes: attributes, bytes: bytes))
                }
            }
        }
    }
}

/// A tree that can be looked at as long as the call that was given it lasts.
struct FeedTreeView {
    let nodes: UnsafeBufferPointer<FeedTree.Node>
    let attributes: UnsafeBufferPointer<FeedTree.Attribute>
    let bytes: UnsafeBufferPointer<UInt8>

    func text(_ start: UInt32, _ count: Int) -> FeedText {
        FeedText(bytes: UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(start) + count]))
    }

    subscript(index: Int) -> FeedNode { FeedNode(tree: self, index: index) }
}
