import UniversalMediaCatalog

/// An item of an availability feed, as passed to rules. Valid only during the call that receives it.
struct AvailabilityItemView {
    let node: FeedNode
    // Safe: the head outlives the view, as the bytes of the node do. A copy of the head would count references to its strings, which all
    // threads share, for each item.
    private let headPointer: UnsafePointer<FeedHead>
    var head: FeedHead {
        @inline(__always) get { headPointer.pointee }
    }
    let ordinal: Int
    /// The content type. For a misspelt or missing contentType, the type that the spelling or the item's elements suggest.
    let type: ContentTypes
    /// Whether `type` is only suggested.
    let isTypeGuessed: Bool
    /// The reference time of the run, in seconds since 1970.
    let now: Double
    /// The feed's build date, in seconds since 1970; nil if missing or invalid.
    var buildDate: Double? { head.buildDate }
    /// The profile of the run: some values are valid in one profile only.
    let profile: ValidationProfile

    /// - Parameter head: valid as long as the view.
    init(
        node: FeedNode, head: UnsafePointer<FeedHead>, ordinal: Int, now: Double, profile: ValidationProfile = .open10
    ) {
        self.node = node
        headPointer = head
        self.ordinal = ordinal
        self.now = now
        self.profile = profile
        let declared = ContentTypes(node[.contentType]?.trimmed ?? .none)
        type = declared == .unknown ? TypeGuess.ofAvailabilityItem(node) : declared
        isTypeGuessed = declared == .unknown
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
