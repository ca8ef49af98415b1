import CoreGraphics
import Drawing

/// Text that is laid out as paragraphs below each other, each with its own style. Not thread-safe.
struct TextBlock {
    /// The layout of paragraphs without a style, and what limits all of them.
    struct Setting: Equatable {
        /// In points; nil for no wrapping.
        var width: CGFloat?
        /// 0 for no limit.
        var maximumLines = 0
        var alignment = NSTextAlignment.natural
        var breaking = NSLineBreakMode.byWordWrapping
        /// The factor of font sizes.
        var factor: CGFloat = 1
        var usesFontLeading = false
    }

    struct Paragraph {
        fileprivate let runs: [TextRenderer.Run]
        let text: TextLayout
        fileprivate let setting: Setting
        fileprivate let isOpen: Bool
        var top: CGFloat
        let height: CGFloat
        /// The offset in UTF-16 units of its beginning in the whole text.
        let start: Int
        var end: Int { start + text.text.utf16.count }
    }

    /// The runs of a paragraph, and the offset of its beginning.
    private typealias Part = (runs: [TextRenderer.Run], start: Int)

    private(set) var paragraphs: [Paragraph] = []
    private(set) var size = CGSize.zero
    private(set) var lineCount = 0
    var firstBaseline: CGFloat { paragraphs.first.map { $0.top + $0.text.firstBaseline } ?? 0 }
    var lastBaseline: CGFloat { paragraphs.last.map { $0.top + $0.text.lastBaseline } ?? 0 }
    var isTruncated: Bool { paragraphs.contains(where: \.text.isTruncated) }
    /// The bounds of the visible parts of the characters.
    var inkBounds: CGRect {
        paragraphs.reduce(CGRect.null) { $0.union($1.text.inkBounds.offsetBy(dx: 0, dy: $1.top)) }
    }

    /// - Parameter former: a block whose layouts are used again for equal paragraphs.
    init(_ runs: [TextRenderer.Run], _ setting: Setting, reusing former: TextBlock? = nil) {
        let parts = Self.split(runs)
        self.init(parts, setting: setting, reusing: former)
        // Lines are aligned within the widest paragraph.
        guard setting.width == nil, parts.count > 1 else { return }
        var wide = setting
        wide.width = size.width.rounded(.up) + 1
        let natural = size
        self.init(parts, setting: wide, reusing: nil)
        size.width = natural.width
    }

    private init(_ parts: [Part], setting: Setting, reusing former: TextBlock?) {
        var top: CGFloat = 0
        for (index, part) in parts.enumerated() {
            let runs = part.runs
            if setting.maximumLines > 0, lineCount >= setting.maximumLines { break }
            var own = setting
            if setting.maximumLines > 0 { own.maximumLines = setting.maximumLines - lineCount }
            let style = runs.first?.paragraph
            if index > 0 { top += style?.paragraphSpacingBefore ?? 0 }
            let known = former?.layout(of: runs, own, index, fromEnd: parts.count - index)
            var text = known ?? Self.layout(runs, own)
            // Where the next paragraph has no place, this one ends in an ellipsis.
            let isClipped = (style?.lineBreakMode ?? setting.breaking) == .byClipping
            let isFull = own.maximumLines > 0 && text.lineCount >= own.maximumLines
            let isOpen = isFull && !isClipped && index < parts.count - 1
            if isOpen { text = Self.layout(Self.opened(runs), own) }
            lineCount += text.lineCount
            size.width = max(size.width, text.size.width)
            let natural = runs.first.map { Self.naturalHeight($0, setting.factor) } ?? 0
            let isEmpty = runs.allSatisfy(\.text.isEmpty)
            let height = isEmpty ? style?.lineHeight(natural: natural) ?? text.size.height : text.size.height
            paragraphs.append(
                Paragraph(
                    runs: runs, text: text, setting: own, isOpen: isOpen, top: top, height: height, start: part.start))
            size.height = top + height
            top = size.height + (style?.paragraphSpacing ?? 0) + (style?.lineSpacing ?? 0)
        }
    }

    /// Returns the layout of an equal paragraph at the same place, from the beginning or from the end.
    private func layout(
        of runs: [TextRenderer.Run], _ setting: Setting, _ index: Int, fromEnd rest: Int
    ) -> TextLayout? {
        for place in [index, paragraphs.count - rest] where paragraphs.indices.contains(place) {
            let paragraph = paragraphs[place]
            if !paragraph.isOpen, paragraph.setting == setting, paragraph.runs == runs { return paragraph.text }
        }
        return nil
    }

