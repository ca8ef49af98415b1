import CoreGraphics
import Foundation
import Testing

@testable import UIKit

/// Paragraph styles, shadows, and text that a program measures and draws.
@MainActor
struct ParagraphTests {
    private func style(_ change: (NSMutableParagraphStyle) -> Void) -> NSParagraphStyle {
        let style = NSMutableParagraphStyle()
        change(style)
        return style
    }

    private func text(_ string: String, _ style: NSParagraphStyle? = nil, size: CGFloat = 20) -> NSAttributedString {
        var attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: size)]
        attributes[.paragraphStyle] = style
        return NSAttributedString(string: string, attributes: attributes)
    }

    private func drawing(_ size: CGSize, _ body: () -> Void) -> CGImage? {
        UIGraphicsImageRenderer(size: size).image { _ in body() }.cgImage
    }

    private func columns(of image: CGImage?) -> [Int] {
        guard let image else { return [] }
        return (0..<image.width)
            .filter { x in (0..<image.height).contains { y in image.pixel(x: x, y: y)?.alpha ?? 0 > 64 } }
    }

    @Test("a paragraph style is copied by value, as mutable and immutable copy, and equal styles are equal")
    func copies() throws {
        let mutable = NSMutableParagraphStyle()
        mutable.setParagraphStyle(.default)
        #expect(mutable == NSParagraphStyle.default)
        mutable.alignment = .center
        let copy = try #require(mutable.copy() as? NSParagraphStyle)
        #expect(!(copy is NSMutableParagraphStyle) && copy.alignment == .center)
        let other = try #require(copy.mutableCopy() as? NSMutableParagraphStyle)
        other.lineSpacing = 4
        #expect(copy.lineSpacing == 0 && copy == mutable && other != copy)
    }

    @Test("a label that clips shows the start of its text up to its edge, without an ellipsis")
    func clipping() throws {
        func columns(_ breaking: NSLineBreakMode, width: CGFloat) -> [Int] {
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: width, height: 30))
            label.text = String(repeating: "m", count: 40)
            label.lineBreakMode = breaking
            label.textColor = .white
            label.layoutIfNeeded()
            return self.columns(
                of: drawing(label.bounds.size) { label.drawHierarchy(in: label.bounds, afterScreenUpdates: true) })
        }
        let clipped = columns(.byClipping, width: 100)
        #expect(!clipped.isEmpty && clipped == columns(.byClipping, width: 1000).filter { $0 < 100 })
        #expect(clipped != columns(.byTruncatingTail, width: 100))
    }

    @Test("paragraphs beyond the lines of a text that clips leave no ellipsis")
    func clippedParagraphs() {
        let clipping = style { $0.lineBreakMode = .byClipping }
        func columns(_ string: String) -> [Int] {
            let runs = TextRenderer.runs(of: text(string, clipping), font: .systemFont(ofSize: 20), color: .white)
            let block = TextBlock(runs, TextBlock.Setting(width: 200, maximumLines: 1))
            return self.columns(
                of: Canvas.makeImage(size: CGSize(width: 200, height: 30), scale: 1) { block.draw(on: $0, at: .zero) })
        }
        #expect(!columns("one").isEmpty && columns("one\ntwo") == columns("one"))
    }

    @Test("line spacing, paragraph spacing and line heights change the size of text by their points")
    func heights() {
        let lines = "one\ntwo\nthree"
        let plain = text(lines).size().height
        let styled = text(lines, style { _ in }).size().height
        #expect(abs(styled - plain) < 0.1)
        #expect(abs(text(lines, style { $0.lineSpacing = 10 }).size().height - plain - 20) < 0.1)
        #expect(abs(text(lines, style { $0.paragraphSpacing = 7 }).size().height - plain - 14) < 0.1)
        #expect(abs(text(lines, style { $0.minimumLineHeight = 40 }).size().height - 120) < 0.1)
        #expect(abs(text(lines, style { $0.maximumLineHeight = 15 }).size().height - 45) < 0.1)
        #expect(abs(text(lines, style { $0.lineHeightMultiple = 2 }).size().height - plain * 2) < 0.2)
    }

    @Test("wrapped lines of one paragraph have the line spacing between them")
    func wrapping() {
        let words = "several words that wrap in a narrow space"
        let size = CGSize(width: 100, height: CGFloat.greatestFiniteMagnitude)
        let plain = text(words).boundingRect(with: size, options: .usesLineFragmentOrigin, context: nil)
        let spaced = text(words, style { $0.lineSpacing = 6 })
            .boundingRect(with: size, options: .usesLineFragmentOrigin, context: nil)
        let lines = (plain.height / text("x").size().height).rounded()
        #expect(lines > 2)
        #expect(abs(spaced.height - plain.height - (lines - 1) * 6) < 0.2)
    }

    @Test("the alignment of a paragraph decides where its text is drawn, also where paragraphs differ")
    func alignment() throws {
        let both = NSMutableAttributedString(string: "")
        both.append(text("left\n", style { $0.alignment = .left }))
        both.append(text("right", style { $0.alignment = .right }))
        let image = try #require(
            drawing(CGSize(width: 200, height: 60)) { both.draw(in: CGRect(x: 0, y: 0, width: 200, height: 60)) })
        let half = Int(text("left").size().height)
        func ink(_ rows: Range<Int>) -> [Int] {
            (0..<200).filter { x in rows.contains { image.pixel(x: x, y: $0)?.alpha ?? 0 > 64 } }
        }
        #expect((ink(0..<half).last ?? 200) < 60 && (ink(half..<half * 2).first ?? 0) > 140)
    }

    @Test("a label draws the paragraph style of its attributed text, and its own alignment where that is set later")
    func label() throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
        label.attributedText = text("ab", style { $0.alignment = .right })
        label.layoutIfNeeded()
        let right = columns(of: label.layer.contents.flatMap { $0 as? CGImage })
        #expect((right.first ?? 0) > 150)
        label.textAlignment = .left
        label.layoutIfNeeded()
        let left = columns(of: label.layer.contents.flatMap { $0 as? CGImage })
        #expect((left.last ?? 200) < 50)
    }

    @Test("a label with two lines for three paragraphs ends the second one with an ellipsis")
    func ellipsis() {
        let label = UILabel(frame: .zero)
        label.numberOfLines = 2
        label.attributedText = text("one\ntwo\nthree", style { _ in })
        let two = UILabel(frame: .zero)
        two.numberOfLines = 2
        two.attributedText = text("one\ntwo", style { _ in })
        #expect(label.intrinsicContentSize.height == two.intrinsicContentSize.height)
        #expect(label.intrinsicContentSize.width > two.intrinsicContentSize.width)
    }

    @Test("strings are measured and drawn alike as String, NSString and attributed string")
    func strings() {
        let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 20)]
        let size = text("Hello").size()
        #expect("Hello".size(withAttributes: attributes) == size)
        #expect(("Hello" as NSString).size(withAttributes: attributes) == size)
        let area = CGSize(width: 100, height: 30)
        let images = [
            drawing(area) { text("Hello").draw(at: CGPoint(x: 5, y: 0)) },
            drawing(area) { "Hello".draw(at: CGPoint(x: 5, y: 0), withAttributes: attributes) },
            drawing(area) {
                ("Hello" as NSString).draw(in: CGRect(x: 5, y: 0, width: 95, height: 30), withAttributes: attributes)
            },
            drawing(area) {
                text("Hello")
                    .draw(
                        with: CGRect(x: 5, y: 0, width: 95, height: 30), options: .usesLineFragmentOrigin, context: nil)
            },
        ]
        let ink = images.map { columns(of: $0) }
        #expect(!ink[0].isEmpty && ink.allSatisfy { $0 == ink[0] })
    }

    @Test("without the line fragment origin, text is one line whose origin is on the base line")
    func baseLine() {
        let rect = text("one two three four").boundingRect(with: CGSize(width: 30, height: 10), context: nil)
        #expect(rect.minY < -10 && rect.maxY > 0 && rect.width > 100)
        let device = text("one").boundingRect(with: .zero, options: .usesDeviceMetrics, context: nil)
        #expect(device.minY > rect.minY && device.maxY < rect.maxY)
    }

    @Test("a drawing context scales text down to its smallest factor until the text fits")
    func scaling() {
        let context = NSStringDrawingContext()
        context.minimumScaleFactor = 0.5
        let natural = text("Hello").size()
        let rect = text("Hello")
            .boundingRect(
                with: CGSize(width: natural.width * 0.75, height: 0), options: [], context: context)
        #expect(
            rect.width <= natural.width * 0.75 && context.actualScaleFactor > 0.7 && context.actualScaleFactor < 0.8)
        #expect(context.totalBounds == rect)
        _ = text("Hello").boundingRect(with: CGSize(width: 1, height: 0), options: [], context: context)
        #expect(context.actualScaleFactor == 0.5)
    }

    @Test("text that truncates its last visible line is at most as high as its rectangle")
    func truncation() {
        let line = text("x").size().height
        let size = CGSize(width: 80, height: line * 2.5)
        let rect = text("several words that wrap in a narrow space")
            .boundingRect(with: size, options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine], context: nil)
        #expect(abs(rect.height - line * 2) < 0.2)
    }

    @Test("a shadow is drawn at its offset, in its color and only for the text that has it")
    func shadow() throws {
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 0, height: 30)
        shadow.shadowColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        let string = NSMutableAttributedString(attributedString: text("HH"))
        string.addAttribute(.shadow, value: shadow, range: NSRange(location: 0, length: 1))
        let image = try #require(drawing(CGSize(width: 60, height: 70)) { string.draw(at: .zero) })
        let half = Int(text("H").size().width)
        func red(_ columns: Range<Int>) -> Bool {
            columns.contains { x in
                (32..<60).contains { y in image.pixel(x: x, y: y).map { $0.red > 128 && $0.green < 64 } ?? false }
            }
        }
        #expect(red(0..<half) && !red(half + 2..<60))
    }

    @Test("parts of a text with equal shadows have one shadow, which is wider with blur")
    func sharedShadow() throws {
        func rows(_ blur: CGFloat) throws -> (darkest: UInt8, count: Int) {
            let shadow = NSShadow()
            shadow.shadowOffset = CGSize(width: 0, height: 40)
            shadow.shadowBlurRadius = blur
            shadow.shadowColor = UIColor(white: 0, alpha: 0.5)
            let string = NSMutableAttributedString(attributedString: text("HH"))
            string.addAttribute(.shadow, value: shadow, range: NSRange(location: 0, length: 2))
            string.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 1, length: 1))
            let image = try #require(drawing(CGSize(width: 80, height: 110)) { string.draw(at: CGPoint(x: 20, y: 0)) })
            let alphas = (30..<110).map { y in (0..<80).map { image.pixel(x: $0, y: y)?.alpha ?? 0 }.max() ?? 0 }
            return (alphas.max() ?? 0, alphas.count { $0 > 0 })
        }
        let (sharp, blurred) = (try rows(0), try rows(8))
        #expect((120...130).contains(sharp.darkest))
        // A blur of 8 has a radius of 4 pixels, which three passes spread to 12 at most.
        #expect(blurred.count > sharp.count + 4 && blurred.count <= sharp.count + 26)
    }

    @Test("struck-through text has a line through its middle")
    func strikethrough() throws {
        let string = NSMutableAttributedString(attributedString: text("i i"))
        string.addAttribute(
            .strikethroughStyle, value: NSUnderlineStyle.single.rawValue, range: NSRange(location: 0, length: 3))
        let image = try #require(drawing(CGSize(width: 60, height: 30)) { string.draw(at: .zero) })
        let width = Int(string.size().width)
        #expect(columns(of: image).count >= width - 3)
    }

    @Test("the space before paragraphs, empty paragraphs and carriage returns count for the height of text")
    func moreHeights() {
        let line = text("x").size().height
        #expect(abs(text("one\ntwo", style { $0.paragraphSpacingBefore = 9 }).size().height - 2 * line - 9) < 0.1)
        #expect(abs(text("one\rtwo", style { $0.paragraphSpacing = 9 }).size().height - 2 * line - 9) < 0.1)
        #expect(abs(text("one\n\ntwo", style { $0.minimumLineHeight = 40 }).size().height - 120) < 0.1)
    }

    @Test("paragraphs without a width are aligned within the widest one")
    func alignmentWithoutWidth() throws {
        let string = text("wide paragraph\nx", style { $0.alignment = .right })
        let size = string.size()
        let image = try #require(drawing(CGSize(width: 300, height: 60)) { string.draw(at: .zero) })
        let half = Int(size.height / 2)
        let second = (0..<300).filter { x in (half..<half * 2).contains { image.pixel(x: x, y: $0)?.alpha ?? 0 > 64 } }
        #expect((second.first ?? 0) > Int(size.width) - 25)
    }

    @Test("a paragraph style's line breaks replace those of a label, until the label's are set")
    func lineBreaks() {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 30))
        let plain = UILabel(frame: label.frame)
        let words = "several words in a line"
        func image(_ label: UILabel) -> [Int] {
            label.layoutIfNeeded()
            return columns(of: label.layer.contents.flatMap { $0 as? CGImage })
        }
        (plain.lineBreakMode, plain.attributedText) = (.byTruncatingHead, text(words))
        let truncated = image(plain)
        label.attributedText = text(words, style { $0.lineBreakMode = .byTruncatingHead })
        #expect(image(label) == truncated)
        label.lineBreakMode = .byTruncatingTail
        #expect(image(label) != truncated)
    }

    @Test("the shadow of text is twice as far at twice the scale, and has no background")
    func scaledShadow() throws {
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 0, height: 30)
        shadow.shadowColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        let string = NSMutableAttributedString(attributedString: text("H"))
        let whole = NSRange(location: 0, length: 1)
        string.addAttributes([.shadow: shadow, .backgroundColor: UIColor.blue], range: whole)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 70), format: format)
        let image = try #require(renderer.image { _ in string.draw(at: .zero) }.cgImage)
        let rows = (0..<image.height).filter { y in
            (0..<image.width).contains { x in
                image.pixel(x: x, y: y).map { $0.red > 128 && $0.blue < 64 } ?? false
            }
        }
        #expect((rows.first ?? 0) >= 60 && (rows.last ?? 140) < 120)
        let reds = (60..<120).reduce(0) { sum, y in
            sum + (0..<image.width).count { image.pixel(x: $0, y: y).map { $0.red > 128 } ?? false }
        }
        #expect(reds < 60 * Int(string.size().width))
    }

    @Test("a shadow has a third of black and no blur at first; shadows are copied and compared with all values")
    func shadowValues() throws {
        let shadow = NSShadow()
        let color = try #require(shadow.shadowColor as? UIColor)
        #expect(abs(color.cgColor.alpha - 1.0 / 3) < 0.001 && shadow.shadowBlurRadius == 0)
        shadow.shadowBlurRadius = 4
        shadow.shadowOffset = CGSize(width: 1, height: 2)
        let copy = try #require(shadow.copy() as? NSShadow)
        #expect(copy == shadow && copy.shadowBlurRadius == 4)
        copy.shadowOffset = .zero
        #expect(copy != shadow)
    }

    @Test("attributes apply where String and NSString are measured and drawn in a rectangle")
    func attributesOfStrings() {
        let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 40)]
        let size = CGSize(width: 1000, height: 1000)
        let expected = text("Hello", size: 40)
            .boundingRect(with: size, options: .usesLineFragmentOrigin, context: nil)
        let options = NSStringDrawingOptions.usesLineFragmentOrigin
        #expect(
            "Hello".boundingRect(with: size, options: options, attributes: attributes, context: nil) == expected)
        #expect(
            ("Hello" as NSString).boundingRect(with: size, options: options, attributes: attributes, context: nil)
                == expected)
        let area = CGRect(x: 0, y: 0, width: 200, height: 60)
        let ink = columns(of: drawing(area.size) { text("Hello", size: 40).draw(in: area) })
        let drawings: [() -> Void] = [
            { "Hello".draw(in: area, withAttributes: attributes) },
            { "Hello".draw(with: area, options: options, attributes: attributes, context: nil) },
            { ("Hello" as NSString).draw(with: area, options: options, attributes: attributes, context: nil) },
        ]
        for body in drawings { #expect(columns(of: drawing(area.size, body)) == ink) }
    }

    @Test("text without the line fragment origin is drawn with its base line at the origin")
    func drawingOnBaseLine() throws {
        let image = try #require(
            drawing(CGSize(width: 60, height: 80)) {
                text("HH").draw(with: CGRect(x: 0, y: 40, width: 60, height: 10), options: [], context: nil)
            })
        let rows = (0..<80).filter { y in (0..<60).contains { x in image.pixel(x: x, y: y)?.alpha ?? 0 > 64 } }
        #expect((rows.last ?? 80) <= 40 && (rows.first ?? 0) > 15)
    }

    @Test("a drawing context reports a factor of 1 for text that fits, and the factor applies to truncated text")
    func factors() {
        let context = NSStringDrawingContext()
        context.minimumScaleFactor = 0.5
        let natural = text("Hello").size()
        _ = text("Hello").boundingRect(with: CGSize(width: 1, height: 0), options: [], context: context)
        #expect(context.actualScaleFactor == 0.5)
        _ = text("Hello").boundingRect(with: CGSize(width: natural.width + 1, height: 0), options: [], context: context)
        #expect(context.actualScaleFactor == 1)
        let words = text("several words that wrap in a narrow space and in many more lines than fit here")
        let rect = words.boundingRect(
            with: CGSize(width: 80, height: natural.height * 1.8),
            options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine], context: context)
        #expect(context.actualScaleFactor == 0.5 && rect.height > natural.height * 1.2)
    }

    @Test("with the font's leading, lines are as far apart as the font requests")
    func fontLeading() {
        let font = UIFont.systemFont(ofSize: 20)
        let size = CGSize(width: 500, height: 500)
        let plain = text("a\nb").boundingRect(with: size, options: .usesLineFragmentOrigin, context: nil)
        let leading = text("a\nb")
            .boundingRect(with: size, options: [.usesLineFragmentOrigin, .usesFontLeading], context: nil)
        #expect(abs(leading.height - plain.height - font.leading) < 0.1)
    }
}

