/// The description of a feed as tables that find a child's row with one look-up.
package final class SchemaProgram: @unchecked Sendable {
    // Safe: the buffers are filled in init, never changed and never freed; each kind of feed has one program.

    package struct Element {
        var text: LexicalMatcher
        package var hasElements: Bool
        /// Whether the schema restricts its text; child elements are then not allowed.
        package var hasText: Bool
        package var valueLevel: Level
        package var firstSlot: Int
        package var slotCount: Int
        package var firstAttribute: Int
        package var attributeCount: Int
        package var requiredAttributes: UInt32
        /// The index of the first row for its children in `rows`.
        package var firstRow: Int
        /// The index of its slot in the parent.
        package var slot: Int
    }

    package struct Slot {
        package var minimum: Int
        package var maximum: Int
    }

    package struct Attribute {
        package var name: AttributeName
        var value: LexicalMatcher
    }

    package let elements: UnsafeBufferPointer<Element>
    package let slots: UnsafeBufferPointer<Slot>
    package let attributes: UnsafeBufferPointer<Attribute>
    /// Element indexes by name code, 256 for each element that has children; 0: not allowed.
    package let rows: UnsafeBufferPointer<UInt16>

    /// The descriptions that the tables were generated from, with the same indexes.
    package let described: [SchemaElement]
    /// Paths such as `umcCatalog/item/title`.
    package let paths: [String]
    package let describedSlots: [SchemaSlot]
    package let describedAttributes: [SchemaAttribute]
    /// Indexes of the parent elements.
    package let parents: [Int]
    /// The index of the item element; nil in manifests.
    package let item: Int?

    package init(_ roots: [SchemaElement]) {
        var builder = Builder()
        // Element 0 is the parent of the document elements.
        _ = builder.add(.parent(.unknown, "-", roots.map { .optional($0, order: "-") }), 0, 0, "")
        elements = .forever(builder.elements)
        slots = .forever(builder.slots)
        attributes = .forever(builder.attributes)
        rows = .forever(builder.rows)
        described = builder.described
        paths = builder.paths
        describedSlots = builder.describedSlots
        describedAttributes = builder.describedAttributes
        parents = builder.parents
        item = builder.described.firstIndex { $0.name == .item }
    }

    /// Returns the index of a child's row, or nil if the child is not allowed.
    @inline(__always) package func row(_ name: ElementName, in element: Int) -> Int? {
        guard elements[element].hasElements else { return nil }
        let row = rows[elements[element].firstRow + name.code]
        return row == 0 ? nil : Int(row)
    }

    private struct Builder {
        var elements: [Element] = []
        var slots: [Slot] = []
        var attributes: [Attribute] = []
        var rows: [UInt16] = []
        var described: [SchemaElement] = []
        var paths: [String] = []
        var describedSlots: [SchemaSlot] = []
        var describedAttributes: [SchemaAttribute] = []
        var parents: [Int] = []

        mutating func add(_ element: SchemaElement, _ slot: Int, _ parent: Int, _ path: String) -> Int {
            let number = elements.count
            var required: UInt32 = 0
            for (index, attribute) in element.attributes.enumerated() where attribute.isRequired {
                required |= 1 << UInt32(index)
            }
            var text = LexicalMatcher(kind: .anything)
            var hasText = false
            var isMixed = false
            switch element.content {
            case .text(let type): (text, hasText) = (LexicalMatcher(type), true)
            case .elements: text = LexicalMatcher(kind: .nothing)
            case .mixed: isMixed = true
            }
            let children = element.slots
            elements.append(
                Element(
                    text: text, hasElements: !hasText, hasText: hasText || isMixed, valueLevel: element.valueLevel,
                    firstSlot: slots.count, slotCount: children.count, firstAttribute: attributes.count,
                    attributeCount: element.attributes.count, requiredAttributes: required, firstRow: rows.count,
                    slot: slot))
            described.append(element)
            paths.append(path)
            parents.append(parent)
            attributes += element.attributes.map { Attribute(name: $0.name, value: LexicalMatcher($0.type)) }
            describedAttributes += element.attributes
            slots += children.map { Slot(minimum: $0.minimum, maximum: $0.maximum) }
            describedSlots += children
            guard !hasText else { return number }
            let firstRow = rows.count
            rows += [UInt16](repeating: 0, count: 256)
            for (index, slot) in children.enumerated() {
                for child in slot.elements {
                    let name = child.name.rawValue
                    let row = add(child, index, number, path.isEmpty ? name : "\(path)/\(name)")
                    rows[firstRow + child.name.code] = UInt16(clamping: row)
                }
            }
            return number
        }
    }
}

extension ElementName {
    /// A number below 256, unique for each name.
    @inlinable package var code: Int {
        // An enumeration without payloads of fewer than 257 cases takes one byte; a test checks it.
        withUnsafeBytes(of: self) { Int($0[0]) }
    }
}
