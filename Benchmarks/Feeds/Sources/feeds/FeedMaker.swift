import Foundation
import UniversalMediaCatalog

/// Writes feeds of real films. Identifiers, prices, windows and links are invented; titles, people and plots are real.
struct FeedMaker {
    let films: [Film]
    let directory: String
    private let now = FeedDateTime(Date(timeIntervalSince1970: 1_772_452_800))

    init(films: [Film], directory: String) {
        self.films = films.filter { !$0.title.isEmpty && $0.title.count < 200 }
        self.directory = directory
    }

    func make(bytes: Int) throws {
        let catalogID = "org.example.films.catalog"
        var head = CatalogHead()
        head.teamID = "EXAMPLE001"
        head.catalogID = catalogID
        head.lastBuildDate = now
        head.title = "Films"
        head.defaultLocale = "en-US"
        // The number required is only known after they have been written once.
        var size = 0
        var count = 0
        var measure = FeedWriter { size += $0.utf8.count }
        try measure.begin(head, itemCount: 1_000_000)
        while size < bytes {
            try measure.write(item(count))
            count += 1
        }
        try write("catalog.xml") { writer in
            try writer.begin(head, itemCount: count)
            for index in 0..<count { try writer.write(item(index)) }
        }
        var service = AvailabilityHead()
        service.lastBuildDate = now
        service.teamID = "EXAMPLE001"
        service.serviceID = "org.example.films.us"
        try write("availability.xml") { writer in
            try writer.begin(service, itemCount: count)
            for index in 0..<count { try writer.write(availability(index, catalogID)) }
        }
        print("\(count) items")
    }

    private func write(_ name: String, _ body: (inout FeedWriter) throws -> Void) throws {
        let path = "\(directory)/\(name)"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        var buffer = Data()
        var writer = FeedWriter { text in
            buffer.append(contentsOf: text.utf8)
            guard buffer.count > 1 << 20 else { return }
            try file.write(contentsOf: buffer)
            buffer.removeAll(keepingCapacity: true)
        }
        try body(&writer)
        try writer.finish()
        try file.write(contentsOf: buffer)
        try file.close()
    }

    private func id(_ index: Int) -> String { "FILM-\(1_000_000 + index)" }

    private func item(_ index: Int) -> CatalogItem {
        let film = films[index % films.count]
        var item = CatalogItem(.movie, contentID: id(index))
        item.pubDate = now
        let title = film.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        item.titles = [LocalizedText(title, locale: "en-US")]
        var plot = film.extract?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        if plot.count < 20 {
            plot = "A film of the year \(film.year), about which little has been written down so far."
        }
        item.descriptions = [LocalizedText(String(plot.prefix(990)), locale: "en-US")]
        item.genres = Self.genres(film)
        item.ratings = [CatalogItem.Rating(system: "mpaa", value: ["G", "PG", "PG-13", "R"][index % 4])]
        item.artworks = [
            "cover_artwork_horizontal", "cover_artwork_vertical", "tile_artwork", "centered_background",
            "centered_background_small",
        ].map {
            CatalogItem.Artwork(url: "https://img.example.org/\(id(index))/\($0).jpg", type: $0, locales: ["en-US"])
        }
        item.artworks.append(
            CatalogItem.Artwork(
                url: "https://img.example.org/\(id(index))/logo.png", type: "content_logo_polychromatic",
                locales: ["en-US"]))
        item.credits = film.cast.prefix(20).map { CatalogItem.Credit(name: $0, role: "actor") }
        item.originalLanguages = ["en"]
        var movie = CatalogItem.Movie()
        movie.type = "feature"
        movie.duration = 3_600 + index % 4_800
        movie.releaseDates = [.init("\(film.year)-06-01", territory: "US")]
        movie.productionCountries = ["US"]
        item.info = .movie(movie)
        return item
    }

    private static func genres(_ film: Film) -> [String] {
        let known: Set = [
            "action", "adventure", "animation", "biography", "comedy", "crime", "documentary", "drama", "fantasy",
            "history",
            "horror", "musical", "mystery", "romance", "sports", "thriller", "war", "western",
        ]
        let genres = film.genres.map { $0.lowercased() }.filter { known.contains($0) }
        return genres.isEmpty ? ["drama"] : Array(genres.prefix(5))
    }

    private func availability(_ index: Int, _ catalogID: String) -> AvailabilityItem {
        var item = AvailabilityItem(.movie, contentID: id(index), catalogID: catalogID)
        item.pubDate = now
        for platform in ["atv", "ios"] {
            for action in ["open", "play"] {
                item.locators.append(
                    Locator(
                        platform: platform, action: action, url: "https://tv.example.org/\(action)/\(id(index))?cid=tv")
                )
            }
        }
        var properties = PlayableProperties()
        properties.closedCaptioning = ["en-US"]
        properties.audioFormats = ["AAC", "DD5.1"]
        properties.primaryLocale = "en-US"
        properties.videoQuality = "hd"
        item.properties = properties
        let day = 86_400.0
        var offer = Offer(
            type: "subscription", windowStart: FeedDateTime(now.date - Double(index % 300) * day),
            windowEnd: FeedDateTime(now.date + Double(30 + index % 300) * day))
        offer.restrictions = [Restriction(type: "tier", relationship: "allow", value: "Movies")]
        item.offers = [offer]
        return item
    }
}
