import UniversalMediaCatalog

/// A check. Each is a file of its own in Rules/, with its examples.
protocol Rule: Sendable {
    static var info: RuleInfo { get }
}

extension Rule {
    var info: RuleInfo { Self.info }
}

/// Looks at one item of a catalog at a time. Called from several threads at once.
protocol CatalogItemRule: Rule {
    /// Items that it has to do with.
    var types: ContentTypes { get }
    func check(_ item: CatalogItemView, _ findings: inout Findings)
}

extension CatalogItemRule {
    var types: ContentTypes { .all }
}

/// Looks at each title and description of a catalog.
protocol TextRule: Rule {
    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings)
}

/// Looks at one item of an availability feed at a time. Called from several threads at once.
protocol AvailabilityItemRule: Rule {
    var types: ContentTypes { get }
    func check(_ item: AvailabilityItemView, _ findings: inout Findings)
}

extension AvailabilityItemRule {
    var types: ContentTypes { .all }
}

/// Looks at what is outside the items of a feed, or at a whole manifest, when it has been read.
protocol DocumentRule: Rule {
    var kinds: Set<FeedKind> { get }
    func check(_ document: DocumentView, _ findings: inout Findings)
}

/// Looks at everything that was remembered of all feeds, when the last has been read.
protocol IndexRule: Rule {
    func check(_ index: FeedIndex, _ findings: inout IndexFindings)
}
