import Compositor
import CoreGraphics
import Foundation
import Testing

@testable import UIKit

@MainActor
private final class Painted: UIView {
    var paint: (CGRect) -> Void = { _ in }
    private(set) var count = 0
    override func draw(_ rect: CGRect) {
        count += 1
        paint(rect)
    }
}

@MainActor
private func pixels(of view: UIView, scale: CGFloat = 1) -> CGImage? {
    view.layoutIfNeeded()
    return LayerCompositor.image(of: view.layer, scale: scale)
}

/// A label with space around its text, as clients write it.
@MainActor
private final class PaddedLabel: UILabel {
    private let insets = UIEdgeInsets(top: 5, left: 10, bottom: 15, right: 30)
    private(set) var drawnRects: [CGRect] = []

    override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        let inner = super.textRect(forBounds: bounds.inset(by: insets), limitedToNumberOfLines: numberOfLines)
        return inner.inset(by: UIEdgeInsets(top: -5, left: -10, bottom: -15, right: -30))
    }

    override func drawText(in rect: CGRect) {
        drawnRects.append(rect)
        super.drawText(in: rect.inset(by: insets))
    }
}

/// A label that adds the space to its sizes.
@MainActor
private final class WideLabel: UILabel {
    override var intrinsicContentSize: CGSize {
        let size = super.intrinsicContentSize
        return CGSize(width: size.width + 12, height: size.height + 4)
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let size = super.sizeThatFits(size)
        return CGSize(width: size.width + 12, height: size.height + 4)
    }
}

@MainActor
struct LabelDrawingTests {
    private func columns(of image: CGImage) -> [Int] {
        (0..<image.width).filter { x in (0..<image.height).contains { y in image.pixel(x: x, y: y)?.alpha ?? 0 > 64 } }
    }

    @Test("a label whose subclass insets the text is larger by the insets, and draws the text inside of them")
    func drawText_insetText() throws {
        let (label, plain) = (PaddedLabel(), UILabel())
        for label in [label, plain] {
            label.text = "HHHH"
            label.textColor = .red
            label.bounds.size = label.intrinsicContentSize
        }
        #expect(label.bounds.width == plain.bounds.width + 40)
        #expect(label.bounds.height == plain.bounds.height + 20)
        #expect(label.sizeThatFits(.zero) == label.bounds.size)
        let image = try #require(pixels(of: label))
        let plainImage = try #require(pixels(of: plain))
        #expect(label.drawnRects == [label.bounds])
        #expect(columns(of: image) == columns(of: plainImage).map { $0 + 10 })
    }

    @Test("a label whose subclass insets the text wraps within the insets")
    func textRect_wraps() {
        let label = PaddedLabel()
        label.text = "one two three four five six"
        label.numberOfLines = 0
        let wide = label.sizeThatFits(CGSize(width: 0, height: 0))
        let narrow = label.sizeThatFits(CGSize(width: wide.width - 20, height: 0))
        #expect(narrow.height > wide.height)
        #expect(narrow.width <= wide.width - 20)
        let one = label.textRect(forBounds: CGRect(x: 3, y: 4, width: 100, height: 100), limitedToNumberOfLines: 1)
        #expect(one.origin == CGPoint(x: 3, y: 4))
        #expect(one.height == wide.height)
    }

    @Test("a label whose subclass enlarges both sizes is enlarged once")
    func intrinsicContentSize_enlargedOnce() {
        let (label, plain) = (WideLabel(), UILabel())
        label.text = "Caption"
        plain.text = "Caption"
        #expect(label.intrinsicContentSize.width == plain.intrinsicContentSize.width + 12)
        #expect(label.sizeThatFits(.zero).height == plain.sizeThatFits(.zero).height + 4)
    }

