/// A document of IMSC 1.1's text profile, or of TTML: the captions with their times on the document's clock.
///
/// Regions, alignment, colors, italics, bold and underline are supported; fonts, sizes, animation and ruby annotations are not.
struct TimedTextDocument {
    static let maximumCues = 20_000
    /// The maximum length of a caption; longer ones are truncated.
    static let maximumTextBytes = 16_384

    struct Cue: Hashable {
        var start: Nanoseconds
        /// Nil: until the end of the document's validity.
        var end: Nanoseconds?
        var block: CaptionBlock
    }

    private(set) var cues: [Cue] = []

    private let times: MarkupTime
    private var styles: [String: MarkupElement] = [:]
    private var regions: [String: MarkupRegion] = [:]
    /// The initial styles for text outside of regions; those of regions already include them.
    private var initial = MarkupStyle()
    private var cells = (32.0, 15.0)
    private var pixels: (Double, Double)?

    private static let namespaces = ["http://www.w3.org/ns/ttml", "http://www.w3.org/2006/10/ttaf1"]

    /// - Throws: `malformed`, see `MarkupReader`; `unsupported` if the XML is not TTML.
    init(_ bytes: ArraySlice<UInt8>) throws(MediaError) {
        let root = try MarkupReader.read(bytes)
        guard root.name == "tt", Self.namespaces.contains(root.namespace) else {
            throw MediaError(
                .unsupported, "Subtitles in this format are not supported.",
                detail: "XML, but \u{201C}\(root.name.prefix(40))\u{201D} instead of TTML")
        }
        times = MarkupTime(root)
        if let grid = Self.numbers(root["cellResolution", in: MarkupTime.parameters], unit: "") { cells = grid }
        pixels = Self.numbers(root["extent", in: MarkupStyle.namespace], unit: "px")
        let head = root.first("head")
        for style in head?.first("styling")?.elements ?? [] where style.name == "style" {
            if let id = style["id", in: MarkupReader.xml] { styles[id] = style }
        }
        var initial = MarkupStyle()
        for element in head?.first("styling")?.elements ?? [] where element.name == "initial" {
            initial = MarkupStyle(element, [:]).completed(with: initial)
        }
        for region in head?.first("layout")?.elements ?? [] where region.name == "region" {
            guard let id = region["id", in: MarkupReader.xml] else { continue }
            regions[id] = MarkupRegion(style: MarkupStyle(region, styles).completed(with: initial))
        }
        self.initial = initial
        guard let body = root.first("body") else { return }
        let preserves = root["space", in: MarkupReader.xml] == "preserve"
        let context = Context(
            start: 0, end: nil, style: MarkupStyle(root, styles), region: nil, preservesSpace: preserves)
        walk(body, context, from: 0)
    }

