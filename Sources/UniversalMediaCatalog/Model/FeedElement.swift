/// An element that the model does not represent, preserved unchanged.
public struct FeedElement: Sendable, Hashable, Codable {
    public struct Attribute: Sendable, Hashable, Codable {
        public var name: String
        public var value: String
    }

    public var name: String
    public var attributes: [Attribute]
    public var text: String
    public var children: [FeedElement]

    public init(name: String, attributes: [Attribute] = [], text: String = "", children: [FeedElement] = []) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }
}
