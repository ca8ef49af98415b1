import AVFoundation
import CoreGraphics
import UIKit

/// Shows the big play button over an inline item that has not been played yet, such as over the client's poster (R96, R98, R250).
///
/// Until then the controls stay hidden, so that a page of players shows posters only. Main thread only. Owned by the controller; does not
/// retain it.
@MainActor
final class StartButtonPresenter {
    private weak var controller: AVPlayerViewController?
    /// The last item that has been played.
    private weak var started: AVPlayerItem?
    private(set) var button: StartButton?
    /// Whether the controller may show the button.
    var isEnabled = true { didSet { if isEnabled != oldValue { update() } } }

    /// Whether the button is displayed, so that a tap anywhere on the player starts playback.
    var isShown: Bool { button != nil }

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    func update() {
        guard let controller else { return }
        let model = controller.model
        if model.isPlaying { started = model.item }
        let isWanted =
            isEnabled && controller.showsPlaybackControls && controller.viewIfLoaded?.window != nil
            && controller.placement.machine.place == .inline && controller.placement.gravityPlace == .inline
            && model.item != nil && model.item !== started && model.state.fault == nil && !model.isAudioOnly
            && UIDevice.current.userInterfaceIdiom != .tv
        guard isWanted != isShown else { return }
        if isWanted { show(in: controller.content) } else { hide() }
    }

    private func show(in content: PlayerContentView) {
        let button = StartButton { [weak self] in self?.controller?.run(.togglePlayback) }
        button.center = CGPoint(x: content.bounds.midX, y: content.bounds.midY)
        button.autoresizingMask = [
            .flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin,
        ]
        content.insertSubview(button, aboveSubview: content.overlay)
        self.button = button
    }

    private func hide() {
        guard let button else { return }
        self.button = nil
        button.isUserInteractionEnabled = false
        UIView.animate(withDuration: UIAccessibility.isReduceMotionEnabled ? 0 : 0.2) {
            button.alpha = 0
        } completion: { _ in
            button.removeFromSuperview()
        }
    }
}
