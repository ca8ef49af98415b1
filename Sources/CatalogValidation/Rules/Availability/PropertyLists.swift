import UniversalMediaCatalog

extension AvailabilityItemView {
    /// Returns whether a child of `playableProperties` contains a list of languages.
    static func isLanguageList(_ name: ElementName) -> Bool {
        switch name {
        case .closedCaptioning, .subtitles, .subtitlesForDeaf, .audioDescriptions, .additionalAudioLang: true
        default: false
        }
    }
}
