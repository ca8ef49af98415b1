import CGraphics
public import CoreGraphics
import Synchronization

/// Text broken into lines and measured, ready to be drawn at any scale. Not thread-safe.
///
/// The first one created in a process loads the font configuration, which takes tens of milliseconds: create none before the first frame is
/// displayed.
public final class TextLayout {
    /// The maximum number of characters; longer text is truncated, so that one label cannot block the program.
    public static let maximumCharacters = 100_000

    let layout: OpaquePointer
    private let context: OpaquePointer
    /// The size of the lines in points; the width is that of the widest line.
    public let size: CGSize
    public let lineCount: Int
    /// Whether text was truncated because it did not fit.
    public let isTruncated: Bool
    /// The distance from the top to the baseline of the first and last line.
    public let firstBaseline: CGFloat
    public let lastBaseline: CGFloat
    /// The bounds of the visible parts of the characters, relative to the top left corner of the lines' box.
    public let inkBounds: CGRect
    let leftInset: CGFloat
    /// The width at which a line that is too long is clipped, and the position of the line; nil for text that fits.
    private let clipping: (width: CGFloat, left: CGFloat)?
    private let annotations: TextAnnotations?
    private let combinations: TextCombinations?
    /// The text that is laid out, truncated to the maximum number of characters.
    package let text: String

