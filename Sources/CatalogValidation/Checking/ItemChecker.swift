import UniversalMediaCatalog

/// Applies the rules for single items and documents, grouped by what they check.
struct ItemChecker: Sendable {
    private let disabled: RuleSet
    let now: Double
    let profile: ValidationProfile
    let artwork: ArtworkInspector?
    private let catalogRules: RulesByType<any CatalogItemRule.Type>
    private let textRules: ContiguousArray<any TextRule.Type>
    private let availabilityRules: RulesByType<any AvailabilityItemRule.Type>
    let offerChecker: OfferChecker
    let documentRules: [any DocumentRule]
    let indexRules: [any IndexRule]
    /// Whether to record content hashes, for a comparison with an earlier build.
    var remembersContent = false
    let schema: SchemaChecker
    /// Whether decisions of this project apply in addition to what is known of Apple's platform.
    var includesOwnDecisions: Bool { profile == .open10 }

    init(excludedRules: Set<String>, now: Double, profile: ValidationProfile, artwork: ArtworkInspector? = nil) {
        disabled = RuleSet(ids: excludedRules)
        schema = SchemaChecker(excludedRules: excludedRules)
        self.now = now
        self.profile = profile
        self.artwork = artwork
        let rules = RulesByScope(RuleBook.all.filter { !excludedRules.contains($0.info.id) })
        catalogRules = RulesByType(rules.catalogItem) { $0.init().types }
        textRules = ContiguousArray(rules.text)
        availabilityRules = RulesByType(rules.availabilityItem) { $0.init().types }
        offerChecker = OfferChecker(rules)
        documentRules = rules.document
        indexRules = rules.index
    }

    /// Creates a checker without rules, for feeds that are only indexed.
    init(ruleless now: Double) {
        disabled = []
        self.now = now
        profile = .open10
        artwork = nil
        catalogRules = RulesByType([]) { $0.init().types }
        textRules = []
        availabilityRules = RulesByType([]) { $0.init().types }
        offerChecker = OfferChecker(RulesByScope([]))
        schema = .off
        documentRules = []
        indexRules = []
    }

    /// The findings and index entries of one batch.
    struct BatchResult {
        var sequence: Int
        var entries: [Findings.Entry]
        var counted: [String: CountedFindings]
        var itemCount: Int
        var index: IndexFragment
    }

    func check(
        _ batch: FeedBatch, file: String, maximumPerRule: Int, saturated: RuleSet
    ) -> BatchResult {
        batch.raw.withUnsafeBufferPointer { raw in
            batch.tree.withView { tree in
                withUnsafePointer(to: batch.head) { head in
                    let places = ItemPlaces(raw)
                    var findings = Findings(
                        file: file, maximumPerRule: maximumPerRule, saturated: saturated, disabled: disabled
                    ) { places.position(of: $0) }
                    findings.includesOwnDecisions = includesOwnDecisions
                    let index = check(batch, tree, head, places, &findings)
                    return BatchResult(
                        sequence: batch.sequence, entries: findings.entries, counted: findings.counted,
                        itemCount: batch.items.count, index: index)
                }
            }
        }
    }

