package import Foundation
import WindowSystem

/// The window as an object of the desktop, for programs that own their window.
extension UIWindow {
    /// Whether the window is on a display rather than in memory.
    package var isOnDisplay: Bool { platform is DisplayWindow }

    /// The rectangle, in points of the desktop, in which the window with its frame fills the work area; nil in memory.
    package var workArea: CGRect? { (platform as? DisplayWindow)?.workArea }

    /// Moves the window to the middle of the work area.
    /// - Parameter size: the size that was requested, which the window may not have yet.
    package func center(forSize size: CGSize) {
        guard let area = workArea, let platform, !platform.isFullScreen else { return }
        let place = CGPoint(
            x: (area.midX - size.width / 2).rounded(), y: (area.midY - size.height / 2).rounded())
        if platform.position != place { platform.position = place }
    }

    /// Begins to move the window with the pointer, whose primary button is pressed.
    package func beginMove() { (platform as? DisplayWindow)?.beginMove() }

    /// - Parameter translation: the pointer's movement in the window since the last call, for windows in memory.
    package func continueMove(by translation: CGPoint) {
        guard let platform else { return }
        if let display = platform as? DisplayWindow { return display.continueMove() }
        platform.position = CGPoint(x: platform.position.x + translation.x, y: platform.position.y + translation.y)
    }
}

/// The outcome of the desktop's open dialog.
package enum FileChoice: Sendable {
    case chosen([URL])
    case cancelled
    /// The desktop offers no open dialog.
    case unavailable
}

extension UIWindow {
    /// Opens the desktop's dialog for choosing files.
    package func chooseFiles(title: String) async -> FileChoice {
        switch await FileChooser.chooseFiles(title: title, for: (platform as? DisplayWindow)?.systemIdentifier) {
        case .chosen(let files): .chosen(files)
        case .cancelled: .cancelled
        case .unavailable: .unavailable
        }
    }

    /// Brings the window to the front and requests the keys for it.
    package func raise() { platform?.raise() }

    /// The frame of the window on the desktop, in points; nil before it is shown.
    package var desktopFrame: CGRect? { platform.map { CGRect(origin: $0.position, size: $0.size) } }
}

extension UIScreen {
    /// The name of an external display, such as its model; empty for the main screen.
    package var displayName: String { display?.name ?? "" }

    /// Whether windows can be given full screen on this display. The driver of the windows does not know displays that were switched on later;
    /// a window without a frame covers them.
    package var supportsFullScreen: Bool {
        guard let display else { return true }
        return DisplayServer.shared.displays.contains { $0.frame == display.frame }
    }
}
