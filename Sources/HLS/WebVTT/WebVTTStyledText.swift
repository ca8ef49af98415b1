/// Collects the plain text of nodes, its styled ranges and its ruby annotations.
struct WebVTTStyledText {
    private(set) var result = WebVTTDisplayedText()
    /// In UTF-16 units.
    private var length = 0

    private let sheet: WebVTTStyleSheet
    private var path: [WebVTTStyledElement]
    /// The start of the base that the next annotation of the innermost ruby element has.
    private var baseStart = 0
    private var timing: WebVTTTextTiming?

    /// - Parameters:
    ///   - identifier: the identifier of the cue, which selectors may name.
    ///   - region: the identifier of the cue's region; nil: none.
    ///   - time: the time at which `:past` and `:future` are evaluated; nil: they select nothing.
    init(
        _ nodes: [WebVTTNode], identifier: String = "", region: String? = nil,
        sheet: WebVTTStyleSheet = WebVTTStyleSheet([]), time: Int64? = nil
    ) {
        self.sheet = sheet
        path = [WebVTTStyledElement(identifier: identifier)]
        timing = time.map { WebVTTTextTiming(nodes.flatMap(\.timestamps), time: $0) }
        var inherited = region.map(sheet.style(ofRegion:)) ?? .init()
        (inherited.background, inherited.outline) = (nil, nil)
        let style = sheet.style(of: path, inherited: inherited)
        for node in nodes { add(node, style) }
    }

    private mutating func add(_ node: WebVTTNode, _ style: WebVTTSpan.Style) {
        switch node {
        case .timestamp: timing?.advance()
        case .text(let text): append(text, style)
        case .element(let element):
            if element.tag == .rubyText { return annotate(element) }
            path.append(
                WebVTTStyledElement(
                    tag: element.tag, classes: element.classes,
                    voice: element.tag == .voice ? element.annotation : nil,
                    language: element.tag == .language ? element.annotation : path.last?.language,
                    phase: timing?.phase(of: element)))
            let style = sheet.style(of: path, inherited: style.within(element))
            let outerBase = baseStart
            if element.tag == .ruby { baseStart = length }
            for child in element.children { add(child, style) }
            if element.tag == .ruby { baseStart = outerBase }
            path.removeLast()
        }
    }

    /// Adds an annotation to the text since the start of the ruby element, or since its last annotation.
    private mutating func annotate(_ element: WebVTTElement) {
        let text = WebVTTStyledText(element.children).result.text
        for _ in WebVTTNode.element(element).timestamps { timing?.advance() }
        if baseStart < length, !text.isEmpty {
            result.annotations.append(WebVTTAnnotation(range: baseStart..<length, text: text))
        }
        baseStart = length
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

/// Determines which elements of a cue are past or future at a time (W3C WebVTT section 8.2.3).
struct WebVTTTextTiming {
    enum Phase: Sendable, Hashable { case past, future }

    /// Whether a timestamp with an index or a later one has been reached.
    private let isReachedFrom: [Bool]
    /// Whether a timestamp before an index has not been reached.
    private let isAwaitedBefore: [Bool]
    /// The number of timestamps before the present position in the text.
    private var position = 0

    /// - Parameter timestamps: those of the whole cue, in the order of the text.
    init(_ timestamps: [Int64], time: Int64) {
        var reached = [Bool](repeating: false, count: timestamps.count + 1)
        var awaited = reached
        for index in timestamps.indices {
            awaited[index + 1] = awaited[index] || timestamps[index] > time
            let last = timestamps.count - 1 - index
            reached[last] = reached[last + 1] || timestamps[last] <= time
        }
        (isReachedFrom, isAwaitedBefore) = (reached, awaited)
    }

    /// Passes a timestamp.
    mutating func advance() { position = min(position + 1, isReachedFrom.count - 1) }

    /// Returns the phase of an element that begins at the position: past if a timestamp after the element has been reached, future if one
    /// before it has not.
    func phase(of element: WebVTTElement) -> Phase? {
        if isAwaitedBefore[position] { return .future }
        let end = position + WebVTTNode.element(element).timestamps.count
        return isReachedFrom[min(end, isReachedFrom.count - 1)] ? .past : nil
    }
}
