import UniversalMediaCatalog

/// An `offer`, `linearOffer` or `serviceOffer`, read once for all rules. Lives no longer than the call that was given it.
struct OfferView {
    enum Form { case offer, airing, service }

    let node: FeedNode
    let form: Form
    /// Of its item; `unknown` where it is of a whole service.
    let itemType: ContentTypes
    let typeNode: FeedNode?
    /// nil: it says none, or none of the enumeration.
    let type: OfferingType?
    let startNode: FeedNode?
    let endNode: FeedNode?
    /// In seconds since 1970; nil where it is missing or no date.
    let start: Double?
    let end: Double?
    /// Now, in seconds since 1970.
    let now: Double
    /// Of the feed, in seconds since 1970.
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

    /// Its end is known, or it has none.
    var hasLegibleEnd: Bool { endNode == nil || end != nil }
    var isOver: Bool { end.map { $0 <= now } ?? false }

    /// As messages call it.
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
    /// As it is shown in messages, without quotes.
    var cut: String { String(shown.dropFirst().dropLast()) }
}
