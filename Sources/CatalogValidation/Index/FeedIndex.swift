import UniversalMediaCatalog

/// The retained facts of all feeds, for rules across items. Its size depends only on the number of items and ids.
struct FeedIndex {
    var catalogs: [CatalogIndex] = []
    var availabilities: [AvailabilityIndex] = []
    var manifests: [ManifestIndex] = []
    /// Feeds of the previous build, if there are any.
    var earlier = EarlierFeeds()
    /// The reference time of the run, in seconds since 1970.
    var now: Double = 0
    /// Territory of services that no manifest describes.
    var territory: String?
    /// Tiers that the app registers for its subscribers; nil: unknown.
    var registeredTiers: Set<String>?
    /// Texts of all feeds, those of the previous build included.
    let texts = TextTable()

    struct EarlierFeeds {
        var catalogs: [CatalogIndex] = []
        var availabilities: [AvailabilityIndex] = []
        var manifests: [ManifestIndex] = []
    }

    func catalog(_ symbol: TextTable.Symbol) -> CatalogIndex? {
        symbol == 0 ? nil : catalogs.first { $0.symbol == symbol }
    }

    /// Returns the manifest's entry for a service.
    func manifestService(_ serviceID: String) -> ManifestIndex.Service? {
        for manifest in manifests {
            if let service = manifest.services.first(where: { $0.serviceID == serviceID }) { return service }
        }
        return nil
    }

    /// Returns the territories of a service; empty if unknown.
    func territories(of service: AvailabilityIndex.Service) -> [String] {
        let said = manifestService(service.serviceID)?.territories ?? []
        return said.isEmpty ? territory.map { [$0.uppercased()] } ?? [] : said
    }

    /// Returns the availability feeds that refer to a catalog.
    func availabilities(of catalog: CatalogIndex) -> [AvailabilityIndex] {
        availabilities.filter { $0.catalogs[catalog.symbol] != nil }
    }

    /// Returns whether the run includes each service that a manifest lists for a catalog. Without a manifest, returns true.
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
