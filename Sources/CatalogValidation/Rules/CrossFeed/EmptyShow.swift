import UniversalMediaCatalog

struct EmptyShow: IndexRule {
    static let info = RuleInfo(
        "CAT-SHOW-EMPTY", "A show has a season or an episode, unless it is coming soon.", level: .warning, tag: "S",
        section: "umc-catalog.md 5",
        remedy: "deliver seasons and episodes, or a coming_soon offer of the show",
        bad: [
            RuleExample(
                .catalog, "<genre>documentary</genre>", "<genre>educational</genre>", beside: [.availability])
        ],
        nearMisses: [
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>educational</genre>"),
            RuleExample(
                .catalog, "<genre>documentary</genre>", "<genre>educational</genre>", beside: [.channelAvailability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.isComplete {
            let feeds = index.availabilities(of: catalog)
            // Without availability feeds, `coming_soon` offers are unknown.
            guard !feeds.isEmpty else { continue }
            let hasAll = index.hasAllServices(of: catalog)
            for number in catalog.childlessShows {
                let entry = catalog.entries[number]
                let offers = feeds.reduce(into: OfferTypes()) {
                    if let record = $1.find(entry.id) { $0.formUnion($1.entries[record].offers) }
                }
                guard !offers.contains(.comingSoon) else { continue }
                findings.report(
                    info, catalog, at: number, level: hasAll ? nil : .info,
                    "the catalog has no season or episode of the show \(catalog.id(number).quotedForMessage), "
                        + (hasAll
                            ? "and no service has a coming_soon offer of it"
                            : "and no service in this run has a coming_soon offer of it"))
            }
        }
    }
}

extension CatalogIndex {
    /// Shows to which no season or episode refers.
    var childlessShows: [Int] {
        var shows: [Int] = []
        var number = ContiguousArray<Int32>(repeating: -1, count: entries.count)
        for entry in entries.indices where entries[entry].type == .show && !entries[entry].flags.contains(.isCut) {
            number[entry] = Int32(clamping: shows.count)
            shows.append(entry)
        }
        guard !shows.isEmpty else { return [] }
        var hasChild = [Bool](repeating: false, count: shows.count)
        for child in entries.indices where [.season, .episode].contains(entries[child].type) {
            guard let show = find(entries[child].parent, .show), number[show] >= 0 else { continue }
            hasChild[Int(number[show])] = true
        }
        return zip(shows, hasChild).filter { !$0.1 }.map(\.0)
    }
}
