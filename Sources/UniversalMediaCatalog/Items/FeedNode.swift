/// An element of a feed with what is inside it. Lives no longer than the call that was given it.
struct FeedNode {
    let tree: FeedTreeView
    let index: Int

    private var node: FeedTree.Node { tree.nodes[index] }

    var name: ElementName { node.name }
    /// From the beginning of what its tree covers, in bytes.
    var offset: Int { Int(node.offset) }
    /// Text stands beside child elements.
    var isMixed: Bool { node.isMixed }

    /// Its local name as it is spelt in the feed.
    var spelling: String {
        let node = node
        return node.name == .unknown
            ? tree.text(node.spellingStart, Int(node.spellingCount)).string : node.name.rawValue
    }

    /// The text directly inside it; empty where it has child elements.
    var text: FeedText {
        let node = node
        return tree.text(node.textStart, Int(node.textCount))
    }

    subscript(attribute: AttributeName) -> FeedText? {
        let node = node
        for position in Int(node.firstAttribute)..<Int(node.firstAttribute) + Int(node.attributeCount) {
            let candidate = tree.attributes[position]
            if candidate.name == attribute { return tree.text(candidate.start, Int(candidate.count)) }
        }
        return nil
    }

    /// Every attribute, with the spelling of its name.
    var attributes: [(name: AttributeName, spelling: String, value: FeedText)] {
        let node = node
        return (Int(node.firstAttribute)..<Int(node.firstAttribute) + Int(node.attributeCount)).map { position in
            let attribute = tree.attributes[position]
            let spelling =
                attribute.name == .unknown
                ? tree.text(attribute.spellingStart, Int(attribute.spellingCount)).string : attribute.name.rawValue
            return (attribute.name, spelling, tree.text(attribute.start, Int(attribute.count)))
        }
    }

    var children: Children { Children(tree: tree, first: index + 1, end: Int(node.end)) }
    var hasChildren: Bool { Int(node.end) > index + 1 }

    func first(_ name: ElementName) -> FeedNode? {
        let end = Int(node.end)
        var next = index + 1
        while next < end {
            if tree.nodes[next].name == name { return tree[next] }
            next = Int(tree.nodes[next].end)
        }
        return nil
    }

    /// The node down this path, each the first of its name.
    func first(_ path: ElementName...) -> FeedNode? {
        var node = self
        for name in path {
            guard let next = node.first(name) else { return nil }
            node = next
        }
        return node
    }

    func has(_ name: ElementName) -> Bool { first(name) != nil }

    var parent: FeedNode? {
        let parent = node.parent
        return parent >= 0 ? tree[Int(parent)] : nil
    }

    /// Every node under it, in document order.
    var descendants: Range<Int> { index + 1..<Int(node.end) }

    /// The elements directly inside one.
    struct Children: Sequence, IteratorProtocol {
        let tree: FeedTreeView
        var first: Int
        let end: Int

        mutating func next() -> FeedNode? {
            guard first < end else { return nil }
            defer { first = Int(tree.nodes[first].end) }
            return tree[first]
        }

        /// Those of one name.
        func named(_ name: ElementName) -> [FeedNode] { filter { $0.name == name } }
    }
}
