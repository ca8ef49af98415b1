import UniversalMediaCatalog

/// AV-LOC-TARGET: a link that leads elsewhere than into the app or to a public page.
struct LinkTarget: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-TARGET",
        "A link leads into the app or to a public page, not to a stream, a store, a start page or a test server.",
        level: .warning, tag: "D", section: "umc-availability.md 3",
        remedy: "write the link that opens the item in the app",
        bad: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://localhost:8080/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://staging.tv.example.org/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "https://cdn.example.org/LB-EP-0100-0101/master.m3u8"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "https://apps.apple.com/app/id1234567890"),
            RuleExample(.availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/\"/>"),
            RuleExample(.availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/m/null\"/>"),
            RuleExample(.availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/m/:id\"/>"),
            RuleExample(.availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp", "lanternbay://"),
            RuleExample(
                .availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp", "htps://tv.example.org/e/LB-EP-0100-0101"),
            RuleExample(
                .availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://e/LB-EP-0100-0101?a=1?cid=tvapp"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.example.org:99999/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "lanternbay:/play/LB-EP-0100-0101?cid=tvapp"),
            RuleExample(
                .availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp", "lanternbay://e/LB-EP-0100-0101?cid="),
            RuleExample(
                .availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://e/LB-EP-0100-0101?token=eyJhbGciOiJIUzI1NiJ9.e30.abc"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://www.www.example.org/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.ex_ample.org/m/LB-MOV-0001\"/>"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://e/LB-EP-0100-0101?autoplay&amp;cid=tvapp"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/m3u8/LB-MOV-0001\"/>"
            ),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://staging/LB-EP-0100-0101"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://LB-EP-0100-0101"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay:play:LB-EP-0100-0101"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/?m=LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://my_tv.example.org/m/LB-MOV-0001\"/>"
            ),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://www.wwwtv.org/m/LB-MOV-0001\"/>"),
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let text = locator.urlText, let link = locator.link else { return }
        if let fault = Self.fault(link) {
            return findings.report(info, at: locator.node, "\(locator.called) \(fault): \(text.shown)")
        }
        guard link.isHTTPS || link.isHTTP else { return }
        if let fault = PublicServer.fault(text) {
            return findings.report(info, at: locator.node, "\(locator.called) \(fault): \(text.shown)")
        }
        if let host = link.host, Self.stores.ignoringCase(host) != nil {
            return findings.report(info, at: locator.node, "\(locator.called) leads to a store: \(text.shown)")
        }
        var end = 0
        while end < text.count, text[end] != UInt8(ascii: "?"), text[end] != UInt8(ascii: "#") { end += 1 }
        for ending in Self.streams where end > ending.utf8CodeUnitCount + 8 {
            guard text[end - ending.utf8CodeUnitCount..<end].isIgnoringCase(ending) else { continue }
            return findings.report(
                info, at: locator.node, "\(locator.called) leads to a stream or a file: \(text.shown)")
        }
    }

    /// Returns the predicate of a message about a link that leads to nothing, whatever its server.
    private static func fault(_ link: LinkText) -> StaticString? {
        if otherSchemes.ignoringCase(link.scheme) != nil { return "leads neither into an app nor to a page" }
        if misspeltSchemes.ignoringCase(link.scheme) != nil { return "has a misspelt `https`" }
        let text = link.text
        let start = link.scheme.count + 1 + (link.authority.map { $0.count + 2 } ?? 0)
        if link.authority == nil, text.count > start + 1, text[start] == UInt8(ascii: "/") {
            return "has one slash behind the scheme, where links have two"
        }
        var end = start
        var segment = start
        while end < text.count, text[end] != UInt8(ascii: "?"), text[end] != UInt8(ascii: "#") {
            if text[end] == UInt8(ascii: "/") {
                segment = end + 1
                // `/movie/:id` of a route.
                if end + 2 < text.count, text[end + 1] == UInt8(ascii: ":"), isLetter(text[end + 2]) {
                    return "contains a placeholder instead of an id"
                }
            }
            end += 1
        }
        if end - start <= 1, link.query == nil, link.authority != nil {
            if link.isHTTPS || link.isHTTP { return "leads to the start page of the server" }
            if link.authority?.isEmpty ?? false { return "contains nothing behind the scheme" }
        }
        if start > 0, link.authority != nil {
            for index in start..<max(start, end - 1)
            where text[index] == UInt8(ascii: "/") && text[index + 1] == UInt8(ascii: "/")
                && text[index - 1] != UInt8(ascii: ":")
            {
                return "contains `//` in its path: a part is missing, or was joined with a slash too many"
            }
        }
        if nothings.ignoringCase(text[segment..<end]) != nil { return "contains a placeholder instead of an id" }
        if let fault = link.query.flatMap(queryFault) { return fault }
        guard let query = link.query, query.count > 4 else { return nil }
        // A URL in a parameter may have a query of its own.
        if query.bytes.contains(UInt8(ascii: "?")), !query.contains("://") { return "contains two `?`" }
        for index in 0..<query.count - 4
        where query[index] == UInt8(ascii: "&") && query[index..<index + 5].isIgnoringCase("&amp;") {
            return "contains `&amp;`, which was escaped twice"
        }
        return nil
    }

    /// Returns the predicate of a message about a parameter without a value, or with a secret.
    private static func queryFault(_ query: FeedText) -> StaticString? {
        var start = 0
        for index in 0...query.count where index == query.count || query[index] == UInt8(ascii: "&") {
            let part = query[start..<index]
            start = index + 1
            guard let equals = part.bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
            if equals + 1 == part.count { return "has a parameter without a value" }
            if part.count - equals > 16, secrets.ignoringCase(part[0..<equals]) != nil {
                return "contains a token of one user, which expires"
            }
        }
        return nil
    }

    private static let secrets = WordTable([
        "token", "access_token", "accesstoken", "auth_token", "authtoken", "jwt", "session", "sessionid", "session_id",
        "sid", "signature", "x-amz-signature", "id_token", "refresh_token", "apikey", "api_key",
    ])

    private static let otherSchemes = WordTable([
        "mailto", "tel", "sms", "javascript", "data", "file", "about", "ftp", "blob",
    ])
    private static let misspeltSchemes = WordTable([
        "htps", "htpps", "htttps", "httsp", "hhtps", "httpss", "ttps", "htp", "hhttp", "htttp", "ttp",
    ])
    private static let nothings = WordTable(["null", "undefined", "nan", "404", "404.html", "none", "tbd", "todo"])
    private static let stores = WordTable(["apps.apple.com", "itunes.apple.com", "play.google.com", "appsto.re"])
    private static let streams: [StaticString] = [".m3u8", ".mpd", ".mp4", ".mov", ".ism/manifest", ".ts", ".m4v"]
}

/// AV-LIVE-TYPE: isLive at items that are no sporting events.
struct LiveOfOtherType: OfferRule {
    static let info = RuleInfo(
        "AV-LIVE-TYPE", "Only offers of sporting events have isLive.", level: .warning, tag: "S/L",
        section: "umc-availability.md 5", remedy: "remove isLive",
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd><isLive>true</isLive>")
        ],
        nearMisses: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "<isLive>false</isLive>")])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .offer, [.movie, .show, .season, .episode, .extra].contains(offer.itemType),
            let node = offer.node.first(.isLive)
        else { return }
        findings.report(info, at: node, "\(offer.called) of a \(offer.itemType.spelling) has isLive")
    }
}

