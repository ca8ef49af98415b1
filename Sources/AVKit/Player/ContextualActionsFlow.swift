import Foundation
import UIKit

/// Shows the client's contextual actions over the video while nothing covers it.
///
/// Main thread only. Owned by the controller; does not retain it.
@MainActor
final class ContextualActionsFlow {
    /// Interactive overlays appear at least this long after their cause (R237).
    static let delay = Duration.milliseconds(500)
    private static let fadeSeconds = 0.25

    private weak var controller: AVPlayerViewController?
    private(set) var view: ContextualActionsView?
    private let timer = MainTimer()
    private var isWaiting = false

    var actions: [UIAction] = [] { didSet { update() } }

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    func update() {
        guard let controller else { return }
        let visible = actions.filter { !$0.attributes.contains(.hidden) }
        let model = controller.model
        let isFree = !controller.flows.coversControls && model.interstitials.current == nil && model.item != nil
        guard isFree, !visible.isEmpty else { return hide() }
        if let view {
            if !view.actions.elementsEqual(visible, by: ===) { fill(view, visible) }
            updateChoice(view, controller)
        } else if !isWaiting {
            isWaiting = true
            timer.fire(after: Self.delay) { [weak self] in
                guard let self else { return }
                isWaiting = false
                show()
            }
        }
    }

    /// Marks the action that Return presses, unless the focus marks one.
    private func updateChoice() {
        if let view, let controller { updateChoice(view, controller) }
    }

    private func updateChoice(_ view: ContextualActionsView, _ controller: AVPlayerViewController) {
        view.first?.isChosen = !controller.presenter.visibility.isVisible && view.focused == nil
    }

    private func show() {
        guard let controller, view == nil else { return }
        let view = ContextualActionsView(frame: .zero)
        self.view = view
        view.onFocusChange = { [weak self] in self?.updateChoice() }
        fill(view, actions.filter { !$0.attributes.contains(.hidden) })
        controller.content.install(view)
        update()
        guard self.view === view else { return }
        view.alpha = 0
        UIView.animate(withDuration: Self.fadeSeconds, delay: 0, options: [.curveEaseOut, .allowUserInteraction]) {
            view.alpha = 1
        }
    }

    private func fill(_ view: ContextualActionsView, _ actions: [UIAction]) {
        view.show(actions) { [weak controller] action in
            controller?.presenter.noteInput()
            action.performWithSender(controller, target: nil)
        }
        controller?.content.placeCaptions()
        // The focused button has been replaced.
        if case .actions = controller?.television.navigation.mode { controller?.television.refocus() }
    }

    private func hide() {
        timer.cancel()
        isWaiting = false
        guard let view else { return }
        self.view = nil
        view.isUserInteractionEnabled = false
        if let television = controller?.television, television.isActive { television.apply(.actionsRemoved) }
        UIView.animate(withDuration: Self.fadeSeconds) {
            view.alpha = 0
        } completion: { _ in
            view.removeFromSuperview()
        }
    }

    /// Return presses the first action while the controls are hidden; otherwise it belongs to the focused control.
    /// - Returns: whether the key was handled.
    func pressed(_ press: UIPress) -> Bool {
        guard let view, view.focused == nil, let button = view.first, let controller,
            !controller.presenter.visibility.isVisible, !press.isRepeat,
            ScreenKey(press) == .activate
        else { return false }
        button.sendActions(for: .primaryActionTriggered)
        return true
    }
}
