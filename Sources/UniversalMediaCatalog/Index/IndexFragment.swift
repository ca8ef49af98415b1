/// What is remembered of the items of one batch.
struct IndexFragment: Sendable {
    var pool = TextPool()
    var catalogEntries: ContiguousArray<CatalogIndex.Entry> = []
    var availabilityEntries: ContiguousArray<AvailabilityIndex.Entry> = []

    mutating func add(_ item: CatalogItemView, _ position: SourcePosition) {
        catalogEntries.append(
            CatalogIndex.Entry(
                id: pool.add(item.contentID ?? .none), type: item.type, line: UInt32(clamping: position.line),
                column: UInt32(clamping: position.column), ordinal: UInt32(clamping: item.ordinal)))
    }

    mutating func add(_ item: AvailabilityItemView, _ position: SourcePosition) {
        availabilityEntries.append(
            AvailabilityIndex.Entry(
                id: pool.add(item.contentID ?? .none), type: item.type, line: UInt32(clamping: position.line),
                column: UInt32(clamping: position.column), ordinal: UInt32(clamping: item.ordinal)))
    }
}

/// Puts together what is remembered of one feed.
struct FeedIndexBuilder {
    let file: String
    private var pool = TextPool()
    private var catalogEntries: ContiguousArray<CatalogIndex.Entry> = []
    private var availabilityEntries: ContiguousArray<AvailabilityIndex.Entry> = []

    init(file: String) { self.file = file }

    mutating func append(_ fragment: IndexFragment) {
        let shift = pool.append(fragment.pool)
        for var entry in fragment.catalogEntries {
            entry.id.start += shift
            catalogEntries.append(entry)
        }
        for var entry in fragment.availabilityEntries {
            entry.id.start += shift
            availabilityEntries.append(entry)
        }
    }

    func finish(_ document: DocumentView, into index: inout FeedIndex) {
        switch document.head.kind {
        case .catalog:
            index.catalogs.append(
                CatalogIndex(file: file, head: document.head, pool: pool, entries: catalogEntries))
        case .availability:
            index.availabilities.append(
                AvailabilityIndex(file: file, head: document.head, pool: pool, entries: availabilityEntries))
        case .manifest: index.manifests.append(ManifestIndex(file: file, head: document.head))
        }
    }
}
