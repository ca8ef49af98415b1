import UniversalMediaCatalog

/// A validation rule. Each rule has its own file in Rules/, with examples that serve as its tests.
protocol Rule: Sendable {
    static var info: RuleInfo { get }
    /// Adds the rule to the lists of what it checks. A cast to each kind of rule would take longer than checking a small feed.
    func register(in rules: inout RulesByScope)
}

extension Rule {
    var info: RuleInfo { Self.info }
    /// A rule of this kind alone is checked elsewhere.
    func register(in rules: inout RulesByScope) {}
}

/// Rules by what they check.
///
/// Rules for single items and texts are listed as types: a call through `any CatalogItemRule` copies the rule, which took longer than most
/// rules need for an item.
struct RulesByScope {
    var catalogItem: [any CatalogItemRule.Type] = []
    var text: [any TextRule.Type] = []
    var availabilityItem: [any AvailabilityItemRule.Type] = []
    var offer: [any OfferRule] = []
    var offerList: [any OfferListRule] = []
    var locator: [any LocatorRule] = []
    var locatorList: [any LocatorListRule] = []
    var document: [any DocumentRule] = []
    var index: [any IndexRule] = []

    init(_ rules: [any Rule]) { for rule in rules { rule.register(in: &self) } }
}

/// A rule that checks single items of a catalog. Called on several threads at once.
protocol CatalogItemRule: Rule {
    init()
    /// The content types to which the rule applies.
    var types: ContentTypes { get }
    func check(_ item: CatalogItemView, _ findings: inout Findings)
    /// Checks an item with a rule of this type.
    static func apply(to item: CatalogItemView, _ findings: inout Findings)
}

extension CatalogItemRule {
    var types: ContentTypes { .all }
    static func apply(to item: CatalogItemView, _ findings: inout Findings) { Self().check(item, &findings) }
    func register(in rules: inout RulesByScope) { rules.catalogItem.append(Self.self) }
}

/// A rule that checks single titles and descriptions of a catalog.
protocol TextRule: Rule {
    init()
    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings)
    /// Checks a text with a rule of this type.
    static func apply(to text: CatalogText, in item: CatalogItemView, _ findings: inout Findings)
}

extension TextRule {
    static func apply(to text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        Self().check(text, in: item, &findings)
    }
    func register(in rules: inout RulesByScope) { rules.text.append(Self.self) }
}

/// A rule that checks single items of an availability feed. Called on several threads at once.
protocol AvailabilityItemRule: Rule {
    init()
    var types: ContentTypes { get }
    func check(_ item: AvailabilityItemView, _ findings: inout Findings)
    /// Checks an item with a rule of this type.
    static func apply(to item: AvailabilityItemView, _ findings: inout Findings)
}

extension AvailabilityItemRule {
    var types: ContentTypes { .all }
    static func apply(to item: AvailabilityItemView, _ findings: inout Findings) { Self().check(item, &findings) }
    func register(in rules: inout RulesByScope) { rules.availabilityItem.append(Self.self) }
}

/// A rule that checks the part of a feed outside its items, or a whole manifest, after the feed has been read.
protocol DocumentRule: Rule {
    var kinds: Set<FeedKind> { get }
    func check(_ document: DocumentView, _ findings: inout Findings)
}

extension DocumentRule {
    func register(in rules: inout RulesByScope) { rules.document.append(self) }
}

/// A rule that checks the index of all feeds, after the last feed has been read.
protocol IndexRule: Rule {
    func check(_ index: FeedIndex, _ findings: inout IndexFindings)
}

extension IndexRule {
    func register(in rules: inout RulesByScope) { rules.index.append(self) }
}
