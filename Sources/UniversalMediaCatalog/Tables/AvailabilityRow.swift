import Foundation

/// Converts a table row to an item of an availability feed.
struct AvailabilityRow {
    private let cells: RowReader
    private let catalogID: String
    private let now: Date

    init(_ row: TableRow, _ table: String, _ catalogID: String, _ now: Date) {
        cells = RowReader(row, table)
        self.catalogID = catalogID
        self.now = now
    }

    func item() throws -> AvailabilityItem {
        guard let id = try cells.id("contentId") else { throw cells.missing("contentId") }
        let typeName = try cells.text("contentType") ?? "movie"
        guard let type = ContentType(rawValue: typeName) else {
            throw cells.error(
                "contentType", typeName, "use one of \(ContentType.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var item = AvailabilityItem(type, contentID: id, catalogID: try cells.id("catalogId") ?? catalogID)
        item.pubDate = try cells.moment("pubDate") ?? FeedDateTime(now)
        for action in ["open", "play"] {
            item.locators += cells.wholes(action).map {
                Locator(platform: $0.detail ?? "web", action: action, url: $0.text)
            }
        }
        item.locators.sort { $0.platform < $1.platform }
        if type.isPlayable {
            var properties = PlayableProperties()
            properties.closedCaptioning = cells.parts("closedCaptioning").map(\.text)
            properties.subtitles = cells.parts("subtitles").map(\.text)
            properties.audioDescriptions = cells.parts("audioDescriptions").map(\.text)
            properties.audioFormats = cells.parts("audioFormats").map(\.text)
            properties.primaryLocale = try cells.text("primaryLocale")
            properties.videoQuality = try cells.text("videoQuality")
            if properties != PlayableProperties() { item.properties = properties }
        }
        if let offerType = try cells.text("offer") {
            var offer = Offer(
                type: offerType, windowStart: try cells.moment("windowStart"), windowEnd: try cells.moment("windowEnd"))
            offer.restrictions = cells.parts("tier").map {
                Restriction(type: "tier", relationship: "allow", value: $0.text)
            }
            item.offers = [offer]
        }
        try cells.finish(
            .availability,
            item.offers.isEmpty && type.isPlayable ? "a row without an `offer`" : "a row of type \(typeName)")
        return item
    }
}
