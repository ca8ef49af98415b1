import Foundation
import UniversalMediaCatalog

/// CAT-EVENT-CITY: a well-known city in another country.
struct VenueCountry: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-CITY", "The country of a venue is that of its city, and the city is no country.", level: .warning,
        tag: "D",
        section: "umc-catalog.md 3.15", remedy: "correct the country or the city", class: .shouldFix,
        bad: [
            RuleExample(.sportsCatalog, "Saltmarsh</city>", "Toronto</city>"),
            RuleExample(.sportsCatalog, "Port Example</city>", "Los Angeles</city>"),
            RuleExample(.sportsCatalog, "Saltmarsh</city>", "USA</city>"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, "Saltmarsh</city>", "Seattle</city>"),
            RuleExample(.sportsCatalog, "Port Example</city>", "London</city>"),
            RuleExample(.sportsCatalog, "Port Example</city>", "Chicago Heights</city>"),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let venue = item.info?.first(.venue) else { return }
        for city in venue.children where city.name == .city {
            guard Self.names.ignoringCase(city.text.trimmed) != nil else { continue }
            return findings.report(
                info, at: city, remedy: "write the city; the country has an element of its own",
                "the city of the venue is the name of a country: \(city.text.trimmed.shown)")
        }
        guard let node = venue.first(.country) else { return }
        let country = node.text.trimmed.string
        for city in venue.children where city.name == .city {
            let name = EventTitle.words(of: city.text.trimmed.string).joined(separator: " ")
            guard Countries.isCode(country), let known = Self.countries[name], known != country else { continue }
            return findings.report(
                info, at: node, remedy: "write `\(known)`, or correct the city",
                "the country of the venue is \(node.text.trimmed.shown), but its city is \(city.text.trimmed.shown)")
        }
    }

    /// Countries without a city of their name.
    private static let names = WordTable([
        "us", "usa", "u.s.", "u.s.a.", "united states", "united states of america", "canada", "uk", "gb",
        "united kingdom", "great britain", "england", "scotland", "wales", "ireland", "germany", "deutschland",
        "france", "spain", "españa", "italy", "italia", "portugal", "netherlands", "belgium", "switzerland", "austria",
        "sweden", "norway", "denmark", "finland", "poland", "japan", "china", "australia", "new zealand", "brazil",
        "brasil", "argentina", "états-unis", "vereinigte staaten",
    ])

    /// Large cities without a namesake that hosts events elsewhere, in lower case and without accents.
    private static let countries: [String: String] = {
        let cities: [(String, String)] = [
            ("CA", "toronto,montreal,calgary,edmonton,winnipeg,ottawa,saskatoon,quebec city"),
            (
                "US",
                "new york,los angeles,chicago,houston,dallas,seattle,denver,miami,atlanta,philadelphia,detroit,minneapolis,"
                    + "milwaukee,pittsburgh,nashville,indianapolis,salt lake city,las vegas,san francisco,san diego,sacramento,"
                    + "new orleans,oklahoma city,kansas city,tampa,phoenix,inglewood,green bay"
            ), ("MX", "mexico city,ciudad de mexico,monterrey"), ("GB", "edinburgh,glasgow,cardiff,sheffield"),
            ("DE", "berlin,munich,munchen,dortmund,frankfurt,stuttgart"), ("ES", "madrid,seville,sevilla,bilbao"),
            ("FR", "marseille,lyon,lille,saint denis"), ("IT", "milan,milano,turin,torino"), ("PT", "lisbon,lisboa"),
            ("CH", "zurich,geneve"), ("SE", "stockholm,gothenburg,goteborg"), ("NO", "oslo"),
            ("FI", "helsinki,tampere"),
            ("DK", "copenhagen,kobenhavn"), ("CZ", "prague,praha"), ("TR", "istanbul"), ("JP", "tokyo,osaka,yokohama"),
            ("KR", "seoul,busan"), ("AU", "brisbane,adelaide"), ("NZ", "auckland"), ("AR", "buenos aires"),
            ("BR", "sao paulo,rio de janeiro"),
        ]
        var table: [String: String] = [:]
        for (country, names) in cities { for name in names.split(separator: ",") { table[String(name)] = country } }
        return table
    }()
}
