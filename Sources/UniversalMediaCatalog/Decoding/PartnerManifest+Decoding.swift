extension PartnerManifest {
    init(_ root: FeedNode) {
        version = root.string(.version) ?? ""
        teamID = root.string(.teamId) ?? ""
        lastBuildDate = root.moment(of: .lastBuildDate)
        partnerID = root.first(.partner)?.string(.partnerId) ?? ""
        partnerName = root.first(.partner, .name)?.value
        catalogs =
            root.first(.catalogs)?.children.filter { $0.name == .catalog }.map { node in
                var catalog = CatalogConfiguration(catalogID: node.string(.catalogId) ?? "")
                catalog.feedURL = node.value(of: .feedUrl) ?? ""
                catalog.contentKind = node.value(of: .contentKind) ?? ""
                catalog.refreshInterval = node.value(of: .refreshInterval)
                catalog.authentication = node.first(.auth).map { Authentication($0) }
                return catalog
            } ?? []
        brands = root.first(.brands)?.children.filter { $0.name == .brand }.map { Brand($0) } ?? []
    }
}

extension PartnerManifest.Authentication {
    init(_ node: FeedNode) {
        self.init(type: node.string(.type) ?? "", credentialReference: node.string(.credentialRef))
    }
}

extension PartnerManifest.Brand {
    init(_ node: FeedNode) {
        self.init(brandID: node.string(.brandId) ?? "")
        names = node.localizedTexts(.name)
        appleIDs = node.values(of: .appleId)
        territories = node.values(of: .territory)
        services =
            node.first(.services)?.children.filter { $0.name == .service }.map { PartnerManifest.Service($0) } ?? []
    }
}

extension PartnerManifest.Service {
    init(_ node: FeedNode) {
        self.init(serviceID: node.string(.serviceId) ?? "")
        serviceType = node.value(of: .serviceType) ?? ""
        integrationType = node.value(of: .integrationType) ?? ""
        territories = node.values(of: .territory)
        catalogReferences = node.values(of: .catalogRef)
        feedURL = node.value(of: .feedUrl) ?? ""
        refreshInterval = node.value(of: .refreshInterval)
        authentication = node.first(.auth).map { PartnerManifest.Authentication($0) }
        names = node.localizedTexts(.name)
        status = node.value(of: .status)
    }
}
