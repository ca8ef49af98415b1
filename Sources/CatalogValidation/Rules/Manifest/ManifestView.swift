import UniversalMediaCatalog

/// A manifest, as passed to rules. Valid only during the call that receives it.
struct ManifestView {
    struct Brand {
        let node: FeedNode
        let services: [FeedNode]
        let territories: [FeedNode]
    }

    let catalogs: [FeedNode]
    let brands: [Brand]
    var services: [FeedNode] { brands.flatMap(\.services) }
    /// Every `feedUrl`, of catalogs and services, in document order.
    let addresses: [FeedNode]

    init(_ document: DocumentView) {
        catalogs = document.nodes(.catalog)
        brands = document.nodes(.brand).map { brand in
            Brand(
                node: brand, services: brand.first(.services)?.children.named(.service) ?? [],
                territories: brand.children.named(.territory))
        }
        addresses = document.nodes(.feedUrl)
    }

    /// `contentKind` (`vod` or `live_sports`) by catalogId; of duplicate ids, the first.
    var kinds: [String: String] {
        Dictionary(
            catalogs.map {
                ($0[.catalogId]?.trimmed.string ?? "", $0.first(.contentKind)?.text.trimmed.string ?? "")
            }
        ) { first, _ in first }
    }
}

/// A rule that checks a manifest.
protocol ManifestRule: DocumentRule {
    func check(_ manifest: ManifestView, _ findings: inout Findings)
}

extension ManifestRule {
    var kinds: Set<FeedKind> { [.manifest] }
    func check(_ document: DocumentView, _ findings: inout Findings) { check(ManifestView(document), &findings) }
}

extension FeedNode {
    var isLinearService: Bool { first(.serviceType)?.text.trimmed.isIgnoringCase("linear") ?? false }
    var isDemandService: Bool { first(.serviceType)?.text.trimmed.isIgnoringCase("vod") ?? false }
    /// The name of a service, catalog or brand in messages.
    var calledInManifest: String {
        let id = self[.serviceId] ?? self[.catalogId] ?? self[.brandId]
        return "\(spelling) \(id?.shown ?? "without an id")"
    }
}
