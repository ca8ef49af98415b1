import AVFoundation
import CoreGraphics
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

    /// The magnification of the video, and the frame of the view relative to its place without magnification.
    private(set) var magnification: CGFloat = 1
    private var offset = CGPoint.zero

    /// Magnifies the video about a point of the superview, which stays in its place.
    func magnify(_ magnification: CGFloat, around point: CGPoint, in area: CGRect) {
        let ratio = magnification / self.magnification
        let left = point.x - (point.x - frame.minX) * ratio
        let top = point.y - (point.y - frame.minY) * ratio
        // The area stays covered.
        let size = CGSize(width: area.width * magnification, height: area.height * magnification)
        self.magnification = magnification
        offset = CGPoint(
            x: min(0, max(left - area.minX, area.width - size.width)),
            y: min(0, max(top - area.minY, area.height - size.height)))
        place(in: area)
    }

    /// Fills the area, and more of it while the video is magnified.
    func place(in area: CGRect) {
        frame = CGRect(
            x: area.minX + offset.x, y: area.minY + offset.y, width: area.width * magnification,
            height: area.height * magnification)
    }
}

/// The container of the client's views. Touches that these do not handle fall through to the player (R64).
final class OverlayView: UIView {
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}