    public init(_ runs: [TextRun], options: TextOptions = TextOptions()) {
        context = Fonts.makeContext()
        if options.isVertical { pango_context_set_base_gravity(context, PANGO_GRAVITY_EAST) }
        layout = pango_layout_new(context)
        combinations = options.isVertical ? TextCombinations(runs) : nil
        let runs = combinations?.runs ?? TextCombinations.separate(runs)
        let whole = runs.map(\.text).joined()
        text = whole.count > Self.maximumCharacters ? String(whole.prefix(Self.maximumCharacters)) : whole
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
        annotations = TextAnnotations(runs, isVertical: options.isVertical)
        let spaced = annotations?.spaced(runs) ?? runs
        var options = options
        options.lineSpacing += annotations?.height ?? 0
        if let first = spaced.first {
            let description = Fonts.makeDescription(first.style)
            pango_layout_set_font_description(layout, description)
            pango_font_description_free(description)
        }
        let attributes = TextAttributes.make(spaced)
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        Self.apply(options, to: layout)
        let clip = Self.clip(layout, options)
        clipping = clip.line

        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, &ink, &logical)
        let above = annotations?.height ?? 0
        let width = Self.width(of: layout, spaced, natural: Fonts.points(logical.width))
        let limit = options.maximumWidth.flatMap { $0.isFinite ? $0 : nil } ?? .infinity
        size = CGSize(
            width: clip.line?.width ?? max(Fonts.points(logical.width), min(width, limit)),
            height: Fonts.points(logical.height) + above)
        leftInset = Fonts.points(logical.x)
        let corner = pango_layout_get_width(layout) >= 0 ? 0 : leftInset
        inkBounds = CGRect(
            x: Fonts.points(ink.x) - corner, y: Fonts.points(ink.y) + above, width: Fonts.points(ink.width),
            height: Fonts.points(ink.height))
        lineCount = Int(pango_layout_get_line_count(layout))
        isTruncated = pango_layout_is_ellipsized(layout) != 0 || clip.isCut
        firstBaseline = Fonts.points(pango_layout_get_baseline(layout)) + above
        let iterator = pango_layout_get_iter(layout)
        var last = pango_layout_iter_get_baseline(iterator)
        while pango_layout_iter_next_line(iterator) != 0 { last = pango_layout_iter_get_baseline(iterator) }
        pango_layout_iter_free(iterator)
        lastBaseline = Fonts.points(last) + above
    }

    public convenience init(
        _ text: String, style: TextStyle = TextStyle(), color: CGColor = .white, options: TextOptions = TextOptions()
    ) {
        self.init([TextRun(text, style: style, color: color)], options: options)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
        g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// Returns the width that lines need: Pango counts letter spacing at both ends of a line when it breaks lines, and removes it from the
    /// broken ones, so that text would be broken into more lines at its own width.
    private static func width(of layout: OpaquePointer, _ runs: [TextRun], natural: CGFloat) -> CGFloat {
        guard runs.contains(where: { $0.style.letterSpacing > 0 }) else { return natural }
        let iterator = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(iterator) }
        var widest = natural
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(iterator)?.pointee, line.length > 0 else { continue }
            var extents = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &extents)
            let start = Int(line.start_index)
            let ends = [start, start + Int(line.length) - 1].map { Self.letterSpacing(at: $0, in: runs) }
            widest = max(widest, Fonts.points(extents.width) + ends.reduce(0, +) / 2)
        } while pango_layout_iter_next_line(iterator) != 0
        return fitting(layout, widest, step: runs.map(\.style.letterSpacing).max() ?? 0)
    }

    /// Returns a width, or a somewhat larger one, at which a layout has no more lines than it has now.
    private static func fitting(_ layout: OpaquePointer, _ width: CGFloat, step: CGFloat) -> CGFloat {
        let count = pango_layout_get_line_count(layout)
        let limit = pango_layout_get_width(layout)
        defer { pango_layout_set_width(layout, limit) }
        var width = width
        for _ in 0..<mostSteps {
            pango_layout_set_width(layout, Fonts.units(width))
            if pango_layout_get_line_count(layout) <= count { break }
            width += step
        }
        return width
    }

    private static let mostSteps = 4

    /// Returns the positive letter spacing at a byte of the text.
    private static func letterSpacing(at index: Int, in runs: [TextRun]) -> CGFloat {
        var end = 0
        for run in runs {
            end += run.text.utf8.count
            if index < end { return max(0, run.style.letterSpacing) }
        }
        return 0
    }

    private static func apply(_ options: TextOptions, to layout: OpaquePointer) {
        if let width = options.maximumWidth, width.isFinite {
            pango_layout_set_width(layout, Fonts.units(max(width, 0)))
        }
        switch options.alignment {
        case .natural: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
        case .left:
            pango_layout_set_auto_dir(layout, 0)
            pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
        case .right:
            pango_layout_set_auto_dir(layout, 0)
            pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
        case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .justified: pango_layout_set_justify(layout, 1)
        }
        if options.lineSpacing > 0 { pango_layout_set_spacing(layout, Fonts.units(options.lineSpacing)) }
        pango_layout_set_wrap(layout, options.lineBreak == .characterWrap ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
        guard options.maximumLines > 0, options.lineBreak != .clip else { return }
        // Negative heights are numbers of lines. Text that does not fit is truncated only with an ellipsis.
        pango_layout_set_height(layout, -Int32(clamping: options.maximumLines))
        switch options.lineBreak {
        case .truncateHead: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
        case .truncateMiddle: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
        default: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        }
    }

    /// Removes lines beyond the maximum without an ellipsis, and finds out whether a single line is too long. Lines are broken at words where
    /// there may be several.
    /// - Returns: whether text does not fit; and for a line that is clipped, the width of the box and the line's position in it.
    private static func clip(
        _ layout: OpaquePointer, _ options: TextOptions
    ) -> (isCut: Bool, line: (width: CGFloat, left: CGFloat)?) {
        guard options.lineBreak == .clip, options.maximumLines > 0 else { return (false, nil) }
        if options.maximumLines == 1 { pango_layout_set_width(layout, -1) }
        let isCut = keepLines(options.maximumLines, of: layout)
        guard options.maximumLines == 1, let width = options.maximumWidth, width.isFinite else { return (isCut, nil) }
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        let natural = Fonts.points(logical.width)
        guard natural > width else {
            pango_layout_set_width(layout, Fonts.units(max(width, 0)))
            return (isCut, nil)
        }
        // The start of the line is visible.
        let direction = pango_layout_get_line_readonly(layout, 0)?.pointee.resolved_dir
        return (true, (max(width, 0), direction == guint(PANGO_DIRECTION_RTL.rawValue) ? width - natural : 0))
    }

    /// - Returns: whether there were more lines.
    private static func keepLines(_ count: Int, of layout: OpaquePointer) -> Bool {
        guard Int(pango_layout_get_line_count(layout)) > count,
            let last = pango_layout_get_line_readonly(layout, Int32(count - 1))?.pointee
        else { return false }
        let bytes = UnsafeRawBufferPointer(
            start: pango_layout_get_text(layout), count: Int(last.start_index + last.length))
        let kept = String(decoding: bytes, as: UTF8.self)
        pango_layout_set_text(layout, kept, Int32(kept.utf8.count))
        return true
    }

    /// The width of the lines' box: the maximum width, or that of the widest line.
    private var boxWidth: CGFloat {
        if let clipping { return clipping.width }
        let width = pango_layout_get_width(layout)
        return width >= 0 ? Fonts.points(width) : size.width
    }

    /// Draws with the top left corner of the lines' box at `origin`. With a maximum width, the box has that width.
    package func draw(in canvas: Canvas, at origin: CGPoint) {
        // Emoji have colours of their own, in the usual order.
        if canvas.swapsRedAndBlue {
            let scale = canvas.presentScale
            guard scale > 0, let image = makeImage(scale: scale) else { return }
            let size = CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
            return canvas.draw(image, in: CGRect(origin: origin, size: size))
        }
        canvas.withState {
            let hasWidth = pango_layout_get_width(layout) >= 0
            let left = origin.x + (clipping?.left ?? 0)
            let corner = CGPoint(x: left - (hasWidth ? 0 : leftInset), y: origin.y + (annotations?.height ?? 0))
            if let clipping {
                canvas.clip(to: CGRect(x: origin.x, y: origin.y - 1e5, width: clipping.width, height: 2e5))
            }
            cairo_move_to(canvas.cairo, Double(corner.x), Double(corner.y))
            pango_cairo_show_layout(canvas.cairo, layout)
            combinations?.draw(in: canvas, along: layout, at: corner)
            annotations?.draw(in: canvas, above: layout, at: corner, within: origin.x...(origin.x + boxWidth))
        }
    }

    /// Returns an image of the text at `scale` pixels per point, with the size `size` (or the maximum width); nil for empty text.
    public func makeImage(scale: CGFloat) -> CGImage? {
        let box = CGSize(width: boxWidth, height: size.height)
        return Canvas.makeImage(size: box, scale: scale) { draw(in: $0, at: .zero) }
    }
}

extension Canvas {
    package func draw(_ text: TextLayout, at origin: CGPoint) { text.draw(in: self, at: origin) }
}
