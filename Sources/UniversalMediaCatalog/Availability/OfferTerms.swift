public import Foundation

/// The terms of an offer for an evaluation: when, how and for whom an item can be watched (umc-availability.md 5).
public struct OfferTerms: Sendable, Hashable, Codable {
    public var type: OfferingType
    public var start: Date
    /// End of the window; nil: no end.
    public var end: Date?
    /// For sports: whether it is the original airing rather than a repeat.
    public var isLive: Bool?
    public var restrictions: [OfferRestriction]
    /// Restrictions of the linear service of an airing; they apply in addition.
    public var serviceRestrictions: [OfferRestriction] = []
    /// Whether a restriction is invalid, so that no viewer can be assumed to satisfy it.
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

    /// Returns whether the window contains a time. The end is not part of the window.
    public func contains(_ time: Date) -> Bool { start <= time && end.map { time < $0 } ?? true }

    /// - Parameter type: the service's type, for offers without their own.
    /// - Returns: nil when the type or the start is invalid.
    public init?(_ offer: Offer, type: OfferingType? = nil) {
        guard let type = offer.type.map({ OfferingType(rawValue: $0) }) ?? type, let start = offer.windowStart else {
            return nil
        }
        let restrictions = offer.restrictions.compactMap { OfferRestriction($0) }
        self.init(
            type, from: start.date, to: offer.windowEnd?.date, isLive: offer.isLive, restrictions: restrictions,
            isUnreadable: restrictions.count < offer.restrictions.count)
    }

    /// Returns the terms through which an item can be watched: its own offers, and each airing with each offer of its linear service.
    public static func all(of item: AvailabilityItem, in head: AvailabilityHead) -> [OfferTerms] {
        let services = head.serviceOffers.compactMap { OfferTerms($0) }
        let airings = item.linearOffers.flatMap { airing in
            services.compactMap { service in
                OfferTerms(airing, type: service.type).flatMap { $0.limited(by: service) }
            }
        }
        return item.offers.compactMap { OfferTerms($0) } + airings
    }

    /// Returns the terms of an airing in a linear service: the service offer's type, both windows intersected, both restrictions combined.
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
