import UniversalMediaCatalog

/// An item of an availability feed, as rules see it. Lives no longer than the call that was given it.
struct AvailabilityItemView {
    let node: FeedNode
    let head: FeedHead
    let ordinal: Int
    let type: ContentTypes
    /// Now, in seconds since 1970; the same for the whole run.
    let now: Double
    /// When the feed was built, in seconds since 1970; nil where it does not say so legibly.
    var buildDate: Double? { head.buildDate }
    /// What the run is held against: some values are right in one profile only.
    let profile: ValidationProfile

    init(node: FeedNode, head: FeedHead, ordinal: Int, now: Double, profile: ValidationProfile = .open10) {
        self.node = node
        self.head = head
        self.ordinal = ordinal
        self.now = now
        self.profile = profile
        type = ContentTypes(node[.contentType]?.trimmed ?? .none)
    }

    var contentID: FeedText? { node[.contentId] }
    var isLinear: Bool { head.serviceType.lowercased() == "linear" }
    /// `offers/offer`, in order.
    var offers: [FeedNode] { node.first(.offers)?.children.named(.offer) ?? [] }
    /// `linearOffers/linearOffer`, in order.
    var linearOffers: [FeedNode] { node.first(.linearOffers)?.children.named(.linearOffer) ?? [] }
    /// `locators/locator`, in order.
    var locators: [FeedNode] { node.first(.locators)?.children.named(.locator) ?? [] }
}
