public import AVFoundation
import MediaEngine

extension AVMediaSelectionOption {
    /// Returns the option for `MPNowPlayingInfoPropertyAvailableLanguageOptions`; nil for an option that is neither audible nor legible.
    public func makeNowPlayingInfoLanguageOption() -> MPNowPlayingInfoLanguageOption? {
        let type: MPNowPlayingInfoLanguageOptionType
        if hasMediaCharacteristic(.audible) {
            type = .audible
        } else if hasMediaCharacteristic(.legible) {
            type = .legible
        } else {
            return nil
        }
        let characteristics = LanguageCharacteristics.all.filter {
            hasMediaCharacteristic(AVMediaCharacteristic(rawValue: $0))
        }
        return MPNowPlayingInfoLanguageOption(
            type: type, languageTag: extendedLanguageTag ?? "und",
            characteristics: characteristics, displayName: displayName,
            identifier: "\(mediaType.rawValue)-\(track.trackID)")
    }
}

extension AVMediaSelectionGroup {
    /// Returns the group for `MPNowPlayingInfoPropertyAvailableLanguageOptions`, without options that are neither audible nor legible.
    public func makeNowPlayingInfoLanguageOptionGroup() -> MPNowPlayingInfoLanguageOptionGroup {
        let pairs = options.compactMap { option in
            option.makeNowPlayingInfoLanguageOption().map { (option, $0) }
        }
        return MPNowPlayingInfoLanguageOptionGroup(
            languageOptions: pairs.map(\.1),
            defaultLanguageOption: pairs.first { $0.0 === defaultOption }?.1, allowEmptySelection: allowsEmptySelection)
    }
}

enum LanguageCharacteristics {
    static let all = [
        MPLanguageOptionCharacteristicIsMainProgramContent, MPLanguageOptionCharacteristicIsAuxiliaryContent,
        MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles,
        MPLanguageOptionCharacteristicTranscribesSpokenDialog, MPLanguageOptionCharacteristicDescribesMusicAndSound,
        MPLanguageOptionCharacteristicEasyToRead, MPLanguageOptionCharacteristicDescribesVideo,
        MPLanguageOptionCharacteristicLanguageTranslation, MPLanguageOptionCharacteristicDubbedTranslation,
        MPLanguageOptionCharacteristicVoiceOverTranslation,
    ]
}
