public import Foundation

/// The offers that a viewer can use at a given time, and the obstacles to the others (umc-availability.md 5.2 and 6).
///
/// The algorithm is this project's.
public struct OfferEvaluation: Sendable, Hashable {
    public struct Outcome: Sendable, Hashable {
        public var offer: OfferTerms
        /// Why the viewer cannot use the offer; empty: the viewer can watch through it.
        public var hindrances: [Hindrance]
    }

    /// The outcome of every offer, in the order of the feed.
    public let outcomes: [Outcome]
    /// Whether the window of at least one offer is open and the viewer's territory is one of the service's.
    public let isListed: Bool
    /// The offer through which the viewer watches: free before account before subscription; nil: there is none.
    public let offer: OfferTerms?
    private let general: [Hindrance]

    public var isPlayable: Bool { offer != nil }

    /// - Parameters:
    ///   - territories: the territories of the service, from the manifest; nil: unknown. A viewer of unknown country is assumed to be in
    ///     one of them.
    public init(_ offers: [OfferTerms], at time: Date, for viewer: Viewer, territories: Set<String>? = nil) {
        var general: [Hindrance] = []
        if let territories, let country = viewer.location?.country, !territories.contains(country) {
            general.append(.otherTerritory(territories))
        }
        if offers.isEmpty { general.append(.noOffer) }
        outcomes = offers.map { offer in
            Outcome(offer: offer, hindrances: general + Self.hindrances(offer, time, viewer))
        }
        isListed = general.isEmpty && offers.contains { $0.contains(time) }
        offer =
            outcomes.filter(\.hindrances.isEmpty).min { $0.offer.type.preference < $1.offer.type.preference }?.offer
        self.general = general
    }

    /// Evaluates all offers of an item, including those of its service if the service is linear.
    public init(
        _ item: AvailabilityItem, in head: AvailabilityHead, at time: Date, for viewer: Viewer,
        territories: Set<String>? = nil
    ) {
        self.init(OfferTerms.all(of: item, in: head), at: time, for: viewer, territories: territories)
    }

    /// The reasons of the offer that comes closest to being usable; empty if the viewer can watch.
    public var hindrances: [Hindrance] {
        guard !isPlayable else { return [] }
        let closest = outcomes.min { left, right in
            (left.hindrances.count, Self.distance(left.hindrances)) < (
                right.hindrances.count, Self.distance(right.hindrances)
            )
        }
        return closest?.hindrances ?? general
    }

    /// Returns the distance of an offer from being usable. An offer that has ended is farther than one that has not begun.
    private static func distance(_ hindrances: [Hindrance]) -> Int {
        hindrances.reduce(0) { sum, hindrance in
            switch hindrance {
            case .over: sum + 2
            case .comingSoon: sum + 1
            default: sum
            }
        }
    }

    private static func hindrances(_ offer: OfferTerms, _ time: Date, _ viewer: Viewer) -> [Hindrance] {
        var result: [Hindrance] = []
        if time < offer.start { result.append(.notYet(offer.start)) }
        if let end = offer.end, end <= time { result.append(.over(end)) }
        switch offer.type {
        case .free: break
        case .account: if viewer.accessLevel == .none { result.append(.needsAccount) }
        case .subscription: if viewer.accessLevel != .paid { result.append(.needsSubscription) }
        case .comingSoon: result.append(.comingSoon)
        case .buy, .rent: result.append(.needsPurchase)
        }
        if offer.isUnreadable { result.append(.unreadableRestriction) }
        for kind in OfferRestriction.Kind.allCases {
            for restrictions in [offer.serviceRestrictions, offer.restrictions] {
                if let hindrance = hindrance(kind, restrictions, viewer) { result.append(hindrance) }
            }
        }
        return result
    }

    /// Evaluates the restrictions of one kind: no `deny` may match, and at least one `allow` must match if there are any.
    private static func hindrance(
        _ kind: OfferRestriction.Kind, _ restrictions: [OfferRestriction], _ viewer: Viewer
    ) -> Hindrance? {
        var allowed: [String] = []
        var isAllowed = false
        for restriction in restrictions where restriction.kind == kind {
            let matches = viewer.matches(restriction)
            switch restriction.relationship {
            case .deny: if matches { return .denied(kind, restriction.value) }
            case .allow:
                allowed.append(restriction.value)
                isAllowed = isAllowed || matches
            }
        }
        return allowed.isEmpty || isAllowed ? nil : .notAllowed(kind, allowed)
    }
}
