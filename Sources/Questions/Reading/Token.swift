/// A piece of a normalized utterance.
enum Token: Sendable, Hashable {
    /// A word or phrase of the vocabulary.
    case meaning(Meaning)
    /// A number in digits.
    case number(Double)
    /// A clock time, in seconds: "1:20:00", or "1:20" for a minute and twenty seconds.
    case clock(Double)
    case unknown(String)
}

/// Splits normalized text into tokens by the longest phrases of a lexicon.
struct Tokenizer {
    private let text: [Unicode.Scalar]
    private let lexicon: Lexicon
    private var position = 0
    private var tokens: [Token] = []

    static func tokens(of text: String, _ lexicon: Lexicon) -> [Token] {
        var tokenizer = Tokenizer(text: Array(text.unicodeScalars), lexicon: lexicon)
        tokenizer.run()
        return tokenizer.tokens
    }

    private init(text: [Unicode.Scalar], lexicon: Lexicon) {
        self.text = text
        self.lexicon = lexicon
    }

    private mutating func run() {
        while position < text.count {
            if text[position] == " " {
                position += 1
            } else if isDigit(position) {
                readNumber()
            } else if let match = lexicon.match(text, at: position) {
                tokens.append(.meaning(match.meaning))
                position = match.end
            } else if lexicon.writing == .attachedArticles, readParticle() {
                continue
            } else {
                readUnknown()
            }
        }
    }

    private func isDigit(_ position: Int) -> Bool { position < text.count && ("0"..."9").contains(text[position]) }

    private mutating func readNumber() {
        var fields: [String] = [""]
        while position < text.count, isDigit(position) || text[position] == "." || text[position] == ":" {
            if text[position] == ":" {
                fields.append("")
            } else {
                fields[fields.count - 1].unicodeScalars.append(text[position])
            }
            position += 1
        }
        let values = fields.map { Double($0) }
        // More than one point, or a clock with more than three fields, is no number.
        guard values.count <= 3, !values.contains(nil) else {
            return tokens.append(.unknown(fields.joined(separator: ":")))
        }
        let seconds = values.reduce(0) { $0 * 60 + ($1 ?? 0) }
        tokens.append(values.count == 1 ? .number(seconds) : .clock(seconds))
    }

    /// Reads a conjunction or preposition that Arabic writes as part of the following word, if that word is then known.
    private mutating func readParticle() -> Bool {
        let particles: [Unicode.Scalar: Concept] = [
            "و": .and, "ف": .filler, "ب": .inside, "ل": .to, "س": .filler, "ك": .filler,
        ]
        guard let particle = particles[text[position]], position + 2 < text.count else { return false }
        guard let match = lexicon.match(text, at: position + 1) else { return false }
        tokens += [.meaning(Meaning(concepts: [particle])), .meaning(match.meaning)]
        position = match.end
        return true
    }

    /// Reads a word that is not in the lexicon; in continuous writing, the characters up to the next phrase.
    private mutating func readUnknown() {
        let start = position
        repeat { position += 1 } while position < text.count && text[position] != " " && !continues()
        tokens.append(.unknown(String(String.UnicodeScalarView(text[start..<position]))))
    }

    private func continues() -> Bool {
        lexicon.writing == .continuous && (isDigit(position) || lexicon.match(text, at: position) != nil)
    }
}
