import CoreGraphics
import Drawing
import Testing

struct TextTests {
    @Test("the size of text is plausible and grows with the font size")
    func size() {
        let small = TextLayout("Hello, world", style: TextStyle(size: 13))
        let large = TextLayout("Hello, world", style: TextStyle(size: 26))
        #expect(small.size.width > 50 && small.size.width < 110)
        #expect(small.size.height >= 13 && small.size.height < 26)
        #expect(abs(large.size.width - small.size.width * 2) < 2)
        #expect(small.lineCount == 1 && !small.isTruncated)
        #expect(small.firstBaseline > 8 && small.firstBaseline < small.size.height)
        #expect(TextLayout("").size.width == 0)
        #expect(TextLayout("").size.height > 0)
    }

    @Test("bolder text is wider")
    func weight() {
        let regular = TextLayout("Weight of words", style: TextStyle(weight: 400)).size.width
        let bold = TextLayout("Weight of words", style: TextStyle(weight: 700)).size.width
        #expect(bold > regular)
    }

    @Test("tabular figures have equal widths")
    func tabular() {
        let style = TextStyle(size: 14, weight: 600, usesTabularFigures: true)
        let widths = ["1:11:11", "8:88:88", "0:47:29"].map { TextLayout($0, style: style).size.width }
        // Glyph advances are rounded to 1/1024 of a point, one by one.
        #expect((widths.max() ?? 0) - (widths.min() ?? 0) < 0.05, "\(widths)")
    }

    @Test("lines break at words, are limited in number, and end in an ellipsis")
    func lines() {
        let text = "The quick brown fox jumps over the lazy dog again and again"
        let wrapped = TextLayout(text, options: TextOptions(maximumWidth: 120))
        #expect(wrapped.lineCount > 2)
        #expect(wrapped.size.width <= 120)
        #expect(wrapped.lastBaseline > wrapped.firstBaseline)
        let two = TextLayout(text, options: TextOptions(maximumWidth: 120, maximumLines: 2, lineBreak: .truncateTail))
        #expect(two.lineCount == 2 && two.isTruncated)
        let fits = TextLayout("Short", options: TextOptions(maximumWidth: 120, maximumLines: 1))
        #expect(!fits.isTruncated)
        let own = TextLayout(text)
        let exact = TextLayout(text, options: TextOptions(maximumWidth: own.size.width, maximumLines: 1))
        #expect(!exact.isTruncated, "text fits into its measured size")
    }

    @Test(
        "a line height of the runs replaces that of the font in every line, and visible characters are inside of the lines"
    )
    func lineHeight() {
        var run = TextRun("one\ntwo", style: TextStyle(size: 20))
        let plain = TextLayout([run])
        run.lineHeight = 50
        let high = TextLayout([run])
        #expect(abs(high.size.height - 100) < 0.1 && high.size.width == plain.size.width)
        #expect(high.lastBaseline - high.firstBaseline > 49)
        #expect(CGRect(origin: .zero, size: plain.size).contains(plain.inkBounds) && plain.inkBounds.height > 20)
    }

    @Test("a word that is longer than a line is broken without a hyphen")
    func longWord() throws {
        let style = TextStyle(size: 30)
        let letters = TextLayout("iiii", style: style).size.width + 1
        let broken = TextLayout("iiiiiiii", style: style, options: TextOptions(maximumWidth: letters))
        #expect(broken.lineCount == 2 && broken.size.width > letters - 2)
    }

    @Test("an annotation is drawn above its run, which is spaced where it is narrower")
    func annotation() throws {
        var run = TextRun("base", style: TextStyle(size: 40))
        let plain = TextLayout([run])
        run.annotation = "note"
        let annotated = TextLayout([run])
        #expect(annotated.size.width == plain.size.width && annotated.size.height > plain.size.height * 1.4)
        #expect(annotated.firstBaseline - plain.firstBaseline == annotated.size.height - plain.size.height)
        let image = try #require(annotated.makeImage(scale: 1))
        let above = Int(annotated.size.height - plain.size.height)
        let ink = (0..<image.height).map { y in
            (0..<image.width).contains { (image.pixel(x: $0, y: y)?.alpha ?? 0) > 100 }
        }
        #expect(ink[..<above].contains(true) && ink[above...].contains(true))
        run.annotation = "a much longer annotation"
        #expect(TextLayout([run]).size.width > plain.size.width * 1.5)
    }

    /// Runs of several styles, in all orders of three.
    private static let styledRuns: [[TextRun]] = {
        let plain = TextStyle(size: 36, weight: 500)
        var (bold, large, italic, spaced) = (plain, plain, plain, plain)
        bold.weight = 700
        large.size = 54
        large.weight = 700
        italic.isItalic = true
        spaced.letterSpacing = 7
        var (short, long) = (TextRun("東京", style: plain), TextRun("a base ", style: bold))
        short.annotation = "とうきょうのまち"
        long.annotation = "on"
        let boxed = TextRun("box", style: bold, backgroundColor: CGColor(red: 0.5, green: 0, blue: 0, alpha: 0.8))
        let all = [
            short, long, boxed, TextRun(" in a ", style: plain), TextRun("行く", style: large),
            TextRun("lean f", style: italic), TextRun("wide", style: spaced), TextRun("שלום", style: plain),
        ]
        return all.flatMap { a in all.flatMap { b in all.map { c in [a, b, c] } } }
    }()

