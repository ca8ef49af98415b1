import CoreGraphics
import QuartzCore
import VideoFrames

/// How the former and the new content of a layer are displayed at one position of a transition.
struct TransitionStage {
    struct Part {
        var opacity = 1.0
        /// In the layer's coordinates.
        var shift = CGSize.zero
    }

    private(set) var old = Part()
    private(set) var new = Part()
    private(set) var isOldInFront = false

    /// - Parameter position: from 0 to 1.
    init(_ transition: CATransition, at position: Double, of layer: CALayer) {
        let distance = (transition.subtype ?? .fromLeft).distance(in: layer.bounds.size)
        func part(_ factor: Double) -> CGSize {
            CGSize(width: distance.width * CGFloat(factor), height: distance.height * CGFloat(factor))
        }
        switch transition.type {
        case .moveIn: new.shift = part(1 - position)
        case .push:
            new.shift = part(1 - position)
            old.shift = part(-position)
        case .reveal:
            old.shift = part(-position)
            isOldInFront = true
        default:
            new.opacity = position
            // Below opaque content, the former content stays opaque, so that what is behind both does not shine through.
            if !Self.covers(layer) { old.opacity = 1 - position }
        }
    }

    /// Whether a layer is opaque within its bounds.
    private static func covers(_ layer: CALayer) -> Bool {
        guard !layer.isHidden, layer.opacity >= 1 else { return false }
        if let color = layer.backgroundColor, color.alpha >= 1 { return true }
        guard let image = layer.contents as? CGImage else { return layer.contents is any VideoFrameSource }
        return image.isOpaque && layer.contentsFrame?.contains(layer.bounds) == true
    }
}
