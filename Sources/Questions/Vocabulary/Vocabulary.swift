/// The words of one language: the table that a translator edits.
///
/// Phrases are separated by commas. `*` at the end of a word stands for any ending: "subtitle*". Case, accents and punctuation do not
/// matter. The longest phrase that fits is taken, so that "go back" may differ from "go" and "back".
struct Vocabulary: Sendable {
    /// BCP 47.
    let language: String
    let writing: Writing
    let concepts: [Concept: String]
    let units: [TimeUnit: String]
    /// Values and their words.
    let numbers: [Double: String]
    /// Words for a number with its unit, in seconds, such as the dual of Arabic.
    var times: [Double: String] = [:]
    /// Tags of languages, and their names in this one.
    let languageNames: [String: String]
    /// An utterance for each kind of request, shown to viewers.
    let examples: [Intent.Kind: String]
    /// The kinds whose examples are shown when an utterance was not understood.
    var suggestions: [Intent.Kind] = [.repeatDialogue, .namePeople, .skipBackward, .captionsOn]
}
