extension RuleBook {
    static let manifestRules: [any Rule] = [
        RepeatedIDs(), SeveralPartners(), FeedEndpoint(), CatalogReferences(), ServicesOfOneTerritory(),
        LinearTerritory(), RepeatedBrand(), FeedAddress(), RepeatedAddress(), TerritoryCode(), TerritorySubset(),
        DemandTerritory(), RefreshInterval(), FeedAuthentication(), SecretInManifest(), LinearCatalog(), BrandNames(),
        LinearName(), ServiceStatus(), BrandApp(),
    ]
}
