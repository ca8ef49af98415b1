import UniversalMediaCatalog

/// CAT-ART-SHARED: one image of two items.
struct SharedArtwork: IndexRule {
    static let info = RuleInfo(
        "CAT-ART-SHARED", "Items that do not belong together have different images.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.7", remedy: "deliver the image of this item",
        bad: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-MOV-0001/tile.jpg"),
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">",
                EpisodeNumberTwice.episode(2, 2).replacing("LB-EP-0100-0102/still", with: "LB-EP-0100-0101/still"),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")]),
        ],
        nearMisses: [
            // A season with the image of its show, and an extra with that of its title.
            RuleExample(
                .catalog, "https://img.example.org/LB-SEAS-0100-1/square.jpg",
                "https://img.example.org/LB-SHOW-0100/square.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-EXT-0200-T1/cover-h.jpg",
                "https://img.example.org/LB-SHOW-0200/cover-h.jpg"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let hashes = catalog.artworkHashes
            var repeated = RepeatedHashes(count: hashes.count)
            for number in hashes.indices { repeated.add(hashes[number].value) }
            guard !repeated.isEmpty else { continue }
            var next = 0
            for entry in catalog.entries.indices {
                for place in 0..<Int(catalog.entries[entry].artworkCount) {
                    defer { next += 1 }
                    guard let first = repeated.first(hashes[next].value, entry), first != entry,
                        let level = Self.level(catalog.entries[first], catalog.entries[entry])
                    else { continue }
                    findings.report(
                        info, catalog, at: entry, "artwork[\(place + 1)]/@url", level: level,
                        "the image is also that of the \(catalog.entries[first].type.spelling) "
                            + "\(catalog.id(first).quotedForMessage) in line \(catalog.entries[first].line)")
                }
            }
        }
    }

    /// Returns the level of a finding about two items with one image; nil if they may share it.
    private static func level(_ one: CatalogIndex.Entry, _ other: CatalogIndex.Entry) -> Level? {
        // Two items with one id are reported by another rule.
        guard one.id != other.id, one.group == 0 || one.group != other.group else { return nil }
        if one.type == .sportingEvent || other.type == .sportingEvent { return .info }
        let isFamily =
            one.parent == other.id || other.parent == one.id || one.season == other.id || other.season == one.id
            || one.parent != 0 && one.parent == other.parent
        guard isFamily else { return .warning }
        return one.type == .episode && other.type == .episode ? .warning : nil
    }
}
