import UniversalMediaCatalog

extension AvailabilityItemView {
    /// The children of `playableProperties` that hold lists of languages.
    static func isLanguageList(_ name: ElementName) -> Bool {
        switch name {
        case .closedCaptioning, .subtitles, .subtitlesForDeaf, .audioDescriptions, .additionalAudioLang: true
        default: false
        }
    }
}
