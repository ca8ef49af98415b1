import UniversalMediaCatalog

/// The retained facts of a partner manifest.
struct ManifestIndex {
    struct Catalog {
        var catalogID: String
        var kind: String
        var position: SourcePosition
        var xpath: String
    }

    struct Service {
        var serviceID: String
        var type: String
        /// The integration type as written: `video_app`, `channel`, or any other text.
        var integration: String
        var territories: [String]
        var catalogs: [String]
        var status: String
        /// Its names, without synonyms.
        var names: [ServiceName]
        var synonyms: [ServiceName] = []
        var position: SourcePosition
        var xpath: String

        var isChannel: Bool { integration == "channel" }
        var isApp: Bool { integration == "video_app" }
        /// Whether the platform polls the service's feed.
        var isPolled: Bool { status != "retired" }
    }

    let file: String
    let head: FeedHead
    let catalogs: [Catalog]
    let services: [Service]
    let rootPosition: SourcePosition
    let isComplete: Bool
    let lastBuildDate: Double?

    init(file: String, document: DocumentView) {
        self.file = file
        head = document.head
        isComplete = document.isComplete
        rootPosition = document.position(of: document.root)
        lastBuildDate = document.lastBuildTime
        var paths = PathFinder()
        var catalogs: [Catalog] = []
        var services: [Service] = []
        for node in document.nodes(.catalog) {
            guard let id = node[.catalogId]?.trimmed.string, !id.isEmpty else { continue }
            catalogs.append(
                Catalog(
                    catalogID: id, kind: node.first(.contentKind)?.text.trimmed.string ?? "",
                    position: document.position(of: node), xpath: document.xpath(of: node, &paths)))
        }
        for node in document.nodes(.service) {
            guard let id = node[.serviceId]?.trimmed.string, !id.isEmpty else { continue }
            services.append(
                Service(
                    serviceID: id, type: node.first(.serviceType)?.text.trimmed.string ?? "",
                    integration: node.first(.integrationType)?.text.trimmed.string ?? "",
                    territories: node.children.named(.territory).map { $0.text.trimmed.string.uppercased() },
                    catalogs: node.children.named(.catalogRef).map { $0.text.trimmed.string },
                    status: node.first(.status)?.text.trimmed.string ?? "", names: ServiceName.all(of: node),
                    synonyms: ServiceName.synonyms(of: node),
                    position: document.position(of: node),
                    xpath: document.xpath(of: node, &paths)))
        }
        self.catalogs = catalogs
        self.services = services
    }
}

extension DocumentView {
    func position(of node: FeedNode) -> SourcePosition {
        node.index < positions.count ? positions[node.index] : .start
    }

    func xpath(of node: FeedNode, _ paths: inout PathFinder) -> String {
        let path = paths.path(of: node)
        return path.isEmpty ? "/\(head.root)" : "/\(head.root)/\(path)"
    }

    /// `lastBuildDate`, in seconds since 1970; nil if missing or invalid.
    var lastBuildTime: Double? {
        nodes(.lastBuildDate).first.flatMap { FeedTime($0.text.trimmed) }?.seconds
    }
}
