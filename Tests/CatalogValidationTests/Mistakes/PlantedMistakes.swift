@testable import UniversalMediaCatalog

/// A mistake that people make, by the change that makes it, and the rule that is meant to find it.
struct PlantedMistake: Sendable, CustomStringConvertible {
    let description: String
    let feed: SampleFeed
    let rule: String
    let steps: [FeedSurgeon.Step]
    /// Feeds that it is checked with.
    var beside: [SampleFeed] = []

    init(
        _ feed: SampleFeed, _ description: String, _ rule: String, beside: [SampleFeed] = [],
        _ steps: FeedSurgeon.Step...
    ) {
        self.feed = feed
        self.description = description
        self.rule = rule
        self.steps = steps
        self.beside = beside
    }

    private static let movie = "//item[@contentType='movie'][1]"
    private static let show = "//item[@contentType='tv_show'][1]"
    private static let season = "//item[@contentType='tv_season'][1]"
    private static let episode = "//item[@contentType='tv_episode'][1]"
    private static let extra = "//item[@contentType='extra'][1]"
    private static let event = "//item[@contentType='sporting_event'][1]"
    private static let offer = "//item[@contentType='movie'][1]/offers/offer[1]"
    private static let title = "//item[@contentType='movie'][1]/title[1]"
    private static let plot = "//item[@contentType='movie'][1]/description[1]"

    static let heads: [PlantedMistake] = [
        .init(.catalog, "a count that is off", "DOC-COUNT", .text("//totalItemCount", "999")),
        .init(.catalog, "no default locale", "DOC-DEFLOCALE", .remove("//defaultLocale")),
        .init(.catalog, "a default locale with an underscore", "DOC-DEFLOCALE", .text("//defaultLocale", "en_US")),
        .init(.catalog, "a version of long ago", "DOC-VERSION", .attribute("/*", "version", "2.0")),
        .init(.catalog, "no build date", "DOC-BUILD-DATE", .remove("//lastBuildDate")),
        .init(.catalog, "a build date in words", "DOC-BUILD-DATE", .text("//lastBuildDate", "2 March 2026")),
        .init(.catalog, "a team id that is none", "DOC-TEAM-ID", .attribute("/*", "teamId", "acme")),
        .init(.catalog, "a catalog id with a space", "DOC-CATALOG-ID", .attribute("/*", "catalogId", "acme catalog")),
        .init(.catalog, "another document element", "DOC-ROOT", .rename("/*", to: "catalog")),
    ]

    static let identities: [PlantedMistake] = [
        .init(.catalog, "an item twice", "X1", .duplicate(movie), .remove("//totalItemCount")),
        .init(.catalog, "no content id", "CAT-ID-LEN", .attribute(movie, "contentId", "")),
        .init(.catalog, "a content id with a space before it", "CAT-ID-SPACE", .attribute(movie, "contentId", " A-1")),
        .init(.catalog, "a content type of its own", "CAT-TYPE", .attribute(movie, "contentType", "film")),
        .init(.catalog, "a group id that is empty", "CAT-GROUP-ID", .text("//contentGroupId", "")),
        .init(.catalog, "no pubDate", "CAT-PUBDATE", .remove("\(movie)/pubDate")),
        .init(.catalog, "a pubDate in words", "CAT-PUBDATE", .text("\(movie)/pubDate", "yesterday")),
        .init(.catalog, "a pubDate without an offset", "CAT-PUBDATE", .text("\(movie)/pubDate", "2026-02-27T09:15:00")),
        .init(.catalog, "a pubDate of next year", "X13", .text("\(movie)/pubDate", "2027-02-27T09:15:00Z")),
        .init(.catalog, "pubDate behind the title", "DOC-ORDER", .moveUp(title), .moveUp(title)),
        .init(
            .catalog, "an element that does not exist", "DOC-UNKNOWN", .rename("\(movie)/keyword", to: "mood")),
        .init(.catalog, "an attribute that does not exist", "DOC-UNKNOWN", .attribute(movie, "colour", "blue")),
        .init(.catalog, "no block of details", "X12", .remove("\(movie)/movieInfo")),
        .init(.catalog, "the block of another type", "X12", .rename("\(movie)/movieInfo", to: "tvShowInfo")),
    ]

