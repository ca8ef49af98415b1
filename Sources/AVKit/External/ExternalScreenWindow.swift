import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// A window that covers an external screen with a player's video and captions. Its keys go to the player's controller.
@MainActor
final class ExternalScreenWindow {
    let screen: UIScreen
    let window: UIWindow
    private let view: ExternalScreenView

    init(_ player: AVPlayer, on screen: UIScreen, responder: UIResponder) {
        self.screen = screen
        view = ExternalScreenView(frame: screen.bounds)
        view.responder = responder
        view.surface.playerLayer.player = player
        window = UIWindow(frame: screen.bounds)
        window.screen = screen
        window.hasFrame = false
        window.isFullScreen = screen.supportsFullScreen
        let controller = UIViewController()
        controller.view = view
        window.rootViewController = controller
        window.isHidden = false
    }

    var player: AVPlayer? {
        get { view.surface.playerLayer.player }
        set { if newValue !== player { view.surface.playerLayer.player = newValue } }
    }

    var gravity: AVLayerVideoGravity {
        get { view.surface.playerLayer.videoGravity }
        set { if newValue != gravity { view.surface.playerLayer.videoGravity = newValue } }
    }

    var layer: AVPlayerLayer { view.surface.playerLayer }
    /// The frame of the window on the desktop, in points.
    var frame: CGRect? { window.desktopFrame }

    func showCaptions(_ texts: [NSAttributedString]) { view.showCaptions(texts) }

    func close() {
        view.surface.playerLayer.player = nil
        window.close()
    }
}

/// The content of an external screen.
private final class ExternalScreenView: UIView {
    let surface = PlayerSurfaceView(frame: .zero)
    private let captions = CaptionView(frame: .zero)
    weak var responder: UIResponder?

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
        addSubview(surface)
        addSubview(captions)
    }

    required init?(coder: NSCoder) { nil }

    override var next: UIResponder? { responder ?? super.next }
    override var canBecomeFirstResponder: Bool { true }

    override func layoutSubviews() {
        super.layoutSubviews()
        surface.frame = bounds
        captions.frame = bounds
        captions.videoRect = surface.playerLayer.videoRect
    }

    func showCaptions(_ texts: [NSAttributedString]) {
        captions.videoRect = surface.playerLayer.videoRect
        captions.show(texts)
    }
}
