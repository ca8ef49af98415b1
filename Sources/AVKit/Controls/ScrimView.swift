import CoreGraphics
import UIKit

/// A black gradient behind the controls at an edge of the video, so that white text is legible over any frame: dark as far as the controls
/// reach, and fading out towards the middle of the video.
///
/// The gradient is an image of one column, stretched by the layer: it takes little memory, and its easing hides where it ends.
final class ScrimView: UIView {
    enum Edge { case top, bottom }

    private static let steps = 256
    private let edge: Edge
    /// The darkness and the part of the height with full darkness, as drawn.
    private var drawn: (alpha: CGFloat, part: CGFloat)?

    init(edge: Edge) {
        self.edge = edge
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        layer.contentsGravity = .resize
    }

    required init?(coder: NSCoder) { nil }

    /// Places the gradient at its edge of an area.
    /// - Parameters:
    ///   - solid: the height of the controls in points.
    ///   - fade: the height over which the gradient fades out beyond the controls.
    func place(in area: CGRect, solid: CGFloat, fade: CGFloat, alpha: CGFloat) {
        let height = min(area.height, solid + fade)
        guard height > 0 else { return frame = .zero }
        frame = CGRect(
            x: area.minX, y: edge == .top ? area.minY : area.maxY - height, width: area.width, height: height)
        let part = min(1, solid / height)
        if let drawn, drawn.alpha == alpha, abs(drawn.part - part) < 0.002 { return }
        drawn = (alpha, part)
        layer.contents = Self.image(edge: edge, alpha: alpha, part: part)
    }

    /// Returns the darkness at a distance from the inner end, both as parts of the height.
    private static func darkness(at depth: Double, part: Double) -> Double {
        let fade = 1 - part
        guard fade > 0, depth < fade else { return 1 }
        let x = depth / fade
        return x * x * (3 - 2 * x)
    }

    private static func image(edge: Edge, alpha: CGFloat, part: CGFloat) -> CGImage? {
        CGImage(width: 1, height: steps) { bytes, bytesPerRow in
            for row in 0..<steps {
                let place = Double(row) / Double(steps - 1)
                let eased = darkness(at: edge == .bottom ? place : 1 - place, part: Double(part))
                bytes[row * bytesPerRow + 3] = UInt8((Double(alpha) * eased * 255).rounded())
            }
        }
    }
}
