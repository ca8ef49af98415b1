import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Conditions of the rules about shows, seasons and episodes that their examples leave open.
struct SeriesBoundaryTests {
    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let names = [
        "The Anchor Who Learned to Swim", "The Rope Who Told Stories", "The Gull Who Kept the Time",
        "The Tide Who Came Late",
    ]

    /// An episode of the sample's first season besides its episode 1 of 12 September 2025.
    private struct Episode {
        var number: Int
        var date = "2025-09-19"
        var seconds = 1_740
        var title: String?
    }

    /// What a rule reports where the sample's season has further episodes, in this order.
    private func reports(
        _ id: String, _ episodes: [Episode], also further: [(String, String)] = []
    ) throws -> [Finding] {
        var text = ""
        for (place, episode) in episodes.enumerated() {
            text += EpisodeNumberTwice.episode(place + 2, episode.number).replacing(Self.tail, with: "")
                .replacing("The Buoy Who Forgot the Sea", with: episode.title ?? Self.names[place])
                .replacing("A buoy", with: "On day \(Self.names[place].count) a buoy")
                .replacing("2025-09-19", with: episode.date)
                .replacing("<duration>1740<", with: "<duration>\(episode.seconds)<")
        }
        let count = ("<totalItemCount>6<", "<totalItemCount>\(6 + episodes.count)<")
        return try RuleReports.of(id, Self.tail, text + Self.tail, also: [count] + further)
    }

    @Test(
        "an episode of a fifth or five times the median length is one of its season; a shorter or longer one is not",
        arguments: [(348, 0), (347, 1), (8_700, 0), (8_701, 1)])
    func lengths(_ seconds: Int, count: Int) throws {
        let episodes = (2...4).map { Episode(number: $0, seconds: $0 == 4 ? seconds : 1_740) }
        #expect(try reports("CAT-EPISODE-LENGTH", episodes).count == count)
    }

    @Test(
        "in a season of three episodes, one below an eighth or above eight times the median length is reported",
        arguments: [(218, 0), (217, 1), (13_920, 0), (13_921, 1)])
    func lengthsOfThree(_ seconds: Int, count: Int) throws {
        let episodes = [Episode(number: 2), Episode(number: 3, seconds: seconds)]
        #expect(try reports("CAT-EPISODE-LENGTH", episodes).count == count)
    }

    @Test(
        "lengths are compared in seasons of three episodes and more whose other episodes are about as long as each other"
    )
    func seasonsOfLengths() throws {
        #expect(try reports("CAT-EPISODE-LENGTH", [Episode(number: 2, seconds: 60)]).isEmpty)
        let uneven = [
            Episode(number: 2, seconds: 900), Episode(number: 3), Episode(number: 4, seconds: 60),
            Episode(number: 5),
        ]
        #expect(try reports("CAT-EPISODE-LENGTH", uneven).isEmpty)
        let two = [
            Episode(number: 2), Episode(number: 3), Episode(number: 4, seconds: 60), Episode(number: 5, seconds: 61),
        ]
        #expect(try reports("CAT-EPISODE-LENGTH", two).isEmpty)
    }

    @Test("a title of two or three episodes is a mistake; that of four is the title of a program without titles")
    func titles() throws {
        let title = "The Crane Who Collected Bells"
        for (count, expected) in [(1, 1), (2, 2), (3, 0)] {
            let episodes = (0..<count).map { Episode(number: $0 + 2, title: title) }
            #expect(try reports("CAT-EPISODE-TITLE", episodes).count == expected, "\(count)")
        }
        // Two cuts of one episode have its number.
        #expect(try reports("CAT-EPISODE-TITLE", [Episode(number: 1, title: title)]).isEmpty)
    }

    @Test(
        "an episodeNumber contains the number of its season in front of two digits from 01 to 59",
        arguments: [(101, 1), (159, 1), (160, 0), (100, 0), (201, 0), (1_001, 0)])
    func combinedNumbers(_ number: Int, count: Int) throws {
        #expect(try reports("CAT-EPISODE-NUMBER", [Episode(number: number)]).count == count)
    }

    @Test(
        "an earlier date than that of the episode before is advice, and a warning from 301 days on",
        arguments: [
            ("2025-09-12", []), ("2025-09-11", [Level.info]), ("2024-11-16", [.info]), ("2024-11-15", [.warning]),
        ])
    func order(_ date: String, levels: [Level]) throws {
        let found = try reports("CAT-EPISODE-ORDER", [Episode(number: 2, date: date)])
        #expect(found.map(\.level) == levels)
    }

    @Test("episodes that do not follow each other in number are not compared")
    func orderOfOtherNumbers() throws {
        #expect(try reports("CAT-EPISODE-ORDER", [Episode(number: 3, date: "2025-09-11")]).isEmpty)
    }

    @Test("two exchanged dates of a weekly series are a warning, and other earlier dates advice")
    func exchangedDates() throws {
        let exchanged = [Episode(number: 2, date: "2025-09-26"), Episode(number: 3, date: "2025-09-19")]
        #expect(try reports("CAT-EPISODE-ORDER", exchanged).map(\.level) == [.warning])
        let other = [Episode(number: 2, date: "2025-09-26"), Episode(number: 3, date: "2025-09-20")]
        #expect(try reports("CAT-EPISODE-ORDER", other).map(\.level) == [.info])
    }

