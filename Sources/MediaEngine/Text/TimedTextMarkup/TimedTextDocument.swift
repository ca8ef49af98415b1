/// A document of IMSC 1.1's text profile, or of TTML: the captions with their times on the document's clock.
///
/// Regions with their times, padding and backgrounds, alignment, vertical writing, fonts, sizes, colors, opacity, shadows, outlines of letters,
/// heights of lines, ruby annotations, emphasis marks and changes of styles (`set`, `animate`) are supported; pictures are not.
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
    /// References and times that cannot be used.
    private(set) var faults: [CaptionFault] = []
    /// The language of the document; nil: not declared.
    private(set) var language: String?

    private let times: MarkupTime
    private var styles: [String: MarkupElement] = [:]
    private var regions: [String: MarkupRegion] = [:]
    /// The initial styles for text outside of regions; those of regions already include them.
    private var initial = MarkupStyle()
    private let grid: MarkupGrid

    static let namespaces = [MarkupNamespace.timedText]

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
            let range = times.range(of: region, from: 0, to: nil)
            regions[id] = MarkupRegion(
                style: MarkupStyle(region, styles).completed(with: initial), start: range.start, end: range.end,
                changes: MarkupChange.list(of: region, from: range.start, to: range.end, times))
        }
        self.initial = initial
        faults = MarkupFaults(root, times, styles: Set(styles.keys), regions: Set(regions.keys)).all
        language = root["lang", in: MarkupReader.xml].flatMap { $0.isEmpty ? nil : $0 }
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
        var changes: [MarkupChange] = []

        func style(at time: Nanoseconds) -> MarkupStyle { MarkupChange.style(style, changes, at: time) }
    }

    /// - Parameter reference: the base of its times: its parent's begin, or its preceding sibling's end.
    private func context(_ element: MarkupElement, in outer: Context, from reference: Nanoseconds) -> Context {
        var context = outer
        (context.start, context.end) = times.range(of: element, from: reference, to: outer.end)
        let own = MarkupStyle(element, styles)
        context.style = own.inheriting(outer.style).onBackground(of: outer.style)
        context.changes = outer.changes.map {
            MarkupChange(start: $0.start, end: $0.end, style: $0.style.inherited(by: own))
        }
        context.changes += MarkupChange.list(of: element, from: context.start, to: context.end, times)
            .prefix(max(0, MarkupChange.maximumCount - context.changes.count))
        context.region = element["region"] ?? outer.region
        if let space = element["space", in: MarkupReader.xml] { context.preservesSpace = space == "preserve" }
        return context
    }

    /// Returns the end of an element with an implicit duration (TTML2 section 12.2.4): that of its content; nil: without an end. In a sequence,
    /// text without a duration has none.
    private func end(
        of element: MarkupElement, from reference: Nanoseconds, to limit: Nanoseconds?, inSequence: Bool
    ) -> Nanoseconds? {
        let range = times.range(of: element, from: reference, to: limit)
        if element["end"] != nil || element["dur"] != nil { return range.end }
        let isSequence = element["timeContainer"] == "seq"
        let isText = element.name == "p" || element.name == "span"
        var latest = range.start
        var isEmpty = true
        for child in element.children {
            let next: Nanoseconds?
            switch child {
            case .element(let inner) where isOurs(inner):
                next = end(
                    of: inner, from: isSequence ? latest : range.start, to: range.end, inSequence: isSequence)
            case .text where isText: next = isSequence ? latest : range.end
            default: continue
            }
            isEmpty = false
            guard let next else { return range.end }
            latest = max(latest, next)
        }
        if isEmpty { return inSequence ? range.start : range.end }
        return [latest, range.end].compactMap { $0 }.min()
    }

    private func isOurs(_ element: MarkupElement) -> Bool {
        Self.namespaces.contains(element.namespace) && !["metadata", "set", "animate"].contains(element.name)
    }

    private mutating func walk(_ element: MarkupElement, _ outer: Context, from reference: Nanoseconds) {
        let context = context(element, in: outer, from: reference)
        guard !context.style.isHidden || element.name != "body" else { return }
        if context.style["display"] == "none", context.changes.isEmpty { return }
        if element.name == "p" { return add(element, context) }
        for (child, start) in parts(of: element, in: context) { walk(child, context, from: start) }
    }

    /// The elements in an element, each with the base of its times.
    private func parts(of element: MarkupElement, in context: Context) -> [(MarkupElement, Nanoseconds)] {
        let isSequence = element["timeContainer"] == "seq"
        var next: Nanoseconds? = context.start
        return element.elements.filter(isOurs).compactMap { child in
            guard let start = next else { return nil }
            if isSequence { next = end(of: child, from: start, to: context.end, inSequence: true) }
            return (child, start)
        }
    }

    /// Adds the cues of a paragraph: one, or one for each time at which one of its spans starts, ends or changes, in each of its regions.
    private mutating func add(_ paragraph: MarkupElement, _ context: Context) {
        var content = MarkupParagraph()
        collect(paragraph, context, &content)
        let fragments = content.annotatedFragments
        // Text outside of the regions is not displayed where other parts of the paragraph are in one.
        var names: [String?] = []
        for fragment in fragments where !names.contains(fragment.region) { names.append(fragment.region) }
        if names.count > 1 { names.removeAll { $0 == nil } }
        for name in names { add(fragments.filter { $0.region == name }, in: name, context) }
    }

    private mutating func add(_ fragments: [MarkupFragment], in name: String?, _ context: Context) {
        let region = name.flatMap { regions[$0] }
        let unplaced = MarkupRegion(style: initial)
        guard let first = fragments.map(\.start).min() else { return }
        var edges = Set(fragments.flatMap { [$0.start, $0.end].compactMap { $0 } })
        if let region { edges.formUnion(region.edges) }
        let count = cues.count
        let ordered = edges.filter { $0 >= first }.sorted()
        for (index, start) in ordered.enumerated() {
            let shown = fragments.filter { $0.start <= start && ($0.end ?? .never) > start }
            let lines = MarkupFragment.lines(shown)
            guard !lines.isEmpty, cues.count < Self.maximumCues else { continue }
            let style = context.style(at: start)
            var placement = region?.state(at: start).placement(of: style, grid: grid) ?? TextPlacement()
            if region == nil { placement.rowAlignment = unplaced.placement(of: style, grid: grid).rowAlignment }
            placement.flowsDown = true
            let whole = style.inheriting(region?.state(at: start).style ?? initial)
            placement.lines = whole.lines(in: grid)
            placement.aspectRatio = grid.aspectRatio
            let end =
                index + 1 < ordered.count ? ordered[index + 1] : [context.end, region?.end].compactMap { $0 }.min()
            let directed = lines.map { MarkupDirection.line($0, whole["direction"]) }
            let cue = Cue(start: start, end: end, block: CaptionBlock(lines: directed, placement: placement))
            // The edges of spans without text do not start a cue.
            if cues.count > count, let last = cues.last, last.block == cue.block, last.end == start {
                cues[cues.count - 1].end = end
            } else {
                cues.append(cue)
            }
        }
    }

    private func collect(_ element: MarkupElement, _ context: Context, _ content: inout MarkupParagraph) {
        let isSequence = element["timeContainer"] == "seq"
        var starts = parts(of: element, in: context).makeIterator()
        let marks = MarkupStyle(element, styles).directionMarks(context.style)
        if let marks { append(marks.opening, context, &content) }
        for child in element.children {
            guard content.byteCount <= Self.maximumTextBytes else { return }
            switch child {
            // Text has no duration in a sequence.
            case .text where isSequence: continue
            case .text(let text): append(String(text.prefix(Self.maximumTextBytes)), context, &content)
            case .element(let inner) where isOurs(inner):
                guard let start = starts.next()?.1 else { return }
                collect(inner, in: context, from: start, &content)
            case .element: continue
            }
        }
        if let marks { append(marks.closing, context, &content) }
    }

    /// Adds a span or a line break of a paragraph.
    private func collect(
        _ inner: MarkupElement, in context: Context, from start: Nanoseconds, _ content: inout MarkupParagraph
    ) {
        if inner.name == "br" {
            var lineBreak = MarkupFragment(breakFrom: context.start, to: context.end)
            lineBreak.region = context.region
            return content.append(lineBreak)
        }
        guard inner.name == "span" else { return }
        let own = self.context(inner, in: context, from: start)
        guard own.style["display"] != "none" || !own.changes.isEmpty else { return }
        switch own.style["ruby"] {
        case "container": content.beginContainer()
        case "base": content.beginBase()
        case "textContainer": content.beginAnnotations()
        case "text": return content.addAnnotation(inner.text)
        // The parentheses for players without annotations.
        case "delimiter": return
        default: break
        }
        collect(inner, own, &content)
        if own.style["ruby"] == "base" { content.endBase() }
    }

    /// Appends text, in one piece for each interval in which it has one style and its region is displayed.
    private func append(_ text: String, _ context: Context, _ content: inout MarkupParagraph) {
        let region = context.region.flatMap { regions[$0] }
        var edges = Set(context.changes.flatMap { [$0.start, $0.end].compactMap { $0 } })
        if let region { edges.formUnion(region.edges) }
        let inner = edges.filter { $0 > context.start && $0 < context.end ?? .never }
        let starts = [context.start] + inner.sorted()
        for (index, start) in starts.enumerated() {
            guard region?.isActive(at: start) != false else { continue }
            let style = context.style(at: start).inheriting(region?.state(at: start).style ?? initial)
            guard !style.isHidden, !style.isTransparent, region?.state(at: start).style["display"] != "none" else {
                continue
            }
            let combination = region?.isVertical == true ? style["textCombine"] : nil
            for (part, isCombined) in MarkupCombination.parts(of: text, combination) {
                var fragment = MarkupFragment(
                    start: start, end: index + 1 < starts.count ? starts[index + 1] : context.end, text: part,
                    style: style.text(in: grid), preservesSpace: context.preservesSpace)
                fragment.region = context.region
                fragment.emphasis = style.emphasisMark
                fragment.style.isCombined = isCombined
                content.append(fragment)
            }
        }
    }
}
