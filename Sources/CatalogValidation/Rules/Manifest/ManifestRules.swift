extension RuleBook {
    static let manifestRules: [any Rule] = [
        RepeatedIDs(), SeveralPartners(), FeedEndpoint(), CatalogReferences(), ServicesOfOneTerritory(),
        LinearTerritory(), RepeatedBrand(), FeedURL(), RepeatedURL(), TerritoryCode(), TerritorySubset(),
        DemandTerritory(), RefreshInterval(), FeedAuthentication(), SecretInManifest(), LinearCatalog(), BrandNames(),
        ManifestLocale(),
        LinearName(), ServiceStatus(), BrandApp(), ManifestIDsInOtherCase(), RepeatedTerritory(), ManifestNames(),
        FeedServer(), BrandsOfOneName(), UnusedTerritory(), ManifestIDForm(), FeedURLTerritory(),
    ]
}
