import UniversalMediaCatalog

/// An `offer`, `linearOffer` or `serviceOffer`, parsed once for all rules. Valid only during the call that receives it.
struct OfferView {
    enum Form { case offer, airing, service }

    let node: FeedNode
    let form: Form
    /// Content type of the item; `unknown` for an offer of a whole service.
    let itemType: ContentTypes
    let typeNode: FeedNode?
    /// nil: missing or unknown.
    let type: OfferingType?
    let startNode: FeedNode?
    let endNode: FeedNode?
    /// Start and end of the window, in seconds since 1970; nil if missing or invalid.
    let start: Double?
    let end: Double?
    /// The reference time of the run, in seconds since 1970.
    let now: Double
    /// The feed's build date, in seconds since 1970.
    let buildDate: Double?
    let profile: ValidationProfile

    init(
        _ node: FeedNode, _ form: Form, of itemType: ContentTypes, now: Double, buildDate: Double?,
        profile: ValidationProfile
    ) {
        self.node = node
        self.form = form
        self.itemType = itemType
        self.now = now
        self.buildDate = buildDate
        self.profile = profile
        var typeNode: FeedNode?
        var startNode: FeedNode?
        var endNode: FeedNode?
        for child in node.children {
            switch child.name {
            case .offeringType where typeNode == nil: typeNode = child
            case .windowStart where startNode == nil: startNode = child
            case .windowEnd where endNode == nil: endNode = child
            default: break
            }
        }
        self.typeNode = typeNode
        self.startNode = startNode
        self.endNode = endNode
        type = typeNode.flatMap { OfferingType($0.text.trimmed) }
        start = startNode.flatMap { FeedTime($0.text.trimmed)?.seconds }
        end = endNode.flatMap { FeedTime($0.text.trimmed)?.seconds }
    }

    /// Whether the offer has a valid end or no end.
    var hasLegibleEnd: Bool { endNode == nil || end != nil }
    var isOver: Bool { end.map { $0 <= now } ?? false }

    /// The offer's name in messages.
    var called: String {
        switch form {
        case .offer: typeNode.map { "the \($0.text.trimmed.shown) offer" } ?? "the offer"
        case .airing: "the linearOffer"
        case .service: "the serviceOffer"
        }
    }

    func iterateRestrictions(_ body: (FeedNode) -> Void) {
        guard let restrictions = node.first(.restrictions) else { return }
        for child in restrictions.children where child.name == .restriction { body(child) }
    }
}

extension FeedText {
    /// The text as shown in messages, without quotes.
    var cut: String { String(shown.dropFirst().dropLast()) }
}
