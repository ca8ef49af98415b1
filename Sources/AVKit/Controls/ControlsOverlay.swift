import CoreGraphics
import UIKit

/// A view of controls over the video. Its gradients have another place in the view tree, but fade and hide with it, and touches outside every
/// control pass through to the client's overlay and the player's own gestures (R64).
class ControlsOverlay: UIView {
    private let gradients = UIView(frame: .zero)
    /// The dark gradients behind the controls. They are not subviews of the controls, so that captions can be placed between the two.
    var scrims: UIView { gradients }

    override init(frame: CGRect) {
        super.init(frame: frame)
        gradients.isUserInteractionEnabled = false
    }

    required init?(coder: NSCoder) { nil }

    override var alpha: CGFloat {
        get { super.alpha }
        set {
            super.alpha = newValue
            scrims.alpha = newValue
        }
    }

    override var isHidden: Bool {
        get { super.isHidden }
        set {
            super.isHidden = newValue
            scrims.isHidden = newValue
        }
    }

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}