    static let metadata: [PlantedMistake] = [
        .init(.catalog, "no title", "CAT-TITLE-REQ", .remove("\(movie)/title")),
        .init(.catalog, "no title in the default locale", "X9", .attribute("\(movie)/title[1]", "locale", "de-DE")),
        .init(.catalog, "an empty title", "CAT-TITLE-LEN", .text(title, "")),
        .init(
            .catalog, "a title of 300 characters", "CAT-TITLE-LEN", .text(title, String(repeating: "Long ", count: 60))),
        .init(
            .catalog, "a locale with an underscore", "CAT-TITLE-LOCALE", .duplicate(title),
            .attribute("\(movie)/title[2]", "locale", "en_GB")),
        .init(.catalog, "two titles in one locale", "CAT-TITLE-DUP", .duplicate(title)),
        .init(
            .catalog, "a type of title that does not exist", "CAT-TITLE-TYPE", .duplicate(title),
            .attribute("\(movie)/title[2]", "type", "nickname")),
        .init(
            .catalog, "a short title that is long", "CAT-TITLE-SHORT", .duplicate(title),
            .attribute("\(movie)/title[2]", "type", "short"),
            .text("\(movie)/title[2]", "The Paper Lighthouse and the Sea Around It")),
        .init(
            .catalog, "how a title sounds, and no title", "CAT-TITLE-PHONETIC", .duplicate(title),
            .attribute("\(movie)/title[2]", "isPhonetic", "true"), .attribute("\(movie)/title[2]", "locale", "ko-KR")),
        .init(.catalog, "kanji in how a title sounds", "CAT-TITLE-KANA", .text("\(movie)/title[@isPhonetic]", "紙の灯台")),
        .init(.catalog, "no description", "CAT-DESC-REQ", .remove("\(movie)/description")),
        .init(
            .catalog, "a description of 5,000 characters", "CAT-DESC-LEN",
            .text(plot, String(repeating: "Words. ", count: 720))),
        .init(.catalog, "no genre", "CAT-GENRE-REQ", .remove("\(movie)/genre")),
        .init(.catalog, "a genre that does not exist", "CAT-GENRE-UNKNOWN", .text("\(movie)/genre[1]", "romcomish")),
        .init(.catalog, "no rating", "CAT-RATING-REQ", .remove("\(movie)/rating")),
        .init(.catalog, "a rating of another system", "CAT-RATING-UNKNOWN", .text("\(movie)/rating[1]", "TV-14")),
        .init(
            .catalog, "a rating system that does not exist", "CAT-RATING-SYSTEM",
            .attribute("\(movie)/rating[1]", "systemCode", "mpa")),
        .init(.catalog, "two ratings of a system", "CAT-RATING-DUP", .duplicate("\(movie)/rating[1]")),
        .init(
            .catalog, "an Indian rating without an advisory", "CAT-RATING-IN",
            .attribute("\(movie)/rating[1]", "systemCode", "in-movies"), .text("\(movie)/rating[1]", "U/A 13+")),
        .init(
            .catalog, "a picture over http", "CAT-ART-URL",
            .attribute("\(movie)/artwork[2]", "url", "http://img.example.org/a.jpg")),
        .init(
            .catalog, "a picture without a server", "CAT-ART-URL",
            .attribute("\(movie)/artwork[2]", "url", "/img/a.jpg")),
        .init(
            .catalog, "a type of picture that does not exist", "CAT-ART-TYPE",
            .attribute("\(movie)/artwork[2]", "type", "poster")),
        .init(.catalog, "no cover", "CAT-ART-REQ", .remove("\(movie)/artwork[@type='cover_artwork_horizontal']")),
        .init(
            .catalog, "a picture's locale with an underscore", "CAT-ART-LOCALES",
            .attribute("\(movie)/artwork[1]", "locales", "en_US")),
        .init(
            .catalog, "a picture in a language without a title", "X10",
            .attribute("\(movie)/artwork[1]", "locales", "de-DE")),
        .init(
            .catalog, "a logo as JPEG", "CAT-ART-EXT",
            .attribute(
                "\(movie)/artwork[@type='content_logo_polychromatic']", "url", "https://img.example.org/logo.jpg")),
        .init(
            .catalog, "a role that does not exist", "CAT-CREDIT-ROLE", .attribute("\(movie)/credit[1]", "role", "star")),
        .init(.catalog, "a credit of nobody", "CAT-CREDIT-NAME", .text("\(movie)/credit[1]", "")),
        .init(
            .catalog, "a director's part", "CAT-CREDIT-CHARACTER", .attribute("\(movie)/credit[1]", "role", "director"),
            .attribute("\(movie)/credit[1]", "characterName", "Oda")),
        .init(.catalog, "a truth as a number", "CAT-BOOLEAN", .text("\(movie)/isOriginal", "1")),
        .init(
            .catalog, "a keyword of 200 characters", "CAT-KEYWORD-LEN",
            .text("\(movie)/keyword", String(repeating: "sea ", count: 50))),
        .init(.catalog, "a language with an underscore", "CAT-LANGUAGE", .text("\(movie)/originalLanguage", "en_US")),
        .init(
            .catalog, "an id of IMDb that is none", "CAT-EXTID-FORMAT",
            .attribute("\(movie)/externalId", "system", "imdb"), .text("\(movie)/externalId", "123")),
        .init(
            .catalog, "an EIDR that is misread", "CAT-EXTID-EIDR", .attribute("\(movie)/externalId", "system", "eidr"),
            .text("\(movie)/externalId", "10.5240/7791-8534-2C23-9030-8610-6")),
        .init(
            .catalog, "a country of three letters", "CAT-COUNTRY", .text("\(movie)/movieInfo/productionCountry", "USA")),
        .init(.catalog, "a film of no length", "CAT-DURATION", .text("\(movie)/movieInfo/duration", "0")),
        .init(.catalog, "a film of two days", "CAT-DURATION", .text("\(movie)/movieInfo/duration", "172800")),
        .init(.catalog, "no release date", "CAT-RELEASE", .remove("\(movie)/movieInfo/originalReleaseDate")),
        .init(.catalog, "a preview of ten seconds", "CAT-DURATION-PREVIEW", .text("\(extra)/extraInfo/duration", "10")),
        .init(
            .sportsCatalog, "a match of one", "CAT-EVENT-COMPETITORS",
            .remove("\(event)/sportingEventInfo/competitors/competitor[2]")),
        .init(
            .sportsCatalog, "an event that ends before it begins", "CAT-EVENT-TIME",
            .text("\(event)/sportingEventInfo/endDate", "2026-03-07T10:00:00-05:00")),
    ]

