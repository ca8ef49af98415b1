import UniversalMediaCatalog

/// A validation rule. Each rule has its own file in Rules/, with examples that serve as its tests.
protocol Rule: Sendable {
    static var info: RuleInfo { get }
}

extension Rule {
    var info: RuleInfo { Self.info }
}

/// A rule that checks single items of a catalog. Called on several threads at once.
protocol CatalogItemRule: Rule {
    /// The content types to which the rule applies.
    var types: ContentTypes { get }
    func check(_ item: CatalogItemView, _ findings: inout Findings)
}

extension CatalogItemRule {
    var types: ContentTypes { .all }
}

/// A rule that checks single titles and descriptions of a catalog.
protocol TextRule: Rule {
    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings)
}

/// A rule that checks single items of an availability feed. Called on several threads at once.
protocol AvailabilityItemRule: Rule {
    var types: ContentTypes { get }
    func check(_ item: AvailabilityItemView, _ findings: inout Findings)
}

extension AvailabilityItemRule {
    var types: ContentTypes { .all }
}

/// A rule that checks the part of a feed outside its items, or a whole manifest, after the feed has been read.
protocol DocumentRule: Rule {
    var kinds: Set<FeedKind> { get }
    func check(_ document: DocumentView, _ findings: inout Findings)
}

/// A rule that checks the index of all feeds, after the last feed has been read.
protocol IndexRule: Rule {
    func check(_ index: FeedIndex, _ findings: inout IndexFindings)
}
