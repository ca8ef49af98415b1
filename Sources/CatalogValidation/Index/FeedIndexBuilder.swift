import UniversalMediaCatalog

/// Assembles the index of one feed from fragments. Not thread-safe.
struct FeedIndexBuilder {
    let file: String
    private let texts: TextTable
    private let remembersContent: Bool
    private var catalogEntries = ChunkedArray<CatalogIndex.Entry>()
    private var catalogSide = CatalogSideTables()
    private var availabilityEntries = ChunkedArray<AvailabilityIndex.Entry>()
    private var availabilitySide = AvailabilitySideTables()

    init(file: String, texts: TextTable, remembersContent: Bool = false) {
        self.file = file
        self.texts = texts
        self.remembersContent = remembersContent
    }

    /// Appends a fragment. The caller appends fragments in document order.
    mutating func append(_ fragment: IndexFragment) {
        let symbols = symbols(of: fragment)
        func symbol(_ number: UInt32) -> TextTable.Symbol { symbols[Int(number)] }
        if !fragment.catalogEntries.isEmpty {
            let first = UInt32(clamping: catalogEntries.count)
            for var entry in fragment.catalogEntries {
                entry.id = symbol(entry.id)
                entry.parent = symbol(entry.parent)
                entry.season = symbol(entry.season)
                entry.group = symbol(entry.group)
                catalogEntries.append(entry)
            }
            for var relation in fragment.catalogSide.relations {
                relation.entry += first
                relation.target = symbol(relation.target)
                catalogSide.relations.append(relation)
            }
            for var title in fragment.catalogSide.seriesTitles {
                title.entry += first
                title.locale = symbol(title.locale)
                title.title = symbol(title.title)
                catalogSide.seriesTitles.append(title)
            }
            for var id in fragment.catalogSide.externalIDs {
                id.entry += first
                catalogSide.externalIDs.append(id)
            }
            for var title in fragment.catalogSide.markedTitles {
                title.entry += first
                title.title = symbol(title.title)
                catalogSide.markedTitles.append(title)
            }
            for var row in fragment.catalogSide.abbreviations {
                row.entry += first
                catalogSide.abbreviations.append(row)
            }
            // Where URLs contain no ids, their parts say nothing.
            if fragment.artworksWithOwnID * 2 >= fragment.catalogSide.artworkParts.count {
                for var part in fragment.catalogSide.artworkParts {
                    part.entry += first
                    catalogSide.artworkParts.append(part)
                }
            }
            for var name in fragment.catalogSide.eventNames {
                name.entry += first
                catalogSide.eventNames.append(name)
            }
            for var text in fragment.catalogSide.localTexts {
                text.entry += first
                catalogSide.localTexts.append(text)
            }
            for var exchange in fragment.catalogSide.exchanges {
                exchange.entry += first
                exchange.other += first
                catalogSide.exchanges.append(exchange)
            }
            catalogSide.series.append(fragment.catalogSide.series, first) { symbol($0) }
            LinkServer.add(fragment.catalogSide.servers, to: &catalogSide.servers, first) { symbol($0) }
            let artworks = fragment.catalogSide.artworkHashes
            for index in artworks.indices { catalogSide.artworkHashes.append(artworks[index]) }
            let hashes = fragment.catalogSide.contentHashes
            for index in hashes.indices { catalogSide.contentHashes.append(hashes[index]) }
            for var facts in fragment.catalogSide.facts {
                for place in facts.titles.indices {
                    facts.titles[place].locale = symbol(facts.titles[place].locale)
                    facts.titles[place].title = symbol(facts.titles[place].title)
                }
                catalogSide.facts.append(facts)
            }
            catalogSide.dated.all += fragment.catalogSide.dated.all
            catalogSide.dated.onPubDate += fragment.catalogSide.dated.onPubDate
        }
        guard !fragment.availabilityEntries.isEmpty else { return }
        let first = UInt32(clamping: availabilityEntries.count)
        for var entry in fragment.availabilityEntries {
            entry.id = symbol(entry.id)
            entry.catalog = symbol(entry.catalog)
            availabilityEntries.append(entry)
        }
        appendSide(fragment, symbols, first)
        let hashes = fragment.availabilitySide.contentHashes
        for index in hashes.indices { availabilitySide.contentHashes.append(hashes[index]) }
        for var facts in fragment.availabilitySide.facts {
            facts.tiers = facts.tiers.map(symbol)
            availabilitySide.facts.append(facts)
        }
    }

