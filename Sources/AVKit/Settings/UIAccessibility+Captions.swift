public import Foundation
public import UIKit

extension UIAccessibility {
    /// Whether the viewer prefers closed captions for the deaf and hard of hearing, in the settings of the player.
    ///
    /// Apple: a member of UIKit. Here: AVKit declares it, which has the settings of captions.
    public static var isClosedCaptioningEnabled: Bool { SettingsStore.shared.present.languages.prefersClosedCaptions }

    /// Posted on the main thread when `isClosedCaptioningEnabled` has changed.
    public static let closedCaptioningStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityClosedCaptioningStatusDidChangeNotification")
}
