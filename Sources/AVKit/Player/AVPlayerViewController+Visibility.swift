import Foundation
import UIKit

/// Showing and hiding the controls, with the cursor.
extension AVPlayerViewController {
    func schedule(_ timer: MainTimer, _ deadline: ContinuousClock.Instant?, _ body: @escaping @MainActor () -> Void) {
        guard let deadline else {
            timer.cancel()
            return
        }
        timer.fire(after: clock.now.duration(to: deadline), body)
    }

    /// The viewer has done something.
    func noteInput() {
        if content.controls == nil, showsPlaybackControls { showControlsFirst() }
        perform(visibility.input(at: clock.now))
    }

    func hold(_ reason: ControlsVisibility<ContinuousClock.Instant>.Holds, _ isOn: Bool) {
        perform(visibility.hold(reason, isOn, at: clock.now))
    }

    func perform(_ action: ControlsVisibility<ContinuousClock.Instant>.Action?) {
        defer {
            schedule(visibilityTimer, visibility.deadline) { [weak self] in
                guard let self else { return }
                perform(visibility.tick(at: clock.now))
            }
        }
        guard let action else { return }
        switch action {
        case .show(let time): fade(in: true, over: time)
        case .hide(let time): fade(in: false, over: time)
        }
    }

    private func fade(in isIn: Bool, over time: Duration) {
        if isIn { input?.showCursor() } else { input?.hideCursor() }
        guard let controls = content.controls else { return }
        if isIn { controls.isHidden = false } else { controls.closeMenu() }
        updateControls()
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
            self.content.placeCaptions()
        } completion: { _ in
            end()
        }
    }
}
