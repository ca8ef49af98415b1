import Foundation
import UIKit

/// Applies the viewer's settings to the interface: text size, contrast, motion and display sleep. Main thread only.
@MainActor
final class SettingsBinding {
    static let shared = SettingsBinding(.shared)

    private let store: SettingsStore
    private var token: (any NSObjectProtocol)?

    private init(_ store: SettingsStore) { self.store = store }

    /// Applies the settings now and after each change. Repeated calls have no effect.
    func start() {
        guard token == nil else { return }
        token = NotificationCenter.default.addObserver(
            forName: SettingsStore.didChangeNotification, object: store, queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.apply() }
        }
        apply()
    }

    private func apply() { UIApplication.shared.viewerTraits = Self.traits(of: store.settings.display) }

    static func traits(of display: ViewerSettings.Display) -> ViewerTraits {
        var traits = ViewerTraits()
        traits.textScale = display.textScale
        traits.reducesMotion = display.reducedMotion.value
        traits.increasesContrast = display.contrast.value
        traits.keepsDisplayAwake = display.staysAwake
        return traits
    }
}
