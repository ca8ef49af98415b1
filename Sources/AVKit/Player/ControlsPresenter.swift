import Foundation
import UIKit

/// Shows and hides the controls of a player with the pointer, by `ControlsVisibility`, and makes them on first need.
///
/// Main thread only. Owned by the controller that it does not retain.
@MainActor
final class ControlsPresenter {
    private weak var controller: AVPlayerViewController?
    private(set) var visibility = ControlsVisibility<ContinuousClock.Instant>()
    private(set) var isPointerHidden = false
    private let hideTimer = MainTimer()
    private let firstTimer = MainTimer()
    private let clock = ContinuousClock()

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    /// The viewer has done something.
    func noteInput() {
        makeControls()
        perform(visibility.input(at: clock.now))
    }

    func hold(_ reason: ControlsHolds, _ isOn: Bool) { perform(visibility.hold(reason, isOn, at: clock.now)) }

    func setEnabled(_ isEnabled: Bool) { perform(visibility.setEnabled(isEnabled, at: clock.now)) }

    /// Hides the controls at once if nothing holds them.
    func dismiss() { perform(visibility.dismiss(at: clock.now)) }

    /// Controls need fonts, which must not delay the first picture: they are made when it has been seen.
    func pictureIsShown() { firstTimer.fire(after: .milliseconds(120)) { [weak self] in self?.showControls() } }

    /// Makes the controls if there are none yet, and then shows them.
    func showControls() {
        guard makeControls() else { return }
        perform(visibility.input(at: clock.now))
    }

    /// - Returns: whether controls were made.
    @discardableResult
    private func makeControls() -> Bool {
        guard let controller, controller.showsPlaybackControls, controller.content.controls == nil,
            controller.viewIfLoaded != nil
        else { return false }
        // The only place that names a class of controls: an idiom with controls of its own is chosen here.
        let controls: any PlayerControls = ControlsView(frame: controller.content.bounds)
        controls.delegate = controller
        controls.alpha = 0
        controls.isHidden = true
        controller.content.install(controls)
        controller.updateControls()
        if visibility.isVisible { perform(.show(over: .milliseconds(150))) }
        return true
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

    private func fade(in isIn: Bool, over time: Duration) {
        setPointer(hidden: !isIn)
        guard let controller, let controls = controller.content.controls else { return }
        let content = controller.content
        if isIn { controls.isHidden = false } else { controls.closeMenu() }
        controller.updateControls()
        let end: @MainActor () -> Void = { [weak self, weak controls] in
            // Hidden for good, not only transparent: the picture then goes straight into the window.
            guard let self, let controls else { return }
            controls.isHidden = !visibility.isVisible
            content.placeCaptions()
        }
        guard time > .zero, controls.window != nil else {
            controls.alpha = isIn ? 1 : 0
            end()
            return
        }
        let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        UIView.animate(
            withDuration: seconds, delay: 0, options: [.curveEaseOut, .beginFromCurrentState, .allowUserInteraction]
        ) {
            controls.alpha = isIn ? 1 : 0
            content.placeCaptions()
        } completion: { _ in
            end()
        }
    }
}
