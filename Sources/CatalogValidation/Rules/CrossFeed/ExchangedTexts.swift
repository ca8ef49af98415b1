import UniversalMediaCatalog

/// CAT-TEXT-EXCHANGED: a title or description in one locale that is that of a neighbouring item.
struct ExchangedTexts: IndexRule {
    static let info = RuleInfo(
        "CAT-TEXT-EXCHANGED",
        "The texts of an item in its locales are about the same: none has the names and words of another item instead.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.2",
        remedy: "exchange the two texts in this locale", class: .shouldFix,
        bad: [
            RuleExample(.catalog, crane, episodes[0], also: [(tail, other[0]), count]),
            // A description in one locale that was copied.
            RuleExample(.catalog, crane, crane + copied, also: [(tail, copy), count]),
            RuleExample(
                .catalog, crane, titledCrane, also: [(tail, titled("La grue aux cloches du port")), count]),
        ],
        nearMisses: [
            RuleExample(.catalog, crane, episodes[1], also: [(tail, other[1]), count]),
            RuleExample(.catalog, crane, titledCrane, also: [(tail, titled("La mer et la bouée")), count]),
            // Two parts of one story.
            RuleExample(
                .catalog, crane, titledCrane,
                also: [
                    (
                        tail,
                        titled("La grue aux cloches du port").replacing(
                            "The Buoy Who Forgot the Sea", with: "Second Crane")
                    ), count,
                ]),
        ])

    private static let crane = """
        <title locale="en-US">The Crane Who Collected Bells</title>
            <description locale="en-US">A loading crane refuses to work until the harbor returns every bell it has ever lost.</description>
        """
    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let count = ("<totalItemCount>6<", "<totalItemCount>7<")
    private static let copied =
        "<description locale=\"fr-FR\">Une grue refuse de travailler tant que le port n'a pas rendu les cloches.</description>"
    private static let copy = EpisodeNumberTwice.episode(2, 2).replacing("<genre>", with: copied + "<genre>")
    private static let titledCrane = crane.replacing("<description", with: title + "<description")
    private static let title = "<title locale=\"fr-FR\">La grue aux cloches du port</title>"
    private static func titled(_ title: String) -> String {
        EpisodeNumberTwice.episode(2, 2).replacing(
            "<description", with: "<title locale=\"fr-FR\">\(title)</title><description")
    }
    private static let french = ["Le canari", "Le magasin de la compagnie"]

    private static let episodes = [1, 0].map { place in
        """
        <title locale="en-US">Canary</title>
            <title locale="fr-FR">\(french[place])</title>
            <title locale="de-DE">Kanarienvogel</title>
            <description locale="en-US">A loading crane refuses to work until the harbor returns every bell it has ever lost.</description>
        """
    }
    private static let other = [0, 1].map { place in
        EpisodeNumberTwice.episode(2, 2).replacing(
            "<title locale=\"en-US\">The Buoy Who Forgot the Sea</title>",
            with: "<title locale=\"en-US\">Company Store</title><title locale=\"fr-FR\">\(french[place])</title>")
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for exchange in catalog.exchanges {
                let kind = exchange.isTitle ? "title" : "description"
                if exchange.isCopy {
                    findings.report(
                        info, catalog, at: Int(exchange.entry), "\(kind)[\(exchange.place)]",
                        remedy: "write the \(kind) of this item in this locale",
                        "the \(kind) is also that of \(catalog.id(Int(exchange.other)).quotedForMessage) (line "
                            + "\(catalog.entries[Int(exchange.other)].line)) in this locale, but not in the others")
                    continue
                }
                findings.report(
                    info, catalog, at: Int(exchange.entry), exchange.place > 1 ? "\(kind)[\(exchange.place)]" : kind,
                    "the \(kind) has words of the other locales of \(catalog.id(Int(exchange.other)).quotedForMessage) "
                        + "(line \(catalog.entries[Int(exchange.other)].line)) and none of its own, and the reverse")
            }
        }
    }
}
