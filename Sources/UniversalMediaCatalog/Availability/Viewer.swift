/// A potential viewer, described by what the device knows (umc-availability.md 5.1 and 6).
public struct Viewer: Sendable, Hashable, Codable {
    public enum AccessLevel: String, Sendable, CaseIterable, Codable {
        /// No account with the service.
        case none
        case freeWithAccount
        case paid
    }

    /// The known location of a device.
    public struct Location: Sendable, Hashable, Codable {
        /// ISO 3166-1 alpha-2.
        public var country: String
        /// ISO 3166-2, such as `US-CA`.
        public var subdivision: String?
        /// Nielsen DMA number, in the United States.
        public var marketArea: Int?
        public var postalCode: String?

        public init(
            country: String, subdivision: String? = nil, marketArea: Int? = nil, postalCode: String? = nil
        ) {
            self.country = country
            self.subdivision = subdivision
            self.marketArea = marketArea
            self.postalCode = postalCode
        }

        package func isIn(_ place: PlaceCode) -> Bool {
            switch place {
            case .country(let country): country == self.country
            case .subdivision(let code): code == subdivision
            case .marketArea(let number): number == marketArea
            case .postal(let country, let code): country == self.country && code == postalCode
            }
        }
    }

    public var accessLevel: AccessLevel
    /// Tiers as the app registers them; case-sensitive.
    public var tiers: Set<String>
    public var billingIdentifier: String?
    /// nil: unknown.
    public var location: Location?

    public init(
        _ accessLevel: AccessLevel, tiers: Set<String> = [], billingIdentifier: String? = nil,
        location: Location? = nil
    ) {
        self.accessLevel = accessLevel
        self.tiers = tiers
        self.billingIdentifier = billingIdentifier
        self.location = location
    }

    package func matches(_ restriction: OfferRestriction) -> Bool {
        switch restriction.kind {
        case .tier: tiers.contains(restriction.value)
        case .billingLocation: billingIdentifier == restriction.value
        case .deviceLocation: PlaceCode(restriction.value).flatMap { location?.isIn($0) } ?? false
        }
    }
}