    /// Checks the items of a batch.
    /// - Parameter head: the head of the batch.
    /// - Returns: the index entries of the items.
    private func check(
        _ batch: FeedBatch, _ tree: FeedTreeView, _ head: UnsafePointer<FeedHead>, _ places: ItemPlaces,
        _ findings: inout Findings
    ) -> IndexFragment {
        var fragment = IndexFragment(remembersContent: remembersContent)
        let (root, kind) = (head.pointee.root, head.pointee.kind)
        findings.pathPrefix = head.pointee.isLegacy ? "/\(root)/channel/item" : "/\(root)/item"
        let schema = schema.itemSchema(of: head.pointee)
        var service = -1
        var artworks: ContiguousArray<ArtworkView> = []
        var children = ChildPlaces()
        // The last item of each content type.
        var previous = [FeedNode?](repeating: nil, count: 8)
        for item in batch.items {
            findings.itemNumber = item.position + 1
            let node = tree[item.node]
            let position = item.start
            places.begin(node, at: position)
            let first = findings.count
            switch kind {
            case .catalog:
                children.collect(node)
                ArtworkView.collect(node, into: &artworks)
                children.withView { children in
                    artworks.withUnsafeBufferPointer { artworks in
                        let view = CatalogItemView(
                            node: node, head: head, ordinal: item.ordinal, now: now, places: children,
                            artworks: artworks, artwork: artwork, previous: { previous[$0.place] })
                        previous[view.type.place] = node
                        findings.contentID = view.contentID
                        if !item.isCut { check(view, schema, &findings) }
                        fragment.add(view, position, isCut: item.isCut)
                    }
                }
            case .availability:
                if item.service != service {
                    service = item.service
                    findings.pathPrefix = "/\(root)/service[\(service + 1)]/item"
                }
                let view = AvailabilityItemView(
                    node: node, head: head, ordinal: item.ordinal, now: now, profile: profile)
                findings.contentID = view.contentID
                if !item.isCut { check(view, schema, &findings) }
                fragment.add(view, position, isCut: item.isCut)
            case .manifest: break
            }
            findings.settleCauses(from: first)
        }
        return fragment
    }

    private func check(_ item: CatalogItemView, _ schema: ItemSchema?, _ findings: inout Findings) {
        catalogRules.forEach(item.type) { rule in rule.apply(to: item, &findings) }
        if item.isTypeGuessed, item.type != .unknown {
            for rule in catalogRules.ofUnknownTypes { rule.apply(to: item, &findings) }
        }
        schema?.check(item.node, &findings)
        for node in item.children(.title, .description) {
            let view = CatalogText(node: node, isTitle: node.name == .title, locale: item.locale(of: node))
            // An iterator would retain the list, for which the threads contend.
            for place in textRules.indices { textRules[place].apply(to: view, in: item, &findings) }
        }
    }

    private func check(_ item: AvailabilityItemView, _ schema: ItemSchema?, _ findings: inout Findings) {
        availabilityRules.forEach(item.type) { rule in rule.apply(to: item, &findings) }
        if item.isTypeGuessed, item.type != .unknown {
            for rule in availabilityRules.ofUnknownTypes { rule.apply(to: item, &findings) }
        }
        offerChecker.check(item, &findings)
        schema?.check(item.node, &findings)
    }

    /// Finds the positions of the nodes of one item at a time. Used on one thread.
    private final class ItemPlaces {
        private let raw: UnsafeBufferPointer<UInt8>
        private var first = 0
        private var finder: PositionFinder

        init(_ raw: UnsafeBufferPointer<UInt8>) {
            self.raw = raw
            finder = PositionFinder(raw: raw, first: .start)
        }

        func begin(_ item: FeedNode, at position: SourcePosition) {
            first = item.offset
            finder = PositionFinder(raw: UnsafeBufferPointer(rebasing: raw[first...]), first: position)
        }

        func position(of node: FeedNode) -> SourcePosition { finder.position(of: node.offset - first) }
    }
}

/// Item rules, grouped by the content types that they apply to.
private struct RulesByType<Rule: Sendable>: Sendable {
    private let lists: ContiguousArray<ContiguousArray<Rule>>
    /// Rules for items of unknown types only.
    let ofUnknownTypes: ContiguousArray<Rule>

    init(_ rules: [Rule], types: (Rule) -> ContentTypes) {
        ofUnknownTypes = ContiguousArray(rules.filter { types($0) == .unknown })
        lists = ContiguousArray(
            (0..<8).map { place in
                ContiguousArray(rules.filter { types($0).rawValue & (1 << UInt8(place)) != 0 })
            })
    }

    /// Calls a closure with each rule for a type. An iterator would retain the list, for which the threads contend.
    /// - Parameter type: a single content type.
    @inline(__always) func forEach(_ type: ContentTypes, _ body: (Rule) -> Void) {
        let place = type.place
        for number in 0..<lists[place].count { body(lists[place][number]) }
    }
}

extension ContentTypes {
    /// The number of a single content type, from 0 to 7.
    fileprivate var place: Int { rawValue.trailingZeroBitCount & 7 }
}
