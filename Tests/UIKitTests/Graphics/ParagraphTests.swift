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

    @Test("struck-through text has a line through its middle")
    func strikethrough() throws {
        let string = NSMutableAttributedString(attributedString: text("i i"))
        string.addAttribute(
            .strikethroughStyle, value: NSUnderlineStyle.single.rawValue, range: NSRange(location: 0, length: 3))
        let image = try #require(drawing(CGSize(width: 60, height: 30)) { string.draw(at: .zero) })
        let width = Int(string.size().width)
        #expect(columns(of: image).count >= width - 3)
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