    @Test("setNeedsDisplay draws the text of a label again")
    func setNeedsDisplay_drawsAgain() {
        let label = PaddedLabel(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
        label.text = "A"
        label.layoutIfNeeded()
        label.layoutIfNeeded()
        #expect(label.drawnRects.count == 1)
        label.setNeedsDisplay()
        label.layoutIfNeeded()
        #expect(label.drawnRects.count == 2)
    }

    @Test("the format of a renderer's context has the bounds of the renderer, and that of the client has none")
    func rendererFormat_bounds() {
        let format = UIGraphicsImageRendererFormat(for: UITraitCollection(displayScale: 2))
        let bounds = CGRect(x: 4, y: 4, width: 10, height: 6)
        var seen = CGRect.zero
        let image = UIGraphicsImageRenderer(bounds: bounds, format: format).image { context in
            seen = context.format.bounds
            UIColor.red.setFill()
            context.fill(context.format.bounds)
        }
        #expect(seen == bounds)
        #expect(image.cgImage?.width == 20)
        #expect(image.cgImage?.pixel(x: 19, y: 11)?.red == 255)
        #expect(format.bounds.isEmpty)
    }

    @Test("an activity indicator of an old style has its size and color")
    func activityIndicator_oldStyles() {
        let indicator = UIActivityIndicatorView(style: .whiteLarge)
        #expect(indicator.color == .white)
        #expect(indicator.bounds.size == UIActivityIndicatorView(style: .large).bounds.size)
        indicator.style = .gray
        #expect(indicator.color == .gray)
        #expect(indicator.intrinsicContentSize == UIActivityIndicatorView(style: .medium).bounds.size)
    }
}

@MainActor
struct DrawingTests {
    private func painted(_ body: @escaping (CGRect) -> Void) -> Painted {
        let view = Painted(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        view.paint = body
        return view
    }

    @Test("uikit table 5: draw(_:) is called once, and again after setNeedsDisplay")
    func draw_paintsContents() throws {
        var color = UIColor.red
        let view = painted { rect in
            color.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: rect.width / 2, height: rect.height))
        }
        let first = try #require(pixels(of: view))
        #expect(first.pixel(x: 2, y: 5)?.red == 255)
        #expect(first.pixel(x: 15, y: 5)?.alpha == 0)
        _ = pixels(of: view)
        #expect(view.count == 1)
        color = .blue
        view.setNeedsDisplay()
        #expect(try #require(pixels(of: view)).pixel(x: 2, y: 5)?.blue == 255)
        #expect(view.count == 2)
    }

    @Test(
        "uikit table 5: a view whose draw(_:) paints nothing becomes empty; a view without draw(_:) keeps its contents")
    func draw_nothing() throws {
        var isOn = true
        let view = painted { if isOn { UIRectFill($0) } }
        #expect(try #require(pixels(of: view)).pixel(x: 5, y: 5)?.alpha == 255)
        isOn = false
        view.setNeedsDisplay()
        #expect(try #require(pixels(of: view)).pixel(x: 5, y: 5)?.alpha == 0)

        let plain = UIView(frame: view.frame)
        plain.layer.contents = UIGraphicsImageRenderer(size: view.frame.size).image { $0.fill(view.frame) }.cgImage
        plain.setNeedsDisplay()
        #expect(try #require(pixels(of: plain)).pixel(x: 5, y: 5)?.alpha == 255)
    }

