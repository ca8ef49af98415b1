import AVFoundation
import Foundation
import UIKit

/// Holds restricted items of a player until the viewer is authorized, and dismisses the player where the viewer is not (R131 to R135).
///
/// Main thread only. Owned by the controller; does not retain it.
@MainActor
final class RestrictionFlow: PasscodeHost {
    private enum Stage {
        /// The item is authorized or needs no authorization, or there is no item.
        case open
        /// The item is held until it is ready and has been checked.
        case held
        /// A request is pending.
        case asking(AVPlayerItem)
        /// The request has failed. The item is held; playing it again starts another request.
        case denied(AVKitError, isDismissalPending: Bool)
    }

    private weak var controller: AVPlayerViewController?
    private let gate = RestrictionGate()
    private var stage = Stage.open
    private var locked: LockedView?
    private var passcode: PasscodeView?
    private weak var player: AVPlayer?

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    /// Whether a screen covers the video and the controls.
    var isCovering: Bool { locked != nil || passcode != nil }

    isolated deinit {
        if case .asking(let item) = stage { RestrictionRequests.shared.cancel(item) }
        guard let player else { return }
        // The client may keep the player without this controller. An item that is still held must not start when the gate is removed.
        if player.isHeldByGate { player.pause() }
        player.removePlaybackGate(gate)
    }

    // MARK: Events of the player

    func playerWillChange(to player: AVPlayer?) {
        if let former = self.player {
            if former.isHeldByGate { former.pause() }
            former.removePlaybackGate(gate)
        }
        self.player = player
        player?.addPlaybackGate(gate)
    }

    func itemDidChange() {
        if case .asking(let item) = stage, item !== controller?.model.item { RestrictionRequests.shared.cancel(item) }
        stage = .open
        update()
    }

    /// Starts a request for a held item that is ready, and another one where the viewer plays an item again that was denied.
    func update() {
        guard let controller, let item = controller.model.item, player?.isHeldByGate == true else { return open() }
        switch stage {
        case .open: stage = .held
        case .denied(_, let isDismissalPending):
            guard !isDismissalPending, let player, player.rate != 0 else { break }
            stage = .held
        case .held, .asking: break
        }
        // The error of an item that cannot be played is shown, not its restriction.
        guard item.status != .failed else { return uncover() }
        cover()
        if case .held = stage, item.status == .readyToPlay { ask(item) }
    }

    func didAppear() {
        if passcode != nil { takeKeys() }
        if case .denied(let error, isDismissalPending: true) = stage { dismiss(error) }
    }

    // MARK: The request

    private func ask(_ item: AVPlayerItem) {
        stage = .asking(item)
        RestrictionRequests.shared.request(item, host: self) { [weak self, weak item] success, error in
            guard let self, let item, case .asking(let asked) = stage, asked === item else { return }
            if success {
                stage = .open
                player?.playbackGateDidChange()
                update()
            } else {
                deny(error as? AVKitError ?? AVKitError(.unknown))
            }
        }
    }

    private func deny(_ error: AVKitError) {
        player?.pause()
        stage = .denied(error, isDismissalPending: true)
        cover()
        if controller?.viewIfLoaded?.window != nil { dismiss(error) }
    }

    private func dismiss(_ error: AVKitError) {
        stage = .denied(error, isDismissalPending: false)
        controller?.placement.dismissAutomatically()
        let retry: @MainActor () -> Void = { [weak self] in self?.retry() }
        locked?.show(Self.reason(error.code), retry: error.code == .contentDisallowedByPasscode ? retry : nil)
        takeKeys()
    }

    private static func reason(_ code: AVKitError.Code) -> String {
        switch code {
        case .contentDisallowedByProfile: StringTable.current[.lockedByProfile]
        case .contentRatingUnknown: StringTable.current[.lockedUnrated]
        default: StringTable.current[.lockedByPasscode]
        }
    }

    /// Asks again, because the viewer wants to play the item.
    private func retry() {
        guard case .denied = stage, let player else { return }
        player.play()
        update()
    }

    // MARK: Screens

    private func open() {
        if case .asking = stage { return }
        stage = .open
        uncover()
    }

    private func cover() {
        guard let controller, locked == nil else { return }
        let view = LockedView(frame: controller.content.bounds)
        locked = view
        controller.content.cover(with: view)
        controlsDidChange()
    }

    private func uncover() {
        guard let locked else { return }
        locked.removeFromSuperview()
        self.locked = nil
        controlsDidChange()
        controller?.content.setNeedsFocusUpdate()
    }

    func showPasscode(_ view: PasscodeView) {
        guard let controller else { return }
        passcode = view
        controller.content.cover(with: view)
        takeKeys()
        controlsDidChange()
    }

    func removePasscode(_ view: PasscodeView) {
        guard passcode === view else { return }
        passcode = nil
        view.removeFromSuperview()
        controller?.content.becomeFirstResponder()
        controller?.content.setNeedsFocusUpdate()
        controlsDidChange()
    }

    private func takeKeys() {
        guard let view: UIView = passcode ?? locked else { return }
        if view === passcode { view.becomeFirstResponder() }
        UIFocusSystem.focusSystem(for: view)?.requestFocusUpdate(to: view)
    }

    private func controlsDidChange() { controller?.updateControlsAvailability() }

    /// - Returns: whether the key was handled.
    func pressed(_ press: UIPress) -> Bool { passcode?.handle(press) ?? locked?.handle(press) ?? false }
}
