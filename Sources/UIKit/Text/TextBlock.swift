import CoreGraphics
import Drawing

/// Text that is laid out as paragraphs below each other, each with its own style. Not thread-safe.
struct TextBlock {
    /// The layout of paragraphs without a style, and what limits all of them.
    struct Setting {
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

    private struct Paragraph {
        let runs: [TextRenderer.Run]
        let text: TextLayout
        let setting: Setting
        let isOpen: Bool
        var top: CGFloat
    }

    private var paragraphs: [Paragraph] = []
    private(set) var size = CGSize.zero
    private(set) var lineCount = 0
    var firstBaseline: CGFloat { paragraphs.first.map { $0.top + $0.text.firstBaseline } ?? 0 }
    var lastBaseline: CGFloat { paragraphs.last.map { $0.top + $0.text.lastBaseline } ?? 0 }
    var isTruncated: Bool { paragraphs.contains(where: \.text.isTruncated) }
    /// The bounds of the visible parts of the characters.
    var inkBounds: CGRect {
        paragraphs.reduce(CGRect.null) { $0.union($1.text.inkBounds.offsetBy(dx: 0, dy: $1.top)) }
    }

    init(_ runs: [TextRenderer.Run], _ setting: Setting) {
        let parts = Self.split(runs)
        self.init(parts, setting: setting)
        // Lines are aligned within the widest paragraph.
        guard setting.width == nil, parts.count > 1 else { return }
        var wide = setting
        wide.width = size.width.rounded(.up) + 1
        let natural = size
        self.init(parts, setting: wide)
        size.width = natural.width
    }

    private init(_ parts: [[TextRenderer.Run]], setting: Setting) {
        var top: CGFloat = 0
        for (index, runs) in parts.enumerated() {
            if setting.maximumLines > 0, lineCount >= setting.maximumLines { break }
            var own = setting
            if setting.maximumLines > 0 { own.maximumLines = setting.maximumLines - lineCount }
            let style = runs.first?.paragraph
            if index > 0 { top += style?.paragraphSpacingBefore ?? 0 }
            var text = Self.layout(runs, own)
            // Where the next paragraph has no place, this one ends in an ellipsis.
            let isClipped = (style?.lineBreakMode ?? setting.breaking) == .byClipping
            let isFull = own.maximumLines > 0 && text.lineCount >= own.maximumLines
            let isOpen = isFull && !isClipped && index < parts.count - 1
            if isOpen { text = Self.layout(Self.opened(runs), own) }
            paragraphs.append(Paragraph(runs: runs, text: text, setting: own, isOpen: isOpen, top: top))
            lineCount += text.lineCount
            size.width = max(size.width, text.size.width)
            let natural = runs.first.map { Self.naturalHeight($0, setting.factor) } ?? 0
            let isEmpty = runs.allSatisfy(\.text.isEmpty)
            let height = isEmpty ? style?.lineHeight(natural: natural) ?? text.size.height : text.size.height
            size.height = top + height
            top = size.height + (style?.paragraphSpacing ?? 0) + (style?.lineSpacing ?? 0)
        }
    }

    /// Draws the text with its shadows.
    /// - Parameter origin: the top left corner.
    func draw(on canvas: Canvas, at origin: CGPoint) {
        for paragraph in paragraphs {
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
    private static func split(_ runs: [TextRenderer.Run]) -> [[TextRenderer.Run]] {
        guard runs.contains(where: { $0.paragraph != nil }) else { return [runs] }
        var paragraphs: [[TextRenderer.Run]] = [[]]
        for run in runs {
            let lines = run.text.split(omittingEmptySubsequences: false) { isParagraphBreak($0) }
            for (index, line) in lines.enumerated() {
                if index > 0 { paragraphs.append([]) }
                // The break between two paragraphs of different runs leaves an empty rest.
                guard !line.isEmpty || paragraphs[paragraphs.count - 1].isEmpty else { continue }
                var part = run
                part.text = String(line)
                let isEmpty = paragraphs[paragraphs.count - 1].allSatisfy(\.text.isEmpty)
                if isEmpty { paragraphs[paragraphs.count - 1] = [] }
                paragraphs[paragraphs.count - 1].append(part)
            }
        }
        return paragraphs
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
