/// Elements of a feed in document order, in few large buffers: what a parse makes and what rules read.
package struct FeedTree {
    package struct Node {
        package var name: ElementName
        package var depth: UInt8
        /// Text stands beside child elements.
        package var isMixed = false
        /// Its text was longer than a limit.
        package var isTextCut = false
        package var attributeCount: UInt16 = 0
        package var firstAttribute: UInt32
        package var textStart: UInt32
        package var textCount: UInt32 = 0
        /// Of its `<`, from the beginning of what the tree covers.
        package var offset: UInt32
        /// The node behind its last descendant.
        package var end: UInt32
        package var parent: Int32
        /// Where the spelling of an unknown name stands among the bytes.
        package var spellingStart: UInt32 = 0
        package var spellingCount: UInt16 = 0
    }

    package struct Attribute {
        package var name: AttributeName
        package var start: UInt32
        package var count: UInt32
        package var spellingStart: UInt32 = 0
        package var spellingCount: UInt16 = 0
    }

    package var nodes: ContiguousArray<Node> = []
    package var attributes: ContiguousArray<Attribute> = []
    package var bytes: ContiguousArray<UInt8> = []

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
package struct FeedTreeView {
    package let nodes: UnsafeBufferPointer<FeedTree.Node>
    package let attributes: UnsafeBufferPointer<FeedTree.Attribute>
    package let bytes: UnsafeBufferPointer<UInt8>

    package func text(_ start: UInt32, _ count: Int) -> FeedText {
        FeedText(bytes: UnsafeBufferPointer(rebasing: bytes[Int(start)..<Int(start) + count]))
    }

    package subscript(index: Int) -> FeedNode { FeedNode(tree: self, index: index) }
}