/// Objects of UIKit as attributes of text that is put together from parts.
struct AttributeValueTests {
    @Test("parts with different and equal fonts, colors, styles and shadows can be joined and changed")
    func values() {
        let wide = NSMutableParagraphStyle()
        wide.lineSpacing = 4
        let pairs: [(NSAttributedString.Key, NSObject, NSObject)] = [
            (.font, UIFont.systemFont(ofSize: 10), UIFont.systemFont(ofSize: 12)),
            (.font, UIFont.monospacedSystemFont(ofSize: 10, weight: .bold), UIFont.systemFont(ofSize: 10)),
            (.foregroundColor, UIColor(red: 1, green: 0, blue: 0, alpha: 1), UIColor(white: 0, alpha: 1)),
            (.paragraphStyle, NSParagraphStyle(), wide), (.shadow, NSShadow(), NSShadow()),
        ]
        for (key, first, second) in pairs {
            let text = NSMutableAttributedString(string: "a", attributes: [key: first])
            text.append(NSAttributedString(string: "b", attributes: [key: second]))
            text.append(NSAttributedString(string: "c", attributes: [key: second]))
            text.addAttribute(key, value: first, range: NSRange(location: 2, length: 1))
            #expect(text.attribute(key, at: 2, effectiveRange: nil) as? NSObject == first)
            #expect(text.attribute(key, at: 1, effectiveRange: nil) as? NSObject == second)
        }
    }
}
