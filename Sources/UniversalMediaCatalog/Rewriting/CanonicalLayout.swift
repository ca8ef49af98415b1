import Foundation

/// Changes the layout of older versions to the current one, and puts child elements in the order of the schema.
///
/// Each comment stays before the element that it preceded. Elements that the schema does not have follow the others in their order.
struct CanonicalLayout {
    let schema: SchemaElement

    init(_ kind: FeedKind) { schema = FeedSchema.schema(kind).roots[0] }

    /// An element with the comments before it, or (nil) the comments at the end.
    struct Group {
        var before: [MarkupElement.Node] = []
        var element: MarkupElement?

        var nodes: [MarkupElement.Node] { before + (element.map { [.element($0)] } ?? []) }
    }

    /// Returns an item in the current layout.
    func item(_ item: MarkupElement, in container: SchemaElement) -> MarkupElement {
        var item = item
        if !item.isMixed {
            moveText(of: .contentType, to: .contentType, in: &item)
            moveText(of: .contentId, to: .contentId, in: &item)
            item.nodes = item.nodes.flatMap { node -> [MarkupElement.Node] in
                guard let element = node.element else { return [node] }
                switch element.known {
                // In 1.2, an element encloses the credits.
                case .credits where element.attributes.isEmpty && !element.isMixed: return element.nodes
                case .genre: return Self.genres(element)
                default: return [node]
                }
            }
        }
        return arranged(item, as: Self.child(.item, of: container))
    }

    /// Returns the element with its descendants in the order of the schema.
    func arranged(_ element: MarkupElement, as schema: SchemaElement?) -> MarkupElement {
        guard !element.isMixed else { return element }
        var element = element
        element.nodes = arranged(Self.groups(element.nodes), as: schema).flatMap(\.nodes)
        return element
    }

    func arranged(_ groups: [Group], as schema: SchemaElement?) -> [Group] {
        let slots = schema?.slots ?? []
        let arranged = groups.enumerated().map { index, group -> (place: Int, index: Int, group: Group) in
            guard let element = group.element else { return (.max, index, group) }
            let place =
                element.known.flatMap { name in slots.firstIndex { $0.elements.contains { $0.name == name } } }
                ?? slots.count
            var group = group
            group.element = self.arranged(element, as: element.known.flatMap { Self.child($0, of: schema) })
            return (place, index, group)
        }
        return arranged.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.group)
    }

    static func child(_ name: ElementName, of schema: SchemaElement?) -> SchemaElement? {
        schema?.slots.lazy.flatMap(\.elements).first { $0.name == name }
    }

    /// Divides nodes before each element. White space between elements is left out.
    static func groups(_ nodes: [MarkupElement.Node]) -> [Group] {
        guard nodes.contains(where: { $0.element != nil }) else { return [Group(before: nodes)] }
        var groups: [Group] = []
        var before: [MarkupElement.Node] = []
        for node in nodes {
            switch node {
            case .element(let element):
                groups.append(Group(before: before, element: element))
                before = []
            case .text(let text): if !text.utf8.allSatisfy(isXMLSpace) { before.append(node) }
            case .comment, .instruction: before.append(node)
            }
        }
        return before.isEmpty ? groups : groups + [Group(before: before)]
    }

    /// Makes an attribute of a child element, in place of which older versions have it, unless that attribute exists.
    func moveText(of child: ElementName, to attribute: AttributeName, in element: inout MarkupElement) {
        guard !element.has(attribute),
            let index = element.nodes.firstIndex(where: { $0.element?.known == child }),
            let found = element.nodes[index].element, found.attributes.isEmpty, let text = found.onlyText
        else { return }
        element.nodes.remove(at: index)
        element.set(attribute, text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// In 1.x, one element may contain several genres, separated by commas.
    private static func genres(_ element: MarkupElement) -> [MarkupElement.Node] {
        guard let text = element.onlyText, text.contains(","), element.attributes.isEmpty else {
            return [.element(element)]
        }
        let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        guard parts.contains(where: { !$0.isEmpty }) else { return [.element(element)] }
        return parts.filter { !$0.isEmpty }.map { part in
            var genre = element
            genre.nodes = [.text(part)]
            return .element(genre)
        }
    }
}
