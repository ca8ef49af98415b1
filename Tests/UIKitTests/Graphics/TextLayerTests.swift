import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// The contents of text layers.
@MainActor
struct TextLayerTests {
    private func layer(_ string: Any?, width: CGFloat = 200, height: CGFloat = 60) -> CATextLayer {
        let layer = CATextLayer()
        layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
        layer.fontSize = 20
        layer.string = string
        return layer
    }

    private func image(_ layer: CATextLayer) -> CGImage? {
        layer.displayIfNeeded()
        return layer.contents.flatMap { $0 as? CGImage }
    }

    private func columns(_ image: CGImage?) -> [Int] {
        guard let image else { return [] }
        return (0..<image.width)
            .filter { x in (0..<image.height).contains { y in image.pixel(x: x, y: y)?.alpha ?? 0 > 64 } }
    }

    private func rows(_ image: CGImage?) -> [Int] {
        guard let image else { return [] }
        return (0..<image.height)
            .filter { y in (0..<image.width).contains { x in image.pixel(x: x, y: y)?.alpha ?? 0 > 64 } }
    }

    @Test(
        "a text layer draws its string from the top edge, white, in pixels of its scale; without text it has no contents"
    )
    func plain() throws {
        let layer = layer("Text")
        layer.contentsScale = 2
        let picture = try #require(image(layer))
        #expect(picture.width == 400 && picture.height == 120)
        let rows = rows(picture)
        #expect((rows.last ?? 120) < 60)
        let column = try #require(columns(picture).first)
        let pixels = rows.compactMap { picture.pixel(x: column, y: $0) }
        #expect(pixels.allSatisfy { $0.red == $0.alpha && $0.blue == $0.alpha })
        layer.string = nil
        #expect(image(layer) == nil)
    }

    @Test("the alignment moves the text to the edges and to the center of the bounds")
    func alignment() {
        let layer = layer("Text")
        var starts: [Int] = []
        for mode in [CATextLayerAlignmentMode.natural, .center, .right] {
            layer.alignmentMode = mode
            starts.append(columns(image(layer)).first ?? -1)
        }
        #expect(starts[0] >= 0 && starts[0] < 5 && starts[1] > 50 && starts[2] > 120)
    }

    @Test("long text wraps in a layer that wraps, is cut at the edge otherwise, and ends earlier with an ellipsis")
    func lines() {
        let layer = layer("Several words that take more than one line of this layer", width: 120, height: 100)
        let single = rows(image(layer)).count
        #expect((columns(image(layer)).last ?? 0) >= 118)
        layer.truncationMode = .end
        #expect(rows(image(layer)).count == single)
        layer.truncationMode = .none
        layer.isWrapped = true
        #expect(rows(image(layer)).count > single * 2)
        layer.truncationMode = .end
        layer.bounds.size.height = 30
        #expect(rows(image(layer)).count <= single + 1)
    }

    @Test("the size, the color and the font of a text layer apply to a string, and attributes to their text")
    func attributes() throws {
        let layer = layer("Text")
        let small = columns(image(layer)).count
        layer.fontSize = 40
        layer.font = UIFont.boldSystemFont(ofSize: 1)
        layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let large = image(layer)
        #expect(columns(large).count > small * 3 / 2)
        let x = try #require(columns(large).first)
        #expect((0..<60).allSatisfy { large?.pixel(x: x, y: $0)?.blue == 0 })
        layer.string = NSAttributedString(
            string: "Text",
            attributes: [.font: UIFont.systemFont(ofSize: 20), .foregroundColor: UIColor.blue])
        let attributed = image(layer)
        #expect(columns(attributed).count == small)
        #expect((0..<60).allSatisfy { attributed?.pixel(x: x, y: $0)?.red ?? 0 < 60 })
    }

    @Test("long text that does not wrap shows its start, its middle or its end, as the alignment says")
    func unwrapped() {
        var pictures: [[Int]] = []
        // The letters at the start, in the middle and at the end are of different widths.
        for mode in [CATextLayerAlignmentMode.left, .center, .right] {
            let layer = layer("iiiiiiiiiiiiiiiiiiii                              mmmmmmmm", width: 60)
            layer.alignmentMode = mode
            pictures.append(columns(image(layer)))
        }
        #expect(!pictures[0].isEmpty && pictures[1].count < pictures[0].count && pictures[2].count > pictures[1].count)
        #expect(pictures[2].count > pictures[0].count * 5 / 4)
    }

    @Test("a truncated text that wraps has as many lines as fit")
    func wrappedLines() {
        let layer = layer("Several words that take more than one line of this layer", width: 120, height: 0)
        let line = "x".size(withAttributes: [.font: UIFont.systemFont(ofSize: 20)]).height
        layer.isWrapped = true
        layer.truncationMode = .end
        layer.bounds.size.height = line * 2 + 1
        #expect((rows(image(layer)).last ?? 0) > Int(line))
    }

    @Test("text without a color is black, a font may be a name, and another scale draws anew")
    func colorFontScale() throws {
        let layer = layer("iiiii")
        layer.foregroundColor = nil
        let picture = try #require(image(layer))
        let x = try #require(columns(picture).first)
        #expect((0..<60).allSatisfy { picture.pixel(x: x, y: $0)?.red == 0 })
        let narrow = columns(picture).last ?? 0
        layer.font = "monospace" as NSString
        #expect((columns(image(layer)).last ?? 0) > narrow + 10)
        layer.contentsScale = 3
        #expect(image(layer)?.width == 600)
    }

    @Test("the copy of a text layer for the presentation has its properties")
    func presentation() throws {
        let layer = layer("Text")
        (layer.isWrapped, layer.truncationMode, layer.alignmentMode) = (true, .middle, .center)
        let copy = try #require(layer.presentation() as? CATextLayer)
        #expect(copy.isWrapped && copy.truncationMode == .middle && copy.alignmentMode == .center)
        #expect(copy.string as? String == "Text" && copy.fontSize == 20)
    }
}
