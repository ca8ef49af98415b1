@testable import UniversalMediaCatalog

/// A typical mistake: the change that introduces it, and the rule that must find it.
struct PlantedMistake: Sendable, CustomStringConvertible {
    let description: String
    let feed: SampleFeed
    let rule: String
    let steps: [FeedSurgeon.Step]
    /// Feeds that are checked together with it.
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
        .init(.catalog, "a wrong item count", "DOC-COUNT", .text("//totalItemCount", "999")),
        .init(.catalog, "no default locale", "DOC-DEFLOCALE", .remove("//defaultLocale")),
        .init(.catalog, "a default locale with an underscore", "DOC-DEFLOCALE", .text("//defaultLocale", "en_US")),
        .init(.catalog, "an obsolete version", "DOC-VERSION", .attribute("/*", "version", "2.0")),
        .init(.catalog, "no build date", "DOC-BUILD-DATE", .remove("//lastBuildDate")),
        .init(.catalog, "a build date in words", "DOC-BUILD-DATE", .text("//lastBuildDate", "2 March 2026")),
        .init(.catalog, "an invalid team id", "DOC-TEAM-ID", .attribute("/*", "teamId", "acme")),
        .init(.catalog, "a catalog id with a space", "DOC-CATALOG-ID", .attribute("/*", "catalogId", "acme catalog")),
        .init(.catalog, "an unknown document element", "DOC-ROOT", .rename("/*", to: "catalog")),
    ]

    static let identities: [PlantedMistake] = [
        .init(.catalog, "a duplicate item", "CAT-ID-DUP", .duplicate(movie), .remove("//totalItemCount")),
        .init(.catalog, "no content id", "CAT-ID-LEN", .attribute(movie, "contentId", "")),
        .init(.catalog, "a content id with a leading space", "CAT-ID-SPACE", .attribute(movie, "contentId", " A-1")),
        .init(.catalog, "an unknown content type", "CAT-TYPE", .attribute(movie, "contentType", "film")),
        .init(.catalog, "an empty group id", "CAT-GROUP-ID", .text("//contentGroupId", "")),
        .init(.catalog, "no pubDate", "CAT-PUBDATE", .remove("\(movie)/pubDate")),
        .init(.catalog, "a pubDate in words", "CAT-PUBDATE", .text("\(movie)/pubDate", "yesterday")),
        .init(.catalog, "a pubDate without an offset", "CAT-PUBDATE", .text("\(movie)/pubDate", "2026-02-27T09:15:00")),
        .init(
            .catalog, "a pubDate in the next year", "CAT-PUBDATE-FUTURE",
            .text("\(movie)/pubDate", "2027-02-27T09:15:00Z")),
        .init(.catalog, "a pubDate after the title", "DOC-ORDER", .moveUp(title), .moveUp(title)),
        .init(
            .catalog, "an unknown element", "DOC-UNKNOWN", .rename("\(movie)/keyword", to: "mood")),
        .init(.catalog, "an unknown attribute", "DOC-UNKNOWN", .attribute(movie, "colour", "blue")),
        .init(.catalog, "no type-specific element", "CAT-TYPE-BLOCK", .remove("\(movie)/movieInfo")),
        .init(
            .catalog, "the type-specific element of another type", "CAT-TYPE-BLOCK",
            .rename("\(movie)/movieInfo", to: "tvShowInfo")),
    ]

    static let metadata: [PlantedMistake] = [
        .init(.catalog, "no title", "CAT-TITLE-REQ", .remove("\(movie)/title")),
        .init(
            .catalog, "no title in the default locale", "CAT-TITLE-DEFAULT",
            .attribute("\(movie)/title[1]", "locale", "de-DE")),
        .init(.catalog, "an empty title", "CAT-TITLE-LEN", .text(title, "")),
        .init(
            .catalog, "a title of 300 characters", "CAT-TITLE-LEN", .text(title, String(repeating: "Long ", count: 60))),
        .init(
            .catalog, "a locale with an underscore", "CAT-TITLE-LOCALE", .duplicate(title),
            .attribute("\(movie)/title[2]", "locale", "en_GB")),
        .init(.catalog, "two titles in one locale", "CAT-TITLE-DUP", .duplicate(title)),
        .init(
            .catalog, "an unknown title type", "CAT-TITLE-TYPE", .duplicate(title),
            .attribute("\(movie)/title[2]", "type", "nickname")),
        .init(
            .catalog, "a short title that is too long", "CAT-TITLE-SHORT", .duplicate(title),
            .attribute("\(movie)/title[2]", "type", "short"),
            .text("\(movie)/title[2]", "The Paper Lighthouse and the Sea Around It")),
        .init(
            .catalog, "a phonetic title without a title", "CAT-TITLE-PHONETIC", .duplicate(title),
            .attribute("\(movie)/title[2]", "isPhonetic", "true"), .attribute("\(movie)/title[2]", "locale", "ko-KR")),
        .init(.catalog, "kanji in a phonetic title", "CAT-TITLE-KANA", .text("\(movie)/title[@isPhonetic]", "紙の灯台")),
        .init(.catalog, "no description", "CAT-DESC-REQ", .remove("\(movie)/description")),
        .init(
            .catalog, "a description of 5,000 characters", "CAT-DESC-LEN",
            .text(plot, String(repeating: "Words. ", count: 720))),
        .init(.catalog, "no genre", "CAT-GENRE-REQ", .remove("\(movie)/genre")),
        .init(.catalog, "an unknown genre", "CAT-GENRE-UNKNOWN", .text("\(movie)/genre[1]", "romcomish")),
        .init(.catalog, "no rating", "CAT-RATING-REQ", .remove("\(movie)/rating")),
        .init(.catalog, "a rating value of another system", "CAT-RATING-UNKNOWN", .text("\(movie)/rating[1]", "TV-14")),
        .init(
            .catalog, "an unknown rating system", "CAT-RATING-SYSTEM",
            .attribute("\(movie)/rating[1]", "systemCode", "mpa")),
        .init(.catalog, "two ratings of one system", "CAT-RATING-DUP", .duplicate("\(movie)/rating[1]")),
        .init(
            .catalog, "an Indian rating without an advisory", "CAT-RATING-IN",
            .attribute("\(movie)/rating[1]", "systemCode", "in-movies"), .text("\(movie)/rating[1]", "U/A 13+")),
        .init(
            .catalog, "artwork over http", "CAT-ART-URL",
            .attribute("\(movie)/artwork[2]", "url", "http://img.example.org/a.jpg")),
        .init(
            .catalog, "artwork without a host", "CAT-ART-URL",
            .attribute("\(movie)/artwork[2]", "url", "/img/a.jpg")),
        .init(
            .catalog, "an unknown artwork type", "CAT-ART-TYPE",
            .attribute("\(movie)/artwork[2]", "type", "poster")),
        .init(
            .catalog, "no cover artwork", "CAT-ART-REQ", .remove("\(movie)/artwork[@type='cover_artwork_horizontal']")),
        .init(
            .catalog, "an artwork locale with an underscore", "CAT-ART-LOCALES",
            .attribute("\(movie)/artwork[1]", "locales", "en_US")),
        .init(
            .catalog, "artwork in a language without a title", "CAT-ART-TITLE",
            .attribute("\(movie)/artwork[1]", "locales", "de-DE")),
        .init(
            .catalog, "a logo as JPEG", "CAT-ART-EXT",
            .attribute(
                "\(movie)/artwork[@type='content_logo_polychromatic']", "url", "https://img.example.org/logo.jpg")),
        .init(
            .catalog, "an unknown role", "CAT-CREDIT-ROLE", .attribute("\(movie)/credit[1]", "role", "star")),
        .init(.catalog, "an empty credit", "CAT-CREDIT-NAME", .text("\(movie)/credit[1]", "")),
        .init(
            .catalog, "a director with a character name", "CAT-CREDIT-CHARACTER",
            .attribute("\(movie)/credit[1]", "role", "director"),
            .attribute("\(movie)/credit[1]", "characterName", "Oda")),
        .init(.catalog, "a Boolean as a number", "CAT-BOOLEAN", .text("\(movie)/isOriginal", "1")),
        .init(
            .catalog, "a keyword of 200 characters", "CAT-KEYWORD-LEN",
            .text("\(movie)/keyword", String(repeating: "sea ", count: 50))),
        .init(.catalog, "a language with an underscore", "CAT-LANGUAGE", .text("\(movie)/originalLanguage", "en_US")),
        .init(
            .catalog, "an invalid IMDb id", "CAT-EXTID-FORMAT",
            .attribute("\(movie)/externalId", "system", "imdb"), .text("\(movie)/externalId", "123")),
        .init(
            .catalog, "an EIDR with a wrong check character", "CAT-EXTID-EIDR",
            .attribute("\(movie)/externalId", "system", "eidr"),
            .text("\(movie)/externalId", "10.5240/7791-8534-2C23-9030-8610-6")),
        .init(
            .catalog, "a country code with three letters", "CAT-COUNTRY",
            .text("\(movie)/movieInfo/productionCountry", "USA")),
        .init(.catalog, "a duration of zero", "CAT-DURATION", .text("\(movie)/movieInfo/duration", "0")),
        .init(.catalog, "a duration of two days", "CAT-DURATION", .text("\(movie)/movieInfo/duration", "172800")),
        .init(.catalog, "no release date", "CAT-RELEASE", .remove("\(movie)/movieInfo/originalReleaseDate")),
        .init(.catalog, "a preview of ten seconds", "CAT-DURATION-PREVIEW", .text("\(extra)/extraInfo/duration", "10")),
        .init(
            .sportsCatalog, "a match with one competitor", "CAT-EVENT-COMPETITORS",
            .remove("\(event)/sportingEventInfo/competitors/competitor[2]")),
        .init(
            .sportsCatalog, "an event that ends before it begins", "CAT-EVENT-TIME",
            .text("\(event)/sportingEventInfo/endDate", "2026-03-07T10:00:00-05:00")),
    ]

    static let references: [PlantedMistake] = [
        .init(
            .catalog, "an episode of a missing show", "CAT-SHOW-REF",
            .text("\(episode)/tvEpisodeInfo/showContentId", "NOBODY")),
        .init(
            .catalog, "a season of a missing show", "CAT-SHOW-REF",
            .text("\(season)/tvSeasonInfo/showContentId", "NOBODY")),
        .init(
            .catalog, "an episode of a missing season", "CAT-SEASON-REF",
            .text("\(episode)/tvEpisodeInfo/seasonContentId", "NOBODY")),
        .init(
            .catalog, "a season number that differs from the season's", "CAT-SEASON-NUMBER",
            .text("\(episode)/tvEpisodeInfo/seasonNumber", "7")),
        .init(
            .catalog, "two episodes with the same number", "CAT-EPISODE-DUP", .duplicate(episode),
            .attribute("//item[@contentType='tv_episode'][2]", "contentId", "LB-OTHER"), .remove("//totalItemCount")),
        .init(
            .catalog, "two seasons with the same number", "CAT-SEASON-DUP", .duplicate(season),
            .attribute("//item[@contentType='tv_season'][2]", "contentId", "LB-OTHER"), .remove("//totalItemCount")),
        .init(
            .catalog, "an extra of a missing item", "CAT-EXTRA-REF",
            .text("\(extra)/extraInfo/relatedContentId", "NOBODY")),
        .init(
            .catalog, "an episode that airs before its show", "CAT-EPISODE-PREMIERE",
            .text("\(episode)/tvEpisodeInfo/originalAirDate", "2019-01-01")),
        .init(
            .catalog, "a sporting event among movies", "CAT-SPORTS-SEPARATE",
            .attribute(movie, "contentType", "sporting_event"),
            .remove("\(event)/movieInfo"),
            .insert(
                """
                <sportingEventInfo><startDate>2026-03-07T19:00:00-05:00</startDate><sportName>hockey</sportName></sportingEventInfo>
                """, into: event)),
        .init(
            .availability, "an offer of an item missing in the catalog", "FEED-ITEM-MISSING", beside: [.catalog],
            .attribute(movie, "contentId", "NOBODY")),
        .init(
            .availability, "a content type that differs from the catalog's", "FEED-TYPE-DIFFERS", beside: [.catalog],
            .attribute(episode, "contentType", "movie")),
        .init(
            .availability, "a team that differs from the catalog's", "FEED-TEAM-ID", beside: [.catalog],
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
        .init(.catalog, "a placeholder", "STY-PLACEHOLDER", .text(plot, "TBD")),
        .init(
            .catalog, "text encoded twice", "STY-MOJIBAKE",
            .text(plot, "A retired mapmaker rebuilds a cafÃ© out of old charts and a naÃ¯ve plan.")),
        .init(
            .catalog, "a truncated description", "STY-ELLIPSIS",
            .text(plot, "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that...")),
        .init(
            .catalog, "markup in a description", "STY-HTML",
            .text(plot, "A <i>retired</i> mapmaker rebuilds a lighthouse out of old charts.")),
        .init(
            .catalog, "a description equal to the title", "STY-DESC-EQ-TITLE", .text(plot, "The Paper Lighthouse"),
            .text(title, "The Paper Lighthouse")),
        .init(.catalog, "a description of one word", "STY-DESC-LEN", .text(plot, "Seaside.")),
        .init(.catalog, "a rating in a title", "STY-RATING-IN-TITLE", .text(title, "The Paper Lighthouse (Unrated)")),
        .init(
            .catalog, "a season in a show's title", "STY-SHOW-SEASON",
            .text("\(show)/title", "Harbor of Small Machines Season 2")),
        .init(
            .catalog, "a number in an episode's title", "STY-EP-NUM",
            .text("\(episode)/title", "S1E1: The Crane Who Collected Bells")),
        .init(
            .catalog, "Latin letters in a Japanese title", "STY-SCRIPT",
            .text("\(movie)/title[@locale='ja-JP'][1]", "The Paper Lighthouse of the North")),
        .init(
            .catalog, "a season with another title than its show", "STY-SERIES-SAME",
            .text("\(season)/title", "Port of Little Robots")),
    ]

    static let availability: [PlantedMistake] = [
        .init(.availability, "no pubDate", "AV-PUBDATE", .remove("\(movie)/pubDate")),
        .init(.availability, "an unknown content type", "AV-ITEM-TYPE", .attribute(movie, "contentType", "film")),
        .init(.availability, "no content id", "AV-ITEM-ID", .attribute(movie, "contentId", nil)),
        .init(
            .availability, "an unknown platform", "AV-LOC-PLATFORM",
            .attribute("\(movie)/locators/locator[5]", "platform", "appletv")),
        .init(
            .availability, "an unknown action", "AV-LOC-ACTION",
            .attribute("\(movie)/locators/locator[1]", "action", "watch")),
        .init(
            .availability, "no link for playback", "AV-LOC-PLAY",
            .remove("\(movie)/locators/locator[@platform='atv'][@action='play']")),
        .init(.availability, "a duplicate link", "AV-LOC-DUP", .duplicate("\(movie)/locators/locator[1]")),
        .init(
            .availability, "a link without a scheme", "AV-LOC-URL",
            .attribute("\(movie)/locators/locator[1]", "url", "tv.example.org/m/1")),
        .init(
            .availability, "a page over http", "AV-LOC-HTTPS",
            .attribute("\(movie)/locators/locator[@platform='web']", "url", "http://tv.example.org/m/1")),
        .init(
            .availability, "a link with a resume time", "AV-LOC-RESUME",
            .attribute("\(movie)/locators/locator[2]", "url", "https://tv.example.org/play/1?resumeTime=30")),
        .init(
            .availability, "a link with a fragment", "AV-LOC-FRAGMENT",
            .attribute("\(movie)/locators/locator[2]", "url", "https://tv.example.org/play/1#now")),
        .init(
            .availability, "a playback link of a show", "AV-LOC-SHOW",
            .attribute("\(show)/locators/locator[1]", "action", "play")),
        .init(
            .availability, "captions with an underscore", "AV-PROP-LANG",
            .text("\(movie)/playableProperties/subtitles", "en_US")),
        .init(
            .availability, "a duplicate language", "AV-PROP-DUP",
            .text("\(movie)/playableProperties/subtitles", "en-US,en-US")),
        .init(
            .availability, "the primary language as an additional language", "AV-PROP-PRIMARY",
            .text("\(movie)/playableProperties/additionalAudioLang", "en-US")),
        .init(
            .availability, "an unknown audio format", "AV-PROP-AUDIO",
            .text("\(movie)/playableProperties/audioFormats", "VINYL")),
        .init(
            .availability, "an unknown video quality", "AV-PROP-VIDEO",
            .text("\(movie)/playableProperties/videoQuality", "8k")),
        .init(.availability, "an offer of a season", "AV-OFFER-REQ", .copy("\(movie)/offers", into: season)),
        .init(.availability, "an offer of a show", "AV-OFFER-SHOW", .copy("\(episode)/offers", into: show)),
        .init(.availability, "two offers of one type", "AV-OFFER-DUP", .duplicate(offer)),
        .init(
            .availability, "a window that ends before it begins", "AV-WINDOW-ORDER",
            .text("\(offer)/windowEnd", "2020-01-01T00:00:00Z")),
        .init(
            .availability, "only expired offers", "AV-OFFER-ENDED",
            .text("\(episode)/offers/offer/windowEnd", "2026-01-01T00:00:00Z"),
            .text("\(movie)/offers/offer/windowStart", "2020-01-01T00:00:00Z"),
            .text("\(movie)/offers/offer/windowEnd", "2021-01-01T00:00:00Z")),
        .init(
            .availability, "an end on the next day", "AV-WINDOW-NOTICE",
            .text("\(offer)/windowEnd", "2026-03-03T12:00:00Z")),
        .init(.availability, "an unknown offering type", "AV-OFFER-TYPE", .text("\(offer)/offeringType", "paid")),
        .init(
            .availability, "a window without an offset", "AV-WINDOW-OFFSET",
            .text("\(offer)/windowStart", "2026-03-01T00:00:00")),
        .init(
            .availability, "an unknown restriction type", "AV-RESTR-TYPE",
            .attribute("\(offer)/restrictions/restriction", "type", "weather")),
        .init(
            .availability, "a restriction that neither allows nor denies", "AV-RESTR-REL",
            .attribute("\(offer)/restrictions/restriction", "relationship", "permit")),
        .init(.availability, "an unknown service type", "AV-SERVICE-TYPE", .text("//serviceType", "live")),
        .init(.availability, "a movie without an offer", "AV-ITEM-OFFERS", .remove("\(movie)/offers")),
        .init(
            .linearAvailability, "an airing without an end", "AV-LINEAR-WINDOW", .remove("//linearOffer[1]/windowEnd")),
        .init(.linearAvailability, "an airing without isLive", "AV-LINEAR-LIVE", .remove("//linearOffer[1]/isLive")),
        .init(
            .linearAvailability, "a movie on a sports channel", "AV-LINEAR-TYPE",
            .attribute(event, "contentType", "movie")),
        .init(
            .linearAvailability, "a sporting event without an audio language", "AV-PROP-LIVE",
            .remove("//primaryLocale")),
        .init(
            .linearAvailability, "a service offer of the next year", "AV-SERVICE-OFFER",
            .text("//serviceOffer[1]/windowStart", "2027-09-01T00:00:00Z")),
        .init(.linearAvailability, "a channel without service offers", "AV-LINEAR-SERVICE", .remove("//serviceOffers")),
        .init(
            .linearAvailability, "a country code with three letters", "AV-RESTR-VALUE",
            .text("//serviceOffer//restriction[@type='deviceLocation']", "USA")),
    ]

    static let manifests: [PlantedMistake] = [
        .init(
            .manifest, "a duplicate service", "MF-ID-DUP",
            .duplicate("//service[@serviceId='org.example.lanternbay.vod.us']"),
            .text("//brand[1]/services/service[2]/feedUrl", "https://feeds.example.org/again.xml")),
        .init(.manifest, "two brands of one name", "MF-BRAND-NAME", .text("//brand[2]/name", "Lantern Bay TV")),
        .init(.manifest, "two partners", "MF-ONE-PARTNER", .duplicate("//partner")),
        .init(
            .manifest, "a feed over http", "MF-URL-HTTPS",
            .text("//catalog[1]/feedUrl", "http://feeds.example.org/catalog-vod.xml")),
        .init(
            .manifest, "a reference to a missing catalog", "MF-CATALOG-REF",
            .text("(//catalogRef)[1]", "org.example.nowhere")),
        .init(
            .manifest, "a linear service in France", "MF-LINEAR-TERRITORY", .text("//brand[1]/territory[2]", "FR"),
            .text("//service[serviceType='linear']/territory", "FR"),
            .text("//service[@serviceId='org.example.lanternbay.ebs.ca']/territory", "FR")),
    ]

    /// Mistakes of single values, of details that belong together, and of namespaces.
    static let details: [PlantedMistake] = [
        .init(
            .catalog, "a release in 1066", "CAT-DATE-RANGE",
            .text("\(movie)/movieInfo/originalReleaseDate", "1066-10-03")),
        .init(
            .catalog, "a release in 2099", "CAT-DATE-RANGE",
            .text("\(movie)/movieInfo/originalReleaseDate", "2099-10-03")),
        .init(.catalog, "a right-to-left override", "STY-INVISIBLE", .text(title, "The Paper \u{202E}Lighthouse")),
        .init(.catalog, "a zero-width joiner", "STY-INVISIBLE", .text(title, "The Pa\u{200D}per Lighthouse")),
        .init(
            .catalog, "the image of another locale", "CAT-ART-REPEATED",
            .attribute("\(movie)/artwork[2]", "url", "https://img.example.org/same.jpg"),
            .attribute("\(movie)/artwork[1]", "url", "https://img.example.org/same.jpg")),
        .init(
            .catalog, "the image of another item", "CAT-ART-SHARED",
            .attribute("\(show)/artwork[1]", "url", "https://img.example.org/LB-MOV-0001/tile.jpg")),
        .init(
            .catalog, "an id that differs only in case", "FEED-ID-CASE", .attribute(extra, "contentId", "lb-mov-0001")),
        .init(.catalog, "a duration in minutes", "CAT-DURATION", .text("\(movie)/movieInfo/duration", "102")),
        .init(.catalog, "a genre twice", "CAT-REPEATED", .duplicate("\(movie)/genre[1]")),
        .init(.catalog, "a credit twice", "CAT-REPEATED", .duplicate("\(movie)/credit[1]")),
        .init(
            .catalog, "two names in a credit", "CAT-LIST", .text("\(movie)/credit[1]", "Imre Fictional, Nell Invented")),
        .init(.catalog, "a wrongly encoded name", "STY-NAME", .text("\(movie)/credit[1]", "NÃ©ll Invented")),
        .init(.catalog, "markup in a network", "STY-NAME", .text("\(show)/tvShowInfo/network", "<b>Lantern</b> TV")),
        .init(
            .catalog, "a rating for movies at a show", "CAT-RATING-KIND",
            .attribute("\(show)/rating", "systemCode", "mpaa"), .text("\(show)/rating", "PG")),
        .init(
            .catalog, "artwork on a local server", "CAT-ART-HOST",
            .attribute("\(movie)/artwork[2]", "url", "https://localhost/a.jpg")),
        .init(
            .catalog, "artwork under a link that expires", "CAT-ART-HOST",
            .attribute("\(movie)/artwork[2]", "url", "https://img.example.org/a.jpg?Expires=1767225600&Signature=x")),
        .init(.catalog, "a pubDate of 1970", "CAT-PUBDATE-RANGE", .text("\(movie)/pubDate", "1970-01-01T00:00:00Z")),
        .init(.catalog, "a file name as title", "STY-TITLE-FORM", .text(title, "the_paper_lighthouse_v2.mp4")),
        .init(.catalog, "an emoji in a title", "STY-TITLE-FORM", .text(title, "The Paper Lighthouse 🔥")),
        .init(
            .catalog, "a copyright notice in a description", "STY-DESC-NOTE",
            .text(plot, "A retired mapmaker rebuilds a lighthouse. © 2026 Invented Tide Pictures.")),
        .init(
            .catalog, "credits in a description", "STY-DESC-NOTE",
            .text(plot, "A retired mapmaker rebuilds a lighthouse. Directed by: Imre Fictional.")),
        .init(
            .catalog, "a missing space in a description", "STY-DESC-FORM",
            .text(plot, "A retired mapmaker rebuilds a lighthouse.She finds a coast that nobody has drawn.")),
        .init(
            .catalog, "a quoted description", "STY-DESC-FORM",
            .text(plot, "\"A retired mapmaker rebuilds a lighthouse.\"")),
        .init(
            .catalog, "spaces before commas in a description", "STY-DESC-FORM",
            .text(plot, "A retired mapmaker , once famous , rebuilds a lighthouse.")),
        .init(
            .catalog, "the service's name in a title", "STY-TITLE-FORM",
            .text(title, "The Paper Lighthouse | Lantern Bay TV")),
        .init(
            .catalog, "an actor with the family name first", "STY-NAME",
            .text("\(movie)//credit[1]", "Invented, Nell")),
        .init(
            .catalog, "an advisory that occurs twice", "CAT-RATING-ADVISORY",
            .attribute("//rating[@advisories][1]", "advisories", "L,L")),
        .init(
            .catalog, "the title of a trailer", "STY-TRAILER", .text(title, "The Paper Lighthouse - Official Trailer")),
        .init(.catalog, "an unbalanced bracket in a title", "STY-QUOTES", .text(title, "The Paper Lighthouse [")),
        .init(
            .catalog, "an episode after the end of its show", "CAT-EPISODE-END",
            .text("//originalAirDate", "2026-01-12"),
            .insert("<endDate>2025-12-12</endDate>", into: "//item[@contentId='LB-SHOW-0100']/tvShowInfo")),
        .init(
            .sportsCatalog, "a title of other teams", "CAT-EVENT-TITLE",
            .text("\(event)/title[1]", "Fogtown Hawks at Saltmarsh Otters")),
        .init(
            .linearAvailability, "a channel with another name than in the manifest", "MF-FEED-MATCH",
            beside: [.manifest], .text("//name[1]", "Lantern Bay Sports Two")),
        .init(
            .linearAvailability, "a channel for another country", "FEED-RESTR-TERRITORY", beside: [.manifest],
            .text("//serviceOffer//restriction[2]", "CA")),
        .init(.manifest, "an id with a space", "MF-ID-FORM", .attribute("//partner", "partnerId", "lantern bay")),
        .init(.catalog, "a movie of 17 hours", "CAT-DURATION", .text("\(movie)//duration", "61200")),
        .init(.catalog, "a missing value in a title", "STY-PLACEHOLDER", .text(title, "[object Object]")),
        .init(
            .catalog, "an impossible port in artwork", "CAT-ART-HOST",
            .attribute("\(movie)/artwork[2]", "url", "https://img.example.org:99999/a.jpg")),
        .init(
            .catalog, "a wrong escape in artwork", "CAT-ART-HOST",
            .attribute("\(movie)/artwork[2]", "url", "https://img.example.org/a%ZZ.jpg")),
        .init(.catalog, "a word twice", "STY-WORD-TWICE", .text(title, "The The Paper Lighthouse")),
        .init(
            .catalog, "a Cyrillic letter in a Latin word", "STY-MIXED-SCRIPT",
            .text(title, "The P\u{430}per Lighthouse")),
        .init(
            .catalog, "one description of two works", "STY-DESC-SHARED",
            .text("\(show)/description", "One text for both of these works."),
            .text("//item[@contentType='tv_show'][2]/description", "One text for both of these works.")),
        .init(
            .catalog, "a description in capitals", "STY-CAPS",
            .text(plot, "A RETIRED MAPMAKER REBUILDS A LIGHTHOUSE OUT OF OLD CHARTS.")),
        .init(
            .catalog, "an element in a foreign namespace", "DOC-NAMESPACE",
            .insert("<x:mood xmlns:x='urn:x'>dark</x:mood>", into: movie)),
        .init(.sportsCatalog, "one team twice", "CAT-EVENT-ROLE", .text("\(event)//competitor/name", "Fogtown Herons")),
        .init(
            .availability, "a playback link of another item", "AV-LOC-ITEM",
            .attribute("\(episode)/locators/locator[2]", "url", "https://tv.example.org/play/LB-MOV-0001")),
        .init(
            .availability, "a link to a test server", "AV-LOC-TARGET",
            .attribute("\(movie)/locators/locator[5]", "url", "https://staging.tv.example.org/m/LB-MOV-0001")),
        .init(
            .availability, "a link to a stream", "AV-LOC-TARGET",
            .attribute("\(movie)/locators/locator[5]", "url", "https://cdn.example.org/LB-MOV-0001.m3u8")),
        .init(.availability, "isLive of a movie", "AV-LIVE-TYPE", .insert("<isLive>true</isLive>", into: "\(offer)")),
        .init(
            .availability, "additional audio without a primary language", "AV-PROP-MAIN",
            .remove("\(movie)//primaryLocale")),
        .init(
            .availability, "a window that ends in 9999", "AV-WINDOW-RANGE",
            .text("\(offer)/windowEnd", "9999-12-31T23:59:59Z")),
        .init(.linearAvailability, "two live airings", "AV-LINEAR-ORIGINAL", .text("//linearOffer/isLive", "true")),
        .init(
            .manifest, "service ids that differ only in case", "MF-ID-CASE",
            .attribute(
                "//service[@serviceId='org.example.lanternbay.ebs.ca']", "serviceId", "org.example.lanternbay.VOD.us")),
        .init(
            .manifest, "a territory twice", "MF-TERRITORY-DUP", .text("//brand[1]/territory[2]", "US"),
            .text("//service[@serviceId='org.example.lanternbay.ebs.ca']/territory", "US")),
        .init(
            .manifest, "a synonym that equals the name", "MF-NAME-TEXT",
            .text("//name[@type='synonym']", "Lantern Bay Sports One")),
        .init(.manifest, "the country UK", "MF-TERRITORY", .text("//brand[1]/territory[2]", "UK")),
        .init(.manifest, "the appleId 0 of an app", "MF-APPLE-ID", .text("//appleId", "0")),
        .init(
            .manifest, "a feed on a private server", "MF-URL-HOST",
            .text("//catalog[1]/feedUrl", "https://10.0.0.7/catalog.xml")),
    ]

    /// Mistakes of values that have the right form.
    static let values: [PlantedMistake] = [
        .init(.catalog, "a placeholder as title of the catalog", "DOC-TEXT", .text("/umcCatalog/title", "TBD")),
        .init(.catalog, "a space after a content type", "SCH-SPACE", .attribute(movie, "contentType", "movie ")),
        .init(.catalog, "a space before a genre", "SCH-SPACE", .text("\(movie)/genre[1]", " drama")),
        .init(.availability, "a space after a platform", "SCH-SPACE", .attribute("//locator[1]", "platform", "atv ")),
        .init(.catalog, "a title that is not applicable", "STY-PLACEHOLDER", .text(title, "N/A")),
        .init(.catalog, "a title of question marks", "STY-PLACEHOLDER", .text(title, "????")),
        .init(.catalog, "a draft", "STY-PLACEHOLDER", .text(title, "The Paper Lighthouse [DRAFT]")),
        .init(.catalog, "a note for the author", "STY-PLACEHOLDER", .text(plot, "Insert description here.")),
        .init(
            .catalog, "a line break in code", "STY-ESCAPE", .text(plot, "A retired mapmaker.\\nShe rebuilds a house.")),
        .init(
            .catalog, "a percent-encoded text", "STY-ESCAPE",
            .text(plot, "A%20retired%20mapmaker%20rebuilds%20a%20lighthouse.")),
        .init(
            .catalog, "a lost letter", "STY-MOJIBAKE", .text(plot, "A mapmaker??s lighthouse on a coast of old charts.")
        ),
        .init(
            .catalog, "a description in another language", "STY-LANG",
            .text(
                plot,
                "Eine Kartografin baut aus alten Karten einen Leuchtturm und entdeckt eine Küste, die niemand gezeichnet hat."
            )),
        .init(
            .catalog, "a description in a language without a title", "CAT-DESC-LOCALE",
            .attribute("\(movie)/description[2]", "locale", "es-ES")),
        .init(.catalog, "a list of genres", "CAT-GENRE-LIST", .text("\(movie)/genre[1]", "drama,mystery")),
        .init(
            .catalog, "a still of an episode at a movie", "CAT-ART-USE",
            .attribute("\(movie)/artwork[@type='tile_artwork']", "type", "episode_still")),
        .init(
            .catalog, "two people in a credit", "CAT-LIST",
            .text("\(movie)/credit[1]", "Imre Fictional and Nell Invented")),
        .init(.catalog, "an address as a name", "STY-NAME", .text("\(movie)/credit[1]", "nell@example.org")),
        .init(.catalog, "a country twice", "CAT-REPEATED", .duplicate("\(movie)/movieInfo/productionCountry")),
        .init(
            .catalog, "an id of zeros", "CAT-EXTID-FORMAT", .attribute("\(movie)/externalId", "system", "imdb"),
            .text("\(movie)/externalId", "tt0000000")),
        .init(
            .catalog, "a release at the start of Unix time", "CAT-DATE-RANGE",
            .text("\(movie)/movieInfo/originalReleaseDate", "1970-01-01")),
        .init(.catalog, "the type after the duration", "DOC-ORDER", .moveUp("\(movie)/movieInfo/duration")),
        .init(
            .catalog, "an episode with the number of another one", "STY-GENERIC-EP",
            .text("\(episode)/title", "Episode 7")),
        .init(
            .catalog, "a show that has ended in the future", "CAT-SHOW-END",
            .insert("<endDate>2026-12-12</endDate>", into: "\(show)/tvShowInfo"),
            .insert("<status>ended</status>", into: "\(show)/tvShowInfo")),
        .init(
            .sportsCatalog, "an event of a month", "CAT-EVENT-TIME",
            .text("\(event)/sportingEventInfo/endDate", "2026-04-08T21:45:00-05:00")),
        .init(.sportsCatalog, "two visitors", "CAT-EVENT-ROLE", .attribute("//competitor[2]", "role", "away")),
        .init(
            .availability, "a link of another movie on one platform", "AV-LOC-ID",
            .attribute("\(movie)/locators/locator[2]", "url", "https://tv.example.org/play/LB-MOV-0002?cid=tvapp")),
        .init(
            .availability, "a link of a movie to a show", "AV-LOC-ITEM",
            .attribute("\(movie)/locators/locator[5]", "url", "https://tv.example.org/s/LB-SHOW-0100")),
        .init(
            .availability, "a window of a minute", "AV-WINDOW-RANGE",
            .text("\(offer)/windowStart", "2026-03-01T00:00:00-08:00"),
            .text("\(offer)/windowEnd", "2026-03-01T00:01:00-08:00")),
        .init(
            .availability, "a list of tiers", "AV-RESTR-VALUE",
            .text("\(offer)/restrictions/restriction", "Movies,Series")),
        .init(.availability, "a pubDate of 1970", "AV-PUBDATE", .text("\(movie)/pubDate", "1970-01-01T00:00:00Z")),
        .init(.linearAvailability, "a placeholder as name of a channel", "AV-NAME", .text("//service/name[1]", "TBD")),
        .init(
            .linearAvailability, "a state that does not exist", "AV-RESTR-VALUE",
            .text("//linearOffer//restriction[1]", "US-XX")),
        .init(
            .linearAvailability, "a live airing that ends before the event", "FEED-AIRING-DAY",
            beside: [.sportsCatalog],
            .text("//linearOffer[1]/windowStart", "2026-03-07T18:45:00Z"),
            .text("//linearOffer[1]/windowEnd", "2026-03-07T22:00:00Z")),
        .init(
            .linearAvailability, "a live airing as a repeat", "FEED-AIRING-DAY", beside: [.sportsCatalog],
            .text("//linearOffer[1]/isLive", "false")),
        .init(.manifest, "the version of another document", "DOC-VERSION", .attribute("/*", "version", "3.6")),
        .init(
            .manifest, "a feed with a fragment", "MF-URL",
            .text("//catalog[1]/feedUrl", "https://feeds.example.org/c.xml#a")),
        .init(.manifest, "a number that is no app", "MF-APPLE-ID", .text("//appleId", "12")),
        .init(
            .manifest, "a password as reference", "MF-SECRET", .attribute("//auth", "credentialRef", "apple:hunter2")),
    ]

    static let all = heads + identities + metadata + references + style + availability + manifests + details + values
}
