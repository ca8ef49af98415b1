import UniversalMediaCatalog

/// The places of an item's child elements by name, so that a rule does not pass over the children that it does not check.
struct ChildPlaces {
    /// The indexes of the first and the last child of a name in the tree.
    struct Span {
        var first: UInt32 = 0
        var last: UInt32 = 0
    }

    /// By the code of the name. Only those of names in `elements` are valid.
    private var spans = ContiguousArray(repeating: Span(), count: ElementSet.mostNames)
    /// Names of the item's child elements.
    private(set) var elements = ElementSet()

    /// Replaces the places by those of another item.
    mutating func collect(_ item: FeedNode) {
        elements = ElementSet()
        for child in item.children {
            let place = child.name.code
            if elements.contains(child.name) {
                spans[place].last = UInt32(child.index)
            } else {
                elements.insert(child.name)
                spans[place] = Span(first: UInt32(child.index), last: UInt32(child.index))
            }
        }
    }

    /// Calls a closure with a view of the places.
    func withView<Result>(_ body: (View) -> Result) -> Result {
        spans.withUnsafeBufferPointer { body(View(elements: elements, spans: $0)) }
    }

    /// A view of the places. It is valid only during the call that received it.
    struct View {
        /// Names of the item's child elements.
        let elements: ElementSet
        fileprivate let spans: UnsafeBufferPointer<Span>

        /// Returns the places of a name; nil if the item has no such child.
        @inline(__always) subscript(name: ElementName) -> Span? {
            elements.contains(name) ? spans[name.code] : nil
        }
    }
}

/// The child elements of an item that have one of two names, in order.
struct NamedChildren: Sequence, IteratorProtocol {
    private let tree: FeedTreeView
    private let names: (ElementName, ElementName)
    private var place: Int
    private let last: Int

    init(_ one: ElementName, _ other: ElementName, in tree: FeedTreeView, _ places: ChildPlaces.View) {
        self.tree = tree
        names = (one, other)
        let (one, other) = (places[one], places[other])
        place = Swift.min(one.map { Int($0.first) } ?? .max, other.map { Int($0.first) } ?? .max)
        last = Swift.max(one.map { Int($0.last) } ?? -1, other.map { Int($0.last) } ?? -1)
    }

    /// The child elements with one name.
    init(_ name: ElementName, in tree: FeedTreeView, _ places: ChildPlaces.View) {
        self.tree = tree
        names = (name, name)
        let span = places[name]
        place = span.map { Int($0.first) } ?? 0
        last = span.map { Int($0.last) } ?? -1
    }

    mutating func next() -> FeedNode? {
        while place <= last {
            let node = tree[place]
            place = Int(tree.nodes[place].end)
            let name = node.name
            if name == names.0 || name == names.1 { return node }
        }
        return nil
    }
}
