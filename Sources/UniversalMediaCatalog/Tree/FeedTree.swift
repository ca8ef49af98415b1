/// Elements of a feed in document order, in few large buffers: what a parse makes and what rules read.
@usableFromInline package struct FeedTree {
    @usableFromInline package struct Node {
        @usableFromInline package var name: ElementName
        @usableFromInline package var depth: UInt8
        /// Text stands beside child elements.
        @usableFromInline package var isMixed = false
        /// Its text was longer than a limit.
        @usableFromInline package var isTextCut = false
        @usableFromInline package var attributeCount: UInt16 = 0
        @usableFromInline package var firstAttribute: UInt32
        @usableFromInline package var textStart: UInt32
        @usableFromInline package var textCount: UInt32 = 0
        /// Of its `<`, from the beginning of what the tree covers.
        @usableFromInline package var offset: UInt32
        /// The node behind its last descendant.
        @usableFromInline package var end: UInt32
        @usableFromInline package var parent: Int32
        /// Where the spelling of an unknown name stands among the bytes.
        @usableFromInline package var spellingStart: UInt32 = 0
        @usableFromInline package var spellingCount: UInt16 = 0
    }

    @usableFromInline package struct Attribute {
        @usableFromInline package var name: AttributeName
        @usableFromInline package var start: UInt32
        @usableFromInline package var count: UInt32
        @usableFromInline package var spellingStart: UInt32 = 0
        @usableFromInline package var spellingCount: UInt16 = 0
    }

    @usableFromInline package var nodes: ContiguousArray<Node> = []
    @usableFromInline package var attributes: ContiguousArray<Attribute> = []
    @usableFromInline package var bytes: ContiguousArray<UInt8> = []

    /// Makes room for about as much as another holds.
    package mutating func reserve(like other: FeedTree) {
        nodes.reserveCapacity(other.nodes.count + other.nodes.count / 8)
        attributes.reserveCapacity(other.attributes.count + other.attributes.count / 8)
        bytes.reserveCapacity(other.bytes.count + other.bytes.count / 8)
    }

    /// Lets nodes be looked at. Nothing that the body is given may leave it.
    package func withView<Result>(_ body: (FeedTreeView) throws -> Result) rethrows -> Result {
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
@usableFromInline package struct FeedTreeView {
    @usableFromInline package let nodes: UnsafeBufferPointer<FeedTree.Node>
    @usableFromInline package let attributes: UnsafeBufferPointer<FeedTree.Attribute>
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>

    init(
        nodes: UnsafeBufferPointer<FeedTree.Node>, attributes: UnsafeBufferPointer<FeedTree.Attribute>,
        bytes: UnsafeBufferPointer<UInt8>
    ) {
        self.nodes = nodes
        self.attributes = attributes
        self.bytes = bytes
    }

    @inlinable package func text(_ start: UInt32, _ count: Int) -> FeedText {
        FeedText(bytes: UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(start) + count]))
    }

    @inlinable package subscript(index: Int) -> FeedNode { FeedNode(tree: self, index: index) }
}
