import CoreGraphics
import UIKit

/// The size of texts and buttons on screens that cover the player, and of buttons over the video, relative to the design for a desktop window.
@MainActor
enum ScreenScale {
    /// Texts of the tv idiom, which are read from a distance, relative to those on a desk.
    private static let television: CGFloat = 4 / 3

    /// - Parameter size: the size of the player.
    /// - Returns: the viewer's text size in the desktop idiom; in the tv idiom also the size of the screen.
    static func factor(in size: CGSize) -> CGFloat {
        UIDevice.current.userInterfaceIdiom == .tv ? TVLook(size: size).unit * television : PlayerLook.textFactor
    }
}
