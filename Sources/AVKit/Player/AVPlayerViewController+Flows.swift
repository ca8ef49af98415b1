public import UIKit

/// Content proposals and contextual actions.
extension AVPlayerViewController {
    /// The client's buttons over the video, such as "Skip Intro". They appear half a second after they are set, in the lower corner above
    /// the controls, and are hidden during interstitials and while another screen covers the video. Set an empty list to remove them.
    public var contextualActions: [UIAction] {
        get { flows.actions.actions }
        set { flows.actions.actions = newValue }
    }

    /// The screen that presents content proposals. Setting nil restores the built-in one.
    public var contentProposalViewController: AVContentProposalViewController! {
        get { flows.proposals.clientScreen ?? flows.proposals.builtInScreen }
        set { flows.proposals.clientScreen = newValue === flows.proposals.builtInScreen ? nil : newValue }
    }

    /// Enables the controls unless the client has disabled them or a screen covers them.
    func updateControlsAvailability() { presenter.setEnabled(showsPlaybackControls && !flows.coversControls) }
}
