/// The outcome of reading an utterance.
public enum Interpretation: Sendable, Hashable {
    case intent(Intent)
    /// The utterance has two or more meanings, none of which is more likely.
    case ambiguous([Intent])
    case unknown(Reason)

    public enum Reason: String, Sendable, Hashable {
        /// The utterance has no words.
        case empty
        /// The utterance is longer than `QuestionParser.maximumLength` or `maximumByteCount`.
        case tooLong
        /// The words have no meaning for a player, or not together.
        case noMatch
        /// A time, speed or chapter is outside of `Intent.Limits`.
        case outOfRange
    }
}

/// An utterance with its meaning.
public struct Question: Sendable, Hashable {
    /// The language in which the utterance was understood; the first of the parser's languages where none was.
    public let language: String
    public let interpretation: Interpretation
    /// Utterances that are understood, in `language`, to show where the interpretation is no intent: one for each meaning of an
    /// ambiguous utterance, else a selection.
    public let examples: [String]
}
