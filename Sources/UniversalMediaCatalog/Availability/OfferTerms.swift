public import Foundation

/// An offer as an evaluation needs it: when, how and for whom something can be watched (umc-availability.md 5).
public struct OfferTerms: Sendable, Hashable, Codable {
    public var type: OfferingType
    public var start: Date
    /// nil: it does not end.
    public var end: Date?
    /// Of sport: the original airing, not a later one.
    public var isLive: Bool?
    public var restrictions: [OfferRestriction]
    /// Of the whole linear service that it is an airing of: they must hold too.
    public var serviceRestrictions: [OfferRestriction] = []
    /// It has a restriction that cannot be read, and so nobody can be said to meet it.
    public var isUnreadable: Bool

    public init(
        _ type: OfferingType, from start: Date, to end: Date? = nil, isLive: Bool? = nil,
        restrictions: [OfferRestriction] = [], isUnreadable: Bool = false
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.isLive = isLive
        self.restrictions = restrictions
        self.isUnreadable = isUnreadable
    }

    /// Its end is no part of the window.
    public func contains(_ time: Date) -> Bool { start <= time && end.map { time < $0 } ?? true }

    /// - Parameter type: where the offer says none: of the whole service.
    /// - Returns: nil where its type or its start cannot be read.
    public init?(_ offer: Offer, type: OfferingType? = nil) {
        guard let type = offer.type.map({ OfferingType(rawValue: $0) }) ?? type, let start = offer.windowStart else {
            return nil
        }
        let restrictions = offer.restrictions.compactMap { OfferRestriction($0) }
        self.init(
            type, from: start.date, to: offer.windowEnd?.date, isLive: offer.isLive, restrictions: restrictions,
            isUnreadable: restrictions.count < offer.restrictions.count)
    }

    /// By which an item can be watched: its own offers, and each airing by each offer of its linear service.
    public static func all(of item: AvailabilityItem, in head: AvailabilityHead) -> [OfferTerms] {
        let services = head.serviceOffers.compactMap { OfferTerms($0) }
        let airings = item.linearOffers.flatMap { airing in
            services.compactMap { service in
                OfferTerms(airing, type: service.type).flatMap { $0.limited(by: service) }
            }
        }
        return item.offers.compactMap { OfferTerms($0) } + airings
    }

    /// An airing in a linear service: of the type of the service's own offer, while both are on, for those whom both are for.
    package func limited(by service: OfferTerms) -> OfferTerms? {
        let ends = [end, service.end].compactMap { $0 }
        var limited = OfferTerms(
            service.type, from: max(start, service.start), to: ends.min(), isLive: isLive, restrictions: restrictions,
            isUnreadable: isUnreadable || service.isUnreadable)
        limited.serviceRestrictions = service.restrictions
        if let end = limited.end, end <= limited.start { return nil }
        return limited
    }
}
