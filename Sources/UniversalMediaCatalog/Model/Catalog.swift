/// The data of a catalog that precede its items (umc-catalog.md 2).
public struct CatalogHead: Sendable, Hashable, Codable {
    public var version = "3.6"
    public var teamID = ""
    public var catalogID = ""
    public var totalItemCount: Int?
    public var lastBuildDate: FeedDateTime?
    public var title: String?
    public var description: String?
    /// BCP 47.
    public var defaultLocale = ""
    /// Whether ids are elements, as in version 1.x.
    public var isLegacy = false

    public init() {}
}

/// A whole catalog. Read large feeds item by item with `FeedReader`.
public struct Catalog: Sendable, Hashable, Codable {
    public var head: CatalogHead
    public var items: [CatalogItem]

    public init(head: CatalogHead, items: [CatalogItem] = []) {
        self.head = head
        self.items = items
    }
}