    @Test("two exchanged numbers of a weekly series are a warning, and of an irregular one none")
    func exchangedNumbers() throws {
        let exchanged = [Episode(number: 3, date: "2025-09-19"), Episode(number: 2, date: "2025-09-26")]
        let found = try reports("CAT-EPISODE-ORDER", exchanged)
        #expect(found.map(\.level) == [.warning])
        #expect(found.first?.xpath?.hasSuffix("episodeNumber") == true)
        let irregular = [Episode(number: 3, date: "2025-09-19"), Episode(number: 2, date: "2025-09-27")]
        #expect(try reports("CAT-EPISODE-ORDER", irregular).isEmpty)
    }

    @Test(
        "a last episode 340 to 400 days behind the others, which follow each other within a month, is of the wrong year",
        arguments: [("2026-08-24", 0), ("2026-08-25", 1), ("2026-10-24", 1), ("2026-10-25", 0)])
    func years(_ date: String, count: Int) throws {
        let episodes = [Episode(number: 2), Episode(number: 3, date: date)]
        let found = try reports("CAT-EPISODE-ORDER", episodes)
        #expect(found.map(\.level) == Array(repeating: .warning, count: count))
    }

    @Test("a year between episodes is right where the episodes before are far from each other, or others follow")
    func yearsBetween() throws {
        let far = [Episode(number: 2, date: "2025-10-14"), Episode(number: 3, date: "2026-09-30")]
        #expect(try reports("CAT-EPISODE-ORDER", far).isEmpty)
        let following = [
            Episode(number: 2), Episode(number: 3, date: "2026-09-19"), Episode(number: 4, date: "2026-09-26"),
        ]
        #expect(try reports("CAT-EPISODE-ORDER", following).isEmpty)
    }

    @Test(
        "a number more than five above that of the episode before is advice, and a warning where a digit is too many",
        arguments: [(7, []), (8, [Level.info]), (13, [.warning]), (30, [.warning]), (24, [.info])])
    func gaps(_ number: Int, levels: [Level]) throws {
        let episodes = [Episode(number: 2), Episode(number: number, date: "2025-09-26")]
        #expect(try reports("CAT-EPISODE-ORDER", episodes).map(\.level) == levels)
    }

    @Test(
        "a first episode 301 days behind the premiere is a warning, and a week behind it nothing",
        arguments: [
            ("2025-09-19", []), ("2025-09-20", [Level.info]), ("2026-07-09", [.info]), ("2026-07-10", [.warning]),
        ])
    func premieres(_ date: String, levels: [Level]) throws {
        let found = try RuleReports.of(
            "CAT-EPISODE-ORDER", "<originalAirDate>2025-09-12<", "<originalAirDate>\(date)<")
        #expect(found.map(\.level) == levels)
    }

    @Test(
        "an episode airs up to 31 days behind the beginning of the next season",
        arguments: [("2026-03-04", 0), ("2026-03-05", 1)])
    func lateEpisodes(_ date: String, count: Int) throws {
        let found = try RuleReports.of(
            "CAT-EPISODE-LATE", Self.tail, EpisodesOfSeason.season(2, "2026-02-01") + Self.tail,
            also: [
                ("<originalAirDate>2025-09-12<", "<originalAirDate>\(date)<"),
                ("<totalItemCount>6<", "<totalItemCount>7<"),
            ])
        #expect(found.count == count)
    }

    @Test("specials are no season before which others air, and a later season may begin before an earlier one")
    func otherSeasons() throws {
        for (number, count) in [(0, 0), (1, 0), (3, 1)] {
            let found = try RuleReports.of(
                "CAT-EPISODE-LATE", Self.tail, EpisodesOfSeason.season(number, "2024-02-01") + Self.tail,
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
            #expect(found.count == count, "\(number)")
        }
    }

    @Test(
        "the titles of seasons begin with that of the show, or are labels; others are different titles",
        arguments: [
            ("Harbor of Small Machines, Part Two", 0), ("Harbor of Small Machinesque", 1), ("The Second Storm", 1),
            ("Second Storm", 0), ("A Much Longer Title Without Any Relation", 1), ("A Much Longer Title of 1922", 0),
            ("harbor of small machines", 1),
        ])
    func titlesOfSeasons(_ title: String, count: Int) throws {
        let found = try RuleReports.of(
            "STY-SERIES-SAME", "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
            "<title locale=\"en-US\">\(title)</title>\n    <artwork")
        #expect(found.count == count)
    }

    @Test(
        "specials of a miniseries are no second season; a season of another number is one", arguments: [(0, 0), (2, 1)])
    func miniseries(_ number: Int, count: Int) throws {
        let found = try RuleReports.of(
            "CAT-SHOW-MINISERIES", Self.tail, EpisodesOfSeason.season(number, "2026-01-09") + Self.tail,
            also: [("<totalItemCount>6<", "<totalItemCount>7<"), ("<type>series<", "<type>miniseries<")])
        #expect(found.count == count)
    }

    @Test(
        "the number in a title has at most two digits behind a blank and the word of a season or an episode",
        arguments: [
            ("Harbor of Small Machines: Staffel 2", 1), ("Harbor of Small Machines: SEASON 2", 1),
            ("Harbor of Small Machines: Season2", 0), ("Harbor of Small Machines: Season 200", 0),
            ("Harbor of Small Machines: Volume 2", 0),
        ])
    func numbersInTitles(_ title: String, count: Int) throws {
        let found = try RuleReports.of(
            "CAT-SEASON-TITLE", "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
            "<title locale=\"en-US\">\(title)</title>\n    <artwork")
        #expect(found.count == count)
    }
}
