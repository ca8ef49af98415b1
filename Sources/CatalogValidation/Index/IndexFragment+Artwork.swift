import UniversalMediaCatalog

extension IndexFragment {
    /// Number of parts that a fragment retains as long as none of its artwork contains the id of its item.
    private static let mostPartsWithoutID = 256
    private static let shortestPart = 4

    /// Adds the types and the URLs of the artworks.
    mutating func addArtworks(of item: CatalogItemView, _ number: UInt32, to entry: inout CatalogIndex.Entry) {
        guard !item.artworks.isEmpty else { return }
        entry.flags.insert(.hasArtwork)
        for artwork in item.artworks {
            if let type = artwork.type { entry.artworks.formUnion(ArtworkSet(type, artwork.place)) }
            if let url = artwork.url, !url.isEmpty, entry.artworkCount < CatalogIndex.Entry.mostArtworks {
                entry.artworkCount += 1
                catalogSide.artworkHashes.append(ShortHash(url.quickHash))
            }
        }
        addArtworkPlaces(of: item, number)
    }

    /// Adds the servers of the artwork, and the parts of its URLs that may be the id of another item.
    private mutating func addArtworkPlaces(of item: CatalogItemView, _ number: UInt32) {
        let id = item.contentID?.trimmed ?? .none
        var place: UInt16 = 0
        var hasOwnID = false
        // The end of the server's name, and its index: the artworks of an item often share a server.
        var end = 8
        var server: Int?
        let first = catalogSide.artworkParts.count
        for artwork in item.artworks {
            place &+= 1
            guard let url = artwork.url?.trimmed, url.hasPrefix("https://") else { continue }
            if !artwork.sharesFolder {
                end = 8
                while end < url.count, url[end] != UInt8(ascii: "/"), url[end] != UInt8(ascii: "?") { end += 1 }
                server = addServer(url[8..<end], number, place)
            } else if let server {
                catalogSide.servers[server].count += 1
            }
            if id.isEmpty { continue }
            if LinkFacts.contains(url, id) {
                hasOwnID = true
            } else if artworksWithOwnID > 0 || hasOwnID || first < Self.mostPartsWithoutID {
                addParts(of: url, from: end, number, place)
            }
        }
        if hasOwnID { artworksWithOwnID += 1 }
    }

    /// Counts an artwork on a server.
    /// - Returns: the index of the server; nil if there are too many servers to count.
    private mutating func addServer(_ name: FeedText, _ entry: UInt32, _ place: UInt16) -> Int? {
        let hash = name.quickHash
        if let known = catalogSide.servers.firstIndex(where: { $0.hash == hash }) {
            catalogSide.servers[known].count += 1
            return known
        }
        guard catalogSide.servers.count < LinkServer.maximum else { return nil }
        catalogSide.servers.append(
            LinkServer(name: self.number(name), hash: hash, count: 1, entry: entry, place: place))
        return catalogSide.servers.count - 1
    }

    /// Adds the directories of a URL's path, of which the last three may be ids.
    private mutating func addParts(of url: FeedText, from start: Int, _ entry: UInt32, _ place: UInt16) {
        var end = start
        while end < url.count, url[end] != UInt8(ascii: "?") { end += 1 }
        var count = 0
        var last = end
        for index in stride(from: end - 1, through: start, by: -1) where url[index] == UInt8(ascii: "/") {
            let part = url[index + 1..<last]
            last = index
            guard count < 3 else { return }
            count += 1
            guard part.count >= Self.shortestPart, part.count <= 255, part.bytes.contains(where: isDigit) else {
                continue
            }
            catalogSide.artworkParts.append(.init(entry: entry, place: place, hash: part.quickHash))
        }
    }

    /// Adds the abbreviations of the league and the teams of an event.
    mutating func addAbbreviations(_ info: FeedNode, _ entry: UInt32) {
        let sport = info.first(.sportName)?.text.trimmed.quickHash ?? 0
        let league = info.first(.league)?.first(.abbreviation)?.text.trimmed.quickHash ?? 0
        func row(_ node: FeedNode, _ name: FeedNode, isLeague: Bool) -> CatalogIndex.Abbreviation? {
            guard let short = node.first(.abbreviation)?.text.trimmed, !short.isEmpty,
                !name.text.isBlank
            else { return nil }
            let locale = name[.locale]?.trimmed.quickHash ?? 0
            let text = name.text.trimmed
            let last = text.bytes.lastIndex(of: 32).map { text[$0 + 1..<text.count] } ?? text
            return .init(
                entry: entry, name: FeedText.mix(text.quickHash ^ sport &* 3 ^ locale &* 5), hash: short.quickHash,
                ofLeague: isLeague || league == 0
                    ? 0 : FeedText.mix(short.quickHash ^ league &* 7 ^ sport &* 3 ^ locale &* 5),
                lastWord: last.quickHash, isLeague: isLeague)
        }
        if let league = info.first(.league) {
            for name in league.children.named(.name) {
                if let row = row(league, name, isLeague: true) { catalogSide.abbreviations.append(row) }
            }
        }
        for node in info.first(.competitors)?.children.named(.competitor) ?? [] {
            for name in node.children.named(.name) {
                if let row = row(node, name, isLeague: false) { catalogSide.abbreviations.append(row) }
            }
        }
    }
}
