/// Builds XML: escaped, indented by two spaces, attributes and elements in the given order.
struct MarkupWriter {
    private(set) var text = ""
    private var open: [(name: String, hasChildren: Bool)] = []
    /// The number of open elements that are not of this writer.
    private let depth: Int

    /// - Parameter depth: the depth of the elements in their document.
    init(depth: Int = 0) { self.depth = depth }

    /// Returns the text written so far and clears it.
    mutating func take() -> String {
        defer { text = "" }
        return text
    }

    mutating func declaration() { text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" }

    mutating func comment(_ comment: String) {
        closeTag()
        indent()
        // Two hyphens would end the comment.
        text += "<!-- \(comment.replacing("--", with: "- -")) -->\n"
    }

    mutating func begin(_ name: String, _ attributes: [(String, String?)] = []) {
        closeTag()
        indent()
        text += "<\(name)"
        write(attributes)
        open.append((name, false))
    }

    mutating func end() {
        guard let element = open.popLast() else { return }
        if element.hasChildren {
            indent()
            text += "</\(element.name)>\n"
        } else {
            text += "/>\n"
        }
    }

    mutating func endAll() { while !open.isEmpty { end() } }

    /// Writes an element that contains only text, unless the text is nil.
    mutating func element(_ name: String, _ value: String?, _ attributes: [(String, String?)] = []) {
        guard let value else { return }
        closeTag()
        indent()
        text += "<\(name)"
        write(attributes)
        if value.isEmpty {
            text += "/>\n"
        } else {
            text += ">"
            escape(value, quotes: false)
            text += "</\(name)>\n"
        }
    }

    mutating func element(_ element: FeedElement) {
        let attributes = element.attributes.map { ($0.name, Optional($0.value)) }
        guard !element.children.isEmpty else { return self.element(element.name, element.text, attributes) }
        begin(element.name, attributes)
        for child in element.children { self.element(child) }
        end()
    }

    /// Writes an element with the contents that the closure writes, if it is needed.
    mutating func group(_ name: String, _ isNeeded: Bool = true, _ body: (inout MarkupWriter) -> Void) {
        guard isNeeded else { return }
        begin(name)
        body(&self)
        end()
    }

    /// Writes a line with a text, a comment or a processing instruction as it is in the document that it comes from.
    mutating func line(_ node: MarkupElement.Node, _ scope: [String: String] = [:]) {
        closeTag()
        indent()
        inline(node, scope)
        text += "\n"
    }

    /// Writes an element with its contents.
    /// - Parameter scope: the namespaces that the surrounding elements declare, by prefix.
    mutating func element(_ element: MarkupElement, _ scope: [String: String] = [:]) {
        guard element.onlyText == nil, !element.isMixed else { return line(.element(element), scope) }
        let (name, attributes, inner) = Self.declared(element, scope)
        begin(name, attributes)
        for node in element.nodes {
            switch node {
            case .element(let child): self.element(child, inner)
            case .text(let text): if !text.utf8.allSatisfy(isXMLSpace) { line(node, inner) }
            case .comment, .instruction: line(node, inner)
            }
        }
        end()
    }

    /// Begins an element with the name and the attributes of another one.
    mutating func begin(_ element: MarkupElement) {
        let (name, attributes, _) = Self.declared(element, [:])
        begin(name, attributes)
    }

    /// Closes the start tag of the innermost open element, so that its contents can be written by others.
    mutating func beginContents() { closeTag() }

    private mutating func inline(_ node: MarkupElement.Node, _ scope: [String: String]) {
        switch node {
        case .text(let value): escape(value, quotes: false)
        case .comment(let value): text += "<!--\(value)-->"
        case .instruction(let target, let value): text += value.isEmpty ? "<?\(target)?>" : "<?\(target) \(value)?>"
        case .element(let element):
            let (name, attributes, inner) = Self.declared(element, scope)
            text += "<\(name)"
            write(attributes)
            guard !element.nodes.isEmpty else {
                text += "/>"
                return
            }
            text += ">"
            for node in element.nodes { inline(node, inner) }
            text += "</\(name)>"
        }
    }

    /// Returns the name and the attributes of an element as they are written, with declarations of the namespaces that they need.
    private static func declared(
        _ element: MarkupElement, _ scope: [String: String]
    ) -> (name: String, attributes: [(String, String?)], scope: [String: String]) {
        var inner = scope
        var declarations: [(String, String?)] = []
        func declare(_ prefix: String, _ address: String) {
            guard prefix != "xml", inner[prefix] ?? "" != address else { return }
            inner[prefix] = address
            declarations.append((prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", address))
        }
        func spelling(_ name: MarkupElement.Name) -> String {
            name.foreign.map { $0.prefix.isEmpty ? name.local : "\($0.prefix):\(name.local)" } ?? name.local
        }
        declare(element.name.foreign?.prefix ?? "", element.name.foreign?.address ?? "")
        for attribute in element.attributes {
            if let foreign = attribute.name.foreign { declare(foreign.prefix, foreign.address) }
        }
        return (
            spelling(element.name), declarations + element.attributes.map { (spelling($0.name), $0.value) }, inner
        )
    }

    private mutating func closeTag() {
        guard let last = open.indices.last, !open[last].hasChildren else { return }
        open[last].hasChildren = true
        text += ">\n"
    }

    private mutating func indent() { for _ in 0..<depth + open.count { text += "  " } }

    private mutating func write(_ attributes: [(String, String?)]) {
        for (name, value) in attributes {
            guard let value else { continue }
            text += " \(name)=\""
            escape(value, quotes: true)
            text += "\""
        }
    }

    private mutating func escape(_ value: String, quotes: Bool) {
        guard value.utf8.contains(where: { Self.special[Int($0)] }) else { return text += value }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"" where quotes: text += "&quot;"
            case "\n" where quotes: text += "&#10;"
            case "\t" where quotes: text += "&#9;"
            case "\r": text += "&#13;"
            // XML does not allow these characters, not even escaped.
            case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether each byte may need escaping: markup, control characters, and the first byte of U+FFFE and U+FFFF.
    private static let special: [Bool] = {
        var special = [Bool](repeating: false, count: 256)
        for byte in 0..<32 { special[byte] = true }
        for byte in "&<>\"".utf8 { special[Int(byte)] = true }
        special[0xEF] = true
        return special
    }()
}
