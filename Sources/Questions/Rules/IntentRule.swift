/// A combination of concepts and values that has a meaning.
///
/// A rule applies when the utterance has one concept of each set in `needs`, and when every strong concept and every value of the utterance
/// is needed or permitted: what a rule does not account for would be ignored, so that "pause and go back" is no "pause".
struct IntentRule: Sendable {
    struct Values: OptionSet, Sendable {
        let rawValue: Int
        static let time = Values(rawValue: 1)
        static let number = Values(rawValue: 2)
        static let language = Values(rawValue: 4)
    }

    var needs: [Set<Concept>]
    var permits: Set<Concept> = []
    /// The values of which the utterance has to have exactly one.
    var requires: Values = []
    /// The values that the utterance may have.
    var accepts: Values = []
    /// The number of words outside of the vocabulary that do not change the meaning.
    var unknownWords = 0
    /// Returns the meanings: several for an ambiguous utterance, none if the rule does not apply after all.
    let intents: @Sendable (Reading) -> [Intent]

    func apply(to reading: Reading) -> [Intent] {
        guard needs.allSatisfy({ !$0.isDisjoint(with: reading.concepts) }) else { return [] }
        let accounted = needs.reduce(permits) { $0.union($1) }
        guard reading.concepts.allSatisfy({ !$0.isStrong || accounted.contains($0) }) else { return [] }
        guard reading.unknownWords.count <= unknownWords else { return [] }
        for (value, count) in [
            (Values.time, reading.times.count), (.number, reading.numbers.count), (.language, reading.languages.count),
        ] {
            if requires.contains(value), count != 1 { return [] }
            if count > 1 || count == 1 && !requires.union(accepts).contains(value) { return [] }
        }
        return intents(reading)
    }
}

extension Reading {
    func has(_ concept: Concept) -> Bool { concepts.contains(concept) }
    var time: Time? { times.first }
    var number: Double? { numbers.first }
    var language: String { languages.first ?? "" }
}
