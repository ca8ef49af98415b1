import Foundation
import UIKit

/// Holds the content of an embedded player over its whole window during full screen.
///
/// The window retains the host view, which retains the content but not the controller: releasing the controller ends full screen (R51,
/// R52).
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

    /// Requests the whole display from the desktop, or the previous size.
    func coverDisplay(_ covers: Bool) {
        window?.isFullScreen = covers || wasFullScreen
    }

    func close() {
        coverDisplay(false)
        view.removeFromSuperview()
    }
}

/// A view with a black background behind the content (R95), in front of the window's other views. Its events go to the player.
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
