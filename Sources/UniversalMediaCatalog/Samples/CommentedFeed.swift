public import Foundation

/// Small, complete feeds to start from, with a comment for each element that its name does not explain.
///
/// Their dates are near the time of `now`, so that the feeds are valid on every day.
public struct CommentedFeed: Sendable {
    public var kind: SampleFeed
    /// Apple's developer Team ID.
    public var teamID: String?
    /// Id of the catalog that the feed is, or refers to.
    public var catalogID: String?
    public var serviceID: String?
    /// BCP 47. In another locale than en-US, each item also has a title in that locale.
    public var defaultLocale: String?
    /// The time of the build.
    public var now: Date

    public init(_ kind: SampleFeed, now: Date = Date()) {
        self.kind = kind
        self.now = now
    }

    public var text: String {
        var explained: Set<Substring> = []
        var lines: [String] = []
        var isFirstComment = true
        for line in localized(shifted(kind.text)).split(separator: "\n", omittingEmptySubsequences: false) {
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

    /// The day on which the sample feeds are up to date.
    private static let sampleDay = FeedTime.days(2026, 3, 2)

    /// Moves all dates by the days between the sample's day and `now`.
    private func shifted(_ text: String) -> String {
        // Years beyond four digits cannot be written.
        let seconds = min(max(now.timeIntervalSince1970, 0), 2.5e11)
        let days = Int((seconds / 86_400).rounded(.down)) - Self.sampleDay
        return text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/) { match in
            let date = String(match.0)
            guard let day = FeedDateTime(date + "T00:00:00Z") else { return date }
            return FeedTime.date(ofDay: Int(day.date.timeIntervalSince1970 / 86_400) + days)
        }
    }

    /// Adds a title in the default locale to each item that has none.
    private func localized(_ text: String) -> String {
        guard let defaultLocale, defaultLocale.lowercased() != "en-us", kind.kind == .catalog else { return text }
        var parts = text.components(separatedBy: "<item ")
        for index in parts.indices.dropFirst() where !parts[index].contains("<title locale=\"\(defaultLocale)\">") {
            guard let id = parts[index].firstMatch(of: /contentId="([^"]*)"/),
                let title = Self.shortTitles[String(id.1)],
                let end = parts[index].firstRange(of: "</title>\n")
            else { continue }
            parts[index].insert(
                contentsOf: "    <title locale=\"\(escaped(defaultLocale))\">\(title)</title>\n", at: end.upperBound)
        }
        return parts.joined(separator: "<item ")
    }

    /// Titles of two words, which any language may keep.
    private static let shortTitles = [
        "LB-MOV-0001": "Paper Lighthouse", "LB-SHOW-0100": "Small Machines", "LB-SEAS-0100-1": "Small Machines",
        "LB-EP-0100-0101": "Crane Bells", "LB-SHOW-0200": "Quiet Volcanoes", "LB-EXT-0200-T1": "Volcano Preview",
        "LB-SPT-7001": "Herons Otters", "LB-SPT-7002": "Pier Cup",
    ]

    private func replaceIDs(in line: String) -> String {
        var line = line
        if let teamID { line = line.replacing("EXAMPLE001", with: escaped(teamID)) }
        if let catalogID {
            line = line.replacing("org.example.lanternbay.catalog", with: escaped(catalogID))
            // A manifest contains both catalog ids, each once.
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
        "A feed to start from. All its data is fictional: replace the data, remove elements that you do not need, and check the feed with "
        + "`umc validate`. Spellings that Apple has not published are decisions of OpenAVKit; `umc explain` shows which."

    private static let explanations: [String: String] = [
        "totalItemCount": "Number of items that follow. With another number of items, the feed counts as truncated.",
        "lastBuildDate":
            "Time of the build, with a UTC offset. Readers skip a feed that is not newer than the previous one.",
        "defaultLocale":
            "BCP 47 tag, with a hyphen. Texts without a locale are in this one; each item needs a title in it.",
        "item":
            "One for each title, season, episode, event or extra. contentId is permanent, is never reused, and is the same in every "
            + "feed and in the app; it is case-sensitive.",
        "pubDate": "Time of the last change of the item.",
        "contentGroupId": "Shared by all versions of one title, such as dubbed ones.",
        "title": "1 to 255 characters, without promotion, year or video quality. One in each locale.",
        "description": "A summary of one to three sentences.",
        "genre": "The first genre is the primary one.",
        "rating": "One for each rating system that a country requires; systemCode names the system.",
        "artwork": "No text except the title; locales lists the languages of the text in the image.",
        "credit":
            "In the order of the credits. Roles: actor, director, writer, producer, creator, voice, narrator, guest, host, …",
        "keyword": "Search terms that no other field contains.",
        "externalId": "Ids of the same title in other systems (eidr, imdb, tms, …), for reliable matching.",
        "movieInfo": "The details block of the contentType; duration is in seconds.",
        "originalPremiereDate": "Date of the first release anywhere, not the date on which the service added it.",
        "showContentId": "contentId of the show, which is also an item of this catalog.",
        "seasonContentId": "contentId of the season, which is also an item of this catalog.",
        "extraInfo": "Previews and bonus material; a preview lasts 30 s to 10 min.",
        "sportingEventInfo": "Live sports have a separate catalog.",
        "competitors": "Two for a match, none for a race.",
        "isTBD": "true: the day is fixed, but the time is not.",
        "service":
            "One service in one feed: one for each country (on demand), or one for each channel (linear).",
        "serviceType": "vod or linear.",
        "serviceOffers": "Access to the channel; its items only have airing times.",
        "locators":
            "Links that open the item in the app (open) or play it (play), for each platform. Without resumeTime: the player adds it.",
        "playableProperties": "Languages are BCP 47 tags separated by commas.",
        "offers":
            "Who may watch the item, and when. Removing an item does not end its offer: publish windowEnd 48 hours in advance.",
        "offeringType": "free, account (free after signing in) or subscription; coming_soon only for channels.",
        "restrictions": "Tiers are spelt as the app registers them; they are case-sensitive.",
        "linearOffer": "One airing. isLive: true for the original airing, false for repeats.",
        "partner": "One provider.",
        "catalog": "Each catalogId once. VOD and live sports are separate catalogs.",
        "feedUrl": "An https URL without user name or password.",
        "refreshInterval": "ISO 8601, PT5M to P7D.",
        "auth": "A reference to a secret that the reader of the manifest stores, never the secret itself.",
        "brand": "An app, or a channel.",
        "integrationType": "video_app or channel; it determines the allowed offers.",
        "territory": "ISO 3166-1; a VOD service has exactly one.",
        "status": "active, isolation, paused or retired.",
    ]
}
