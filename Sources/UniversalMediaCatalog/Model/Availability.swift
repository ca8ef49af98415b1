/// The data of an availability feed and its service that precede the items (umc-availability.md 2).
public struct AvailabilityHead: Sendable, Hashable, Codable {
    public var version = "3.0"
    public var lastBuildDate: FeedDateTime?
    public var teamID = ""
    public var serviceID = ""
    public var serviceType = "vod"
    public var totalItemCount: Int?
    /// Names of a linear channel, with synonyms (`type`).
    public var names: [LocalizedText] = []
    /// Offers of the whole service, if it is linear.
    public var serviceOffers: [Offer] = []
    public var locators: [Locator] = []

    public init() {}

    public var isLinear: Bool { serviceType.lowercased() == "linear" }
}

/// A whole availability feed of one service. Read large feeds item by item with `FeedReader`.
public struct Availability: Sendable, Hashable, Codable {
    public var head: AvailabilityHead
    public var items: [AvailabilityItem]

    public init(head: AvailabilityHead, items: [AvailabilityItem] = []) {
        self.head = head
        self.items = items
    }
}

/// The availability of an item: when and where it can be watched, and how it is opened (umc-availability.md 2 to 7).
public struct AvailabilityItem: Sendable, Hashable, Codable {
    public var contentTypeName: String
    public var contentID: String
    public var catalogID: String
    public var variantID: String?
    public var pubDate: FeedDateTime?
    public var locators: [Locator] = []
    public var properties: PlayableProperties?
    public var offers: [Offer] = []
    /// Airings of live content in a linear service.
    public var linearOffers: [Offer] = []
    public var others: [FeedElement] = []

    public init(_ type: ContentType, contentID: String, catalogID: String) {
        contentTypeName = type.rawValue
        self.contentID = contentID
        self.catalogID = catalogID
    }

    init(typeName: String, contentID: String, catalogID: String) {
        contentTypeName = typeName
        self.contentID = contentID
        self.catalogID = catalogID
    }

    public var contentType: ContentType? { ContentType(rawValue: contentTypeName) }
}

/// A deep link.
public struct Locator: Sendable, Hashable, Codable {
    /// A platform such as `atv`, `ios` or `web`.
    public var platform: String
    /// `open` or `play`.
    public var action: String
    public var url: String

    public init(platform: String, action: String, url: String) {
        self.platform = platform
        self.action = action
        self.url = url
    }
}

/// Audio, subtitles and video quality of an item. Languages are BCP 47 tags.
public struct PlayableProperties: Sendable, Hashable, Codable {
    public var closedCaptioning: [String] = []
    public var subtitles: [String] = []
    public var subtitlesForDeaf: [String] = []
    public var audioDescriptions: [String] = []
    public var additionalAudioLanguages: [String] = []
    public var audioFormats: [String] = []
    public var primaryLocale: String?
    public var videoQuality: String?

    public init() {}
}

/// A period in which an item can be watched, and by whom.
public struct Offer: Sendable, Hashable, Codable {
    /// `free`, `account`, `subscription` or `coming_soon`; nil for airings, which have the type of their service's offer.
    public var type: String?
    public var windowStart: FeedDateTime?
    /// End of the window; nil: no end.
    public var windowEnd: FeedDateTime?
    /// For live sports: whether it is the original airing.
    public var isLive: Bool?
    public var availabilityType: String?
    public var price: String?
    public var currency: String?
    public var restrictions: [Restriction] = []

    public init(type: String? = nil, windowStart: FeedDateTime? = nil, windowEnd: FeedDateTime? = nil) {
        self.type = type
        self.windowStart = windowStart
        self.windowEnd = windowEnd
    }
}

/// A restriction of an offer to viewers (umc-availability.md 6).
public struct Restriction: Sendable, Hashable, Codable {
    /// `deviceLocation`, `billingLocation`, `tier`.
    public var type: String
    /// `allow` or `deny`.
    public var relationship: String
    public var value: String

    public init(type: String, relationship: String, value: String) {
        self.type = type
        self.relationship = relationship
        self.value = value
    }
}
