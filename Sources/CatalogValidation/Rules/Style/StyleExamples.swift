import UniversalMediaCatalog

extension RuleExample {
    /// Replaces the title of the sample's movie.
    static func title(_ text: String, _ locale: String = "en-US") -> RuleExample {
        switch locale {
        case "en-US": RuleExample(.catalog, ">The Paper Lighthouse</title>", ">\(text)</title>")
        case "ja-JP": RuleExample(.catalog, ">紙の灯台</title>", ">\(text)</title>")
        default:
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"\(locale)\">\(text)</title>")
        }
    }

    /// Replaces the description of the sample's movie.
    static func plot(_ text: String, _ locale: String = "en-US") -> RuleExample {
        locale == "en-US"
            ? RuleExample(
                .catalog,
                "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.",
                text)
            : RuleExample(
                .catalog,
                "<description locale=\"fr-FR\">Un cartographe à la retraite reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée.</description>",
                "<description locale=\"\(locale)\">\(text)</description>")
    }

    /// Replaces the title of one of the sample's shows.
    static func show(_ text: String, _ locale: String = "en-US") -> RuleExample {
        let original = "<title locale=\"en-US\">Nine Quiet Volcanoes</title>"
        return RuleExample(
            .catalog, original,
            locale == "en-US"
                ? "<title locale=\"en-US\">\(text)</title>" : "\(original)<title locale=\"\(locale)\">\(text)</title>")
    }

    /// Replaces the title of the sample's episode, which has the episode number 1.
    static func episode(_ text: String, _ locale: String = "en-US") -> RuleExample {
        let original = "<title locale=\"en-US\">The Crane Who Collected Bells</title>"
        return RuleExample(
            .catalog, original,
            locale == "en-US"
                ? "<title locale=\"en-US\">\(text)</title>" : "\(original)<title locale=\"\(locale)\">\(text)</title>")
    }
}
