/// Collects the plain text of nodes, and its styled ranges. Ruby annotations are dropped.
struct WebVTTStyledText {
    private(set) var result: (text: String, spans: [WebVTTSpan]) = ("", [])
    /// In UTF-16 units.
    private var length = 0

    private let sheet: WebVTTStyleSheet
    private var path: [WebVTTStyledElement]

    /// - Parameter identifier: the identifier of the cue, which selectors may name.
    init(_ nodes: [WebVTTNode], identifier: String = "", sheet: WebVTTStyleSheet = WebVTTStyleSheet([])) {
        self.sheet = sheet
        path = [WebVTTStyledElement(identifier: identifier)]
        let style = sheet.style(of: path, inherited: .init())
        for node in nodes { add(node, style) }
    }

    private mutating func add(_ node: WebVTTNode, _ style: WebVTTSpan.Style) {
        switch node {
        case .timestamp: break
        case .text(let text): append(text, style)
        case .element(let element):
            guard element.tag != .rubyText else { return }
            path.append(
                WebVTTStyledElement(
                    tag: element.tag, classes: element.classes,
                    voice: element.tag == .voice ? element.annotation : nil,
                    language: element.tag == .language ? element.annotation : path.last?.language))
            let style = sheet.style(of: path, inherited: style.within(element))
            for child in element.children { add(child, style) }
            path.removeLast()
        }
    }

    private mutating func append(_ text: String, _ style: WebVTTSpan.Style) {
        let end = length + text.utf16.count
        result.text += text
        if style != .init(), end > length {
            if let last = result.spans.last, last.style == style, last.range.upperBound == length {
                result.spans[result.spans.count - 1].range = last.range.lowerBound..<end
            } else {
                result.spans.append(WebVTTSpan(range: length..<end, style: style))
            }
        }
        length = end
    }
}
