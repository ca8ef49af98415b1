/// Reads short utterances about the playing item: "what did she say?", "go back 20 seconds", "play it in German".
///
/// A front end for speech or text calls `parse(_:)` with an utterance of any origin; it has limits on its length, and runs no regular
/// expression over it. Values are immutable, and any thread may use them.
public struct QuestionParser: Sendable {
    /// The maximum length of an utterance in characters as Unicode counts them (scalars).
    public static let maximumLength = 300
    /// The maximum size of an utterance in UTF-8.
    public static let maximumByteCount = 1_200
    /// The languages that are understood, in BCP 47.
    public static var supportedLanguages: [String] { Vocabulary.all.map(\.language) }

    private let readers: [UtteranceReader]

    /// - Parameter languages: the asker's languages in BCP 47, the preferred one first. An utterance is read in these; languages without a
    ///   table are ignored, and English is used where none has one.
    public init(languages: [String]) {
        var tables: [UtteranceReader] = []
        for language in languages {
            let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
            guard let reader = UtteranceReader.all.first(where: { $0.vocabulary.language == primary }) else { continue }
            if !tables.contains(where: { $0.vocabulary.language == primary }) { tables.append(reader) }
        }
        readers = tables.isEmpty ? [UtteranceReader.all[0]] : tables
    }

    /// Returns the meaning of an utterance in the first language in which it has one.
    public func parse(_ utterance: String) -> Question {
        let first = readers[0]
        guard utterance.utf8.count <= Self.maximumByteCount, utterance.unicodeScalars.count <= Self.maximumLength else {
            return first.question(.unknown(.tooLong))
        }
        var outcome: Question?
        for reader in readers {
            let question = reader.question(reader.interpretation(of: utterance))
            switch question.interpretation {
            case .intent: return question
            // An ambiguous utterance may have one meaning in another language of the asker.
            case .ambiguous: outcome = outcome.flatMap { $0.isAmbiguous ? $0 : nil } ?? question
            case .unknown: outcome = outcome ?? question
            }
        }
        return outcome ?? first.question(.unknown(.noMatch))
    }
}

extension Question {
    fileprivate var isAmbiguous: Bool { if case .ambiguous = interpretation { true } else { false } }
}

/// Reads utterances in one language.
struct UtteranceReader: Sendable {
    let vocabulary: Vocabulary
    private let lexicon: Lexicon

    static let all = Vocabulary.all.map(UtteranceReader.init)

    init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        lexicon = Lexicon(vocabulary)
    }

    func reading(of utterance: String) -> Reading {
        let text = NormalizedText.normalize(utterance, vocabulary.writing)
        return Reading(Tokenizer.tokens(of: text, lexicon), vocabulary.writing)
    }

    func interpretation(of utterance: String) -> Interpretation {
        let text = NormalizedText.normalize(utterance, vocabulary.writing)
        guard !text.isEmpty else { return .unknown(.empty) }
        let reading = Reading(Tokenizer.tokens(of: text, lexicon), vocabulary.writing)
        for rule in IntentRules.all {
            let intents = rule.apply(to: reading)
            guard let first = intents.first else { continue }
            guard intents.allSatisfy(\.isWithinLimits) else { return .unknown(.outOfRange) }
            return intents.count == 1 ? .intent(first) : .ambiguous(intents)
        }
        return .unknown(.noMatch)
    }

    func question(_ interpretation: Interpretation) -> Question {
        let kinds =
            switch interpretation {
            case .intent: [Intent.Kind]()
            case .ambiguous(let intents): intents.map(\.kind)
            case .unknown: vocabulary.suggestions
            }
        return Question(
            language: vocabulary.language, interpretation: interpretation,
            examples: kinds.compactMap { vocabulary.examples[$0] })
    }
}

extension Intent {
    fileprivate var isWithinLimits: Bool {
        switch self {
        case .repeatDialogue(let seconds), .skip(let seconds):
            seconds.magnitude > 0 && Limits.seconds.contains(seconds.magnitude)
        case .seek(let seconds): Limits.seconds.contains(seconds)
        case .chapter(let number): Limits.chapters.contains(number)
        case .setRate(let rate): Limits.rates.contains(rate)
        default: true
        }
    }
}
