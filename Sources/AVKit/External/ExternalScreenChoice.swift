import AVFoundation
import Foundation
import UIKit

/// The viewer's choice of the screen for video, in a route picker. Main thread only.
///
/// The choice holds for all players of the process that allow external playback, until the chosen screen disappears.
@MainActor
final class ExternalScreenChoice {
    enum Choice: Equatable {
        /// Players use an external screen where their clients want that.
        case automatic
        /// The screen of the player's window.
        case own
        case external(UIScreen)
    }

    static let shared = ExternalScreenChoice()
    static let didChange = Notification.Name("OpenAVKitExternalScreenChoiceDidChange")

    private(set) var choice = Choice.automatic {
        didSet {
            guard choice != oldValue else { return }
            AVAudioSession.playsVideoExternally = screen != nil || ExternalScreenActivity.screen != nil
            NotificationCenter.default.post(name: Self.didChange, object: nil)
        }
    }
    private var observer: (any NSObjectProtocol)?

    private init() {
        observer = NotificationCenter.default.addObserver(
            forName: UIScreen.didDisconnectNotification, object: nil, queue: nil
        ) { [weak self] note in
            let screen = note.object as? UIScreen
            Task { @MainActor in if let self, let screen, self.screen === screen { self.choice = .automatic } }
        }
    }

    func choose(_ choice: Choice) { self.choice = choice }

    /// The external screen that was chosen.
    var screen: UIScreen? { if case .external(let screen) = choice { screen } else { nil } }

    /// Returns whether a player uses an external screen.
    /// - Parameter isWanted: whether its client wants that.
    func isUsed(isWanted: Bool) -> Bool {
        switch choice {
        case .automatic: isWanted
        case .own: false
        case .external: true
        }
    }

    /// The rows of a menu of the screens; none without an external screen.
    func section() -> MenuSection? {
        let external = UIScreen.screens.dropFirst()
        guard !external.isEmpty else { return nil }
        let strings = StringTable.current
        let present = ExternalScreenActivity.screen
        let own = MenuSection.Row(title: strings[.thisScreen], isOn: present == nil) { [weak self] in self?.choose(.own)
        }
        let others = external.map { screen in
            MenuSection.Row(title: screen.displayName, isOn: present === screen) { [weak self] in
                self?.choose(.external(screen))
            }
        }
        return MenuSection(title: strings[.screens], rows: [own] + others)
    }
}
