import CoreGraphics
import UIKit

/// Moves the window while the viewer drags the video with the primary button.
@MainActor
final class WindowDrag: NSObject, UIGestureRecognizerDelegate {
    private let pan = UIPanGestureRecognizer()

    override init() {
        super.init()
        pan.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.indirectPointer.rawValue)]
        pan.delegate = self
        pan.addAction { [weak self] _ in self?.moved() }
    }

    func attach(to content: PlayerContentView) { content.addGestureRecognizer(pan) }
    func detach() { pan.view?.removeGestureRecognizer(pan) }

    /// Only a press on the video itself begins a drag; presses on controls, menus and panels are theirs.
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        guard let content = pan.view as? PlayerContentView, let hit = touch.view else { return false }
        return hit === content || hit === content.surface || hit === content.card
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let content = pan.view as? PlayerContentView, let window = content.window else { return false }
        return !window.isFullScreen && content.pressDevice == .pointer
    }

    private func moved() {
        guard let window = pan.view?.window else { return }
        switch pan.state {
        case .began: window.beginMove()
        case .changed: window.continueMove(by: pan.translation(in: pan.view))
        default: break
        }
    }
}
