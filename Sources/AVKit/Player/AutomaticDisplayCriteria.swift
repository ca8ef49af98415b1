import AVFoundation
import Foundation
import UIKit

/// Matches the display to the item while a controller's player covers it. Main thread only.
@MainActor
final class AutomaticDisplayCriteria {
    /// `AVPlayerViewController.appliesPreferredDisplayCriteriaAutomatically`.
    var isEnabled = true
    /// The manager whose criteria this object has set.
    private weak var manager: AVDisplayManager?

    func update(_ controller: AVPlayerViewController) {
        let window = controller.externalScreen?.window?.window ?? coveringWindow(of: controller)
        guard isEnabled, let window, let item = controller.model.item, item.status == .readyToPlay,
            controller.model.hasVideo
        else { return reset() }
        let manager = window.avDisplayManager
        if manager !== self.manager { reset() }
        self.manager = manager
        manager.preferredDisplayCriteria = item.asset.preferredDisplayCriteria
    }

    private func coveringWindow(of controller: AVPlayerViewController) -> UIWindow? {
        controller.placement.coversDisplay ? controller.content.window : nil
    }

    func reset() {
        manager?.preferredDisplayCriteria = nil
        manager = nil
    }
}