    @Test("uikit table 5: after a change of size a view with contentMode redraw is redrawn, others are stretched")
    func contentMode_redraw() throws {
        let view = painted { _ in UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10)) }
        _ = pixels(of: view)
        view.frame.size.width = 40
        #expect(try #require(pixels(of: view)).pixel(x: 18, y: 5)?.alpha == 255)
        view.contentMode = .redraw
        view.frame.size.width = 60
        #expect(try #require(pixels(of: view)).pixel(x: 18, y: 5)?.alpha == 0)
        #expect(view.count == 2)
    }

    @Test("uikit table 9: the bitmap has the scale's pixels, and drawing uses the coordinates of the bounds")
    func scaleAndBounds() throws {
        let view = painted { _ in UIRectFill(CGRect(x: 100, y: 100, width: 5, height: 5)) }
        view.bounds.origin = CGPoint(x: 100, y: 100)
        let picture = try #require(pixels(of: view))
        #expect(picture.pixel(x: 2, y: 2)?.alpha == 255)
        #expect(picture.pixel(x: 8, y: 2)?.alpha == 0)
    }

    @Test("uikit table 9: restoring a graphics state restores colour, clip and coordinates")
    func states() throws {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { renderer in
            let context = renderer.cgContext
            context.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
            context.saveGState()
            context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 20))
            context.translateBy(x: 0, y: 10)
            context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
            context.restoreGState()
            context.restoreGState()
            context.fill(CGRect(x: 10, y: 0, width: 10, height: 10))
        }
        let picture = try #require(image.cgImage)
        #expect(picture.pixel(x: 2, y: 15)?.red == 255)
        #expect(picture.pixel(x: 2, y: 5)?.alpha == 0)
        #expect(picture.pixel(x: 8, y: 15)?.alpha == 0)
        #expect(picture.pixel(x: 15, y: 5)?.green == 255)
    }

    @Test("uikit table 9: a path keeps its points when the coordinates change afterwards")
    func pathAndMatrix() throws {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { renderer in
            let context = renderer.cgContext
            context.addRect(CGRect(x: 0, y: 0, width: 5, height: 5))
            context.translateBy(x: 10, y: 10)
            context.addRect(CGRect(x: 0, y: 0, width: 5, height: 5))
            context.fillPath()
        }
        let picture = try #require(image.cgImage)
        #expect(picture.pixel(x: 2, y: 2)?.alpha == 255)
        #expect(picture.pixel(x: 12, y: 12)?.alpha == 255)
        #expect(picture.pixel(x: 7, y: 7)?.alpha == 0)
    }

    @Test("uikit table 9: UIImage.draw is upright; CGContext.draw is upside down where y points down, as Apple's")
    func pictures() throws {
        let half = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { renderer in
            renderer.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
        }
        let upright = UIGraphicsImageRenderer(size: half.size).image { _ in half.draw(at: .zero) }
        let source = try #require(half.cgImage)
        let turned = UIGraphicsImageRenderer(size: half.size).image { renderer in
            renderer.cgContext.draw(source, in: CGRect(origin: .zero, size: half.size))
        }
        #expect(try #require(upright.cgImage).pixel(x: 1, y: 0)?.alpha == 255)
        #expect(try #require(upright.cgImage).pixel(x: 1, y: 3)?.alpha == 0)
        #expect(try #require(turned.cgImage).pixel(x: 1, y: 0)?.alpha == 0)
        #expect(try #require(turned.cgImage).pixel(x: 1, y: 3)?.alpha == 255)
    }

    @Test(
        "uikit table 9: bezier paths and text are drawn into the current context or image context; empty sizes give no image"
    )
    func currentContext() throws {
        #expect(UIGraphicsGetCurrentContext() == nil)
        UIColor.red.setFill()
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 40, height: 20), false, 2)
        UIColor.red.set()
        UIBezierPath(rect: CGRect(x: 0, y: 0, width: 5, height: 20)).fill()
        let line = UIBezierPath()
        line.move(to: CGPoint(x: 20, y: 10))
        line.addLine(to: CGPoint(x: 40, y: 10))
        line.lineWidth = 4
        line.stroke()
        "M".draw(at: CGPoint(x: 6, y: 0), withAttributes: [.foregroundColor: UIColor.green])
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(image.size == CGSize(width: 40, height: 20))
        let picture = try #require(image.cgImage)
        #expect(picture.width == 80)
        #expect(picture.pixel(x: 4, y: 20)?.red == 255)
        #expect(picture.pixel(x: 60, y: 20)?.red == 255)
        #expect(picture.pixel(x: 60, y: 2)?.alpha == 0)
        let hasGreen = (12..<40).contains { x in (0..<40).contains { picture.pixel(x: x, y: $0)?.green ?? 0 > 100 } }
        #expect(hasGreen)
        #expect(UIGraphicsImageRenderer(size: .zero).image { $0.fill(.zero) }.size == .zero)
    }
}