    private mutating func appendSide(
        _ fragment: IndexFragment, _ symbols: ContiguousArray<TextTable.Symbol>, _ first: UInt32
    ) {
        for tier in fragment.availabilitySide.tiers { availabilitySide.tiers.insert(symbols[Int(tier)]) }
        for variant in fragment.availabilitySide.variants {
            availabilitySide.variants.append((entry: variant.entry + first, hash: variant.hash))
        }
        for var airing in fragment.availabilitySide.airings {
            airing.entry += first
            availabilitySide.airings.append(airing)
        }
        for var midnight in fragment.availabilitySide.midnights {
            midnight.entry += first
            availabilitySide.add(midnight)
        }
        availabilitySide.links.linkedItems += fragment.availabilitySide.links.linkedItems
        availabilitySide.links.itemsWithOwnID += fragment.availabilitySide.links.itemsWithOwnID
        for var link in fragment.availabilitySide.links.playback {
            link.entry += first
            availabilitySide.links.playback.append(link)
        }
        for var part in fragment.availabilitySide.links.foreignParts {
            part.entry += first
            availabilitySide.links.foreignParts.append(part)
        }
        for var slug in fragment.availabilitySide.slugs {
            slug.entry += first
            availabilitySide.slugs.append(slug)
        }
        for var reach in fragment.availabilitySide.reaches {
            reach.entry += first
            availabilitySide.reaches.append(reach)
        }
        LinkServer.add(fragment.availabilitySide.servers, to: &availabilitySide.servers, first) { symbols[Int($0)] }
        availabilitySide.links.add(fragment.availabilitySide.links.templates, first)
        availabilitySide.links.add(fragment.availabilitySide.links.countries, first)
        availabilitySide.links.add(fragment.availabilitySide.links.queries, first)
        for var place in fragment.availabilitySide.places {
            if place.entry != .max { place.entry += first }
            place.value = symbols[Int(place.value)]
            availabilitySide.places.append(place)
        }
    }

    /// Returns the table's symbol for each text number of a fragment.
    private func symbols(of fragment: IndexFragment) -> ContiguousArray<TextTable.Symbol> {
        var symbols: ContiguousArray<TextTable.Symbol> = [0]
        symbols.reserveCapacity(fragment.texts.count + 1)
        fragment.bytes.withUnsafeBufferPointer { bytes in
            for text in fragment.texts {
                let range = Int(text.start)..<Int(text.start) + Int(text.count)
                symbols.append(
                    texts.intern(FeedText(bytes: UnsafeBufferPointer(rebasing: bytes[range])), hash: text.hash))
            }
        }
        return symbols
    }

    /// - Parameter isEarlier: whether the feed belongs to the previous build.
    mutating func finish(_ document: DocumentView, into index: inout FeedIndex, isEarlier: Bool = false) {
        let position = document.position(of: document.root)
        let known = (document.lastBuildTime, position, document.isComplete)
        switch document.head.kind {
        case .catalog:
            let catalog = CatalogIndex(
                file: file, head: document.head, texts: texts, entries: catalogEntries, side: catalogSide,
                document: known)
            if isEarlier { index.earlier.catalogs.append(catalog) } else { index.catalogs.append(catalog) }
        case .availability:
            var head = IndexFragment()
            for node in document.nodes(.restriction) { head.add(node, .max, isSports: true) }
            appendSide(head, symbols(of: head), 0)
            let availability = AvailabilityIndex(
                file: file, head: document.head, texts: texts, entries: availabilityEntries,
                services: services(of: document), side: availabilitySide, document: known)
            if isEarlier {
                index.earlier.availabilities.append(availability)
            } else {
                index.availabilities.append(availability)
            }
        case .manifest:
            let manifest = ManifestIndex(file: file, document: document)
            if isEarlier { index.earlier.manifests.append(manifest) } else { index.manifests.append(manifest) }
        }
    }

    private func services(of document: DocumentView) -> [AvailabilityIndex.Service] {
        var first = 0
        var paths = PathFinder()
        return document.nodes(.service).enumerated().map { number, node in
            let count = number < document.serviceItemCounts.count ? document.serviceItemCounts[number] : 0
            defer { first += count }
            return AvailabilityIndex.Service(
                serviceID: node[.serviceId]?.trimmed.string ?? "",
                teamID: (node[.teamId] ?? node.first(.teamId)?.text)?.trimmed.string ?? document.head.teamID,
                type: node.first(.serviceType)?.text.trimmed.string ?? "", position: document.position(of: node),
                xpath: document.xpath(of: node, &paths), entries: first..<first + count,
                offers: Self.offers(of: node),
                platforms: node.first(.locators).map { LinkPlatforms($0) } ?? [], names: ServiceName.all(of: node),
                synonyms: ServiceName.synonyms(of: node))
        }
    }

    private static func offers(of service: FeedNode) -> [AvailabilityIndex.ServiceOffer] {
        guard let list = service.first(.serviceOffers) else { return [] }
        return list.children.named(.serviceOffer).enumerated().map { number, node in
            var reaches: ContiguousArray<AvailabilityIndex.Reach> = []
            if let restrictions = node.first(.restrictions) {
                IndexFragment.add(restrictions, .max, UInt16(clamping: number), to: &reaches)
            }
            return .init(
                start: node.first(.windowStart).flatMap { FeedTime($0.text.trimmed)?.seconds },
                end: node.first(.windowEnd).flatMap { FeedTime($0.text.trimmed)?.seconds }, reaches: Array(reaches))
        }
    }
}
