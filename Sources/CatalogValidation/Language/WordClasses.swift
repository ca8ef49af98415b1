/// The subjects that the words of a text may belong to, so that rules examine only texts that they may apply to.
struct WordClasses: OptionSet, Sendable {
    let rawValue: UInt32

    /// A call to watch, buy or subscribe, anywhere in a text.
    static let promotion = WordClasses(rawValue: 1 << 0)
    /// A call of that kind only in titles and in short or exclaiming sentences.
    static let loosePromotion = WordClasses(rawValue: 1 << 1)
    /// A call of that kind when the name of a service follows: `only on …`.
    static let promotionOn = WordClasses(rawValue: 1 << 2)
    /// A promotional label in brackets or after a dash: `(New)`.
    static let promotionLabel = WordClasses(rawValue: 1 << 3)
    /// `premieres`, followed by a day.
    static let showing = WordClasses(rawValue: 1 << 4)
    static let weekday = WordClasses(rawValue: 1 << 5)
    static let month = WordClasses(rawValue: 1 << 6)
    static let superlative = WordClasses(rawValue: 1 << 7)
    /// Names of Apple products.
    static let appleProduct = WordClasses(rawValue: 1 << 8)
    /// Wording reserved for Apple's own productions.
    static let appleBrand = WordClasses(rawValue: 1 << 9)
    /// Video or audio quality, anywhere in a text.
    static let quality = WordClasses(rawValue: 1 << 10)
    /// Video or audio quality at the end of a title.
    static let qualityAtEnd = WordClasses(rawValue: 1 << 11)
    /// Video or audio quality in brackets: `(Subtitled)`.
    static let qualityLabel = WordClasses(rawValue: 1 << 12)
    static let season = WordClasses(rawValue: 1 << 13)
    static let episode = WordClasses(rawValue: 1 << 14)
    static let ordinal = WordClasses(rawValue: 1 << 15)
    static let placeholder = WordClasses(rawValue: 1 << 16)
    /// `visit`, `follow us`: an address or account name follows.
    static let invitation = WordClasses(rawValue: 1 << 17)
    static let telephone = WordClasses(rawValue: 1 << 18)
    /// A content rating, anywhere in a text.
    static let rating = WordClasses(rawValue: 1 << 19)
    static let ratingLabel = WordClasses(rawValue: 1 << 20)
    /// Movements known by their hashtag, and words that accompany them.
    static let movement = WordClasses(rawValue: 1 << 21)
    /// Filler text such as `lorem ipsum`, anywhere in a text.
    static let filler = WordClasses(rawValue: 1 << 22)
    /// A frequent misspelling of a word.
    static let misspelt = WordClasses(rawValue: 1 << 23)
    /// A value of a program that has no text: `undefined`.
    static let emptyValue = WordClasses(rawValue: 1 << 24)
    /// A word of a note on the source of a text: `Source: …`.
    static let source = WordClasses(rawValue: 1 << 25)
    /// The word may begin a longer phrase.
    static let begins = WordClasses(rawValue: 1 << 31)
}
