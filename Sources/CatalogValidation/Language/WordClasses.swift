/// What the words of a text may be about, so that rules look closer only where there is something to look at.
struct WordClasses: OptionSet, Sendable {
    let rawValue: UInt32

    /// Asks people to watch, to buy or to subscribe, wherever it stands.
    static let promotion = WordClasses(rawValue: 1 << 0)
    /// Does so in titles and in short or exclaiming sentences only.
    static let loosePromotion = WordClasses(rawValue: 1 << 1)
    /// Does so when the name of a service follows: `only on …`.
    static let promotionOn = WordClasses(rawValue: 1 << 2)
    /// A label of its own, in brackets or behind a dash: `(New)`.
    static let promotionLabel = WordClasses(rawValue: 1 << 3)
    /// `premieres`, when a day follows.
    static let showing = WordClasses(rawValue: 1 << 4)
    static let weekday = WordClasses(rawValue: 1 << 5)
    static let month = WordClasses(rawValue: 1 << 6)
    static let superlative = WordClasses(rawValue: 1 << 7)
    /// Products of Apple by name.
    static let appleProduct = WordClasses(rawValue: 1 << 8)
    /// Wording that only Apple's own productions have.
    static let appleBrand = WordClasses(rawValue: 1 << 9)
    /// Of picture and sound, wherever it stands.
    static let quality = WordClasses(rawValue: 1 << 10)
    /// The same at the end of a title.
    static let qualityAtEnd = WordClasses(rawValue: 1 << 11)
    /// The same in brackets: `(Subtitled)`.
    static let qualityLabel = WordClasses(rawValue: 1 << 12)
    static let season = WordClasses(rawValue: 1 << 13)
    static let episode = WordClasses(rawValue: 1 << 14)
    static let ordinal = WordClasses(rawValue: 1 << 15)
    static let placeholder = WordClasses(rawValue: 1 << 16)
    /// `visit`, `follow us`: an address comes next.
    static let invitation = WordClasses(rawValue: 1 << 17)
    static let telephone = WordClasses(rawValue: 1 << 18)
    /// Of a rating, wherever it stands.
    static let rating = WordClasses(rawValue: 1 << 19)
    static let ratingLabel = WordClasses(rawValue: 1 << 20)
    /// Movements that are known by their hashtag, and words around such.
    static let movement = WordClasses(rawValue: 1 << 21)
    /// Filler such as `lorem ipsum`, wherever it stands.
    static let filler = WordClasses(rawValue: 1 << 22)
    /// A phrase may go on after it.
    static let begins = WordClasses(rawValue: 1 << 31)
}
