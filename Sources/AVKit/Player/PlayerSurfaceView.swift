import AVFoundation
import QuartzCore
import UIKit

/// The view whose layer displays the video.
final class PlayerSurfaceView: UIView {
    override class var layerClass: AnyClass { AVPlayerLayer.self }

    /// The view's layer; the cast succeeds because of `layerClass`.
    var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        accessibilityLabel = StringTable.current[.video]
    }

    required init?(coder: NSCoder) { nil }
}

/// The container of the client's views. Touches that these do not handle fall through to the player (R64).
final class OverlayView: UIView {
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}
