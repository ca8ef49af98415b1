import Foundation
import UIKit

/// Shows and hides the controls and the pointer as `ControlsVisibility` decides, and creates the controls on first need.
///
/// Main thread only. Owned by the controller; does not retain the controller.
@MainActor
final class ControlsPresenter {
    private weak var controller: AVPlayerViewController?
    private(set) var visibility = ControlsVisibility<ContinuousClock.Instant>()
    private(set) var isPointerHidden = false
    private let hideTimer = MainTimer()
    private let firstTimer = MainTimer()
    private let clock = ContinuousClock()

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    /// Reports input by the viewer.
    func noteInput() {
        makeControls()
        perform(visibility.input(at: clock.now))
    }

    func hold(_ reason: ControlsHolds, _ isOn: Bool) { perform(visibility.hold(reason, isOn, at: clock.now)) }

    func setEnabled(_ isEnabled: Bool) { perform(visibility.setEnabled(isEnabled, at: clock.now)) }

    /// Hides the controls at once if no hold is active.
    func dismiss() { perform(visibility.dismiss(at: clock.now)) }

    /// Hides the controls at once regardless of holds, on the viewer's request.
    func conceal() { perform(visibility.conceal()) }

    /// Schedules the creation of the controls after the first frame is visible: loading fonts must not delay that frame.
    func firstFrameShown() {
        firstTimer.fire(after: .milliseconds(120)) { [weak self] in
            guard let self, let controller else { return }
            if controller.television.startsWithHint { makeControls() } else { showControls() }
        }
    }

    /// Creates the controls if they do not exist yet, and then shows them.
    func showControls() {
        guard makeControls() else { return }
        perform(visibility.input(at: clock.now))
    }

    /// - Returns: whether controls were created.
    @discardableResult
    private func makeControls() -> Bool {
        guard let controller, controller.showsPlaybackControls, controller.content.controls == nil,
            controller.viewIfLoaded != nil
        else { return false }
        // The only code that names the classes of controls.
        let controls = makeControls(for: controller)
        controls.delegate = controller
        controls.alpha = 0
        controls.isHidden = true
        controller.content.install(controls)
        controller.updateControls()
        if visibility.isVisible { perform(.show(over: .milliseconds(150))) }
        return true
    }

    /// Replaces the controls after their arrangement has changed.
    func renewControls() {
        guard let controller, let old = controller.content.controls else { return }
        old.closeMenu()
        controller.content.removeControls()
        if visibility.isVisible { makeControls() }
    }

    private func makeControls(for controller: AVPlayerViewController) -> any PlayerControls {
        let frame = controller.content.bounds
        if let options = controller.viewOptions { return PlayerViewControls(options, frame: frame) }
        guard controller.television.isActive else { return ControlsView(frame: frame) }
        let controls = TVControlsView(frame: frame)
        controls.television = controller.television
        return controls
    }

    func showPointer() { setPointer(hidden: false) }

    private func setPointer(hidden: Bool) {
        guard let controller else { return }
        isPointerHidden = hidden
        controller.hidesPointer = hidden
        controller.setNeedsUpdateOfHomeIndicatorAutoHidden()
    }

    private func perform(_ action: ControlsAction?) {
        defer { schedule() }
        guard let action else { return }
        switch action {
        case .show(let time): fade(in: true, over: time)
        case .hide(let time): fade(in: false, over: time)
        }
    }

    private func schedule() {
        guard let deadline = visibility.deadline else { return hideTimer.cancel() }
        hideTimer.fire(after: clock.now.duration(to: deadline)) { [weak self] in
            guard let self else { return }
            perform(visibility.tick(at: clock.now))
        }
    }

    /// Shows or hides the controls as they should be, after a drag during which they were hidden.
    func restoreControls() {
        guard let controller, let controls = controller.content.controls else { return }
        controls.isHidden = !visibility.isVisible
        controls.alpha = visibility.isVisible ? 1 : 0
        controller.content.controlsDidChange()
    }

    private func fade(in isIn: Bool, over time: Duration) {
        setPointer(hidden: !isIn)
        guard let controller, let controls = controller.content.controls else { return }
        let coordinator = controller.television.controlsWillChange(isVisible: isIn)
        defer { controller.television.controlsDidChange(isVisible: isIn) }
        let content = controller.content
        // The controls stay hidden while the viewer drags the player away; `restoreControls()` follows.
        guard controller.placement.drag == nil else {
            coordinator?.animate()
            coordinator?.finish(true)
            return
        }
        if isIn {
            controls.isHidden = false
        } else {
            controls.closeMenu()
            content.panels.information.close()
            content.keyFocus.end()
            content.panels.tooltip.dismiss()
        }
        controller.updateControls()
        let end: @MainActor () -> Void = { [weak self, weak controls] in
            // Hidden, not only transparent, so that video frames go straight into the window.
            guard let self, let controls else { return }
            controls.isHidden = !visibility.isVisible
            content.controlsDidChange()
            coordinator?.finish(visibility.isVisible == isIn)
        }
        guard time > .zero, controls.window != nil else {
            controls.alpha = isIn ? 1 : 0
            coordinator?.animate()
            end()
            return
        }
        let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        UIView.animate(
            withDuration: seconds, delay: 0, options: [.curveEaseOut, .beginFromCurrentState, .allowUserInteraction]
        ) {
            controls.alpha = isIn ? 1 : 0
            content.controlsDidChange()
            coordinator?.animate()
        } completion: { _ in
            end()
        }
    }
}
