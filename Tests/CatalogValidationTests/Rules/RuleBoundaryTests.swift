import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Conditions of rules that their examples leave open.
struct RuleBoundaryTests {
    private func reports(
        _ id: String, _ original: String, _ replacement: String, also further: [(String, String)] = [],
        in feed: SampleFeed = .catalog
    ) throws -> [Finding] {
        try RuleReports.of(id, original, replacement, also: further, in: feed)
    }

    private static let general = "<rating systemCode=\"us-tv\">TV-G</rating>"

    @Test("ratings for adults and for all of the cinema contradict each other, too")
    func cinemaRatings() throws {
        let adult = "<rating systemCode=\"mpaa\">R</rating>"
        #expect(try reports("CAT-RATING-CONFLICT", Self.general, Self.general + adult).count == 1)
        let all = "<rating systemCode=\"mpaa\">G</rating><rating systemCode=\"de-tv\">Ab 18 Jahren</rating>"
        #expect(try reports("CAT-RATING-CONFLICT", Self.general, all).count == 1)
    }

    @Test("TV-Y has no advisories, and TV-PG may have some", arguments: [("TV-Y", 1), ("TV-PG", 0)])
    func advisories(_ rating: String, count: Int) throws {
        let text = "<rating systemCode=\"us-tv\" advisories=\"L\">\(rating)</rating>"
        #expect(try reports("CAT-RATING-DESCRIPTOR", Self.general, text).count == count)
    }

    @Test(
        "a number behind other words than the first is no number of the episode; behind the name of a season it is",
        arguments: [("The Last Episode 7", 0), ("Episode 7", 1)])
    func episodeTitles(_ title: String, count: Int) throws {
        #expect(try reports("CAT-SEASON-TITLE", ">The Crane Who Collected Bells<", ">\(title)<").count == count)
    }

    @Test(
        "sizes in URLs have three digits or more behind no letter, and are checked in height and ratio",
        arguments: [
            ("tile.jpg?h=180", 1), ("tile_1920x1920.jpg", 1), ("tile_16x9.jpg", 0), ("v640x360.jpg", 0),
            ("tile-640x360.jpg", 1), ("part_2x1080.jpg", 0),
        ])
    func sizes(_ file: String, count: Int) throws {
        #expect(try reports("CAT-ART-URL-SIZE", "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/" + file).count == count)
    }

    @Test(
        "a parameter with a short value is no token, and each parameter has a value",
        arguments: [("?token=abc", 0), ("?sid=0123456789abcdefghij", 1), ("?a=&amp;cid=tvapp", 1), ("?cid=", 1)])
    func parameters(_ query: String, count: Int) throws {
        let link = "lanternbay://e/LB-EP-0100-0101"
        #expect(
            try reports("AV-LOC-TARGET", link + "?cid=tvapp", link + query, in: .availability).count
                == count)
    }

    @Test(
        "a file named like a thumbnail is one, and a word that contains the name is not",
        arguments: [
            ("thumb.jpg", 1), ("TN.jpg", 1), ("tile_lowres.jpg", 1), ("thumbprint.jpg", 0), ("tile_comply.jpg", 0),
        ])
    func thumbnails(_ file: String, count: Int) throws {
        #expect(try reports("CAT-ART-URL-SIZE", "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/" + file).count == count)
    }

    @Test(
        "the first episode may air up to a week after the premiere of its season",
        arguments: [("2025-09-12", true), ("2025-09-19", true), ("2025-09-20", false)])
    func premieres(_ date: String, isRight: Bool) throws {
        let found = try reports(
            "CAT-EPISODE-ORDER", "<originalAirDate>2025-09-12<", "<originalAirDate>\(date)<")
        #expect(found.isEmpty == isRight)
    }

    @Test("the teams of a title are swapped where both roles say so, not one", arguments: [("away", 1), ("home", 0)])
    func swappedTeams(_ role: String, count: Int) throws {
        let found = try reports(
            "CAT-EVENT-TITLE", "Fogtown Herons at Saltmarsh Otters<", "Saltmarsh Otters at Fogtown Herons<",
            also: [("role=\"away\"", "role=\"\(role)\"")], in: .sportsCatalog)
        #expect(found.count == count)
    }
}
