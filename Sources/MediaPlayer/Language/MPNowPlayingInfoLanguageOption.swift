public import Foundation

/// A language of the audio or the subtitles that a remote control can choose. Immutable; any thread may use it.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
    // Unchecked: every stored property is a constant.

    open private(set) var languageOptionType: MPNowPlayingInfoLanguageOptionType
    /// The BCP 47 tag; nil where unknown.
    open private(set) var languageTag: String?
    /// Values such as `MPLanguageOptionCharacteristicIsMainProgramContent`.
    open private(set) var languageOptionCharacteristics: [String]?
    open private(set) var displayName: String?
    /// Identifies the option within the app.
    open private(set) var identifier: String?

    public init(
        type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
        characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String
    ) {
        self.languageOptionType = languageOptionType
        self.languageTag = languageTag
        self.languageOptionCharacteristics = languageOptionCharacteristics
        self.displayName = displayName
        self.identifier = identifier
        super.init()
    }

    /// Whether the option stands for subtitles in a language that the system chooses.
    open func isAutomaticLegibleLanguageOption() -> Bool { languageOptionType == .legible && isAutomatic }
    /// Whether the option stands for audio in a language that the system chooses.
    open func isAutomaticAudibleLanguageOption() -> Bool { languageOptionType == .audible && isAutomatic }

    private var isAutomatic: Bool { languageTag?.isEmpty != false && identifier?.isEmpty != false }
}

/// The languages of the audio or of the subtitles, of which one is in use at a time. Immutable; any thread may use it.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
    // Unchecked: every stored property is a constant.

    open private(set) var languageOptions: [MPNowPlayingInfoLanguageOption]
    open private(set) var defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    open private(set) var allowEmptySelection: Bool

    public init(
        languageOptions: [MPNowPlayingInfoLanguageOption],
        defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
    ) {
        self.languageOptions = languageOptions
        self.defaultLanguageOption = defaultLanguageOption
        self.allowEmptySelection = allowEmptySelection
        super.init()
    }
}

// The characteristics of a language option.

/// The program itself, as opposed to a commentary.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// A commentary or other auxiliary content.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// Subtitles for passages in other languages only.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
/// Subtitles with the spoken dialog.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// Subtitles that describe music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// Subtitles that have been edited for reading.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// Audio that describes the video.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// A translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// A translation that replaces the original voices.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// A translation spoken over the original voices.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"
