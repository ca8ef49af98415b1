/// An element in the one description of all feeds (umc-catalog.md 2 and 3, umc-availability.md 2 to 7, umc-manifest.md 2).
///
/// The checker's tables, the strict verdict and the XSD are generated from these elements.
package struct SchemaElement: Sendable {
    package enum Content: Sendable {
        case text(LexicalType)
        case elements([SchemaSlot])
        /// Text with elements in it; the schema does not restrict the text.
        case mixed([SchemaSlot])
    }

    package let name: ElementName
    /// The evidence for the element.
    package let tag: EvidenceTag
    package let note: String
    package let attributes: [SchemaAttribute]
    package let content: Content
    /// The level of a finding about a value that is not of the type.
    package let valueLevel: Level

    package static func leaf(
        _ name: ElementName, _ type: LexicalType, _ tag: EvidenceTag, _ note: String = "",
        level: Level = .error, attributes: [SchemaAttribute] = []
    ) -> SchemaElement {
        SchemaElement(
            name: name, tag: tag, note: note, attributes: attributes, content: .text(type), valueLevel: level)
    }

    package static func parent(
        _ name: ElementName, _ tag: EvidenceTag, _ note: String = "", attributes: [SchemaAttribute] = [],
        _ slots: [SchemaSlot]
    ) -> SchemaElement {
        SchemaElement(
            name: name, tag: tag, note: note, attributes: attributes, content: .elements(slots), valueLevel: .error)
    }

    package static func parent(_ name: ElementName, _ tag: EvidenceTag, _ slots: [SchemaSlot]) -> SchemaElement {
        parent(name, tag, "", attributes: [], slots)
    }

    package static func parent(_ name: ElementName, _ tag: EvidenceTag, _ note: String, _ slots: [SchemaSlot])
        -> SchemaElement
    {
        parent(name, tag, note, attributes: [], slots)
    }

    package static func mixed(
        _ name: ElementName, _ tag: EvidenceTag, _ note: String = "", attributes: [SchemaAttribute] = [],
        _ slots: [SchemaSlot]
    ) -> SchemaElement {
        SchemaElement(
            name: name, tag: tag, note: note, attributes: attributes, content: .mixed(slots), valueLevel: .error)
    }

    package var slots: [SchemaSlot] {
        switch content {
        case .text: []
        case .elements(let slots), .mixed(let slots): slots
        }
    }
}

/// A position in the order of child elements: one element, or a choice between some.
package struct SchemaSlot: Sendable {
    package let elements: [SchemaElement]
    package let minimum: Int
    /// `Int.max` for any number.
    package let maximum: Int
    /// The evidence for the position.
    package let order: EvidenceTag

    private init(_ elements: [SchemaElement], _ minimum: Int, _ maximum: Int, _ order: EvidenceTag) {
        self.elements = elements
        self.minimum = minimum
        self.maximum = maximum
        self.order = order
    }

    package static func one(_ elements: SchemaElement..., order: EvidenceTag) -> SchemaSlot {
        .init(elements, 1, 1, order)
    }
    package static func optional(_ elements: SchemaElement..., order: EvidenceTag) -> SchemaSlot {
        .init(elements, 0, 1, order)
    }
    package static func any(_ elements: SchemaElement..., order: EvidenceTag) -> SchemaSlot {
        .init(elements, 0, .max, order)
    }
    package static func some(_ elements: SchemaElement..., order: EvidenceTag) -> SchemaSlot {
        .init(elements, 1, .max, order)
    }

    /// Whether an Apple page or a partner's feed shows the position (umc-catalog.md 3.2): only then is another position an error.
    package var isOrderKnown: Bool { order.description.split(separator: "/").contains { $0 == "S" || $0 == "L" } }
    /// Names of the elements, such as `title` or `movieInfo or tvShowInfo`.
    package var names: String { elements.map { "`\($0.name.rawValue)`" }.joined(separator: " or ") }
}

/// An attribute in the description of a feed.
package struct SchemaAttribute: Sendable {
    package let name: AttributeName
    package let type: LexicalType
    package let tag: EvidenceTag
    package let isRequired: Bool
    package let note: String
    package let valueLevel: Level

    package static func required(
        _ name: AttributeName, _ type: LexicalType, _ tag: EvidenceTag, _ note: String = "", level: Level = .error
    ) -> SchemaAttribute {
        SchemaAttribute(name: name, type: type, tag: tag, isRequired: true, note: note, valueLevel: level)
    }

    package static func optional(
        _ name: AttributeName, _ type: LexicalType, _ tag: EvidenceTag, _ note: String = "", level: Level = .error
    ) -> SchemaAttribute {
        SchemaAttribute(name: name, type: type, tag: tag, isRequired: false, note: note, valueLevel: level)
    }
}
