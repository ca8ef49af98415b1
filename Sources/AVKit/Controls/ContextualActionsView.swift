import CoreGraphics
import UIKit

/// The client's buttons over the video, such as "Skip Intro", in the lower corner above the controls (R236: small, translucent).
final class ContextualActionsView: UIView {
    private(set) var buttons: [ScreenButton] = []
    private(set) var actions: [UIAction] = []

    /// - Parameter perform: called when the viewer presses the button of an action.
    func show(_ actions: [UIAction], perform: @escaping @MainActor (UIAction) -> Void) {
        self.actions = actions
        for button in buttons { button.removeFromSuperview() }
        buttons = actions.map { action in
            let button = ScreenButton(title: action.title, image: action.image) { perform(action) }
            button.isFocusable = true
            button.isEnabled = !action.attributes.contains(.disabled)
            button.isDark = true
            return button
        }
        for button in buttons { addSubview(button) }
    }

    /// The button that Return presses while the controls are hidden and no button has the focus.
    var first: ScreenButton? { buttons.first { $0.isEnabled } }
    var focused: ScreenButton? { buttons.first(where: \.isFocused) }

    /// Called when the focus has entered or left one of the buttons.
    var onFocusChange: @MainActor () -> Void = {}

    override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
        super.didUpdateFocus(in: context, with: coordinator)
        onFocusChange()
    }

    /// Direction presses move the focus among the buttons only; the player decides when the focus leaves them.
    override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool {
        guard !context.focusHeading.isEmpty, let next = context.nextFocusedItem else { return true }
        return context.previouslyFocusedView?.isDescendant(of: self) == true && buttons.contains { $0 === next }
    }

    /// Places the buttons at the trailing edge in a row, or in a column where the row is too wide.
    func place(in area: CGRect, above controls: CGFloat, margin: CGFloat) {
        let textSize = (15 * ScreenScale.factor(in: area.size)).rounded()
        for button in buttons { button.textSize = textSize }
        let gap = (textSize * 0.66).rounded()
        let sizes = buttons.map { $0.sizeThatFits(.zero) }
        let room = max(0, area.width - 2 * margin)
        let row = sizes.reduce(0) { $0 + $1.width } + gap * CGFloat(max(0, sizes.count - 1))
        let isRow = row <= room
        let width = min(room, isRow ? row : sizes.map(\.width).max() ?? 0)
        let lineHeight = sizes.map(\.height).max() ?? 0
        let height = isRow ? lineHeight : CGFloat(sizes.count) * (lineHeight + gap) - gap
        let isMirrored = isLaidOutFromRight
        frame = CGRect(
            x: isMirrored ? margin : area.width - margin - width,
            y: (area.height - max(controls + 10, margin) - height).rounded(), width: width, height: height)
        var x = isMirrored ? width : 0
        for (index, button) in buttons.enumerated() {
            let size = CGSize(width: min(width, sizes[index].width), height: lineHeight)
            if isRow {
                if isMirrored { x -= size.width }
                button.frame = CGRect(origin: CGPoint(x: x, y: 0), size: size)
                x += isMirrored ? -gap : size.width + gap
            } else {
                let left = isMirrored ? 0 : width - size.width
                button.frame = CGRect(
                    origin: CGPoint(x: left, y: CGFloat(index) * (lineHeight + gap)), size: size)
            }
        }
    }

    /// Returns only the buttons and their subviews: touches elsewhere pass through to the video.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}
