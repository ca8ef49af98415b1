/// Feeds to begin with: small, whole, and with a comment at everything that is not plain by its name.
public struct CommentedFeed: Sendable {
    public var kind: SampleFeed
    /// Apple's developer Team ID.
    public var teamID: String?
    /// Of the catalog that the feed is, or that it refers to.
    public var catalogID: String?
    public var serviceID: String?
    /// BCP 47.
    public var defaultLocale: String?

    public init(_ kind: SampleFeed) { self.kind = kind }

    public var text: String {
        var explained: Set<Substring> = []
        var lines: [String] = []
        var isFirstComment = true
        for line in kind.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let indentation = line.prefix { $0 == " " }
            let rest = line.dropFirst(indentation.count)
            if rest.hasPrefix("<!--"), isFirstComment {
                isFirstComment = false
                lines.append("<!-- \(Self.introduction) -->")
                continue
            }
            let name = rest.hasPrefix("<") ? rest.dropFirst().prefix { $0.isLetter } : ""
            if !name.isEmpty, explained.insert(name).inserted, let explanation = Self.explanations[String(name)] {
                lines.append("\(indentation)<!-- \(explanation) -->")
            }
            lines.append(replaceIDs(in: String(line)))
        }
        return lines.joined(separator: "\n")
    }

    private func replaceIDs(in line: String) -> String {
        var line = line
        if let teamID { line = line.replacing("EXAMPLE001", with: escaped(teamID)) }
        if let catalogID {
            line = line.replacing("org.example.lanternbay.catalog", with: escaped(catalogID))
            // A manifest has both, and each id once.
            line =
                kind == .manifest
                ? line.replacing("org.example.lanternbay.sports", with: escaped(catalogID) + ".sports")
                : line.replacing("org.example.lanternbay.sports\"", with: escaped(catalogID) + "\"")
        }
        if let serviceID, line.contains("<service "), kind != .manifest || line.contains("lanternbay.vod.us") {
            line = line.replacing(/serviceId="[^"]*"/, with: "serviceId=\"\(escaped(serviceID))\"")
        }
        if let defaultLocale, line.contains("<defaultLocale>") {
            line = line.replacing(/>[^<]*</, with: ">\(escaped(defaultLocale))<")
        }
        return line
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private static let introduction =
        "A feed to begin with. Everything in it is invented: put your own in its place, drop what you do not need, and check it with "
        + "`umc validate`. Spellings that are no public fact are decisions of OpenAVKit; `umc explain` says which."

    private static let explanations: [String: String] = [
        "totalItemCount": "How many items follow. A difference makes readers suspect that the feed is cut short.",
        "lastBuildDate": "When the feed was made, with an offset. Readers skip a feed that is no newer than the last.",
        "defaultLocale":
            "BCP 47, with a hyphen. Texts without a locale are in this one; each item needs a title in it.",
        "item":
            "One for each thing that can be found. contentId never changes, is never used for something else, and is the same in every "
            + "feed and in the app; case counts.",
        "pubDate": "When the data of the item changed last.",
        "contentGroupId": "The same on all items that are one work, such as a dubbed version.",
        "title": "1 to 255 characters, no promotion, no year, no quality. One for each locale.",
        "description": "What it is about, in one to three whole sentences.",
        "genre": "The first one is the main one.",
        "rating": "One for each system that a country needs; systemCode names the system.",
        "artwork": "No text but the title; name the locales of the text that is in the picture.",
        "credit":
            "In the order of the credits. Roles: actor, director, writer, producer, creator, voice, narrator, guest, host, …",
        "keyword": "What people search for and no other field says.",
        "externalId": "Ids of the same work elsewhere (eidr, imdb, tms, …): they make matching certain.",
        "movieInfo": "The block that belongs to contentType; duration is in seconds.",
        "originalPremiereDate": "When it was first shown anywhere, not when it came to the service.",
        "showContentId": "contentId of the show, which is an item of this catalog too.",
        "seasonContentId": "contentId of the season, which is an item of this catalog too.",
        "extraInfo": "Previews and bonus material; a preview lasts 30 s to 10 min.",
        "sportingEventInfo": "Live sports have a catalog of their own.",
        "competitors": "Two for a match, none for a race.",
        "isTBD": "true: the day is certain, the time is not.",
        "service":
            "One service, one feed: for video on demand one for each country, for live channels one for each channel.",
        "serviceType": "vod or linear.",
        "serviceOffers": "Who may watch the channel; its items have airing times only.",
        "locators":
            "Links that open the item in the app (open) or play it (play), for each platform. No resumeTime: the caller adds it.",
        "playableProperties": "Languages are BCP 47, with commas between.",
        "offers":
            "Who may watch it and when. Leaving an item out does not end its offer: say windowEnd 48 hours ahead.",
        "offeringType": "free, account (free, but signed in), subscription; coming_soon for channels only.",
        "restrictions": "Tiers must be spelt as the app registers them; case counts.",
        "linearOffer": "One airing. isLive: true for the first, false for repeats.",
        "partner": "One provider.",
        "catalog": "Each catalogId once. VOD and live sports are separate catalogs.",
        "feedUrl": "https only, no user name or password in it.",
        "refreshInterval": "ISO 8601, PT5M to P7D.",
        "auth": "The name of a secret that the reader of the manifest keeps, never the secret.",
        "brand": "An app, or a channel.",
        "integrationType": "video_app or channel; it decides which offers are allowed.",
        "territory": "ISO 3166-1; a VOD service has exactly one.",
        "status": "active, isolation, paused or retired.",
    ]
}
