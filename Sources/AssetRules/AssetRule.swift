/// A rule for media files, with the reason why it exists.
package struct AssetRule: Sendable, Hashable {
    package enum Level: String, Sendable, Comparable, CaseIterable {
        case info, warning, error

        package static func < (left: Level, right: Level) -> Bool {
            guard let a = allCases.firstIndex(of: left), let b = allCases.firstIndex(of: right) else { return false }
            return a < b
        }
    }

    /// Such as `padding`: stable, for filters and reports.
    package let id: String
    package let level: Level
    /// What the rule asks for, in one sentence.
    package let summary: String
    /// What the viewer sees or hears if a file breaks it.
    package let reason: String
    /// Where the rule comes from.
    package let source: String
    /// The profiles that have the rule.
    package let profiles: Set<AssetProfile>
}

/// The purpose of a file, which decides which rules apply.
package enum AssetProfile: String, Sendable, CaseIterable {
    /// A film, an episode or another item of a service's catalog.
    case film
    /// A short clip for a watch.
    case clip
}

extension AssetRule {
    private static let hig = "Apple, Human Interface Guidelines, Playing video"
    private static let talk = "Apple, WWDC19 session 503, Delivering Intuitive Media Playback with AVKit"
    private static let film: Set<AssetProfile> = [.film]
    private static let clip: Set<AssetProfile> = [.clip]
    private static let both: Set<AssetProfile> = [.film, .clip]

    package static let cutOff = AssetRule(
        id: "cut-off", level: .error, summary: "The file has all bytes that its structure declares.",
        reason: "Playback ends before the end of the item, or fails.", source: "practice", profiles: both)
    package static let padding = AssetRule(
        id: "padding", level: .warning, summary: "The frames have no black bars of their own.",
        reason:
            "Players cannot crop bars that are part of the picture: the video looks small in full screen and in Picture in "
            + "Picture.",
        source: hig, profiles: both)
    package static let blackFirstFrame = AssetRule(
        id: "black-first-frame", level: .info, summary: "The first frame shows something.",
        reason:
            "A player that has not begun yet, a thumbnail and a preview show the first frame: a black one looks like a failure.",
        source: "practice", profiles: both)
    package static let title = AssetRule(
        id: "title", level: .warning, summary: "The metadata has a title.",
        reason: "The player's controls, the lock screen and other programs show the title.",
        source: talk, profiles: film)
    package static let artwork = AssetRule(
        id: "artwork", level: .warning, summary: "The metadata has artwork.",
        reason: "The info panel and other programs show the artwork beside the title.",
        source: talk, profiles: film)
    package static let rating = AssetRule(
        id: "rating", level: .warning, summary: "The metadata has a content rating.",
        reason: "Without a rating, a restricted player cannot know whether the viewer may watch the item.",
        source: talk, profiles: film)
    package static let description = AssetRule(
        id: "description", level: .info, summary: "The metadata has a description.",
        reason: "The info panel shows the description.", source: hig, profiles: film)
    package static let chapterTitle = AssetRule(
        id: "chapter-title", level: .warning, summary: "Every chapter has a title.",
        reason: "A list of chapters shows an empty entry, or only its number.",
        source: "Apple, Presenting chapter markers", profiles: film)
    package static let chapterOrder = AssetRule(
        id: "chapter-order", level: .error, summary: "Chapters of a language are in order and do not overlap.",
        reason: "The player cannot tell which chapter it is in, and 'next chapter' jumps to a wrong place.",
        source: "Apple, Presenting chapter markers", profiles: film)
    package static let chapterEnd = AssetRule(
        id: "chapter-end", level: .error, summary: "Every chapter begins before the end of the item.",
        reason: "The viewer chooses a chapter that cannot be played.",
        source: "Apple, Presenting chapter markers", profiles: film)
    package static let captions = AssetRule(
        id: "captions", level: .warning, summary: "There are captions in the language of the audio.",
        reason: "Viewers who cannot hear, or who have muted the sound, cannot follow.",
        source: "Apple, Human Interface Guidelines, Accessibility", profiles: film)
    package static let audioLanguage = AssetRule(
        id: "audio-language", level: .warning, summary: "Every audio track declares its language.",
        reason: "The player cannot choose the viewer's language, and lists the track as unknown.",
        source: "practice", profiles: film)
    package static let loudness = AssetRule(
        id: "loudness", level: .warning, summary: "The audio has the target loudness, within 1 LU.",
        reason: "The viewer has to change the volume from item to item.", source: "EBU R 128", profiles: both)
    package static let truePeak = AssetRule(
        id: "true-peak", level: .warning, summary: "The true peak of the audio is at most -1 dBTP.",
        reason: "Higher peaks are distorted by converters and lossy codecs.", source: "EBU R 128", profiles: both)
    package static let clipDuration = AssetRule(
        id: "clip-duration", level: .warning, summary: "A clip lasts at most 30 seconds.",
        reason: "Viewers hold up their wrist for as long as they watch, and the clip takes space on the watch.",
        source: hig, profiles: clip)
    package static let clipCodec = AssetRule(
        id: "clip-codec", level: .warning, summary: "The video of a clip is H.264 in High Profile.",
        reason: "It is the recommended encoding for watches.", source: hig, profiles: clip)
    package static let clipBitRate = AssetRule(
        id: "clip-bit-rate", level: .warning,
        summary: "The video of a clip has at most 160 kbit/s and 30 frames per second.",
        reason: "Faster clips load slowly and use up the battery.", source: hig, profiles: clip)
    package static let clipSize = AssetRule(
        id: "clip-size", level: .warning,
        summary: "A clip has 208 x 260 pixels (portrait) or 320 x 180 pixels (landscape).",
        reason: "A watch scales other sizes, which costs performance and looks worse.", source: hig, profiles: clip)
    package static let clipAudio = AssetRule(
        id: "clip-audio", level: .warning, summary: "The audio of a clip is HE-AAC with at most 64 kbit/s.",
        reason: "It is the recommended encoding for watches, also for clips without video.", source: hig, profiles: clip
    )

    package static let all = [
        cutOff, padding, blackFirstFrame, title, artwork, rating, description, chapterTitle, chapterOrder, chapterEnd,
        captions,
        audioLanguage, loudness, truePeak, clipDuration, clipCodec, clipBitRate, clipSize, clipAudio,
    ]
}
