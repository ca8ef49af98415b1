/// A text in one language.
public struct LocalizedText: Sendable, Hashable, Codable {
    public var text: String
    /// BCP 47. nil: the catalog's `defaultLocale`.
    public var locale: String?
    /// For titles: `default`, `short`, `sort`, `original`, `alternate`; for descriptions: `long`, `short`. nil: the default.
    public var type: String?
    /// Whether the text is the pronunciation of a title (titles only).
    public var isPhonetic: Bool

    public init(_ text: String, locale: String? = nil, type: String? = nil, isPhonetic: Bool = false) {
        self.text = text
        self.locale = locale
        self.type = type
        self.isPhonetic = isPhonetic
    }
}
