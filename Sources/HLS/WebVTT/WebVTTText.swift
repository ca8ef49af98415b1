/// Parses the text of cues (W3C WebVTT section 6.4).
struct WebVTTText {
    private(set) var plain = ""
    private(set) var spans: [WebVTTSpan] = []

    /// The open tags, outermost first.
    private var open: [(name: String, style: WebVTTSpan.Style)] = []
    private var text = String.UnicodeScalarView()
    /// In UTF-16 units.
    private var length = 0
    private var annotations = 0

    init(_ payload: String) {
        var scalars = payload.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "<":
                let tag = scalars.prefix { $0 != ">" }
                scalars = scalars.dropFirst(tag.count + 1)
                read(tag)
            case "&" where annotations == 0:
                let reference = scalars.prefix(WebVTTReference.longest).prefix { $0 != ";" && $0 != "&" && $0 != "<" }
                let rest = scalars.dropFirst(reference.count)
                if rest.first == ";", let meant = WebVTTReference.character(of: reference) {
                    append(meant)
                    scalars = rest.dropFirst()
                } else {
                    append(scalar)
                }
            default: if annotations == 0 { append(scalar) }
            }
        }
        plain = String(text)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        text.append(scalar)
        let end = length + (scalar.value > 0xffff ? 2 : 1)
        if let style = open.last?.style, style != .init() {
            if let last = spans.last, last.style == style, last.range.upperBound == length {
                spans[spans.count - 1].range = last.range.lowerBound..<end
            } else {
                spans.append(WebVTTSpan(range: length..<end, style: style))
            }
        }
        length = end
    }

    private mutating func read(_ tag: Substring.UnicodeScalarView) {
        let parts = tag.prefix { $0 != " " && $0 != "\t" && $0 != "\n" }
            .split(separator: ".", omittingEmptySubsequences: false).map { String(String.UnicodeScalarView($0)) }
        guard let name = parts.first else { return }
        switch name {
        case "rt": annotations += 1
        // The end of a ruby element ends its annotations, closed or not.
        case "/rt", "/ruby": annotations = 0
        case "b", "i", "u", "c", "v", "lang":
            guard open.count < Self.maximumDepth else { return }
            let outer = open.last?.style ?? .init()
            open.append((name, outer.within(name, classes: Array(parts.dropFirst()))))
        default:
            // An end tag that does not match the innermost open tag is ignored.
            if name.first == "/", let last = open.last, last.name == name.dropFirst() { open.removeLast() }
        }
    }

    /// Nesting depth beyond which tags are ignored.
    private static let maximumDepth = 64
}
