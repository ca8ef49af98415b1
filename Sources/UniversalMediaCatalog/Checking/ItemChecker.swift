/// The rules that look at one item or one document, sorted by what they look at.
struct ItemChecker: Sendable {
    let leftOut: Set<String>
    let now: Double
    let profile: ValidationProfile
    let artwork: ArtworkInspector?
    private let catalogRules: [any CatalogItemRule]
    private let textRules: [any TextRule]
    private let availabilityRules: [any AvailabilityItemRule]
    let offerChecker: OfferChecker
    let documentRules: [any DocumentRule]
    let indexRules: [any IndexRule]
    /// Whether builds are compared, so that what items hold must be remembered.
    var remembersContent = false
    let schema: SchemaChecker
    /// Whether what this project has decided counts, beside what is known of Apple's platform.
    var includesOwnDecisions: Bool { profile == .open10 }

    init(leftOut: Set<String>, now: Double, profile: ValidationProfile, artwork: ArtworkInspector? = nil) {
        self.leftOut = leftOut
        schema = SchemaChecker(leftOut: leftOut)
        self.now = now
        self.profile = profile
        self.artwork = artwork
        let rules = RuleBook.all.filter { !leftOut.contains($0.info.id) }
        catalogRules = rules.compactMap { $0 as? any CatalogItemRule }
        textRules = rules.compactMap { $0 as? any TextRule }
        availabilityRules = rules.compactMap { $0 as? any AvailabilityItemRule }
        offerChecker = OfferChecker(rules)
        documentRules = rules.compactMap { $0 as? any DocumentRule }
        indexRules = rules.compactMap { $0 as? any IndexRule }
    }

    /// With no rules at all, for feeds that are only remembered.
    init(ruleless now: Double) {
        leftOut = []
        self.now = now
        profile = .open10
        artwork = nil
        catalogRules = []
        textRules = []
        availabilityRules = []
        offerChecker = OfferChecker([])
        schema = .off
        documentRules = []
        indexRules = []
    }

    /// What came of one batch.
    struct BatchResult {
        var sequence: Int
        var entries: [Findings.Entry]
        var counted: [String: CountedFindings]
        var itemCount: Int
        var index: IndexFragment
    }

    func check(
        _ batch: FeedBatch, file: String, maximumPerRule: Int, saturated: Set<String>
    ) -> BatchResult {
        batch.raw.withUnsafeBufferPointer { raw in
            batch.tree.withView { tree in
                let finder = PositionBox(PositionFinder(raw: raw, first: batch.position))
                var findings = Findings(
                    file: file, maximumPerRule: maximumPerRule, saturated: saturated, disabled: leftOut
                ) { finder.finder.position(of: $0.offset) }
                var fragment = IndexFragment(remembersContent: remembersContent)
                findings.includesOwnDecisions = includesOwnDecisions
                for item in batch.items {
                    let node = tree[item.node]
                    let position = finder.finder.position(of: node.offset)
                    let first = findings.count
                    switch batch.head.kind {
                    case .catalog:
                        let prefix = batch.head.isLegacy ? "/\(batch.head.root)/channel" : "/\(batch.head.root)"
                        findings.pathPrefix = "\(prefix)/item[\(item.position + 1)]"
                        let view = CatalogItemView(
                            node: node, head: batch.head, ordinal: item.ordinal, now: now, artwork: artwork)
                        findings.contentID = view.contentID?.string
                        if !item.isCut { check(view, &findings) }
                        fragment.add(view, position, isCut: item.isCut)
                    case .availability:
                        findings.pathPrefix =
                            "/\(batch.head.root)/service[\(item.service + 1)]/item[\(item.position + 1)]"
                        let view = AvailabilityItemView(
                            node: node, head: batch.head, ordinal: item.ordinal, now: now, profile: profile)
                        findings.contentID = view.contentID?.string
                        if !item.isCut { check(view, &findings) }
                        fragment.add(view, position, isCut: item.isCut)
                    case .manifest: break
                    }
                    findings.settleCauses(from: first)
                }
                return BatchResult(
                    sequence: batch.sequence, entries: findings.entries, counted: findings.counted,
                    itemCount: batch.items.count, index: fragment)
            }
        }
    }

    private func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for rule in catalogRules where rule.types.contains(item.type) { rule.check(item, &findings) }
        schema.check(item.node, item.head, &findings)
        for node in item.node.children where node.name == .title || node.name == .description {
            let view = CatalogText(node: node, isTitle: node.name == .title, locale: item.locale(of: node))
            for rule in textRules { rule.check(view, in: item, &findings) }
        }
    }

    private func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        for rule in availabilityRules where rule.types.contains(item.type) { rule.check(item, &findings) }
        offerChecker.check(item, &findings)
        schema.check(item.node, item.head, &findings)
    }

    /// Shares one finder between the findings of a batch and its index, on one thread.
    private final class PositionBox {
        var finder: PositionFinder
        init(_ finder: PositionFinder) { self.finder = finder }
    }
}