    static let references: [PlantedMistake] = [
        .init(
            .catalog, "an episode of a show that is not there", "X3",
            .text("\(episode)/tvEpisodeInfo/showContentId", "NOBODY")),
        .init(
            .catalog, "a season of a show that is not there", "X3",
            .text("\(season)/tvSeasonInfo/showContentId", "NOBODY")),
        .init(
            .catalog, "an episode of a season that is not there", "X4",
            .text("\(episode)/tvEpisodeInfo/seasonContentId", "NOBODY")),
        .init(.catalog, "another number than the season's", "X5", .text("\(episode)/tvEpisodeInfo/seasonNumber", "7")),
        .init(
            .catalog, "two episodes of a number", "X6", .duplicate(episode),
            .attribute("//item[@contentType='tv_episode'][2]", "contentId", "LB-OTHER"), .remove("//totalItemCount")),
        .init(
            .catalog, "two seasons of a number", "X7", .duplicate(season),
            .attribute("//item[@contentType='tv_season'][2]", "contentId", "LB-OTHER"), .remove("//totalItemCount")),
        .init(.catalog, "an extra of nothing", "X14", .text("\(extra)/extraInfo/relatedContentId", "NOBODY")),
        .init(
            .catalog, "an episode before its show", "X15",
            .text("\(episode)/tvEpisodeInfo/originalAirDate", "2019-01-01")),
        .init(
            .catalog, "sport among films", "X11", .attribute(movie, "contentType", "sporting_event"),
            .remove("\(event)/movieInfo"),
            .insert(
                """
                <sportingEventInfo><startDate>2026-03-07T19:00:00-05:00</startDate><sportName>hockey</sportName></sportingEventInfo>
                """, into: event)),
        .init(
            .availability, "an offer of what is not in the catalog", "F1", beside: [.catalog],
            .attribute(movie, "contentId", "NOBODY")),
        .init(
            .availability, "another type than in the catalog", "F2", beside: [.catalog],
            .attribute(episode, "contentType", "movie")),
        .init(
            .availability, "another team than the catalog's", "F5", beside: [.catalog],
            .attribute("//service", "teamId", "EXAMPLE002")),
    ]

