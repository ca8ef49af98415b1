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

/// CAT-ART-ITEM: artwork whose URL contains the id of another item.
struct ArtworkOfOtherItem: IndexRule {
    static let info = RuleInfo(
        "CAT-ART-ITEM", "The URL of an artwork contains the id of its item or of no item.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.7", remedy: "deliver the image of this item",
        bad: [
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-MOV-0001/tile2.jpg"),
            RuleExample(.catalog, "LB-EP-0100-0101/still.jpg", "LB-MOV-0001/still.jpg"),
        ],
        nearMisses: [
            RuleExample(.catalog, "LB-SEAS-0100-1/square.jpg", "LB-SHOW-0100/square2.jpg"),
            RuleExample(.catalog, "LB-EXT-0200-T1/cover-h.jpg", "LB-SHOW-0200/cover-x.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/LB-MOV-0001/tile.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-MOV-0999/tile.jpg"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where !catalog.artworkParts.isEmpty {
            let items = ItemsByHash(catalog.entries.count) { catalog.texts.hash(catalog.entries[$0].id) }
            var reported: (entry: UInt32, place: UInt16)?
            for part in catalog.artworkParts {
                guard reported.map({ $0.entry != part.entry || $0.place != part.place }) ?? true,
                    let other = items.find(part.hash)
                else { continue }
                let (one, owner) = (catalog.entries[Int(part.entry)], catalog.entries[other])
                let id = catalog.id(other)
                guard one.id != owner.id, one.group == 0 || one.group != owner.group,
                    one.parent != owner.id, one.season != owner.id, owner.type != .unknown,
                    // The image of an episode may stand for its season, and a short number for anything.
                    one.type != .show || owner.parent != one.id, one.type != .season || owner.season != one.id,
                    id.utf8.count >= 5, !id.utf8.allSatisfy(isDigit)
                else { continue }
                reported = (part.entry, part.place)
                findings.report(
                    info, catalog, at: Int(part.entry), "artwork[\(part.place)]/@url",
                    "the artwork's url contains \(id.quotedForMessage), the id of the \(owner.type.spelling) in line "
                        + "\(owner.line)")
            }
        }
    }
}

/// CAT-ART-SERVER: artwork on a misspelt server.
struct MisspeltArtworkServer: IndexRule {
    static let info = RuleInfo(
        "CAT-ART-SERVER", "Artwork is on the servers of the service, and none on one whose name is spelt almost alike.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.7", remedy: "correct the name of the server",
        class: .mustFix,
        bad: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.exmaple.org/LB-SHOW-0200/tile.jpg")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img2.example.org/LB-SHOW-0200/tile.jpg")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.servers.count > 1 && catalog.servers.count < LinkServer.maximum {
            for server in catalog.servers {
                let name = catalog.texts[server.name]
                guard
                    let usual = catalog.servers.first(where: {
                        $0.count >= server.count * 5 && MisspeltServer.isMisspelling(name, of: catalog.texts[$0.name])
                    })
                else { continue }
                findings.report(
                    info, catalog, at: Int(server.entry), "artwork[\(server.place)]/@url",
                    "the artwork is on \(name.quotedForMessage), but \(usual.count) artworks of the feed are on "
                        + catalog.texts[usual.name].quotedForMessage)
            }
        }
    }
}
