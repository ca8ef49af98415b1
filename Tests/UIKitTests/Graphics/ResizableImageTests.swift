import CoreGraphics
import Foundation
import Testing

@testable import UIKit

/// Images whose edges keep their size, and mirrored images.
@MainActor
struct ResizableImageTests {
    /// Red, green and blue columns of two pixels each, four pixels high.
    private func stripes() -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 6, height: 4))
            .image { context in
                for (index, color) in [UIColor.red, .green, .blue].enumerated() {
                    color.setFill()
                    context.fill(CGRect(x: index * 2, y: 0, width: 2, height: 4))
                }
            }
    }

    private func reds(_ image: CGImage?) -> [Int] {
        guard let image else { return [] }
        return (0..<image.width).filter {
            image.pixel(x: $0, y: image.height / 2).map { $0.red > 200 && $0.blue < 60 } ?? false
        }
    }

    private func blues(_ image: CGImage?) -> [Int] {
        guard let image else { return [] }
        return (0..<image.width).filter {
            image.pixel(x: $0, y: image.height / 2).map { $0.blue > 200 && $0.red < 60 } ?? false
        }
    }

    @Test(
        "the caps of a resizable image keep their width in an image view that scales to fill, and its middle is stretched"
    )
    func imageView() {
        let caps = UIEdgeInsets(top: 1, left: 2, bottom: 1, right: 2)
        let image = stripes().resizableImage(withCapInsets: caps, resizingMode: .stretch)
        #expect(image.capInsets == caps && image.resizingMode == .stretch && image.size == CGSize(width: 6, height: 4))
        let view = UIImageView(image: image)
        view.frame = CGRect(x: 0, y: 0, width: 30, height: 12)
        view.layoutIfNeeded()
        let shown = view.layer.contents as? CGImage
        #expect(shown?.width == 30 && shown?.height == 12)
        #expect(reds(shown) == [0, 1] && blues(shown) == [28, 29])
        view.contentMode = .center
        view.layoutIfNeeded()
        #expect((view.layer.contents as? CGImage)?.width == 6)
    }

    @Test("the middle of a tiled image is repeated where the image is drawn in a larger rectangle")
    func tiles() {
        let image = stripes().resizableImage(withCapInsets: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 2))
        #expect(image.resizingMode == .tile)
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 14, height: 4))
            .image { _ in image.draw(in: CGRect(x: 0, y: 0, width: 14, height: 4)) }
        #expect(reds(drawn.cgImage) == [0, 1, 4, 5, 8, 9] && blues(drawn.cgImage) == [12, 13])
    }

    @Test("a mirrored image has its columns from right to left")
    func mirrored() {
        let image = stripes().withHorizontallyFlippedOrientation()
        #expect(reds(image.cgImage) == [4, 5] && blues(image.cgImage) == [0, 1])
        let flipping = stripes().imageFlippedForRightToLeftLayoutDirection()
        #expect(flipping.flipsForRightToLeftLayoutDirection)
        let view = UIImageView(image: flipping)
        view.layoutIfNeeded()
        #expect(reds(view.layer.contents as? CGImage) == [0, 1])
    }

    @Test("a switch over Apple's press types is exhaustive with an unknown default")
    func pressTypes() {
        func name(_ type: UIPress.PressType) -> String {
            switch type {
            case .upArrow, .downArrow, .leftArrow, .rightArrow, .pageUp, .pageDown: "move"
            case .select, .menu, .playPause: "button"
            default: "other"
            }
        }
        #expect(name(.select) == "button" && name(._rewind) == "other" && UIPress.PressType(rawValue: 6) == .playPause)
    }

    /// Red, green and blue rows of two pixels each, at a scale of 2.
    private func rows() throws -> UIImage {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 6))
            .image { context in
                for (index, color) in [UIColor.red, .green, .blue].enumerated() {
                    color.setFill()
                    context.fill(CGRect(x: 0, y: index * 2, width: 4, height: 2))
                }
            }
        return UIImage(cgImage: try #require(image.cgImage), scale: 2, orientation: .up)
    }

    private func colors(_ image: UIImage, _ size: CGSize) -> [String] {
        let drawn = UIGraphicsImageRenderer(size: size).image { _ in image.draw(in: CGRect(origin: .zero, size: size)) }
        return (0..<Int(size.height)).map { y in
            guard let pixel = drawn.cgImage?.pixel(x: 1, y: y) else { return "" }
            return pixel.red > 200 ? "r" : pixel.blue > 200 ? "b" : pixel.green > 100 ? "g" : "-"
        }
    }

    @Test("caps at the top and the bottom keep their points, at any scale of the image, and shrink in a small area")
    func verticalCaps() throws {
        let even = try rows()
            .resizableImage(withCapInsets: UIEdgeInsets(top: 1, left: 0, bottom: 1, right: 0), resizingMode: .stretch)
        #expect(colors(even, CGSize(width: 4, height: 6)) == ["r", "g", "g", "g", "g", "b"])
        let bottom = try rows()
            .resizableImage(withCapInsets: UIEdgeInsets(top: 0, left: 0, bottom: 1, right: 0), resizingMode: .stretch)
        #expect(colors(bottom, CGSize(width: 4, height: 9)).suffix(2) == ["g", "b"])
        let whole = try rows()
            .resizableImage(withCapInsets: UIEdgeInsets(top: 2, left: 0, bottom: 5, right: 0), resizingMode: .stretch)
        #expect(colors(whole, CGSize(width: 4, height: 3)) == ["r", "g", "b"])
    }

    @Test("the last tile of an image ends where its cap begins")
    func lastTile() {
        let image = stripes().resizableImage(withCapInsets: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 2))
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 9, height: 4))
            .image { _ in image.draw(in: CGRect(x: 0, y: 0, width: 9, height: 4)) }
        #expect(reds(drawn.cgImage) == [0, 1, 4, 5] && blues(drawn.cgImage) == [7, 8])
    }

    @Test("an image view draws a resizable image anew for another size, and mirrors images from right to left")
    func views() {
        let caps = UIEdgeInsets(top: 1, left: 2, bottom: 1, right: 2)
        let view = UIImageView(image: stripes().resizableImage(withCapInsets: caps, resizingMode: .stretch))
        for width in [20, 30] {
            view.frame = CGRect(x: 0, y: 0, width: width, height: 12)
            view.layoutIfNeeded()
            #expect((view.layer.contents as? CGImage)?.width == width)
        }
    }

    @Test("caps that are wider than the area shrink together, and stretching does not repeat")
    func narrow() {
        let caps = UIEdgeInsets(top: 0, left: 4, bottom: 0, right: 2)
        let narrow = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 4))
            .image { _ in
                stripes().resizableImage(withCapInsets: caps).draw(in: CGRect(x: 0, y: 0, width: 3, height: 4))
            }
        #expect(reds(narrow.cgImage) == [0] && blues(narrow.cgImage) == [2])
        let stretched = stripes().resizableImage(withCapInsets: .zero, resizingMode: .stretch)
        let wide = UIGraphicsImageRenderer(size: CGSize(width: 60, height: 4))
            .image { _ in stretched.draw(in: CGRect(x: 0, y: 0, width: 60, height: 4)) }
        #expect((reds(wide.cgImage).last ?? 60) < 25)
    }
}
