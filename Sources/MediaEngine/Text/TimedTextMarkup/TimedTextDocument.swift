/// A document of IMSC 1.1's text profile, or of TTML: the captions with their times on the document's clock.
///
/// Regions, alignment, vertical writing, fonts, sizes, colors, opacity, ruby annotations and changes of styles (`set`) are supported;
/// continuous animation (`animate`), outlines, padding and pictures are not.
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
    private let grid: MarkupGrid

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
        grid = MarkupGrid(root)
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

    // MARK: - Content

    /// The properties that an element inherits from its ancestors.
    private struct Context {
        var start: Nanoseconds
        var end: Nanoseconds?
        var style: MarkupStyle
        var region: String?
        var preservesSpace: Bool
        /// The changes of the style at certain times, in their order.
        var changes: [StyleChange] = []
    }

    /// A `set` element: styles that apply for a time.
    private struct StyleChange {
        var start: Nanoseconds
        var end: Nanoseconds?
        var style: MarkupStyle
    }

    /// The maximum number of changes for an element, with those of its ancestors.
    private static let maximumChanges = 32

    /// - Parameter reference: the base of its times: its parent's begin, or its preceding sibling's end.
    private func context(_ element: MarkupElement, in outer: Context, from reference: Nanoseconds) -> Context {
        var context = outer
        context.start = reference &+ (times.nanoseconds(element["begin"]) ?? 0)
        var ends = [outer.end]
        if let end = times.nanoseconds(element["end"]) { ends.append(reference &+ end) }
        if let length = times.nanoseconds(element["dur"]) { ends.append(context.start &+ length) }
        context.end = ends.compactMap { $0 }.min()
        let own = MarkupStyle(element, styles)
        context.style = own.inheriting(outer.style)
        if element.name == "span" { context.style = context.style.onBackground(of: outer.style) }
        context.changes = outer.changes.map {
            StyleChange(start: $0.start, end: $0.end, style: $0.style.inherited(by: own))
        }
        for change in element.elements where change.name == "set" && Self.namespaces.contains(change.namespace) {
            guard context.changes.count < Self.maximumChanges else { break }
            context.changes.append(styleChange(change, in: context))
        }
        context.region = element["region"] ?? outer.region
        if let space = element["space", in: MarkupReader.xml] { context.preservesSpace = space == "preserve" }
        return context
    }

    private func styleChange(_ element: MarkupElement, in context: Context) -> StyleChange {
        let start = context.start &+ (times.nanoseconds(element["begin"]) ?? 0)
        var ends = [context.end]
        if let end = times.nanoseconds(element["end"]) { ends.append(context.start &+ end) }
        if let length = times.nanoseconds(element["dur"]) { ends.append(start &+ length) }
        return StyleChange(start: start, end: ends.compactMap { $0 }.min(), style: MarkupStyle(element, [:]))
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

    /// Adds the cues of a paragraph: one, or one for each time at which one of its spans starts, ends or changes.
    private mutating func add(_ paragraph: MarkupElement, _ context: Context) {
        let region = context.region.flatMap { regions[$0] }
        let outermost = region?.style ?? initial
        var content = MarkupParagraph()
        collect(paragraph, context, outermost, &content)
        let fragments = content.annotatedFragments
        guard let first = fragments.map(\.start).min() else { return }
        let edges = Set(fragments.flatMap { [$0.start, $0.end].compactMap { $0 } }).filter { $0 >= first }.sorted()
        let align = context.style["textAlign"] ?? outermost["textAlign"]
        var placement = region?.placement(textAlign: align, grid: grid) ?? TextPlacement()
        placement.flowsDown = true
        for (index, start) in edges.enumerated() {
            let shown = fragments.filter { $0.start <= start && ($0.end ?? .never) > start }
            let lines = MarkupFragment.lines(shown)
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
        _ element: MarkupElement, _ context: Context, _ outermost: MarkupStyle, _ content: inout MarkupParagraph
    ) {
        for child in element.children {
            guard content.byteCount <= Self.maximumTextBytes else { return }
            switch child {
            case .text(let text):
                append(String(text.prefix(Self.maximumTextBytes)), context, outermost, &content)
            case .element(let inner) where isOurs(inner):
                if inner.name == "br" {
                    content.append(MarkupFragment(breakFrom: context.start, to: context.end))
                    continue
                }
                guard inner.name == "span" else { continue }
                let own = self.context(inner, in: context, from: context.start)
                guard own.style["display"] != "none" else { continue }
                switch own.style["ruby"] {
                case "container": content.beginContainer()
                case "base": content.beginBase()
                case "textContainer": content.beginAnnotations()
                case "text":
                    content.addAnnotation(inner.text)
                    continue
                // The parentheses for players without annotations.
                case "delimiter": continue
                default: break
                }
                collect(inner, own, outermost, &content)
                if own.style["ruby"] == "base" { content.endBase() }
            case .element: continue
            }
        }
    }

    /// Appends text, in one piece for each interval in which it has one style.
    private func append(
        _ text: String, _ context: Context, _ outermost: MarkupStyle, _ content: inout MarkupParagraph
    ) {
        let edges = Set(context.changes.flatMap { [$0.start, $0.end].compactMap { $0 } })
        let inner = edges.filter { $0 > context.start && $0 < context.end ?? .never }
        let starts = [context.start] + inner.sorted()
        for (index, start) in starts.enumerated() {
            var style = context.style
            for change in context.changes where change.start <= start && change.end ?? .never > start {
                style = change.style.completed(with: style)
            }
            style = style.inheriting(outermost)
            guard !style.isHidden else { continue }
            content.append(
                MarkupFragment(
                    start: start, end: index + 1 < starts.count ? starts[index + 1] : context.end, text: text,
                    style: style.text(in: grid), preservesSpace: context.preservesSpace))
        }
    }
}
