import CoreGraphics
import UIKit

/// A drag with one finger, or with the primary button of the pointer.
final class PrimaryPanGestureRecognizer: UIPanGestureRecognizer {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        if !event.buttonMask.isEmpty, event.buttonMask != .primary { state = .failed }
    }
}

/// Recognizes the drag down that takes a player out of full screen (R32), also without built-in controls (R61) and over the client's
/// views (R64).
///
/// A drag of inline content is not recognized, so that an enclosing scroll view scrolls. Drags on controls belong to the controls.
@MainActor
final class DismissalPan: NSObject, UIGestureRecognizerDelegate {
    private weak var controller: AVPlayerViewController?
    let recognizer = PrimaryPanGestureRecognizer()

    /// The vertical part of the movement must be so many times the horizontal part. The first points of a drag are often slanted.
    private static let steepness: CGFloat = 0.75

    init(controller: AVPlayerViewController) {
        self.controller = controller
        super.init()
        recognizer.maximumNumberOfTouches = 1
        recognizer.delegate = self
        recognizer.addAction { [weak self] _ in self?.panned() }
        controller.content.addGestureRecognizer(recognizer)
    }

    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        var view = touch.view
        while let present = view, present !== controller?.content {
            if present is UIControl || present is any PointerTarget || present is UIScrollView { return false }
            view = present.superview
        }
        return true
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        let moved = recognizer.translation(in: nil)
        return moved.y > abs(moved.x) * Self.steepness && controller?.placement.canDrag == true
    }

    private func panned() {
        guard let placement = controller?.placement else { return }
        let moved = recognizer.translation(in: nil)
        switch recognizer.state {
        case .began:
            let place = recognizer.location(in: nil)
            guard placement.beginDrag(at: CGPoint(x: place.x - moved.x, y: place.y - moved.y)) else {
                // The client has refused. The rest of the movement is ignored.
                recognizer.isEnabled = false
                recognizer.isEnabled = true
                return
            }
            placement.moveDrag(by: moved)
        case .changed: placement.moveDrag(by: moved)
        case .ended: placement.endDrag(by: moved, velocity: recognizer.velocity(in: nil))
        default: placement.cancelDrag()
        }
    }
}
