import CoreGraphics
import Foundation
import Testing

@testable import UIKit

/// Views and layers that a program draws into its own images.
@MainActor
struct SnapshotTests {
    private func stage() -> UIView {
        let view = UIView(frame: CGRect(x: 30, y: 40, width: 4, height: 2))
        view.backgroundColor = .red
        let part = UIView(frame: CGRect(x: 2, y: 1, width: 2, height: 1))
        part.backgroundColor = .blue
        view.addSubview(part)
        return view
    }

    private func color(_ image: UIImage?, _ x: Int, _ y: Int) -> [UInt8] {
        guard let pixel = image?.cgImage?.pixel(x: x, y: y) else { return [] }
        return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
    }

    @Test("a layer is rendered with its sublayers, at the scale of the context and where the context's matrix says")
    func render() {
        let view = stage()
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 4), format: format)
            .image { context in
                context.cgContext.translateBy(x: 4, y: 2)
                view.layer.render(in: context.cgContext)
            }
        #expect(color(image, 7, 3) == [0, 0, 0, 0])
        #expect(color(image, 8, 4)[0] == color(image, 11, 7)[0] && color(image, 8, 4)[3] == 255)
        #expect(color(image, 12, 6) == color(image, 15, 7))
        #expect(color(image, 12, 6)[2] > color(image, 12, 6)[0])
    }

    @Test("a hierarchy is drawn scaled into a rectangle of the current context, and not without a context")
    func hierarchy() {
        let view = stage()
        #expect(!view.drawHierarchy(in: view.bounds, afterScreenUpdates: true))
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 8, height: 4), false, 1)
        #expect(view.drawHierarchy(in: CGRect(x: 0, y: 0, width: 8, height: 4), afterScreenUpdates: true))
        let image = UIGraphicsGetImageFromCurrentImageContext()
        let copy = UIGraphicsGetCurrentContext()?.makeImage()
        UIGraphicsEndImageContext()
        #expect(color(image, 0, 0)[0] == 255 && color(image, 7, 3)[2] > 200)
        #expect(copy?.width == 8 && copy?.pixel(x: 0, y: 0)?.red == 255)
    }

    @Test("a snapshot view keeps what the view displayed")
    func snapshot() throws {
        let view = stage()
        let snapshot = try #require(view.snapshotView(afterScreenUpdates: true))
        view.backgroundColor = .green
        #expect(snapshot.bounds == view.bounds)
        let image = UIGraphicsImageRenderer(size: view.bounds.size)
            .image { snapshot.layer.render(in: $0.cgContext) }
        #expect(color(image, 0, 0)[0] == 255)
        #expect(UIView().snapshotView(afterScreenUpdates: false) == nil)
    }

    @Test("text and emoji keep their colours in a bitmap whose red comes first")
    func textInBitmaps() throws {
        func draw(_ text: String, _ color: UIColor, _ info: UInt32) throws -> CGImage {
            let context = try #require(
                CGContext(
                    data: nil, width: 60, height: 40, bitsPerComponent: 8, bytesPerRow: 0,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info))
            UIGraphicsPushContext(context)
            text.draw(
                at: CGPoint(x: 2, y: 2),
                withAttributes: [.font: UIFont.systemFont(ofSize: 30), .foregroundColor: color])
            UIGraphicsPopContext()
            return try #require(context.makeImage())
        }
        func mean(_ image: CGImage) -> [Int] {
            var sum = [0, 0, 0]
            for y in 0..<image.height {
                for x in 0..<image.width {
                    guard let pixel = image.pixel(x: x, y: y) else { continue }
                    for (index, part) in [pixel.red, pixel.green, pixel.blue].enumerated() { sum[index] += Int(part) }
                }
            }
            return sum.map { $0 / 240 }
        }
        let swapped = CGImageAlphaInfo.premultipliedLast.rawValue
        let usual = CGImageAlphaInfo.premultipliedFirst.rawValue | CGImageByteOrderInfo.order32Little.rawValue
        for text in ["Red", "🍎"] {
            let (first, second) = (mean(try draw(text, .red, swapped)), mean(try draw(text, .red, usual)))
            #expect(second[0] > second[2])
            for index in 0..<3 { #expect(abs(first[index] - second[index]) <= 3, "\(text): \(first) \(second)") }
        }
    }
}
