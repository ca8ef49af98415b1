/// Builds XML: escaped, indented by two spaces, attributes and elements in the given order.
struct MarkupWriter {
    private(set) var text = ""
    private var open: [(name: String, hasChildren: Bool)] = []

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

    private mutating func closeTag() {
        guard let last = open.indices.last, !open[last].hasChildren else { return }
        open[last].hasChildren = true
        text += ">\n"
    }

    private mutating func indent() { for _ in open { text += "  " } }

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
