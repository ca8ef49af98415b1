import UniversalMediaCatalog

extension IndexFindings {
    /// - Parameters:
    ///   - entry: an item of the catalog.
    ///   - path: XPath of the finding's subject, relative to the item.
    mutating func report(
        _ rule: RuleInfo, _ catalog: CatalogIndex, at entry: Int, _ path: String, level: Level? = nil,
        causedBy: String? = nil, remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        report(
            rule, file: catalog.file, position: catalog.position(entry), xpath: catalog.xpath(entry, path),
            contentID: catalog.id(entry), level: level, causedBy: causedBy, remedy: remedy(), message())
    }

    /// - Parameters:
    ///   - entry: an item of the availability feed.
    ///   - path: XPath of the finding's subject, relative to the item.
    mutating func report(
        _ rule: RuleInfo, _ feed: AvailabilityIndex, at entry: Int, _ path: String, level: Level? = nil,
        causedBy: String? = nil, remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        report(
            rule, file: feed.file, position: feed.position(entry), xpath: feed.xpath(entry, path),
            contentID: feed.id(entry), level: level, causedBy: causedBy, remedy: remedy(), message())
    }

    /// Reports a finding about a whole service.
    mutating func report(
        _ rule: RuleInfo, _ feed: AvailabilityIndex, _ service: AvailabilityIndex.Service, level: Level? = nil,
        causedBy: String? = nil, remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        report(
            rule, file: feed.file, position: service.position, xpath: service.xpath, contentID: nil, level: level,
            causedBy: causedBy, remedy: remedy(), message())
    }

    mutating func report(
        _ rule: RuleInfo, _ catalog: CatalogIndex, at entry: Int, level: Level? = nil, causedBy: String? = nil,
        remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        report(rule, catalog, at: entry, "", level: level, causedBy: causedBy, remedy: remedy(), message())
    }

    mutating func report(
        _ rule: RuleInfo, _ feed: AvailabilityIndex, at entry: Int, level: Level? = nil, causedBy: String? = nil,
        remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        report(rule, feed, at: entry, "", level: level, causedBy: causedBy, remedy: remedy(), message())
    }
}