/// AV-LINEAR-ORIGINAL: several live airings of one event on one channel.
struct OriginalAirings: OfferListRule {
    static let info = RuleInfo(
        "AV-LINEAR-ORIGINAL", "A channel has one live airing of an event; later airings are repeats.", level: .warning,
        tag: "S/D", section: "umc-availability.md 7", remedy: "write isLive false for the later airings",
        bad: [RuleExample(.linearAvailability, "<isLive>false</isLive>", "<isLive>true</isLive>")],
        nearMisses: [RuleExample(.linearAvailability, "<isLive>true</isLive>", "<isLive>false</isLive>")])

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        var first: OfferView?
        for offer in offers
        where offer.form == .airing && offer.node.first(.isLive).map({ $0.text.trimmed == "true" }) ?? false {
            guard let known = first else {
                first = offer
                continue
            }
            // An event in two parts continues on the next day at the latest.
            guard let start = offer.start, let end = known.end, start - end > 3_600 else { continue }
            findings.report(
                info, at: offer.node,
                "the event already has a live airing, which ends \(Int((start - end) / 3_600)) hours before")
        }
    }
}

/// AV-PROP-MAIN: additional languages without a primary one.
struct MissingPrimaryLanguage: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-MAIN", "An item with additional audio languages has a primaryLocale.", level: .warning, tag: "S/D",
        section: "umc-availability.md 4", remedy: "add primaryLocale with the language of the main audio",
        bad: [
            RuleExample(
                .availability, "<primaryLocale>en-US</primaryLocale>\n        <videoQuality>uhd", "<videoQuality>uhd")
        ],
        nearMisses: [
            RuleExample(
                .availability, "<primaryLocale>en-US</primaryLocale>\n        <videoQuality>hd", "<videoQuality>hd")
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let properties = item.node.first(.playableProperties), !properties.has(.primaryLocale),
            let additional = properties.first(.additionalAudioLang), !additional.text.isBlank
        else { return }
        findings.report(info, at: additional, "there are additional audio languages, but no primaryLocale")
    }
}