    /// Draws the text with its shadows.
    /// - Parameters:
    ///   - origin: the top left corner.
    ///   - area: in the canvas's coordinates; paragraphs outside of it are not drawn.
    func draw(on canvas: Canvas, at origin: CGPoint, within area: CGRect = .infinite) {
        let (top, bottom) = (area.minY - origin.y, area.maxY - origin.y)
        for paragraph in paragraphs
        where area.isInfinite || (paragraph.top <= bottom && paragraph.top + paragraph.height >= top) {
            let corner = CGPoint(x: origin.x, y: origin.y + paragraph.top)
            for shadow in Self.shadows(of: paragraph.runs).reversed() {
                draw(shadow, of: paragraph, on: canvas, at: corner)
            }
            canvas.draw(paragraph.text, at: corner)
        }
    }

    /// Draws the shadow of those runs that have it. The others take their place and are transparent.
    private func draw(_ shadow: TextShadow, of paragraph: Paragraph, on canvas: Canvas, at corner: CGPoint) {
        var runs = paragraph.isOpen ? Self.opened(paragraph.runs) : paragraph.runs
        for index in runs.indices {
            runs[index].background = nil
            runs[index].color = runs[index].shadows.contains(shadow) ? .black : .clear
        }
        let text = Self.layout(runs, paragraph.setting)
        let scale = canvas.presentScale
        let radius = Int((min(max(shadow.blur / 2, 0), 500) * scale).rounded())
        let offset = CGSize(width: shadow.offset.width * scale, height: shadow.offset.height * scale)
        canvas.drawShadow(offset: offset, radius: radius, tint: shadow.color.cgColor) { $0.draw(text, at: corner) }
    }

    private static func shadows(of runs: [TextRenderer.Run]) -> [TextShadow] {
        runs.reduce(into: []) { known, run in
            for shadow in run.shadows where !known.contains(shadow) { known.append(shadow) }
        }
    }

    /// Returns the runs with an ellipsis at their end.
    private static func opened(_ runs: [TextRenderer.Run]) -> [TextRenderer.Run] {
        guard var last = runs.last else { return runs }
        last.text = "\u{2026}"
        last.annotation = nil
        return runs + [last]
    }

    /// Returns the runs of each paragraph; one paragraph where no run has a style.
    private static func split(_ runs: [TextRenderer.Run]) -> [Part] {
        guard runs.contains(where: { $0.paragraph != nil }) else { return [(runs, 0)] }
        var paragraphs: [Part] = [([], 0)]
        var offset = 0
        for run in runs {
            var rest = run.text[...]
            while true {
                let end = rest.firstIndex(where: isParagraphBreak)
                add(run, String(rest[..<(end ?? rest.endIndex)]), to: &paragraphs[paragraphs.count - 1].runs)
                guard let end else { break }
                let next = rest.index(after: end)
                paragraphs.append(([], offset + rest[..<next].utf16.count))
                offset += rest[..<next].utf16.count
                rest = rest[next...]
            }
            offset += rest.utf16.count
        }
        return paragraphs
    }

    /// Adds a part of a run to the runs of a paragraph. The break between two paragraphs of different runs leaves an empty rest.
    private static func add(_ run: TextRenderer.Run, _ text: String, to runs: inout [TextRenderer.Run]) {
        let isEmpty = runs.allSatisfy(\.text.isEmpty)
        guard !text.isEmpty || isEmpty else { return }
        if isEmpty { runs = [] }
        var part = run
        part.text = text
        runs.append(part)
    }

    private static func isParagraphBreak(_ character: Character) -> Bool {
        character == "\n" || character == "\r\n" || character == "\r" || character == "\u{2029}"
    }

    private static func naturalHeight(_ run: TextRenderer.Run, _ factor: CGFloat) -> CGFloat {
        TextRenderer.style(of: run.font, factor: factor).metrics.lineHeight
    }

    private static func layout(_ runs: [TextRenderer.Run], _ setting: Setting) -> TextLayout {
        let style = runs.first?.paragraph
        let parts = runs.map { run in
            var text = TextRun(
                run.text, style: TextRenderer.style(of: run.font, factor: setting.factor, kern: run.kern),
                color: run.color.cgColor, backgroundColor: run.background?.cgColor, isUnderlined: run.isUnderlined,
                isStruckThrough: run.isStruckThrough)
            text.annotation = run.annotation
            text.isCombined = run.isCombined
            text.lineHeight = style?.lineHeight(natural: naturalHeight(run, setting.factor))
            return text
        }
        var options = TextOptions(
            maximumWidth: setting.width, maximumLines: setting.maximumLines,
            alignment: TextRenderer.alignment(style?.alignment ?? setting.alignment),
            lineBreak: TextRenderer.lineBreak(style?.lineBreakMode ?? setting.breaking))
        options.lineSpacing = style?.lineSpacing ?? 0
        if setting.usesFontLeading, let first = parts.first { options.lineSpacing += first.style.metrics.leading }
        options.isVertical = runs.contains(where: \.isVertical)
        return TextLayout(parts, options: options)
    }
}
