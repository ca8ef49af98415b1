import UIKit

/// Content proposals and contextual actions.
extension AVPlayerViewController {
    /// Enables the controls unless the client has disabled them or a screen covers them.
    func updateControlsAvailability() { presenter.setEnabled(showsPlaybackControls && !flows.coversControls) }
}
