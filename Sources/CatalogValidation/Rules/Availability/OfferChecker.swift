import UniversalMediaCatalog

/// A rule that checks single offers: of items, of airings, and of whole services. Called on several threads at once.
protocol OfferRule: Rule {
    func check(_ offer: OfferView, _ findings: inout Findings)
}

extension OfferRule {
    func register(in rules: inout RulesByScope) { rules.offer.append(self) }
}

/// A rule that checks all offers of an item, or all its airings.
protocol OfferListRule: Rule {
    var types: ContentTypes { get }
    /// - Parameter offers: the offers; not empty.
    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings)
}

extension OfferListRule {
    var types: ContentTypes { .all }
    func register(in rules: inout RulesByScope) { rules.offerList.append(self) }
}

/// A rule that checks single links.
protocol LocatorRule: Rule {
    func check(_ locator: LocatorView, _ findings: inout Findings)
}

extension LocatorRule {
    func register(in rules: inout RulesByScope) { rules.locator.append(self) }
}

/// A rule that checks all links of an item, or of a whole service.
protocol LocatorListRule: Rule {
    /// - Parameter item: the item; nil: the links belong to a service.
    func check(_ locators: [LocatorView], of item: AvailabilityItemView?, _ findings: inout Findings)
}

extension LocatorListRule {
    func register(in rules: inout RulesByScope) { rules.locatorList.append(self) }
}

/// Parses offers and links once, and passes them to the rules.
struct OfferChecker: Sendable {
    private let offerRules: [any OfferRule]
    private let listRules: [any OfferListRule]
    private let locatorRules: [any LocatorRule]
    private let locatorListRules: [any LocatorListRule]

    init(_ rules: RulesByScope) {
        offerRules = rules.offer
        listRules = rules.offerList
        locatorRules = rules.locator
        locatorListRules = rules.locatorList
    }

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        for child in item.node.children {
            switch child.name {
            case .offers:
                check(child, .offer, item, item.type, now: item.now, item.buildDate, item.profile, &findings)
            case .linearOffers:
                check(child, .airing, item, item.type, now: item.now, item.buildDate, item.profile, &findings)
            case .locators: check(child, of: item, &findings)
            default: break
            }
        }
    }

    /// Checks the offers and links of whole services.
    func check(_ document: DocumentView, _ findings: inout Findings) {
        for service in document.nodes(.service) {
            for child in service.children {
                switch child.name {
                case .serviceOffers:
                    check(
                        child, .service, nil, .unknown, now: document.now, document.head.buildDate, document.profile,
                        &findings)
                case .locators: check(child, of: nil, &findings)
                default: break
                }
            }
        }
    }

    private func check(
        _ list: FeedNode, _ form: OfferView.Form, _ item: AvailabilityItemView?, _ type: ContentTypes, now: Double,
        _ buildDate: Double?, _ profile: ValidationProfile, _ findings: inout Findings
    ) {
        let name: ElementName = form == .offer ? .offer : form == .airing ? .linearOffer : .serviceOffer
        var offers: [OfferView] = []
        for node in list.children where node.name == name {
            offers.append(OfferView(node, form, of: type, now: now, buildDate: buildDate, profile: profile))
        }
        for rule in offerRules {
            for offer in offers { rule.check(offer, &findings) }
        }
        guard let item, !offers.isEmpty else { return }
        for rule in listRules where rule.types.contains(type) { rule.check(offers, of: item, &findings) }
    }

    private func check(_ list: FeedNode, of item: AvailabilityItemView?, _ findings: inout Findings) {
        var locators: [LocatorView] = []
        for node in list.children where node.name == .locator { locators.append(LocatorView(node)) }
        for rule in locatorRules {
            for locator in locators { rule.check(locator, &findings) }
        }
        for rule in locatorListRules { rule.check(locators, of: item, &findings) }
    }
}