    @Test("text of runs in several styles fits into its measured width, in as many lines, with all of its characters")
    func styledRuns_fitIntoMeasuredSize() throws {
        let border: CGFloat = 60
        for (number, runs) in Self.styledRuns.enumerated() {
            let name = "\(runs.map(\.text)) with \(runs.compactMap(\.annotation))"
            let free = TextLayout(runs)
            let width = free.size.width.rounded(.up)
            for alignment in [TextOptions.Alignment.left, .center, .right] {
                let fixed = TextLayout(runs, options: TextOptions(maximumWidth: width, alignment: alignment))
                #expect(fixed.lineCount == 1 && abs(fixed.size.height - free.size.height) < 0.1, "\(name)")
                #expect(fixed.size.width <= width && fixed.size.width >= free.size.width - 1, "\(name)")
                // Drawing all of them would take seconds.
                guard number % 7 == 0 else { continue }
                let size = CGSize(width: width + 2 * border, height: free.size.height + 2 * border)
                let image = try #require(
                    Canvas.makeImage(size: size, scale: 1) { fixed.draw(in: $0, at: CGPoint(x: border, y: border)) })
                let box = CGRect(x: border, y: border, width: width, height: free.size.height.rounded(.up))
                // Leaning and bold characters reach a little beyond their place.
                let near = box.insetBy(dx: -4, dy: -4)
                let ink = Self.ink(of: image)
                #expect(near.contains(ink), "\(name): \(ink) beyond \(box)")
                // Spaces and the space around the letters of a run with an annotation are not drawn.
                #expect(ink.width > width - 64, "\(name): \(ink) in \(box)")
            }
        }
    }

    /// Returns the bounds of the pixels that are not transparent.
    private static func ink(of image: CGImage) -> CGRect {
        var bounds = CGRect.null
        for y in 0..<image.height {
            for x in 0..<image.width where (image.pixel(x: x, y: y)?.alpha ?? 0) > 100 {
                bounds = bounds.union(CGRect(x: x, y: y, width: 1, height: 1))
            }
        }
        return bounds
    }

    @Test("in vertical text, Chinese characters are turned and Latin ones are not")
    func vertical() throws {
        var options = TextOptions()
        options.isVertical = true
        let latin = TextStyle(size: 40)
        // A slim character that is turned becomes wide, or its advance becomes that of a whole character.
        #expect(
            TextLayout("ill", style: latin, options: options).size.width == TextLayout("ill", style: latin).size.width)
        let upright = try #require(TextLayout("一", style: latin).makeImage(scale: 1))
        let turned = try #require(TextLayout("一", style: latin, options: options).makeImage(scale: 1))
        func rows(_ image: CGImage) -> Int {
            (0..<image.height).count { y in (0..<image.width).contains { (image.pixel(x: $0, y: y)?.alpha ?? 0) > 100 }
            }
        }
        #expect(rows(turned) > rows(upright) * 2, "the stroke of 一 stands upright in the turned text")
    }

    @Test("in vertical text, combined letters have the place of one character and are drawn in it")
    func vertical_combined() throws {
        var options = TextOptions()
        options.isVertical = true
        var run = TextRun("12", style: TextStyle(size: 40))
        let plain = try #require(TextLayout([run], options: options).makeImage(scale: 1))
        run.isCombined = true
        let layout = TextLayout([run, TextRun("一", style: TextStyle(size: 40))], options: options)
        #expect(abs(layout.size.width - 80) <= 4)
        let combined = try #require(TextLayout([run], options: options).makeImage(scale: 1))
        func ink(_ image: CGImage) -> Int {
            (0..<image.height).reduce(0) { sum, y in
                sum + (0..<image.width).count { (image.pixel(x: $0, y: y)?.alpha ?? 0) > 100 }
            }
        }
        #expect(ink(combined) > ink(plain) / 2)
        // In horizontal text it has no effect.
        #expect(TextLayout([run]).size == TextLayout("12", style: TextStyle(size: 40)).size)
    }

    @Test("runs keep their own style and colour")
    func runs() throws {
        let layout = TextLayout([
            TextRun(
                "red ", style: TextStyle(size: 20, weight: 700), color: CGColor(red: 1, green: 0, blue: 0, alpha: 1)),
            TextRun("blue", style: TextStyle(size: 20), color: CGColor(red: 0, green: 0, blue: 1, alpha: 1)),
        ])
        let image = try #require(layout.makeImage(scale: 2))
        #expect(image.width == Int((layout.size.width * 2).rounded(.up)))
        var (left, right) = ((red: 0, blue: 0), (red: 0, blue: 0))
        for y in 0..<image.height {
            for x in 0..<image.width {
                guard let pixel = image.pixel(x: x, y: y) else { continue }
                if x < image.width / 3 {
                    left.red += Int(pixel.red)
                    left.blue += Int(pixel.blue)
                } else if x > image.width * 2 / 3 {
                    right.red += Int(pixel.red)
                    right.blue += Int(pixel.blue)
                }
            }
        }
        #expect(left.red > 1000 && left.blue == 0)
        #expect(right.blue > 1000 && right.red == 0)
    }

    @Test("alignment positions lines inside the width")
    func alignment() throws {
        func inkStart(_ alignment: TextOptions.Alignment) throws -> Int {
            let layout = TextLayout("Hi", options: TextOptions(maximumWidth: 200, alignment: alignment))
            let image = try #require(layout.makeImage(scale: 1))
            return (0..<image.width).first { x in
                (0..<image.height).contains { (image.pixel(x: x, y: $0)?.alpha ?? 0) > 100 }
            } ?? -1
        }
        let (left, center, right) = (try inkStart(.left), try inkStart(.center), try inkStart(.right))
        #expect(left < 5 && (85...100).contains(center) && right > 175)
    }

    @Test("clipped text has no ellipsis: one line ends at the edge, several lines end after the last one that fits")
    func clipping() throws {
        let text = "The quick brown fox jumps"
        func visible(_ layout: TextLayout, _ width: Int) throws -> [UInt8] {
            let image = try #require(layout.makeImage(scale: 1))
            return (0..<width).flatMap { x in
                (0..<image.height).map { image.pixel(x: x, y: $0)?.alpha ?? 0 }
            }
        }
        let line = TextLayout(text, options: TextOptions(maximumWidth: 80, maximumLines: 1, lineBreak: .clip))
        #expect(line.lineCount == 1 && line.isTruncated && line.size.width == 80)
        #expect(try #require(line.makeImage(scale: 1)).width == 80)
        #expect(try visible(line, 80) == visible(TextLayout(text), 80))
        let two = TextLayout(text, options: TextOptions(maximumWidth: 80, maximumLines: 2, lineBreak: .clip))
        #expect(two.lineCount == 2 && two.isTruncated)
        let all = TextLayout(text, options: TextOptions(maximumWidth: 80))
        #expect(all.lineCount > 2 && abs(two.size.height / 2 - all.size.height / CGFloat(all.lineCount)) < 0.1)
        let fitting = TextLayout(
            "Hi", options: TextOptions(maximumWidth: 80, maximumLines: 1, alignment: .right, lineBreak: .clip))
        let aligned = TextLayout("Hi", options: TextOptions(maximumWidth: 80, alignment: .right))
        #expect(!fitting.isTruncated && fitting.size == aligned.size)
        #expect(try visible(fitting, 80) == visible(aligned, 80))
        let lines = TextLayout("a\nb", options: TextOptions(maximumWidth: 80, maximumLines: 1, lineBreak: .clip))
        #expect(lines.lineCount == 1 && lines.isTruncated)
    }

    @Test("a clipped line of a script that is written from right to left shows its start at the right edge")
    func rightToLeftClipping() throws {
        let text = "\u{05D0}\u{05D1}\u{05D2} \u{05D3}\u{05D4}\u{05D5} \u{05D6}\u{05D7}\u{05D8}"
        let natural = TextLayout(text)
        let width = (natural.size.width / 2).rounded()
        let line = TextLayout(text, options: TextOptions(maximumWidth: width, maximumLines: 1, lineBreak: .clip))
        let (whole, clipped) = (try #require(natural.makeImage(scale: 1)), try #require(line.makeImage(scale: 1)))
        #expect(clipped.width == Int(width))
        func columns(_ image: CGImage, from start: Int) -> Int {
            (start..<image.width).count { x in
                (0..<image.height).contains { (image.pixel(x: x, y: $0)?.alpha ?? 0) > 100 }
            }
        }
        #expect(abs(columns(clipped, from: 0) - columns(whole, from: whole.width - clipped.width)) <= 2)
        #expect(columns(clipped, from: clipped.width / 2) > 0)
    }

    @Test("an unknown family, an extreme size and a long text do not crash")
    func nonsense() {
        #expect(TextLayout("x", style: TextStyle(family: "No Such Family At All", size: 12)).size.width > 0)
        #expect(TextLayout("x", style: TextStyle(size: .nan)).size.height > 0)
        #expect(TextLayout("x", style: TextStyle(size: -5)).size.height > 0)
        _ = TextLayout(String(repeating: "long ", count: 40_000), options: TextOptions(maximumLines: 1))
        _ = TextLayout("a\0b", options: TextOptions(maximumWidth: -10))
        #expect(TextStyle(size: 20).metrics.lineHeight > 20)
    }
}
