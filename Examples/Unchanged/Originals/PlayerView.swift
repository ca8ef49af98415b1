/*
 A view whose layer shows the video of a player.
 */

import AVFoundation
import UIKit

@IBDesignable
class PlayerView: UIView {

    @IBInspectable var cornerRadius: CGFloat = 0 {
        didSet { layer.cornerRadius = cornerRadius }
    }

    // Override the property to make AVPlayerLayer the view's backing layer.
    override class var layerClass: AnyClass { AVPlayerLayer.self }

    var player: AVPlayer? {
        get { playerLayer.player }
        set { playerLayer.player = newValue }
    }

    private var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }

    private static var readyContext = 0

    override init(frame: CGRect) {
        super.init(frame: frame)
        commonInit()
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        commonInit()
    }

    private func commonInit() {
        playerLayer.videoGravity = .resizeAspect
        playerLayer.addObserver(
            self,
            forKeyPath: #keyPath(AVPlayerLayer.isReadyForDisplay),
            options: [.initial, .new],
            context: &PlayerView.readyContext)
    }

    deinit {
        layer.removeObserver(
            self, forKeyPath: #keyPath(AVPlayerLayer.isReadyForDisplay), context: &PlayerView.readyContext)
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard context == &PlayerView.readyContext else {
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
            return
        }
        if change?[.newKey] as? Bool == true {
            EventLog.shared.record("The first frame is ready for display.")
        }
    }

    /// The part of the view in which a video of the given size is visible.
    func videoFrame(for size: CGSize) -> CGRect {
        guard size.width > 0, size.height > 0 else { return bounds }
        let scale = min(bounds.width / size.width, bounds.height / size.height)
        let fitted = CGSize(width: size.width * scale, height: size.height * scale)
        return CGRect(
            x: bounds.midX - fitted.width / 2, y: bounds.midY - fitted.height / 2, width: fitted.width,
            height: fitted.height)
    }
}
