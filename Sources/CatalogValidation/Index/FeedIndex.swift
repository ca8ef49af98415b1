import UniversalMediaCatalog

/// What is remembered of all feeds, for rules that look at more than one item. It grows with the number of items and ids alone.
struct FeedIndex {
    var catalogs: [CatalogIndex] = []
    var availabilities: [AvailabilityIndex] = []
    var manifests: [ManifestIndex] = []
    /// The builds before these, where there are some.
    var earlier = EarlierFeeds()
    /// Now, in seconds since 1970.
    var now: Double = 0
    /// Where services are, and how they are integrated, unless a manifest says so.
    var territory: String?
    /// Tiers that the app registers for its subscribers; nil: not known.
    var registeredTiers: Set<String>?
    /// Of all feeds, those of the earlier build too.
    let texts = TextTable()

    struct EarlierFeeds {
        var catalogs: [CatalogIndex] = []
        var availabilities: [AvailabilityIndex] = []
        var manifests: [ManifestIndex] = []
    }

    func catalog(_ symbol: TextTable.Symbol) -> CatalogIndex? {
        symbol == 0 ? nil : catalogs.first { $0.symbol == symbol }
    }

    /// What a manifest says of a service.
    func manifestService(_ serviceID: String) -> ManifestIndex.Service? {
        for manifest in manifests {
            if let service = manifest.services.first(where: { $0.serviceID == serviceID }) { return service }
        }
        return nil
    }

    /// Where a service is; empty: nobody says.
    func territories(of service: AvailabilityIndex.Service) -> [String] {
        let said = manifestService(service.serviceID)?.territories ?? []
        return said.isEmpty ? territory.map { [$0.uppercased()] } ?? [] : said
    }

    /// The feeds that name a catalog.
    func availabilities(of catalog: CatalogIndex) -> [AvailabilityIndex] {
        availabilities.filter { $0.catalogs[catalog.symbol] != nil }
    }

    /// Whether each service that a manifest names for a catalog is among these feeds; without a manifest it is taken to be so.
    func hasAllServices(of catalog: CatalogIndex) -> Bool {
        guard availabilities.allSatisfy(\.isComplete) else { return false }
        let read = Set(availabilities.flatMap(\.services).map(\.serviceID))
        return manifests.allSatisfy { manifest in
            manifest.services.allSatisfy {
                !$0.catalogs.contains(catalog.head.catalogID) || !$0.isPolled || read.contains($0.serviceID)
            }
        }
    }
}
