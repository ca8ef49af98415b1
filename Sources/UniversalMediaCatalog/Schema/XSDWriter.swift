/// Writes the description of a feed as an XSD 1.0 document.
struct XSDWriter {
    let schema: FeedSchema
    let namespace: String?

    var text: String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        lines += header
        let target = namespace.map {
            " targetNamespace=\"\(Self.escaped($0))\" xmlns:umc=\"\(Self.escaped($0))\""
        }
        lines.append(
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"\(target ?? "") elementFormDefault=\"qualified\" "
                + "attributeFormDefault=\"unqualified\">")
        for root in schema.roots { lines += indented(element(root, occurs: "", order: nil)) }
        for type in simpleTypes { lines += indented(type) }
        lines.append("</xs:schema>")
        return lines.joined(separator: "\n") + "\n"
    }

    private var header: [String] {
        [
            "<!--",
            "  Universal Media Catalog: \(schema.kind.rawValue) feeds, version \(schema.version).",
            "  This is not Apple's schema, which is not public. Each annotation begins with its evidence tag:",
            "  S stated on an Apple partner page; A stated in Apple's developer documentation of an adjacent product;",
            "  L seen in feeds of real partners; L? likewise, its spelling is a guess; I reported by third parties;",
            "  D decided by this project, not Apple's rule. \"order\" is the evidence for the position of the element.",
            "-->",
        ]
    }

    private func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }

    private func occurs(_ slot: SchemaSlot) -> String {
        (slot.minimum == 1 ? "" : " minOccurs=\"\(slot.minimum)\"")
            + (slot.maximum == 1 ? "" : " maxOccurs=\"\(slot.maximum == .max ? "unbounded" : "\(slot.maximum)")\"")
    }

    private func annotation(_ tag: EvidenceTag, _ order: EvidenceTag?, _ note: String) -> [String] {
        let words = tag.description + (order.map { ", order \($0.description)" } ?? "")
        return [
            "<xs:annotation>",
            "  <xs:documentation>\(Self.escaped(note.isEmpty ? words : "\(words): \(note)"))</xs:documentation>",
            "</xs:annotation>",
        ]
    }

    private func reference(_ type: LexicalType) -> String { (namespace == nil ? "" : "umc:") + type.xsdName }

    private func element(_ element: SchemaElement, occurs: String, order: EvidenceTag?) -> [String] {
        let name = "<xs:element name=\"\(element.name.rawValue)\""
        var lines = annotation(element.tag, order, note(element))
        if case .text(let type) = element.content, element.attributes.isEmpty {
            return ["\(name) type=\"\(reference(type))\"\(occurs)>"] + indented(lines) + ["</xs:element>"]
        }
        let attributes = element.attributes.flatMap(attribute)
        switch element.content {
        case .text(let type):
            lines += ["<xs:complexType>", "  <xs:simpleContent>", "    <xs:extension base=\"\(reference(type))\">"]
            lines += indented(indented(indented(attributes)))
            lines += ["    </xs:extension>", "  </xs:simpleContent>", "</xs:complexType>"]
        case .elements(let slots), .mixed(let slots):
            if case .mixed = element.content {
                lines.append("<xs:complexType mixed=\"true\">")
            } else {
                lines.append("<xs:complexType>")
            }
            lines.append("  <xs:sequence>")
            lines += indented(indented(slots.flatMap(self.slot)))
            lines.append("  </xs:sequence>")
            lines += indented(attributes)
            lines.append("</xs:complexType>")
        }
        return ["\(name)\(occurs)>"] + indented(lines) + ["</xs:element>"]
    }

    private func slot(_ slot: SchemaSlot) -> [String] {
        if slot.elements.count == 1 { return element(slot.elements[0], occurs: occurs(slot), order: slot.order) }
        return ["<xs:choice\(occurs(slot))>"]
            + indented(slot.elements.flatMap { element($0, occurs: "", order: slot.order) }) + ["</xs:choice>"]
    }

    private func attribute(_ attribute: SchemaAttribute) -> [String] {
        let use = attribute.isRequired ? " use=\"required\"" : ""
        let codes = Self.codes(attribute.type)
        let note = [attribute.note, codes].filter { !$0.isEmpty }.joined(separator: "; ")
        return ["<xs:attribute name=\"\(attribute.name.rawValue)\" type=\"\(reference(attribute.type))\"\(use)>"]
            + indented(annotation(attribute.tag, nil, note)) + ["</xs:attribute>"]
    }

    private func note(_ element: SchemaElement) -> String {
        var parts = [element.note]
        if case .text(let type) = element.content { parts.append(Self.codes(type)) }
        return parts.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Returns a note with the known codes of an open list.
    private static func codes(_ type: LexicalType) -> String {
        guard case .code(let values) = type else { return "" }
        return "known: " + values.map { "\($0)" }.joined(separator: ", ")
    }

    /// The definitions of the types in use, by name.
    private var simpleTypes: [[String]] {
        var found: [String: [String]] = [:]
        func add(_ type: LexicalType) { found[type.xsdName] = type.xsdDefinition }
        func visit(_ element: SchemaElement) {
            for attribute in element.attributes { add(attribute.type) }
            if case .text(let type) = element.content { add(type) }
            for slot in element.slots { for child in slot.elements { visit(child) } }
        }
        for root in schema.roots { visit(root) }
        return found.keys.sorted().compactMap { found[$0] }
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
