import AVFoundation
import UIKit

/// The screens that interrupt an item or accompany it: restrictions, content proposals and contextual actions.
///
/// Main thread only. Owned by the controller; does not retain it.
@MainActor
final class PlayerFlows {
    let restrictions = RestrictionFlow()
    let proposals = ProposalFlow()
    let actions = ContextualActionsFlow()

    func attach(_ controller: AVPlayerViewController) {
        restrictions.attach(controller)
        proposals.attach(controller)
        actions.attach(controller)
    }

    /// Handles another player, before its video is shown.
    func playerWillChange(to player: AVPlayer?) {
        proposals.playerWillChange(to: player)
        restrictions.playerWillChange(to: player)
    }

    func itemDidChange() {
        proposals.itemDidChange()
        restrictions.itemDidChange()
    }

    func update() {
        restrictions.update()
        proposals.update()
        actions.update()
    }

    func didAppear() {
        restrictions.didAppear()
        proposals.didAppear()
    }

    /// Handles the end of the last item.
    /// - Returns: whether a proposal is shown, so that the player stays.
    func itemDidEnd() -> Bool { proposals.itemDidEnd() }

    /// Whether a screen of these flows covers the controls.
    var coversControls: Bool { restrictions.isCovering || proposals.isPresenting }

    /// Returns whether a command of the viewer applies while a screen covers the controls.
    func permits(_ command: PlayerCommand) -> Bool {
        guard coversControls else { return true }
        switch command {
        case .leave, .toggleFullScreen: return true
        case .changeVolume, .toggleMute, .togglePlayback: return !restrictions.isCovering
        default: return false
        }
    }

    /// - Returns: whether the key was handled.
    func pressed(_ press: UIPress) -> Bool {
        restrictions.pressed(press) || proposals.pressed(press) || actions.pressed(press)
    }
}
