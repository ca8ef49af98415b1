import CoreGraphics
import UIKit

/// A press on the content outside the controls.
struct PlayerPress {
    enum Device: Equatable {
        case finger
        /// The primary button of a pointer.
        case pointer
        /// The secondary button of a pointer.
        case secondary
        /// Another button, which has no function.
        case other
    }

    /// The movement in points up to which a press is a click or tap.
    static let slack: CGFloat = 10

    let device: Device
    /// The number of presses in quick succession, this one included.
    let count: Int
    /// The place in the content.
    let point: CGPoint

    /// - Parameter buttons: the pressed buttons; empty for fingers.
    @MainActor
    init(_ touch: UITouch, buttons: UIEvent.ButtonMask, in view: UIView) {
        if touch.type != .indirectPointer {
            device = .finger
        } else if buttons.isEmpty || buttons == .primary {
            device = .pointer
        } else {
            device = buttons == .secondary ? .secondary : .other
        }
        count = touch.tapCount
        point = touch.location(in: view)
    }

    /// Returns whether the press can end at a point as a click or tap.
    func contains(_ end: CGPoint) -> Bool { hypot(end.x - point.x, end.y - point.y) <= Self.slack }
}
