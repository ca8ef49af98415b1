/// An XML element with its content. Names are local; attributes have namespaces.
struct MarkupElement {
    enum Node {
        case element(MarkupElement)
        case text(String)
    }

    struct Attribute: Hashable {
        var namespace: String
        var name: String
    }

    var name: String
    var namespace: String
    var attributes: [Attribute: String] = [:]
    var children: [Node] = []

    subscript(_ name: String, in namespace: String) -> String? {
        attributes[Attribute(namespace: namespace, name: name)]
    }
    /// Returns an attribute without a namespace.
    subscript(_ name: String) -> String? { self[name, in: ""] }

    var elements: [MarkupElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The text of the element and of those in it.
    var text: String {
        children.map { child in
            switch child {
            case .text(let text): text
            case .element(let element): element.text
            }
        }.joined()
    }

    func first(_ name: String) -> MarkupElement? { elements.first { $0.name == name } }
}
