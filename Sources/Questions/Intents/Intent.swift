/// A request about the playing item or the displayed page, without the words that expressed it.
///
/// Times are in seconds. Languages are BCP 47 tags.
public enum Intent: Sendable, Hashable {
    /// "What did she say?": play the last seconds again, with captions until playback is back at the place of the question.
    case repeatDialogue(seconds: Double)
    /// "Who is in this?"
    case namePeople
    /// "What is this?"
    case identify
    /// "Add this to my Up Next."
    case addToUpNext
    case play
    case pause
    /// A relative seek; negative seconds go back.
    case skip(seconds: Double)
    /// A seek to a position from the beginning of the item.
    case seek(toSeconds: Double)
    /// "From the beginning."
    case restart
    /// "Next episode", "previous chapter".
    case move(Direction, Part)
    /// "Go to chapter 3", counted from 1.
    case chapter(number: Int)
    /// "Play it in German."
    case audio(language: String)
    case captions(CaptionChange)
    /// A speed as a factor of the normal one.
    case setRate(Double)
    case changeRate(RateChange)
    /// "How long is left?"
    case remainingTime

    public enum Direction: String, Sendable, Hashable { case next, previous }
    public enum Part: String, Sendable, Hashable { case chapter, episode }
    public enum RateChange: String, Sendable, Hashable { case faster, slower }
    public enum CaptionChange: Sendable, Hashable {
        case on, off
        case language(String)
    }

    /// The ranges in which values are accepted; a question outside of them is not understood.
    public enum Limits {
        /// Positions and intervals of up to a day.
        public static let seconds = 0.0...86_400
        public static let rates = 0.1...8.0
        public static let chapters = 1...10_000
    }
}

extension Intent {
    /// The kind of a request without its values, for examples and for output that programs read.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case repeatDialogue, namePeople, identify, addToUpNext, play, pause, skipForward, skipBackward, seek, restart
        case nextChapter, previousChapter, nextEpisode, previousEpisode, chapter
        case audio, captionsOn, captionsOff, captionsLanguage
        case setRate, faster, slower, remainingTime
    }

    public var kind: Kind {
        switch self {
        case .repeatDialogue: .repeatDialogue
        case .namePeople: .namePeople
        case .identify: .identify
        case .addToUpNext: .addToUpNext
        case .play: .play
        case .pause: .pause
        case .skip(let seconds): seconds < 0 ? .skipBackward : .skipForward
        case .seek: .seek
        case .restart: .restart
        case .move(.next, .chapter): .nextChapter
        case .move(.previous, .chapter): .previousChapter
        case .move(.next, .episode): .nextEpisode
        case .move(.previous, .episode): .previousEpisode
        case .chapter: .chapter
        case .audio: .audio
        case .captions(.on): .captionsOn
        case .captions(.off): .captionsOff
        case .captions(.language): .captionsLanguage
        case .setRate: .setRate
        case .changeRate(.faster): .faster
        case .changeRate(.slower): .slower
        case .remainingTime: .remainingTime
        }
    }
}
