import UniversalMediaCatalog

extension DescriptionIsTitle: IndexRule {
    /// An episode's, a season's or an extra's description that is that of what it belongs to.
    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.description != 0, [.season, .episode, .extra].contains(entry.type) else { continue }
                let parents = [
                    catalog.find(entry.season, .season),
                    catalog.find(entry.parent, entry.type == .extra ? .all : .show),
                ]
                guard
                    let parent = parents.compactMap(\.self).first(where: {
                        $0 != number && catalog.entries[$0].description == entry.description
                    })
                else { continue }
                findings.report(
                    info, catalog, at: number, "description",
                    remedy: "tell what this item is about, beside what its parent says",
                    "the description is that of the \(catalog.entries[parent].type.spelling) "
                        + "\(catalog.id(parent).quotedForMessage) (line \(catalog.entries[parent].line))")
            }
        }
    }
}
