import CoreGraphics
import Foundation
import UIKit

/// A black gradient that fades towards the middle of the video, so that white text is legible over any frame.
///
/// The gradient is an image of one column, stretched by the layer: it takes little memory, and its easing hides where it ends.
final class ScrimView: UIView {
    enum Edge { case top, bottom }

    private static let steps = 256

    init(edge: Edge, alpha: CGFloat) {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        layer.contents = Self.image(edge: edge, alpha: alpha)
        layer.contentsGravity = .resize
    }

    required init?(coder: NSCoder) { nil }

    private static func image(edge: Edge, alpha: CGFloat) -> CGImage? {
        CGImage(width: 1, height: steps) { bytes, bytesPerRow in
            for row in 0..<steps {
                let depth = Double(row) / Double(steps - 1)
                let part = edge == .bottom ? depth : 1 - depth
                let eased = pow(part, 1.15)
                bytes[row * bytesPerRow + 3] = UInt8((Double(alpha) * eased * 255).rounded())
            }
        }
    }
}