    static let style: [PlantedMistake] = [
        .init(.catalog, "a title in capitals", "STY-CAPS", .text(title, "THE PAPER LIGHTHOUSE")),
        .init(.catalog, "two spaces in a title", "STY-WS", .text(title, "The  Paper Lighthouse")),
        .init(.catalog, "an article at the end", "STY-ARTICLE", .text(title, "Paper Lighthouse, The")),
        .init(
            .catalog, "the year in a title", "STY-YEAR", .text(title, "The Paper Lighthouse (2025)"),
            .text("\(movie)/movieInfo/originalReleaseDate", "2025-10-03")),
        .init(.catalog, "the quality in a title", "STY-QUALITY", .text(title, "The Paper Lighthouse (4K UHD)")),
        .init(
            .catalog, "a link in a description", "STY-URL",
            .text(plot, "A mapmaker rebuilds a lighthouse. More at www.example.org/film today.")),
        .init(
            .catalog, "promotion in a description", "STY-PROMO",
            .text(plot, "Watch now, only on Lantern Bay: a mapmaker rebuilds a lighthouse.")),
        .init(.catalog, "something to be filled in", "STY-PLACEHOLDER", .text(plot, "TBD")),
        .init(
            .catalog, "an encoding gone wrong", "STY-MOJIBAKE",
            .text(plot, "A retired mapmaker rebuilds a cafÃ© out of old charts and a naÃ¯ve plan.")),
        .init(
            .catalog, "a description cut short", "STY-ELLIPSIS",
            .text(plot, "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that...")),
        .init(
            .catalog, "markup in a description", "STY-HTML",
            .text(plot, "A <i>retired</i> mapmaker rebuilds a lighthouse out of old charts.")),
        .init(
            .catalog, "a description that is the title", "STY-DESC-EQ-TITLE", .text(plot, "The Paper Lighthouse"),
            .text(title, "The Paper Lighthouse")),
        .init(.catalog, "a description of a word", "STY-DESC-LEN", .text(plot, "Seaside.")),
        .init(.catalog, "a rating in a title", "STY-RATING-IN-TITLE", .text(title, "The Paper Lighthouse (Unrated)")),
        .init(
            .catalog, "a season in a show's title", "STY-SHOW-SEASON",
            .text("\(show)/title", "Harbor of Small Machines Season 2")),
        .init(
            .catalog, "a number in an episode's title", "STY-EP-NUM",
            .text("\(episode)/title", "S1E1: The Crane Who Collected Bells")),
        .init(
            .catalog, "Latin letters for Japanese", "STY-SCRIPT",
            .text("\(movie)/title[@locale='ja-JP'][1]", "The Paper Lighthouse of the North")),
        .init(
            .catalog, "a season called otherwise than its show", "STY-SERIES-SAME",
            .text("\(season)/title", "Port of Little Robots")),
    ]

