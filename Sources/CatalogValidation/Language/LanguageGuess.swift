import UniversalMediaCatalog

/// The guessed language of a text: from its function words, or from its characters for Chinese, Japanese and Korean.
struct LanguageGuess {
    let language: Language
    /// From 0 to 1.
    let confidence: Double

    /// Returns nil when the language cannot be determined.
    /// - Parameter text: a text of more than 60 characters.
    init?(_ text: FeedText, features: TextFeatures) {
        if !features.isDisjoint(with: [.kana, .han, .hangul]) {
            let counts = ScriptCounts(text)
            let kana = counts.count([.kana])
            let han = counts.count([.han])
            let hangul = counts.count([.hangul])
            guard kana + han + hangul > 30, 10 * (kana + han + hangul) > 8 * counts.letters else { return nil }
            if hangul * 2 > kana + han {
                self.init(language: .korean, confidence: 0.99)
            } else if kana * 5 > kana + han {
                self.init(language: .japanese, confidence: 0.99)
            } else if kana == 0, han > 40 {
                self.init(language: .chinese, confidence: 0.97)
            } else {
                return nil
            }
            return
        }
        var sink = CountingSink()
        TextScanner.scan(text, &sink)
        guard sink.hits >= 4, sink.hits * 5 >= sink.words else { return nil }
        // A word that many languages share has little weight.
        let best = sink.weights.indices.max { sink.weights[$0] < sink.weights[$1] } ?? 0
        let family = Self.families.first { $0.contains(LanguageSet.known[best].code) } ?? []
        var other = 0.0
        for index in sink.weights.indices where index != best && !family.contains(LanguageSet.known[index].code) {
            other = max(other, sink.weights[index])
        }
        guard sink.counts[best] * 5 >= sink.words, sink.counts[best] >= 4 else { return nil }
        self.init(
            language: LanguageSet.known[best].code,
            confidence: Self.confidence(sink.weights[best], other))
    }

    /// Returns a confidence that exceeds 0.9 when the best weight is at least three times the second.
    private static func confidence(_ best: Double, _ other: Double) -> Double {
        best * best / (best * best + other * other + 0.05)
    }

    private init(language: Language, confidence: Double) {
        self.language = language
        self.confidence = confidence
    }

    /// Returns whether the guess is this language or one that cannot be distinguished from it.
    func mayBe(_ other: Language) -> Bool {
        other == language || Self.families.contains { $0.contains(other) && $0.contains(language) }
            || LanguageSet(other) == LanguageSet(language) && LanguageSet(language) != []
    }

    /// Groups of languages that function words do not distinguish reliably.
    private static let families: [Set<Language>] = [
        ["da", "nb", "no", "nn", "sv", "is", "fo"], ["es", "pt", "gl", "ca", "ast"],
        ["cs", "sk", "pl", "sl", "hr", "bs", "sr"],
        ["ru", "uk", "be", "bg", "mk", "sr"], ["id", "ms"], ["nl", "af", "fy"], ["zh", "yue", "cmn"],
        ["fr", "oc", "ca"],
        ["fi", "et"], ["de", "lb"], ["tr", "az"], ["it", "ro", "scn"],
    ]
}

private struct CountingSink: WordSink {
    var words = 0
    var hits = 0
    /// Number of function words of each known language.
    var counts = [Int](repeating: 0, count: LanguageSet.known.count)
    var weights = [Double](repeating: 0, count: LanguageSet.known.count)

    mutating func word(_ key: UInt64, _ start: Int, _ end: Int) {
        words += 1
        var languages = Lexicon.shared.languages(key).rawValue
        guard languages != 0 else { return }
        hits += 1
        let share = 1 / Double(languages.nonzeroBitCount)
        let weight = share * share
        while languages != 0 {
            let index = languages.trailingZeroBitCount
            counts[index] += 1
            weights[index] += weight
            languages &= languages - 1
        }
    }

    mutating func pair(_ key: UInt64, _ start: Int) {}
    mutating func interruption() {}
}
