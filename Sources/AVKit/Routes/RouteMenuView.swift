import CoreGraphics
import Foundation
import UIKit

/// The menu of a route picker, over everything else in its window. A press outside closes it; the arrow keys, Return and Escape operate it.
final class RouteMenuView: UIView {
    private(set) var menu: GlassMenuView
    private let anchor: CGRect
    private weak var former: UIResponder?
    private let hover = UIHoverGestureRecognizer()
    var closeHandler: @MainActor () -> Void = {}

    /// - Parameters:
    ///   - button: the frame of the button in the window.
    init(_ sections: [MenuSection], over button: CGRect, in window: UIWindow) {
        menu = GlassMenuView(sections: sections)
        anchor = button
        former = Self.firstResponder(in: window)
        super.init(frame: window.bounds)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        install()
        hover.addAction { [weak self] in self?.hovered($0) }
        addGestureRecognizer(hover)
        window.addSubview(self)
        becomeFirstResponder()
    }

    required init?(coder: NSCoder) { nil }

    private static func firstResponder(in view: UIView) -> UIResponder? {
        view.isFirstResponder ? view : view.subviews.lazy.compactMap { firstResponder(in: $0) }.first
    }

    private func install() {
        menu.onChoose = { [weak self] row in
            row.action()
            self?.close()
        }
        addSubview(menu)
        setNeedsLayout()
    }

    /// Shows changed outputs and screens.
    func update(_ sections: [MenuSection]) {
        guard !menu.update(sections) else { return }
        menu.removeFromSuperview()
        menu = GlassMenuView(sections: sections)
        install()
    }

    func close() {
        guard superview != nil else { return }
        removeFromSuperview()
        former?.becomeFirstResponder()
        closeHandler()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let margin: CGFloat = 14
        let width = min(PlayerLook.menuWidth + 40, bounds.width - 2 * margin)
        // Above the button where there is more room than below.
        let isAbove = anchor.midY > bounds.midY
        let room = isAbove ? anchor.minY - 10 - margin : bounds.height - anchor.maxY - 10 - margin
        let height = min(menu.wantedHeight, max(60, room))
        let left = max(margin, min(anchor.midX - width / 2, bounds.width - margin - width))
        menu.frame = CGRect(
            x: left.rounded(), y: (isAbove ? anchor.minY - 10 - height : anchor.maxY + 10).rounded(), width: width,
            height: height.rounded())
    }

    // MARK: Input

    override var canBecomeFirstResponder: Bool { true }
    override var canBecomeFocused: Bool { true }

    private func hovered(_ recognizer: UIGestureRecognizer) {
        let point = recognizer.location(in: menu)
        let isInside = recognizer.state != .ended && menu.bounds.contains(point)
        menu.isHovered = isInside
        if isInside { menu.pointerMoved(to: point) }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { close() }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        for press in presses {
            switch press.type {
            case .upArrow: menu.moveSelection(by: -1)
            case .downArrow: menu.moveSelection(by: 1)
            case .select: menu.chooseSelection()
            case .menu: close()
            default: if press.key?.charactersIgnoringModifiers == " " { menu.chooseSelection() }
            }
        }
    }
}
