/// The feeds of a provider, with their services and brands (umc-manifest.md 2). Nearly all spellings are decisions of this project.
public struct PartnerManifest: Sendable, Hashable, Codable {
    public var version = "1.0"
    public var teamID = ""
    public var lastBuildDate: FeedDateTime?
    public var partnerID = ""
    public var partnerName: String?
    public var catalogs: [CatalogConfiguration] = []
    public var brands: [Brand] = []

    public init() {}

    /// The configuration of one catalog feed.
    public struct CatalogConfiguration: Sendable, Hashable, Codable {
        public var catalogID: String
        public var feedURL = ""
        /// `vod` or `live_sports`.
        public var contentKind = "vod"
        /// An ISO 8601 duration such as `P1D`.
        public var refreshInterval: String?
        public var authentication: Authentication?

        public init(catalogID: String) { self.catalogID = catalogID }
    }

    /// The authentication that a feed requires. It contains no credentials.
    public struct Authentication: Sendable, Hashable, Codable {
        public var type: String
        public var credentialReference: String?
    }

    public struct Brand: Sendable, Hashable, Codable {
        public var brandID: String
        public var names: [LocalizedText] = []
        public var appleIDs: [String] = []
        public var territories: [String] = []
        public var services: [Service] = []

        public init(brandID: String) { self.brandID = brandID }
    }

    public struct Service: Sendable, Hashable, Codable {
        public var serviceID: String
        /// `vod` or `linear`.
        public var serviceType = "vod"
        /// `video_app` or `channel`.
        public var integrationType = "video_app"
        public var territories: [String] = []
        public var catalogReferences: [String] = []
        public var feedURL = ""
        public var refreshInterval: String?
        public var authentication: Authentication?
        public var names: [LocalizedText] = []
        public var status: String?

        public init(serviceID: String) { self.serviceID = serviceID }
    }
}
