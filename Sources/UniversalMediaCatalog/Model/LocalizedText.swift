/// A text in one language.
public struct LocalizedText: Sendable, Hashable, Codable {
    public var text: String
    /// BCP 47. nil: the catalog's `defaultLocale`.
    public var locale: String?
    /// Of titles: `default`, `short`, `sort`, `original`, `alternate`; of descriptions: `long`, `short`. nil: the usual one.
    public var type: String?
    /// It says how a title is pronounced (titles only).
    public var isPhonetic: Bool

    public init(_ text: String, locale: String? = nil, type: String? = nil, isPhonetic: Bool = false) {
        self.text = text
        self.locale = locale
        self.type = type
        self.isPhonetic = isPhonetic
    }
}
