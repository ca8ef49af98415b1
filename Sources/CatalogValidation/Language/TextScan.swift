import UniversalMediaCatalog

/// The result of one pass over a text, shared by all rules.
struct TextScan {
    /// The kinds of characters in the text.
    let features: TextFeatures
    /// The classes of the words. For scripts without spaces: candidates, which rules must verify.
    let classes: WordClasses
    let wordCount: Int
    /// Number of function words of the text's declared language.
    let ownWords: Int
    /// Whether a word follows itself, in any case of its letters.
    let repeatsWord: Bool

    init(_ text: FeedText, language: LanguageSet) {
        let lexicon = Lexicon.shared
        (features, classes, wordCount, ownWords, repeatsWord) = lexicon.slots.withUnsafeBufferPointer { slots in
            lexicon.filter.withUnsafeBufferPointer { filter in
                var sink = ClassSink(slots: slots, filter: filter, shift: lexicon.shift, language: language.rawValue)
                let features = TextScanner.scan(text, &sink)
                return (
                    features, WordClasses(rawValue: sink.classes), sink.wordCount, sink.ownWords, sink.repeatsWord
                )
            }
        }
    }

    /// A word or phrase found in the lexicon.
    struct Match {
        var classes: WordClasses
        var range: Range<Int>
    }

    /// Returns the ranges of the words and phrases of some classes. Call this second pass only after the scan has found the classes.
    static func matches(_ classes: WordClasses, in text: FeedText) -> [Match] {
        let lexicon = Lexicon.shared
        return lexicon.slots.withUnsafeBufferPointer { slots in
            lexicon.filter.withUnsafeBufferPointer { filter in
                var sink = MatchSink(slots: slots, filter: filter, shift: lexicon.shift, wanted: classes, text: text)
                TextScanner.scan(text, &sink)
                return sink.matches
            }
        }
    }

    /// Finds a key after a look at the filter, which rejects most keys.
    @inline(__always)
    static func find(
        _ key: UInt64, _ slots: UnsafeBufferPointer<Lexicon.Slot>, _ filter: UnsafeBufferPointer<UInt64>,
        _ shift: UInt64
    ) -> Lexicon.Slot? {
        let mark = Lexicon.place(of: key, 48)
        guard filter[mark >> 6] >> UInt64(mark & 63) & 1 != 0 else { return nil }
        return find(key, slots, shift)
    }

    @inline(__always)
    static func find(
        _ key: UInt64, _ slots: UnsafeBufferPointer<Lexicon.Slot>, _ shift: UInt64
    ) -> Lexicon.Slot? {
        var place = Lexicon.place(of: key, shift)
        while true {
            let slot = slots[place]
            if slot.key == key { return slot }
            if slot.key == 0 { return nil }
            place = (place + 1) & (slots.count - 1)
        }
    }
}

/// Collects the classes of the words.
private struct ClassSink: WordSink {
    let slots: UnsafeBufferPointer<Lexicon.Slot>
    let filter: UnsafeBufferPointer<UInt64>
    let shift: UInt64
    let language: UInt32
    var classes: UInt32 = 0
    var wordCount = 0
    var ownWords = 0
    var repeatsWord = false
    private var lastWord: UInt64 = 0
    /// Phrases that may continue, the older one first; 0: none. The lexicon has no three overlapping phrases.
    private var phrase: UInt64 = 0
    private var younger: UInt64 = 0

    init(
        slots: UnsafeBufferPointer<Lexicon.Slot>, filter: UnsafeBufferPointer<UInt64>, shift: UInt64, language: UInt32
    ) {
        self.slots = slots
        self.filter = filter
        self.shift = shift
        self.language = language
    }

    @inline(__always) mutating func word(_ key: UInt64, _ start: Int, _ end: Int) {
        wordCount += 1
        if key == lastWord { repeatsWord = true }
        lastWord = key
        var next: UInt64 = 0
        var nextYounger: UInt64 = 0
        if phrase != 0 {
            next = goOn(Lexicon.joined(phrase, key))
            if younger != 0 { nextYounger = goOn(Lexicon.joined(younger, key)) }
        }
        if let slot = find(key) {
            classes |= slot.classes
            if slot.languages & language != 0 { ownWords += 1 }
            if slot.classes & WordClasses.begins.rawValue != 0 {
                // Of three candidates, the middle one is the most likely.
                if nextYounger != 0 { next = nextYounger }
                nextYounger = key
            }
        }
        phrase = next
        younger = nextYounger
        if phrase == 0 {
            phrase = younger
            younger = 0
        }
    }

    @inline(__always) private func find(_ key: UInt64) -> Lexicon.Slot? { TextScan.find(key, slots, filter, shift) }

    /// - Returns: the phrase if it may continue; 0 otherwise.
    @inline(__always) private mutating func goOn(_ joined: UInt64) -> UInt64 {
        guard let slot = find(joined) else { return 0 }
        classes |= slot.classes
        return slot.classes & WordClasses.begins.rawValue != 0 ? joined : 0
    }

    @inline(__always) mutating func pair(_ key: UInt64, _ start: Int) {
        if let slot = find(key) { classes |= slot.classes }
    }

    @inline(__always) mutating func interruption() {
        phrase = 0
        younger = 0
    }
}

/// Collects the ranges of words and phrases.
private struct MatchSink: WordSink {
    let slots: UnsafeBufferPointer<Lexicon.Slot>
    let filter: UnsafeBufferPointer<UInt64>
    let shift: UInt64
    let wanted: WordClasses
    let text: FeedText
    var matches: [TextScan.Match] = []
    private var phrases: [(key: UInt64, start: Int)] = []

    init(
        slots: UnsafeBufferPointer<Lexicon.Slot>, filter: UnsafeBufferPointer<UInt64>, shift: UInt64,
        wanted: WordClasses, text: FeedText
    ) {
        self.slots = slots
        self.filter = filter
        self.shift = shift
        self.wanted = wanted
        self.text = text
    }

    mutating func word(_ key: UInt64, _ start: Int, _ end: Int) {
        if !phrases.isEmpty {
            let going = phrases
            phrases.removeAll(keepingCapacity: true)
            for phrase in going { take(Lexicon.joined(phrase.key, key), phrase.start, end) }
        }
        take(key, start, end)
    }

    private mutating func take(_ key: UInt64, _ start: Int, _ end: Int) {
        guard let slot = TextScan.find(key, slots, filter, shift) else { return }
        let classes = WordClasses(rawValue: slot.classes)
        if !classes.isDisjoint(with: wanted) {
            // A longer phrase replaces the shorter phrase that it begins with.
            if let last = matches.last, last.range.lowerBound == start { matches.removeLast() }
            matches.append(TextScan.Match(classes: classes.intersection(wanted), range: start..<end))
        }
        if classes.contains(.begins) { phrases.append((key, start)) }
    }

    mutating func pair(_ key: UInt64, _ start: Int) {
        for phrase in Lexicon.shared.unspaced[key] ?? [] where !phrase.classes.isDisjoint(with: wanted) {
            let end = start + phrase.bytes.count
            guard end <= text.count, phrase.bytes.elementsEqual(text.bytes[start..<end]) else { continue }
            matches.append(TextScan.Match(classes: phrase.classes.intersection(wanted), range: start..<end))
        }
    }

    mutating func interruption() {
        if !phrases.isEmpty { phrases.removeAll(keepingCapacity: true) }
    }
}
