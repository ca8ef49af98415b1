import CoreGraphics
import Foundation
import UIKit

/// Sizes and fonts of the television idiom, designed for 1280 x 720 and scaled with the window and the viewer's text size.
struct TVLook: Equatable {
    static let sideMargin: CGFloat = 64
    static let bottomMargin: CGFloat = 36
    static let buttonSize: CGFloat = 52
    static let buttonPitch: CGFloat = 66
    static let tabHeight: CGFloat = 42
    static let trackHeight: CGFloat = 10
    static let previewWidth: CGFloat = 320
    static let cardSize = CGSize(width: 268, height: 151)
    static let cardPitch: CGFloat = 294
    static let panelHeight: CGFloat = 214
    static let menuWidth: CGFloat = 380
    static let menuRowHeight: CGFloat = 56
    static let focusedFill = UIColor.white
    static let focusedInk = UIColor(red: 0.07, green: 0.07, blue: 0.08, alpha: 1)

    static let focusTime: TimeInterval = 0.2
    static let panelTime: TimeInterval = 0.25
    static let panelSlide: CGFloat = 24

    /// Window points per point of the design.
    let unit: CGFloat

    /// The largest growth of the controls by the viewer's text size. They grow as a whole, and beyond this an open panel would push the
    /// title out of the window.
    static let largestGrowth: CGFloat = 1.5

    init(size: CGSize) {
        let growth = max(0.85, min(Self.largestGrowth, PlayerLook.textFactor))
        unit = max(0.4, min(size.width / 1_280, size.height / 720, 6)) * growth
    }

    func callAsFunction(_ points: CGFloat) -> CGFloat { (points * unit).rounded() }

    func font(_ size: CGFloat, _ weight: UIFont.Weight) -> UIFont { .systemFont(ofSize: size * unit, weight: weight) }
    func digits(_ size: CGFloat, _ weight: UIFont.Weight) -> UIFont {
        .monospacedDigitSystemFont(ofSize: size * unit, weight: weight)
    }

    /// Runs an animation of the television idiom, without movement where motion is reduced.
    @MainActor
    static func spring(_ seconds: TimeInterval, _ animations: @escaping () -> Void, completion: (() -> Void)? = nil) {
        UIView.animate(
            withDuration: seconds, delay: 0, usingSpringWithDamping: 0.82, initialSpringVelocity: 0,
            options: [.beginFromCurrentState, .allowUserInteraction], animations: animations
        ) { _ in completion?() }
    }
}

extension UIView {
    /// Places a view that may be transformed.
    func place(_ rect: CGRect) {
        bounds.size = rect.size
        center = CGPoint(x: rect.midX, y: rect.midY)
    }
}

/// A control of the television idiom that grows and lights up on a short spring when it gets the focus.
class FocusControl: UIControl {
    let look: TVLook
    /// Called when the control has got the focus.
    final var onFocus: () -> Void = {}

    init(look: TVLook) {
        self.look = look
        super.init(frame: .zero)
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFocused: Bool { isEnabled && !isHidden }

    /// The size of the focused control, relative to the others.
    var focusedScale: CGFloat { 1 }

    /// Applies colors; called within the animation of the focus.
    func showFocus(_ isFocused: Bool) {}

    override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
        super.didUpdateFocus(in: context, with: coordinator)
        let isNext = context.nextFocusedItem === self
        guard isNext || context.previouslyFocusedItem === self else { return }
        let scale = isNext && !UIAccessibility.isReduceMotionEnabled ? focusedScale : 1
        TVLook.spring(TVLook.focusTime) { [self] in
            transform = CGAffineTransform(scaleX: scale, y: scale)
            showFocus(isNext)
        }
        if isNext { onFocus() }
    }
}
