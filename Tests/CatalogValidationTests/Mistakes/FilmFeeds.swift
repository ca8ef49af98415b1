import Foundation

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Feeds of real films, if the list of films is available next to the project; their ids and links are invented.
enum FilmFeeds {
    private struct Film: Decodable {
        var title: String
        var year: Int
        var cast: [String]
        var extract: String?
    }

    static let catalog: String? = films.map { films in
        var head = CatalogHead()
        head.teamID = "EXAMPLE001"
        head.catalogID = "org.example.films.catalog"
        head.defaultLocale = "en-US"
        head.lastBuildDate = FeedDateTime(ValidationOptions.samplesNow)
        return written { writer in
            try writer.begin(head, itemCount: films.count)
            for (index, film) in films.enumerated() { try writer.write(item(index, film)) }
        }
    }

    static let availability: String? = films.map { films in
        var head = AvailabilityHead()
        head.teamID = "EXAMPLE001"
        head.serviceID = "org.example.films.us"
        head.lastBuildDate = FeedDateTime(ValidationOptions.samplesNow)
        return written { writer in
            try writer.begin(head, itemCount: films.count)
            for index in films.indices { try writer.write(availability(index)) }
        }
    }

    private static func written(_ body: (inout FeedWriter) throws -> Void) -> String {
        var text = ""
        var writer = FeedWriter { text += $0 }
        // The closure that receives the text does not throw.
        try? body(&writer)
        try? writer.finish()
        return text
    }

    private static func item(_ index: Int, _ film: Film) -> CatalogItem {
        var item = CatalogItem(.movie, contentID: "FILM-\(index)")
        item.pubDate = FeedDateTime(ValidationOptions.samplesNow - 86_400)
        item.titles = [LocalizedText(film.title, locale: "en-US")]
        item.descriptions = [LocalizedText(film.extract ?? "", locale: "en-US")]
        item.genres = ["drama"]
        item.ratings = [CatalogItem.Rating(system: "mpaa", value: "PG")]
        item.artworks = [
            ("cover_artwork_horizontal", "jpg"), ("tile_artwork", "jpg"), ("centered_background", "jpg"),
            ("centered_background_small", "jpg"), ("content_logo_polychromatic", "png"),
        ].map { type, ending in
            CatalogItem.Artwork(
                url: "https://img.example.org/FILM-\(index)/\(type).\(ending)", type: type, locales: ["en-US"])
        }
        item.credits = film.cast.prefix(5).map { CatalogItem.Credit(name: $0, role: "actor") }
        item.isOriginal = false
        item.keywords = [LocalizedText("cinema", locale: "en-US")]
        item.originalLanguages = ["en"]
        item.externalIDs = [CatalogItem.ExternalID(system: "house", value: "H-\(index)")]
        var movie = CatalogItem.Movie()
        movie.type = "feature"
        movie.duration = 5_400 + index
        movie.releaseDates = [.init("\(film.year)-06-01", territory: "US")]
        movie.productionCountries = ["US"]
        item.info = .movie(movie)
        return item
    }

    private static func availability(_ index: Int) -> AvailabilityItem {
        var item = AvailabilityItem(.movie, contentID: "FILM-\(index)", catalogID: "org.example.films.catalog")
        item.pubDate = FeedDateTime(ValidationOptions.samplesNow - 86_400)
        for platform in ["atv", "ios"] {
            for action in ["open", "play"] {
                item.locators.append(
                    Locator(platform: platform, action: action, url: "https://tv.example.org/\(action)/FILM-\(index)"))
            }
        }
        var properties = PlayableProperties()
        properties.subtitles = ["en-US"]
        properties.additionalAudioLanguages = ["fr-FR"]
        properties.audioFormats = ["AAC"]
        properties.primaryLocale = "en-US"
        properties.videoQuality = "hd"
        item.properties = properties
        var offer = Offer(
            type: "subscription", windowStart: FeedDateTime(ValidationOptions.samplesNow - 864_000),
            windowEnd: FeedDateTime(ValidationOptions.samplesNow + 8_640_000))
        offer.restrictions = [Restriction(type: "tier", relationship: "allow", value: "Movies")]
        item.offers = [offer]
        return item
    }

    /// Thirty films of a century, with plots of typical length.
    private static let films: [Film]? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized
        let path = root.appending(path: "shared/data/wikipedia-films.json.xz").path
        guard FileManager.default.fileExists(atPath: path), FileManager.default.isExecutableFile(atPath: "/usr/bin/xz")
        else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/xz")
        process.arguments = ["-dc", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        guard (try? process.run()) != nil, let data = try? pipe.fileHandleForReading.readToEnd(),
            let all = try? JSONDecoder().decode([Film].self, from: data)
        else { return nil }
        let usable = all.filter { film in
            guard let plot = film.extract else { return false }
            return (60...900).contains(plot.count) && plot.hasSuffix(".") && film.title.count > 3
                && film.cast.allSatisfy { !$0.isEmpty } && !plot.contains("\n")
        }
        guard usable.count > 1_000 else { return nil }
        return stride(from: 0, to: usable.count, by: usable.count / 30).map { usable[$0] }
    }()
}
