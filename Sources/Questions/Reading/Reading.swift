/// What an utterance says, without the order of its words: concepts and values. The rules interpret it.
struct Reading: Sendable, Hashable {
    var concepts: Set<Concept> = []
    var languages: [String] = []
    var times: [Time] = []
    /// Numbers without a unit of time.
    var numbers: [Double] = []
    var unknownWords: [String] = []

    struct Time: Sendable, Hashable {
        var seconds: Double
        var kind: Kind
        /// Whether a word such as "to" belongs to the time.
        var isTarget = false

        enum Kind: Sendable, Hashable {
            case duration
            /// A position in the item: "1:20:00", "minute 20".
            case position
        }
    }

    var isEmpty: Bool {
        concepts.isEmpty && languages.isEmpty && times.isEmpty && numbers.isEmpty && unknownWords.isEmpty
    }
}

extension Reading {
    init(_ tokens: [Token], _ writing: Writing) {
        var reader = ReadingBuilder(items: ReadingBuilder.items(of: tokens), writing: writing)
        reader.run()
        self = reader.reading
    }
}

/// Recognizes numbers and times in a sequence of tokens.
private struct ReadingBuilder {
    enum Item: Equatable {
        case concepts(Set<Concept>)
        case number(Double)
        case unit(TimeUnit)
        case seconds(Double)
        case clock(Double)
        case language(String)
        case unknown(String)

        func has(_ concept: Concept) -> Bool {
            if case .concepts(let concepts) = self { concepts.contains(concept) } else { false }
        }
    }

    let items: [Item]
    let writing: Writing
    var reading = Reading()
    private var position = 0

    init(items: [Item], writing: Writing) {
        self.items = items
        self.writing = writing
    }

    // MARK: Items

    /// Returns the tokens with the words of each number joined.
    static func items(of tokens: [Token]) -> [Item] {
        var items: [Item] = []
        var phrase = NumberPhrase()
        func endNumber() {
            if let value = phrase.value { items.append(.number(value)) }
            phrase = NumberPhrase()
        }
        for (index, token) in tokens.enumerated() {
            if case .meaning(let meaning) = token, meaning.concepts.contains(.and), phrase.value != nil,
                index + 1 < tokens.count, number(tokens[index + 1]) != nil
            {
                phrase.join()
                continue
            }
            if let value = number(token) {
                if !phrase.add(value) {
                    endNumber()
                    _ = phrase.add(value)
                }
                continue
            }
            endNumber()
            items += item(token)
        }
        endNumber()
        return items
    }

    /// The value of a token that is part of a number in words.
    private static func number(_ token: Token) -> Double? {
        if case .meaning(let meaning) = token { meaning.number } else { nil }
    }

    private static func item(_ token: Token) -> [Item] {
        switch token {
        case .number(let value): return [.number(value)]
        case .clock(let seconds): return [.clock(seconds)]
        case .unknown(let word): return [.unknown(word)]
        case .meaning(let meaning):
            var items: [Item] = []
            if let unit = meaning.unit { items.append(.unit(unit)) }
            if let seconds = meaning.seconds { items.append(.seconds(seconds)) }
            if let language = meaning.language { items.append(.language(language)) }
            // "M" may be a minute or the rest of "I'm": the values of a word exclude its reading as a filler.
            let concepts = items.isEmpty ? meaning.concepts : meaning.concepts.subtracting([.filler])
            if !concepts.isEmpty { items.append(.concepts(concepts)) }
            return items
        }
    }

    // MARK: Values

    private func item(_ offset: Int = 0) -> Item? {
        items.indices.contains(position + offset) ? items[position + offset] : nil
    }

    private func has(_ concept: Concept, at offset: Int = 0) -> Bool { item(offset)?.has(concept) ?? false }

    private func unit(at offset: Int = 0) -> TimeUnit? {
        if case .unit(let unit)? = item(offset) { unit } else { nil }
    }

    private func number(at offset: Int = 0) -> Double? {
        if case .number(let value)? = item(offset) { value } else { nil }
    }

