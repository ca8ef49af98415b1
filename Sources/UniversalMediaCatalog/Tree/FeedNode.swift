/// An element of a feed with its contents. It is valid only during the call that received it.
@usableFromInline package struct FeedNode {
    @usableFromInline package let tree: FeedTreeView
    @usableFromInline package let index: Int

    @inlinable init(tree: FeedTreeView, index: Int) {
        self.tree = tree
        self.index = index
    }

    @inlinable var node: FeedTree.Node { tree.nodes[index] }

    @inlinable package var name: ElementName { node.name }
    /// Offset in bytes from the start of the bytes that the tree covers.
    @inlinable package var offset: Int { Int(node.offset) }
    /// Whether text occurs next to child elements.
    @inlinable package var isMixed: Bool { node.isMixed }

    /// The local name as spelt in the feed.
    @inlinable package var spelling: String {
        let node = node
        return node.name == .unknown
            ? tree.text(node.spellingStart, Int(node.spellingCount)).string : node.name.rawValue
    }

    /// The text directly inside the element; empty if it has child elements.
    @inlinable package var text: FeedText {
        let node = node
        return tree.text(node.textStart, Int(node.textCount))
    }

    @inlinable package subscript(attribute: AttributeName) -> FeedText? {
        let attributes = tree.attributes
        var position = Int(tree.nodes[index].firstAttribute)
        let end = position + Int(tree.nodes[index].attributeCount)
        while position < end {
            if attributes[position].name == attribute {
                return tree.text(attributes[position].start, Int(attributes[position].count))
            }
            position += 1
        }
        return nil
    }

    /// Returns the first attribute whose name and value satisfy a condition.
    @inlinable package func firstAttribute(
        where isWanted: (AttributeName, FeedText) -> Bool
    ) -> (name: AttributeName, value: FeedText)? {
        let node = node
        for position in Int(node.firstAttribute)..<Int(node.firstAttribute) + Int(node.attributeCount) {
            let candidate = tree.attributes[position]
            let value = tree.text(candidate.start, Int(candidate.count))
            if isWanted(candidate.name, value) { return (candidate.name, value) }
        }
        return nil
    }

    /// Returns an id, which is an attribute, or an element in 1.x (umc-catalog.md 2).
    @inlinable package func identity(_ attribute: AttributeName, _ element: ElementName) -> FeedText? {
        self[attribute] ?? first(element)?.text
    }

    /// All attributes, with the spelling of their names.
    @inlinable package var attributes: [(name: AttributeName, spelling: String, value: FeedText)] {
        let node = node
        return (Int(node.firstAttribute)..<Int(node.firstAttribute) + Int(node.attributeCount)).map { position in
            let attribute = tree.attributes[position]
            let spelling =
                attribute.name == .unknown
                ? tree.text(attribute.spellingStart, Int(attribute.spellingCount)).string : attribute.name.rawValue
            return (attribute.name, spelling, tree.text(attribute.start, Int(attribute.count)))
        }
    }

    @inlinable package var children: Children { Children(tree: tree, first: index + 1, end: Int(node.end)) }
    @inlinable package var hasChildren: Bool { Int(node.end) > index + 1 }

    @inlinable package func first(_ name: ElementName) -> FeedNode? {
        let end = Int(node.end)
        var next = index + 1
        while next < end {
            if tree.nodes[next].name == name { return tree[next] }
            next = Int(tree.nodes[next].end)
        }
        return nil
    }

    /// Returns the node at this path, taking the first child of each name.
    @inlinable package func first(_ path: ElementName...) -> FeedNode? {
        var node = self
        for name in path {
            guard let next = node.first(name) else { return nil }
            node = next
        }
        return node
    }

    @inlinable package func has(_ name: ElementName) -> Bool { first(name) != nil }

    @inlinable package var parent: FeedNode? {
        let parent = node.parent
        return parent >= 0 ? tree[Int(parent)] : nil
    }

    /// Indexes of all descendants, in document order.
    @inlinable package var descendants: Range<Int> { index + 1..<Int(node.end) }

    /// Calls `body` for each descendant with an attribute, in document order.
    @inlinable package func forEachDescendant(
        with attribute: AttributeName, _ body: (FeedNode, FeedText) -> Void
    ) {
        let (nodes, attributes) = (tree.nodes, tree.attributes)
        for index in descendants {
            let first = Int(nodes[index].firstAttribute)
            let end = first + Int(nodes[index].attributeCount)
            var place = first
            while place < end, attributes[place].name != attribute { place += 1 }
            guard place < end else { continue }
            body(tree[index], tree.text(attributes[place].start, Int(attributes[place].count)))
        }
    }

    /// The child elements of a node.
    @usableFromInline package struct Children: Sequence, IteratorProtocol {
        @usableFromInline package let tree: FeedTreeView
        @usableFromInline package var first: Int
        @usableFromInline package let end: Int

        @inlinable init(tree: FeedTreeView, first: Int, end: Int) {
            self.tree = tree
            self.first = first
            self.end = end
        }

        @inlinable package mutating func next() -> FeedNode? {
            guard first < end else { return nil }
            defer { first = Int(tree.nodes[first].end) }
            return tree[first]
        }

        /// Returns the children with one name.
        @inlinable package func named(_ name: ElementName) -> [FeedNode] { filter { $0.name == name } }
    }
}
