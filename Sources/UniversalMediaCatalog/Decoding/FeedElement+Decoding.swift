extension FeedElement {
    init(_ node: FeedNode) {
        name = node.spelling
        attributes = node.attributes.map { Attribute(name: $0.spelling, value: $0.value.string) }
        text = node.hasChildren ? "" : node.text.string
        children = node.children.map { FeedElement($0) }
    }
}