    mutating func run() {
        while let item = item() {
            let start = position
            if let time = readTime() {
                addTime(time, from: start)
                continue
            }
            switch item {
            case .number(let value): addNumber(value)
            case .concepts(let concepts): reading.concepts.formUnion(concepts.subtracting([.filler, .article]))
            case .language(let language):
                if !reading.languages.contains(language) { reading.languages.append(language) }
            case .unknown(let word): reading.unknownWords.append(word)
            case .unit(let unit):
                // "Hours" alone is no time. The Japanese word for hours is also that for time in general.
                if writing != .continuous { reading.unknownWords.append("\(unit)") }
            case .seconds, .clock: break
            }
            position += 1
        }
    }

    /// Adds a number without a unit: "150 %", "one and a half".
    private mutating func addNumber(_ value: Double) {
        var next = 1
        if has(.and, at: next) { next += 1 }
        if has(.article, at: next), has(.half, at: next + 1) { next += 1 }
        if has(.half, at: next) {
            reading.numbers.append(value + 0.5)
            position += next
        } else {
            reading.numbers.append(has(.percent, at: 1) ? value / 100 : value)
        }
    }

    private mutating func addTime(_ time: Reading.Time, from start: Int) {
        var time = time
        // Words such as "the" or "about" may stand between "to" and the time.
        let before = items[..<start].reversed().first { $0.has(.to) || !$0.has(.filler) && !$0.has(.article) }
        time.isTarget = before?.has(.to) ?? false
        if writing == .continuous, has(.to) { time.isTarget = true }
        reading.times.append(time)
    }

    /// Reads a time at the position and moves beyond it; nil leaves the position as it is.
    private mutating func readTime() -> Reading.Time? {
        if case .clock(let seconds)? = item() {
            position += 1
            return Reading.Time(seconds: seconds, kind: .position)
        }
        if let time = readPosition() { return time }
        let start = position
        guard var (seconds, unit) = readPart() else {
            position = start
            return nil
        }
        // Further parts: "1 hour and 20 minutes", "1 hour 20", "an hour and a half".
        while let smaller = unit.smaller {
            let start = position
            if has(.and) { position += 1 }
            if has(.article), has(.half, at: 1) { position += 1 }
            if has(.half), self.unit(at: 1) == nil {
                seconds += unit.rawValue / 2
                position += 1
                break
            }
            if let (more, next) = readPart(), next.rawValue < unit.rawValue {
                seconds += more
                unit = next
                continue
            }
            position = start
            if let value = number(), self.unit(at: 1) == nil, value < 60, !has(.percent, at: 1), !has(.times, at: 1) {
                position += 1
                seconds += value * smaller.rawValue
            }
            break
        }
        return Reading.Time(seconds: seconds, kind: .duration)
    }

    /// Reads a unit followed by a number: "minute 20".
    private mutating func readPosition() -> Reading.Time? {
        guard var unit = unit(), let value = number(at: 1), self.unit(at: 2) == nil else { return nil }
        var seconds = value * unit.rawValue
        position += 2
        while let next = self.unit(), next.rawValue < unit.rawValue, let value = number(at: 1) {
            seconds += value * next.rawValue
            unit = next
            position += 2
        }
        return Reading.Time(seconds: seconds, kind: .position)
    }

    /// Reads a number with its unit: "20 minutes", "half an hour", "one and a half minutes", "a minute", "a few seconds".
    private mutating func readPart() -> (seconds: Double, unit: TimeUnit)? {
        if case .seconds(let seconds)? = item() {
            position += 1
            return (seconds, seconds >= 3600 ? .hour : seconds >= 60 ? .minute : .second)
        }
        var value: Double?
        if let number = number() {
            position += 1
            value = number
            // "One and a half minutes": the half stands before the unit.
            let start = position
            if has(.and) { position += 1 }
            if has(.article) { position += 1 }
            if has(.half), unit(at: 1) != nil {
                position += 1
                value = number + 0.5
            } else {
                position = start
            }
        } else {
            // A unit alone is no time, but "a minute" is; Arabic has no such article.
            var isOne = writing == .attachedArticles
            while has(.article), !has(.half) {
                isOne = true
                position += 1
            }
            if has(.half) {
                position += 1
                while has(.article) || has(.filler) { position += 1 }
                value = 0.5
            } else if has(.few) {
                position += 1
                while has(.filler) { position += 1 }
                value = unit() == .second ? 10 : 3
            } else if isOne || unit() != nil && has(.and, at: 1) && has(.half, at: 2) {
                // "A minute"; "hora y media".
                value = 1
            }
        }
        guard let unit = unit(), let value else { return nil }
        position += 1
        return (value * unit.rawValue, unit)
    }
}
