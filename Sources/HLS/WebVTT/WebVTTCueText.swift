/// Parses the text of cues into nodes (W3C WebVTT section 6.4).
struct WebVTTCueText {
    /// Nesting depth beyond which start tags are ignored.
    static let maximumDepth = 64

    /// The open elements, outermost first. The first one stands for the cue.
    private var open = [WebVTTElement(.span)]

    static func nodes(of payload: String) -> [WebVTTNode] {
        // Most cues have no markup.
        guard payload.utf8.contains(where: { $0 == 0x3c || $0 == 0x26 }) else {
            return payload.isEmpty ? [] : [.text(payload)]
        }
        var tokenizer = WebVTTTokenizer(payload)
        var text = WebVTTCueText()
        while let token = tokenizer.next() { text.add(token) }
        while text.open.count > 1 { text.close() }
        return text.open[0].children
    }

    private var current: WebVTTElement.Tag? { open.count > 1 ? open[open.count - 1].tag : nil }

    private mutating func add(_ token: WebVTTTokenizer.Token) {
        switch token {
        case .text(let text): append(.text(text))
        case .timestamp(let text):
            if let time = WebVTTTime(text) { append(.timestamp(time.nanoseconds)) }
        case .start(let name, let classes, let annotation):
            guard let tag = WebVTTElement.Tag(rawValue: name), tag != .rubyText || current == .ruby,
                open.count <= Self.maximumDepth
            else { return }
            let isAnnotated = tag == .voice || tag == .language
            open.append(
                WebVTTElement(
                    tag, classes: classes.filter { !$0.isEmpty }, annotation: isAnnotated ? annotation : ""))
        case .end(let name):
            guard let current else { return }
            if current.rawValue == name {
                close()
            } else if name == WebVTTElement.Tag.ruby.rawValue, current == .rubyText {
                // The end of a ruby element also ends its last annotation.
                close()
                close()
            }
        }
    }

    private mutating func append(_ node: WebVTTNode) { open[open.count - 1].children.append(node) }

    private mutating func close() {
        let element = open.removeLast()
        append(.element(element))
    }
}
