import Foundation
import WindowSystem

/// The screens besides the main one, kept up to date while displays are connected and disconnected.
@MainActor
final class ScreenList {
    static let shared = ScreenList()

    private(set) var external: [UIScreen] = []
    private var isFollowing = false

    /// Reads the displays now and after each change. Before a window was shown, there are none.
    func follow() {
        guard !UIApplication.isHeadless, !isFollowing, DisplayServer.shared.isOpen else { return }
        isFollowing = true
        DisplayWatch.shared.start { [weak self] in
            guard let self else { return }
            // After a lost display the next one is followed from the beginning.
            if !DisplayWatch.shared.isOpen { isFollowing = false }
            update(DisplayWatch.shared.displays)
        }
        update(DisplayWatch.shared.displays)
    }

    /// - Parameter displays: all displays, the main one first. A display that mirrors another one is not a screen.
    func update(_ displays: [DisplayInfo]) {
        var frames: [CGRect] = []
        var screens: [UIScreen] = []
        var added: [UIScreen] = []
        for (place, display) in displays.enumerated() where !frames.contains(display.frame) {
            frames.append(display.frame)
            guard place > 0 else { continue }
            let known = external.first { screen in
                screen.display?.name == display.name && !screens.contains { $0 === screen }
            }
            let screen = known ?? UIScreen(display: display)
            if known == nil { added.append(screen) }
            screen.display = display
            screens.append(screen)
        }
        let removed = external.filter { old in !screens.contains { $0 === old } }
        external = screens
        for screen in removed {
            NotificationCenter.default.post(name: UIScreen.didDisconnectNotification, object: screen)
        }
        for screen in added {
            NotificationCenter.default.post(name: UIScreen.didConnectNotification, object: screen)
        }
    }
}