    private static func numbers(_ text: String?, unit: String) -> (Double, Double)? {
        let parts = (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { part in
            part.hasSuffix(unit) ? Double(part.dropLast(unit.count)) : nil
        }
        return parts.count == 2 && parts.allSatisfy { $0 > 0 && $0.isFinite } ? (parts[0], parts[1]) : nil
    }

    // MARK: - Content

    /// The properties that an element inherits from its ancestors.
    private struct Context {
        var start: Nanoseconds
        var end: Nanoseconds?
        var style: MarkupStyle
        var region: String?
        var preservesSpace: Bool
    }

    /// - Parameter reference: the base of its times: its parent's begin, or its preceding sibling's end.
    private func context(_ element: MarkupElement, in outer: Context, from reference: Nanoseconds) -> Context {
        var context = outer
        context.start = reference &+ (times.nanoseconds(element["begin"]) ?? 0)
        var ends = [outer.end]
        if let end = times.nanoseconds(element["end"]) { ends.append(reference &+ end) }
        if let length = times.nanoseconds(element["dur"]) { ends.append(context.start &+ length) }
        context.end = ends.compactMap { $0 }.min()
        context.style = MarkupStyle(element, styles).inheriting(outer.style)
        context.region = element["region"] ?? outer.region
        if let space = element["space", in: MarkupReader.xml] { context.preservesSpace = space == "preserve" }
        return context
    }

    private func isOurs(_ element: MarkupElement) -> Bool {
        Self.namespaces.contains(element.namespace) && element.name != "metadata" && element.name != "set"
    }

    /// - Returns: the end time of the element.
    @discardableResult
    private mutating func walk(_ element: MarkupElement, _ outer: Context, from reference: Nanoseconds) -> Nanoseconds?
    {
        let context = context(element, in: outer, from: reference)
        guard isOurs(element), !context.style.isHidden || element.name != "body" else { return context.end }
        if context.style["display"] == "none" { return context.end }
        if element.name == "p" {
            add(element, context)
            return context.end
        }
        let isSequence = element["timeContainer"] == "seq"
        var next = context.start
        for child in element.elements where isOurs(child) {
            let end = walk(child, context, from: next)
            if isSequence { next = end ?? next }
        }
        return context.end
    }

    /// Text with a display time.
    private struct Fragment {
        var start: Nanoseconds
        var end: Nanoseconds?
        var text: String
        var style: TextStyle
        var preservesSpace: Bool
        var isBreak = false
    }

    /// Adds the cues of a paragraph: one, or one for each time at which one of its spans starts or ends.
    private mutating func add(_ paragraph: MarkupElement, _ context: Context) {
        var fragments: [Fragment] = []
        let region = context.region.flatMap { regions[$0] }
        let outermost = region?.style ?? initial
        collect(paragraph, context, outermost, &fragments)
        guard let first = fragments.map(\.start).min() else { return }
        let edges = Set(fragments.flatMap { [$0.start, $0.end].compactMap { $0 } }).filter { $0 >= first }.sorted()
        let align = context.style["textAlign"] ?? outermost["textAlign"]
        var placement = region?.placement(textAlign: align, cells: cells, pixels: pixels) ?? TextPlacement()
        placement.flowsDown = true
        for (index, start) in edges.enumerated() {
            let shown = fragments.filter { $0.start <= start && ($0.end ?? .never) > start }
            let lines = Self.lines(shown)
            guard !lines.isEmpty, cues.count < Self.maximumCues else { continue }
            let end = index + 1 < edges.count ? edges[index + 1] : context.end
            let cue = Cue(start: start, end: end, block: CaptionBlock(lines: lines, placement: placement))
            // The edges of spans without text do not start a cue.
            if let last = cues.last, index > 0, last.block == cue.block, last.end == start {
                cues[cues.count - 1].end = end
            } else {
                cues.append(cue)
            }
        }
    }

    /// - Parameter outermost: the styles that the text inherits from its region.
    private func collect(
        _ element: MarkupElement, _ context: Context, _ outermost: MarkupStyle, _ fragments: inout [Fragment]
    ) {
        var byteCount = fragments.reduce(0) { $0 + $1.text.utf8.count }
        let style = context.style.inheriting(outermost)
        for child in element.children {
            guard byteCount <= Self.maximumTextBytes else { return }
            switch child {
            case .text(let text):
                byteCount += text.utf8.count
                guard !style.isHidden else { continue }
                fragments.append(
                    Fragment(
                        start: context.start, end: context.end, text: String(text.prefix(Self.maximumTextBytes)),
                        style: style.text, preservesSpace: context.preservesSpace))
            case .element(let inner) where isOurs(inner):
                if inner.name == "br" {
                    fragments.append(
                        Fragment(
                            start: context.start, end: context.end, text: "", style: TextStyle(), preservesSpace: true,
                            isBreak: true))
                    continue
                }
                guard inner.name == "span" else { continue }
                let own = self.context(inner, in: context, from: context.start)
                // Ruby annotations are not part of the text.
                let ruby = own.style["ruby"]
                if own.style["display"] == "none" || ruby == "text" || ruby == "textContainer" || ruby == "delimiter" {
                    continue
                }
                collect(inner, own, outermost, &fragments)
            case .element: continue
            }
        }
    }

    /// Splits text into lines. Unless preserved, white space is collapsed, and removed at the ends of lines.
    private static func lines(_ fragments: [Fragment]) -> [[CaptionBlock.Run]] {
        var lines: [[CaptionBlock.Run]] = [[]]
        // Whether a space would be redundant: after another one, or at the start of a line.
        var isAfterBlank = true
        func isBlank(_ character: Character) -> Bool { " \t\n\r".contains(character) || character == "\r\n" }
        for fragment in fragments {
            if fragment.isBreak {
                lines.append([])
                isAfterBlank = true
                continue
            }
            for character in fragment.text {
                var letter = character
                if fragment.preservesSpace {
                    if character == "\n" || character == "\r\n" {
                        lines.append([])
                        isAfterBlank = true
                        continue
                    }
                } else if isBlank(character) {
                    if isAfterBlank { continue }
                    letter = " "
                }
                isAfterBlank = !fragment.preservesSpace && letter == " "
                append(letter, fragment.style, &lines[lines.count - 1])
            }
        }
        let trimmed = lines.map(withoutLastBlank)
        let isVisible: ([CaptionBlock.Run]) -> Bool = { $0.contains { $0.text.contains { !$0.isWhitespace } } }
        guard let first = trimmed.firstIndex(where: isVisible), let last = trimmed.lastIndex(where: isVisible) else {
            return []
        }
        return Array(trimmed[first...last])
    }

    private static func append(_ letter: Character, _ style: TextStyle, _ line: inout [CaptionBlock.Run]) {
        if let last = line.last, last.style == style {
            line[line.count - 1].text.append(letter)
        } else {
            line.append(CaptionBlock.Run(text: String(letter), style: style))
        }
    }

    private static func withoutLastBlank(_ line: [CaptionBlock.Run]) -> [CaptionBlock.Run] {
        guard var last = line.last, last.text.hasSuffix(" ") else { return line }
        last.text.removeLast()
        return line.dropLast() + (last.text.isEmpty ? [] : [last])
    }
}
