import AVKit

/// The viewer's languages for audio and subtitles, from the settings.
@MainActor
enum LanguagePreferences {
    private static var token: (any NSObjectProtocol)?

    /// Applies the languages to a player now and after each change of the settings.
    static func apply(to player: AVPlayer, _ store: SettingsStore = .shared) {
        let apply: @MainActor @Sendable () -> Void = { [weak player] in
            let languages = store.settings.languages
            for (characteristic, list) in [
                (AVMediaCharacteristic.audible, languages.audio), (.legible, languages.captions),
            ] {
                let criteria =
                    list.isEmpty
                    ? nil
                    : AVPlayerMediaSelectionCriteria(preferredLanguages: list, preferredMediaCharacteristics: nil)
                player?.setMediaSelectionCriteria(criteria, forMediaCharacteristic: characteristic)
            }
        }
        apply()
        token = NotificationCenter.default.addObserver(
            forName: SettingsStore.didChangeNotification, object: store, queue: nil
        ) { _ in MainActor.assumeIsolated(apply) }
    }
}
