package import AVFoundation
import AppIdentity
import Foundation

/// Applies the viewer's settings of audio and subtitles to a player, and remembers the viewer's choices in this app for later items.
@MainActor
package final class ViewerSelection {
    private let store: SettingsStore
    private let app: String
    private weak var player: AVPlayer?
    private var token: (any NSObjectProtocol)?
    /// The languages of subtitles that the client allows; nil: all.
    var allowedCaptionLanguages: [String]? { didSet { apply() } }
    /// Whether the client requires subtitles.
    var requiresCaptions = false { didSet { apply() } }

    /// - Parameter app: the identifier of the app whose choices are remembered.
    package init(store: SettingsStore = .shared, app: String = AppIdentity.current.identifier) {
        self.store = store
        self.app = app
        token = NotificationCenter.default.addObserver(
            forName: SettingsStore.didChangeNotification, object: store, queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.apply() }
        }
    }

    isolated deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    /// Applies the preferences to a player, now and after each change; nil: to none.
    package func follow(_ player: AVPlayer?) {
        self.player = player
        apply()
    }

    /// Remembers the viewer's choice of an option, or of none. An option that says nothing about other items changes nothing.
    func remember(_ option: AVMediaSelectionOption?, of characteristic: AVMediaCharacteristic) {
        guard let option else { return remember(.off, characteristic) }
        if let choice = SelectionPreferences.Choice(option) { remember(choice, characteristic) }
    }

    /// Returns the group of this characteristic to the settings.
    func forget(_ characteristic: AVMediaCharacteristic) { remember(nil, characteristic) }

    private func remember(_ choice: SelectionPreferences.Choice?, _ characteristic: AVMediaCharacteristic) {
        store.change { settings in
            switch characteristic {
            case .audible: settings.choices[app].audio = choice
            case .legible: settings.choices[app].captions = choice
            default: break
            }
        }
        apply()
    }

    private func apply() { player?.selectionPreferences = preferences }

    private var preferences: SelectionPreferences {
        let settings = store.present
        var preferences = SelectionPreferences()
        preferences.audioLanguages = settings.languages.audio
        preferences.captionLanguages = settings.languages.captions
        preferences.captionDisplay = settings.languages.captionDisplay
        preferences.prefersClosedCaptions = settings.languages.prefersClosedCaptions
        preferences.prefersAudioDescription = settings.languages.prefersAudioDescription
        preferences.audioChoice = settings.choices[app].audio
        preferences.captionChoice = settings.choices[app].captions
        preferences.allowedCaptionLanguages = allowedCaptionLanguages
        preferences.requiresCaptions = requiresCaptions
        return preferences
    }
}
