/// Elements of a feed in document order, in a few large buffers. The parser builds it, and the rules read it.
@usableFromInline package struct FeedTree {
    @usableFromInline package struct Node {
        @usableFromInline package var name: ElementName
        @usableFromInline package var depth: UInt8
        /// Whether text occurs next to child elements.
        @usableFromInline package var isMixed = false
        /// Whether the text was cut at a limit.
        @usableFromInline package var isTextCut = false
        @usableFromInline package var attributeCount: UInt16 = 0
        @usableFromInline package var firstAttribute: UInt32
        @usableFromInline package var textStart: UInt32
        @usableFromInline package var textCount: UInt32 = 0
        /// Offset of the element's `<` from the start of the bytes that the tree covers.
        @usableFromInline package var offset: UInt32
        /// Index of the node after the last descendant.
        @usableFromInline package var end: UInt32
        @usableFromInline package var parent: Int32
        /// Offset of an unknown name's spelling in the bytes.
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

    /// Reserves capacity for about as many nodes, attributes and bytes as another tree has.
    package mutating func reserve(like other: FeedTree) {
        nodes.reserveCapacity(other.nodes.count + other.nodes.count / 8)
        attributes.reserveCapacity(other.attributes.count + other.attributes.count / 8)
        bytes.reserveCapacity(other.bytes.count + other.bytes.count / 8)
    }

    /// Calls a closure with a view of the nodes. The closure must not store the view or its nodes.
    package func withView<Result>(_ body: (FeedTreeView) throws -> Result) rethrows -> Result {
        try nodes.withUnsafeBufferPointer { nodes in
            try attributes.withUnsafeBufferPointer { attributes in
                try bytes.withUnsafeBufferPointer { bytes in
                    try withUnsafePointer(to: Buffers(nodes: nodes, attributes: attributes, bytes: bytes)) {
                        try body(FeedTreeView(buffers: $0))
                    }
                }
            }
        }
    }

    /// The buffers of a tree during a call with a view.
    @usableFromInline struct Buffers {
        @usableFromInline let nodes: UnsafeBufferPointer<Node>
        @usableFromInline let attributes: UnsafeBufferPointer<Attribute>
        @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

        init(
            nodes: UnsafeBufferPointer<Node>, attributes: UnsafeBufferPointer<Attribute>,
            bytes: UnsafeBufferPointer<UInt8>
        ) {
            self.nodes = nodes
            self.attributes = attributes
            self.bytes = bytes
        }
    }
}

/// A view of a tree. It is valid only during the call that received it.
///
/// It is one pointer, so that a node is passed in two registers: the rules pass some hundred nodes for each item.
@usableFromInline package struct FeedTreeView {
    /// Never nil. Without optimisation, Swift 6.3 confuses the parts of an optional tuple in a dictionary if one of them has a pointer that is
    /// not optional.
    @usableFromInline let address: UnsafePointer<FeedTree.Buffers>?

    init(buffers: UnsafePointer<FeedTree.Buffers>) { address = buffers }

    @inlinable var buffers: UnsafePointer<FeedTree.Buffers> { address.unsafelyUnwrapped }

    @inlinable package var nodes: UnsafeBufferPointer<FeedTree.Node> { buffers.pointee.nodes }
    @inlinable package var attributes: UnsafeBufferPointer<FeedTree.Attribute> { buffers.pointee.attributes }
    @inlinable package var bytes: UnsafeBufferPointer<UInt8> { buffers.pointee.bytes }

    @inlinable package func text(_ start: UInt32, _ count: Int) -> FeedText {
        FeedText(bytes: UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(start) + count]))
    }

    @inlinable package subscript(index: Int) -> FeedNode { FeedNode(tree: self, index: index) }
}
