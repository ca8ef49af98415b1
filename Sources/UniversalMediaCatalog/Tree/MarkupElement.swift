/// An element of a document with everything in it: texts, comments and processing instructions in their order.
package struct MarkupElement: Equatable {
    package struct Name: Equatable {
        package var local: String
        /// nil: an element or attribute of the feed itself.
        package var foreign: Namespace?
    }

    package struct Namespace: Equatable {
        package var prefix: String
        package var address: String
    }

    package struct Attribute: Equatable {
        package var name: Name
        package var value: String
    }

    package enum Node: Equatable {
        case element(MarkupElement)
        case text(String)
        case comment(String)
        case instruction(target: String, text: String)

        package var element: MarkupElement? { if case .element(let element) = self { element } else { nil } }
    }

    package var name: Name
    package var attributes: [Attribute] = []
    package var nodes: [Node] = []
    package var position = SourcePosition.start

    /// nil for an element that is not of the feed, or unknown.
    package var known: ElementName? {
        name.foreign == nil && name.local != ElementName.unknown.rawValue ? ElementName(rawValue: name.local) : nil
    }

    /// The text of an element that contains nothing else; nil otherwise.
    package var onlyText: String? {
        var text = ""
        for node in nodes {
            guard case .text(let part) = node else { return nil }
            text += part
        }
        return text
    }

    /// Whether text occurs beside other nodes, so that white space may belong to the text.
    package var isMixed: Bool {
        var hasText = false
        var hasOther = false
        for node in nodes {
            if case .text(let text) = node {
                if !text.utf8.allSatisfy(isXMLSpace) { hasText = true }
            } else {
                hasOther = true
            }
        }
        return hasText && hasOther
    }

    package func has(_ attribute: AttributeName) -> Bool {
        attributes.contains { $0.name.foreign == nil && $0.name.local == attribute.rawValue }
    }

    /// The value of an attribute of the feed; nil if it is missing.
    package subscript(attribute: AttributeName) -> String? {
        attributes.first { $0.name.foreign == nil && $0.name.local == attribute.rawValue }?.value
    }

    /// The child elements in their order.
    package var elements: [MarkupElement] { nodes.compactMap(\.element) }

    /// The text inside the element and its descendants.
    package var text: String {
        nodes.reduce(into: "") { text, node in
            switch node {
            case .text(let part): text += part
            case .element(let element): text += element.text
            case .comment, .instruction: break
            }
        }
    }

    mutating func set(_ attribute: AttributeName, _ value: String) {
        let name = Name(local: attribute.rawValue, foreign: nil)
        if let index = attributes.firstIndex(where: { $0.name == name }) {
            attributes[index].value = value
        } else {
            attributes.append(Attribute(name: name, value: value))
        }
    }
}
