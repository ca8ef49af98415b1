import Foundation
import UIKit

/// Carries the content of an embedded player over its whole window while it is full screen.
///
/// The window holds it, and it holds the content, but not the controller: whoever lets the controller go ends full screen (R51, R52).
@MainActor
final class FullScreenHost {
    let view: FullScreenHostView
    private weak var window: UIWindow?
    private let wasFullScreen: Bool

    init(window: UIWindow, placement: PlacementController, responder: UIResponder) {
        self.window = window
        view = FullScreenHostView(frame: window.bounds)
        view.placement = placement
        view.responder = responder
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        wasFullScreen = window.isFullScreen
        window.addSubview(view)
    }

    /// Asks the desktop for the whole display, and for the former size afterwards.
    func coverDisplay(_ covers: Bool) {
        window?.isFullScreen = covers || wasFullScreen
    }

    func close() {
        coverDisplay(false)
        view.removeFromSuperview()
    }
}

/// Black behind the content (R95), in front of everything else; its events belong to the player.
final class FullScreenHostView: UIView {
    weak var placement: PlacementController?
    weak var responder: UIResponder?
    let backdrop = UIView(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        backdrop.backgroundColor = .black
        addSubview(backdrop)
    }

    required init?(coder: NSCoder) { nil }

    override var next: UIResponder? { responder ?? super.next }
    override var canBecomeFirstResponder: Bool { true }

    override func layoutSubviews() {
        super.layoutSubviews()
        backdrop.frame = bounds
        placement?.hostDidLayOut()
    }
}
