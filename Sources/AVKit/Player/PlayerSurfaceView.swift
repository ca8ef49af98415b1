import AVFoundation
import QuartzCore
import UIKit

/// The view whose layer is the picture.
final class PlayerSurfaceView: UIView {
    override class var layerClass: AnyClass { AVPlayerLayer.self }

    /// `layerClass` makes it so.
    var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        accessibilityLabel = StringTable.current[.video]
    }

    required init?(coder: NSCoder) { nil }
}

/// Holds the client's views; what they do not take falls through to the player (R64).
final class OverlayView: UIView {
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}