    static let availability: [PlantedMistake] = [
        .init(.availability, "no pubDate", "AV-PUBDATE", .remove("\(movie)/pubDate")),
        .init(.availability, "a content type of its own", "AV-ITEM-TYPE", .attribute(movie, "contentType", "film")),
        .init(.availability, "no content id", "AV-ITEM-ID", .attribute(movie, "contentId", nil)),
        .init(
            .availability, "a platform that does not exist", "AV-LOC-PLATFORM",
            .attribute("\(movie)/locators/locator[5]", "platform", "appletv")),
        .init(
            .availability, "an action that does not exist", "AV-LOC-ACTION",
            .attribute("\(movie)/locators/locator[1]", "action", "watch")),
        .init(
            .availability, "no link that plays", "AV-LOC-PLAY",
            .remove("\(movie)/locators/locator[@platform='atv'][@action='play']")),
        .init(.availability, "a link twice", "AV-LOC-DUP", .duplicate("\(movie)/locators/locator[1]")),
        .init(
            .availability, "a link without a scheme", "AV-LOC-URL",
            .attribute("\(movie)/locators/locator[1]", "url", "tv.example.org/m/1")),
        .init(
            .availability, "a page over http", "AV-LOC-HTTPS",
            .attribute("\(movie)/locators/locator[@platform='web']", "url", "http://tv.example.org/m/1")),
        .init(
            .availability, "a link that resumes", "AV-LOC-RESUME",
            .attribute("\(movie)/locators/locator[2]", "url", "https://tv.example.org/play/1?resumeTime=30")),
        .init(
            .availability, "a link with a fragment", "AV-LOC-FRAGMENT",
            .attribute("\(movie)/locators/locator[2]", "url", "https://tv.example.org/play/1#now")),
        .init(
            .availability, "a show that plays", "AV-LOC-SHOW",
            .attribute("\(show)/locators/locator[1]", "action", "play")),
        .init(
            .availability, "captions with an underscore", "AV-PROP-LANG",
            .text("\(movie)/playableProperties/subtitles", "en_US")),
        .init(
            .availability, "a language twice", "AV-PROP-DUP",
            .text("\(movie)/playableProperties/subtitles", "en-US,en-US")),
        .init(
            .availability, "the first language again", "AV-PROP-PRIMARY",
            .text("\(movie)/playableProperties/additionalAudioLang", "en-US")),
        .init(
            .availability, "a format of sound that does not exist", "AV-PROP-AUDIO",
            .text("\(movie)/playableProperties/audioFormats", "VINYL")),
        .init(
            .availability, "a quality that does not exist", "AV-PROP-VIDEO",
            .text("\(movie)/playableProperties/videoQuality", "8k")),
        .init(.availability, "a season on offer", "O1", .copy("\(movie)/offers", into: season)),
        .init(.availability, "a show on offer", "O2", .copy("\(episode)/offers", into: show)),
        .init(.availability, "two offers of a type", "O3", .duplicate(offer)),
        .init(
            .availability, "a window that ends before it begins", "O7",
            .text("\(offer)/windowEnd", "2020-01-01T00:00:00Z")),
        .init(
            .availability, "nothing but what is over", "O8",
            .text("\(episode)/offers/offer/windowEnd", "2026-01-01T00:00:00Z"),
            .text("\(movie)/offers/offer/windowStart", "2020-01-01T00:00:00Z"),
            .text("\(movie)/offers/offer/windowEnd", "2021-01-01T00:00:00Z")),
        .init(.availability, "an end that comes tomorrow", "O10", .text("\(offer)/windowEnd", "2026-03-03T12:00:00Z")),
        .init(.availability, "an offer of its own kind", "AV-OFFER-TYPE", .text("\(offer)/offeringType", "paid")),
        .init(
            .availability, "a window without an offset", "AV-WINDOW-OFFSET",
            .text("\(offer)/windowStart", "2026-03-01T00:00:00")),
        .init(
            .availability, "a restriction of its own kind", "AV-RESTR-TYPE",
            .attribute("\(offer)/restrictions/restriction", "type", "weather")),
        .init(
            .availability, "a restriction that neither allows nor denies", "AV-RESTR-REL",
            .attribute("\(offer)/restrictions/restriction", "relationship", "permit")),
        .init(.availability, "a service of its own kind", "AV-SERVICE-TYPE", .text("//serviceType", "live")),
        .init(.availability, "a film without an offer", "AV-ITEM-OFFERS", .remove("\(movie)/offers")),
        .init(
            .linearAvailability, "an airing without an end", "AV-LINEAR-WINDOW", .remove("//linearOffer[1]/windowEnd")),
        .init(.linearAvailability, "an airing, first or not", "AV-LINEAR-LIVE", .remove("//linearOffer[1]/isLive")),
        .init(
            .linearAvailability, "a film on a sports channel", "AV-LINEAR-TYPE",
            .attribute(event, "contentType", "movie")),
        .init(.linearAvailability, "sport without a language", "AV-PROP-LIVE", .remove("//primaryLocale")),
        .init(.linearAvailability, "a channel that nobody is offered", "AV-LINEAR-SERVICE", .remove("//serviceOffers")),
        .init(
            .linearAvailability, "a country of three letters", "AV-RESTR-VALUE",
            .text("//serviceOffer//restriction[@type='deviceLocation']", "USA")),
    ]

    static let manifests: [PlantedMistake] = [
        .init(
            .manifest, "a service twice", "MF1",
            .duplicate("//service[@serviceId='org.example.lanternbay.vod.us']"),
            .text("//brand[1]/services/service[2]/feedUrl", "https://feeds.example.org/again.xml")),
        .init(.manifest, "two partners", "MF2", .duplicate("//partner")),
        .init(
            .manifest, "a feed over http", "MF3",
            .text("//catalog[1]/feedUrl", "http://feeds.example.org/catalog-vod.xml")),
        .init(.manifest, "a catalog that is not there", "MF4", .text("(//catalogRef)[1]", "org.example.nowhere")),
        .init(
            .manifest, "a linear service in France", "MF6", .text("//brand[1]/territory[2]", "FR"),
            .text("//service[serviceType='linear']/territory", "FR"),
            .text("//service[@serviceId='org.example.lanternbay.ebs.ca']/territory", "FR")),
    ]

    static let all = heads + identities + metadata + references + style + availability + manifests
}
