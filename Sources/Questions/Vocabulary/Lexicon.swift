/// The meanings of a word or phrase. A word can have several: "ein" is an article and the second half of "schalte … ein".
struct Meaning: Sendable, Hashable {
    var concepts: Set<Concept> = []
    var number: Double?
    var unit: TimeUnit?
    /// A duration in seconds that one word expresses.
    var seconds: Double?
    var language: String?

    mutating func add(_ other: Meaning) {
        concepts.formUnion(other.concepts)
        number = number ?? other.number
        unit = unit ?? other.unit
        seconds = seconds ?? other.seconds
        language = language ?? other.language
    }
}

/// The phrases of a vocabulary as a tree of characters, which finds the longest phrase at a position.
struct Lexicon: Sendable {
    private struct Node: Sendable {
        var children: [Unicode.Scalar: Int] = [:]
        var meaning: Meaning?
    }

    let writing: Writing
    private var nodes = [Node()]
    private static let anyEnding: Unicode.Scalar = "*"

    init(_ vocabulary: Vocabulary) {
        writing = vocabulary.writing
        for (concept, phrases) in vocabulary.concepts { insert(phrases, Meaning(concepts: [concept])) }
        for (unit, phrases) in vocabulary.units { insert(phrases, Meaning(unit: unit)) }
        for (number, phrases) in vocabulary.numbers { insert(phrases, Meaning(number: number)) }
        for (seconds, phrases) in vocabulary.times { insert(phrases, Meaning(seconds: seconds)) }
        for (language, phrases) in vocabulary.languageNames { insert(phrases, Meaning(language: language)) }
        insert("%", Meaning(concepts: [.percent]))
    }

    /// The longest phrase that begins at `start`: its end and its meaning.
    func match(_ text: [Unicode.Scalar], at start: Int) -> (end: Int, meaning: Meaning)? {
        var best: (end: Int, meaning: Meaning)?
        search(text, start, node: 0, isStem: false, &best)
        return best
    }

    /// - Parameter isStem: whether the phrase so far contains `*`. A phrase without is preferred to one of the same length.
    private func search(
        _ text: [Unicode.Scalar], _ start: Int, node: Int, isStem: Bool, _ best: inout (end: Int, meaning: Meaning)?
    ) {
        var node = node
        var position = start
        while true {
            if let meaning = nodes[node].meaning, isBoundary(text, position),
                position > (best?.end ?? -1) || position == best?.end && !isStem
            {
                best = (position, meaning)
            }
            if let stem = nodes[node].children[Self.anyEnding] {
                search(text, text[position...].firstIndex(of: " ") ?? text.count, node: stem, isStem: true, &best)
            }
            guard position < text.count, let next = nodes[node].children[text[position]] else { return }
            node = next
            position += 1
        }
    }

    private func isBoundary(_ text: [Unicode.Scalar], _ position: Int) -> Bool {
        writing == .continuous || position == text.count || text[position] == " "
    }

    // MARK: Building

    private mutating func insert(_ phrases: String, _ meaning: Meaning) {
        for phrase in phrases.split(separator: ",") {
            for spelling in Self.spellings(of: phrase.lowercased()) { insert(spelling: spelling, meaning) }
        }
    }

    private mutating func insert(spelling: String, _ meaning: Meaning) {
        let words = spelling.split(separator: " ").map { word in
            word == "%"
                ? "%"
                : NormalizedText.normalize(String(word), writing) + (word.hasSuffix("*") ? String(Self.anyEnding) : "")
        }
        let text = words.filter { !$0.isEmpty }.joined(separator: writing == .continuous ? "" : " ")
        guard !text.isEmpty else { return }
        var node = 0
        for scalar in text.unicodeScalars {
            if let next = nodes[node].children[scalar] {
                node = next
            } else {
                nodes.append(Node())
                nodes[node].children[scalar] = nodes.count - 1
                node = nodes.count - 1
            }
        }
        nodes[node].meaning =
            nodes[node].meaning.map { present in
                var present = present
                present.add(meaning)
                return present
            } ?? meaning
    }

    /// Returns a phrase as it is typed with and without German umlauts on the keyboard: "zurück" and "zurueck".
    private static func spellings(of phrase: String) -> [String] {
        let plain = [("ä", "ae"), ("ö", "oe"), ("ü", "ue")].reduce(phrase) { $0.replacing($1.0, with: $1.1) }
        return plain == phrase ? [phrase] : [phrase, plain]
    }
}
