/// A characteristic of a track or media selection option: audible, legible, visual, or one of accessibility or translation.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension AVMediaCharacteristic {
    public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
    public static let containsAlphaChannel = AVMediaCharacteristic(rawValue: "public.contains-alpha-channel")
    public static let containsHDRVideo = AVMediaCharacteristic(rawValue: "public.contains-hdr-video")
    public static let containsOnlyForcedSubtitles = AVMediaCharacteristic(rawValue: "public.subtitles.forced-only")
    public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.describes-music-and-sound")
    public static let describesVideoForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.describes-video")
    public static let dubbedTranslation = AVMediaCharacteristic(rawValue: "public.translation.dubbed")
    public static let easyToRead = AVMediaCharacteristic(rawValue: "public.easy-to-read")
    public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
    public static let isAuxiliaryContent = AVMediaCharacteristic(rawValue: "public.auxiliary-content")
    public static let isMainProgramContent = AVMediaCharacteristic(rawValue: "public.main-program-content")
    public static let isOriginalContent = AVMediaCharacteristic(rawValue: "public.original-content")
    public static let languageTranslation = AVMediaCharacteristic(rawValue: "public.translation")
    public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
    public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
        rawValue: "public.accessibility.transcribes-spoken-dialog")
    public static let usesWideGamutColorSpace = AVMediaCharacteristic(rawValue: "public.uses-wide-gamut-color-space")
    public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
    public static let voiceOverTranslation = AVMediaCharacteristic(rawValue: "public.translation.voice-over")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMediaCharacteristicAudible = AVMediaCharacteristic.audible
public let AVMediaCharacteristicContainsAlphaChannel = AVMediaCharacteristic.containsAlphaChannel
public let AVMediaCharacteristicContainsHDRVideo = AVMediaCharacteristic.containsHDRVideo
public let AVMediaCharacteristicContainsOnlyForcedSubtitles = AVMediaCharacteristic.containsOnlyForcedSubtitles
public let AVMediaCharacteristicDescribesMusicAndSoundForAccessibility = AVMediaCharacteristic
    .describesMusicAndSoundForAccessibility
public let AVMediaCharacteristicDescribesVideoForAccessibility = AVMediaCharacteristic.describesVideoForAccessibility
public let AVMediaCharacteristicDubbedTranslation = AVMediaCharacteristic.dubbedTranslation
public let AVMediaCharacteristicEasyToRead = AVMediaCharacteristic.easyToRead
public let AVMediaCharacteristicFrameBased = AVMediaCharacteristic.frameBased
public let AVMediaCharacteristicIsAuxiliaryContent = AVMediaCharacteristic.isAuxiliaryContent
public let AVMediaCharacteristicIsMainProgramContent = AVMediaCharacteristic.isMainProgramContent
public let AVMediaCharacteristicIsOriginalContent = AVMediaCharacteristic.isOriginalContent
public let AVMediaCharacteristicLanguageTranslation = AVMediaCharacteristic.languageTranslation
public let AVMediaCharacteristicLegible = AVMediaCharacteristic.legible
public let AVMediaCharacteristicTranscribesSpokenDialogForAccessibility = AVMediaCharacteristic
    .transcribesSpokenDialogForAccessibility
public let AVMediaCharacteristicUsesWideGamutColorSpace = AVMediaCharacteristic.usesWideGamutColorSpace
public let AVMediaCharacteristicVisual = AVMediaCharacteristic.visual
public let AVMediaCharacteristicVoiceOverTranslation = AVMediaCharacteristic.voiceOverTranslation
