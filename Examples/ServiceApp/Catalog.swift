import Foundation

/// A title of the service. The identifiers are those of Feeds/catalog.xml and Feeds/availability-us.xml, letter case included.
struct Title: Sendable {
    enum Offer: Sendable { case account, subscription(tier: String) }

    let contentIdentifier: String
    let name: String
    let cast: String
    /// The rating as metadata writes it, for the viewer's restrictions.
    let rating: String
    /// Nil for a show, which has a page and no video.
    var offer: Offer?
    /// Seconds; nil where it is not known.
    var creditsStart: Double?

    static let all = [
        Title(
            contentIdentifier: "NL-MOV-SaltClock", name: "The Salt Clock", cast: "Ada Quillfeather, Jonas Tern",
            rating: "mpaa|PG|200|",
            offer: .subscription(tier: "Movies"), creditsStart: 5_400),
        Title(
            contentIdentifier: "NL-SHOW-LowWater", name: "Low Water", cast: "Perrin Ashlock", rating: "us-tv|TV-PG|400|"
        ),
        Title(
            contentIdentifier: "NL-EP-LowWater-101", name: "The Borrowed Buoy", cast: "Perrin Ashlock",
            rating: "us-tv|TV-PG|400|",
            offer: .account),
        Title(
            contentIdentifier: "NL-EP-LowWater-102", name: "A Licence for Two", cast: "Perrin Ashlock",
            rating: "us-tv|TV-14|500|",
            offer: .subscription(tier: "Series")),
    ]

    /// The video of every title: a file or URL in NORTHLIGHT_VIDEO.
    static var video: URL {
        let place = ProcessInfo.processInfo.environment["NORTHLIGHT_VIDEO"] ?? "samples/openavkit-sample.mp4"
        return URL(string: place).flatMap { $0.scheme == nil ? nil : $0 } ?? URL(fileURLWithPath: place)
    }
}

/// A link of the feeds: `https://northlight.example/play/ID?campaign=tvapp&resumeTime=90` or `northlight://play/ID`.
struct Link: Sendable {
    let isPlayback: Bool
    let contentIdentifier: String
    let resumeTime: Double?
    let campaign: String?
    let profile: String?

    init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
        let isWeb = parts.scheme == "https" && parts.host == "northlight.example"
        guard isWeb || parts.scheme == "northlight" else { return nil }
        let names = (isWeb ? [] : [parts.host ?? ""]) + url.pathComponents.filter { $0 != "/" }
        guard names.count == 2 else { return nil }
        func value(_ name: String) -> String? { parts.queryItems?.first { $0.name == name }?.value }
        isPlayback = names[0] == "play"
        contentIdentifier = names[1]
        // Whole seconds; a link with anything else starts like one without.
        resumeTime = value("resumeTime").flatMap { Int($0) }.flatMap { $0 >= 0 ? Double($0) : nil }
        campaign = value("campaign")
        profile = value("profile")
    }
}
