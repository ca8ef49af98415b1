/// An item of a catalog (umc-catalog.md 3).
///
/// Elements that a feed omits are nil or empty; elements that the model does not represent are in `others`.
public struct CatalogItem: Sendable, Hashable, Codable {
    /// The content type as written; `contentType` is nil if it is unknown.
    public var contentTypeName: String
    /// The permanent, case-sensitive id, equal in all feeds.
    public var contentID: String
    /// Time of the last change of the item.
    public var pubDate: FeedDateTime?
    /// An id shared by all items that are versions of one title.
    public var contentGroupID: String?
    public var titles: [LocalizedText] = []
    public var descriptions: [LocalizedText] = []
    public var genres: [String] = []
    public var ratings: [Rating] = []
    public var artworks: [Artwork] = []
    public var credits: [Credit] = []
    public var isOriginal: Bool?
    public var keywords: [LocalizedText] = []
    public var originalLanguages: [String] = []
    public var externalIDs: [ExternalID] = []
    public var relatedItems: [RelatedItem] = []
    public var info: Info?
    public var others: [FeedElement] = []

    public init(_ type: ContentType, contentID: String) {
        contentTypeName = type.rawValue
        self.contentID = contentID
    }

    init(typeName: String, contentID: String) {
        contentTypeName = typeName
        self.contentID = contentID
    }

    public var contentType: ContentType? { ContentType(rawValue: contentTypeName) }

    /// Returns the default title in a locale, or in any locale if there is none.
    public func title(in locale: String? = nil) -> String? {
        let usual = titles.filter { !$0.isPhonetic && ($0.type ?? "default") == "default" }
        return (usual.first { $0.locale == locale } ?? usual.first ?? titles.first)?.text
    }

    public struct Rating: Sendable, Hashable, Codable {
        public var system: String
        public var value: String
        /// Codes of advisories.
        public var advisories: [String] = []
        public var reason: String?

        public init(system: String, value: String) {
            self.system = system
            self.value = value
        }
    }

    public struct Artwork: Sendable, Hashable, Codable {
        public var url: String
        public var type: String
        /// Locales of the text in the image, as BCP 47 tags.
        public var locales: [String]

        public init(url: String, type: String, locales: [String] = []) {
            self.url = url
            self.type = type
            self.locales = locales
        }
    }

    public struct Credit: Sendable, Hashable, Codable {
        public var name: String
        public var role: String
        public var characterName: String?
        public var locale: String?

        public init(name: String, role: String, characterName: String? = nil) {
            self.name = name
            self.role = role
            self.characterName = characterName
        }
    }

    public struct ExternalID: Sendable, Hashable, Codable {
        public var system: String
        public var value: String

        public init(system: String, value: String) {
            self.system = system
            self.value = value
        }
    }

    public struct RelatedItem: Sendable, Hashable, Codable {
        public var relationship: String
        public var contentID: String

        public init(relationship: String, contentID: String) {
            self.relationship = relationship
            self.contentID = contentID
        }
    }
}
