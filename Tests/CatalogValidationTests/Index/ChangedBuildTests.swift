import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the rules that compare feeds with their previous build (umc-catalog.md 5, umc-availability.md 8).
struct ChangedBuildTests {
    private func findings(_ now: String, _ before: String) -> [Finding] {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.previous = [.bytes(Array(before.utf8), name: "previous.xml")]
        return Validator(options: options).findings([.bytes(Array(now.utf8), name: "now.xml")]).findings
    }

    private func messages(_ now: String, _ before: String, _ rule: String) -> [String] {
        findings(now, before).filter { $0.ruleId == rule }.map(\.message)
    }

    /// A service with five movies; the first three are in uhd.
    private static func service(_ change: (Int, String) -> String = { $1 }) -> String {
        let items = (1...5).map { number in
            change(
                number,
                """
                <item contentType="movie" contentId="M\(number)" catalogId="org.example.lanternbay.catalog">
                  <pubDate>2026-02-27T09:20:00Z</pubDate>
                  <locators>
                    <locator platform="atv" action="open" url="https://tv.example.org/m/M\(number)"/>
                    <locator platform="atv" action="play" url="https://tv.example.org/play/M\(number)"/>
                  </locators>
                  <playableProperties>
                    <subtitles>en-US</subtitles>
                    <primaryLocale>en-US</primaryLocale>
                    <videoQuality>\(number < 5 ? "uhd" : "hd")</videoQuality>
                  </playableProperties>
                  <offers>
                    <offer>
                      <offeringType>subscription</offeringType>
                      <windowStart>2026-01-0\(number)T08:00:00Z</windowStart>
                      <windowEnd>2027-01-0\(number)T08:00:00Z</windowEnd>
                      <restrictions><restriction type="tier" relationship="allow">Movies</restriction></restrictions>
                    </offer>
                  </offers>
                </item>
                """)
        }
        return """
            <umcAvailability version="3.0"><lastBuildDate>2026-03-02T04:10:00Z</lastBuildDate>
            <service teamId="EXAMPLE001" serviceId="org.example.lanternbay.vod.us"><serviceType>vod</serviceType>
            \(items.joined(separator: "\n"))
            </service></umcAvailability>
            """
    }

    @Test(
        "umc-availability.md 8: windows that all move by the same hours are reported, and those of a few items are not")
    func movedWindows() {
        let moved = Self.service { $1.replacing("T08:00:00Z", with: "T00:00:00Z") }
        #expect(
            messages(moved, Self.service(), "AV-SERVICE-CHANGED") == [
                "5 of 5 offers begin 8 h earlier than in the previous build (previous.xml)"
            ])
        let some = Self.service { $0 < 3 ? $1.replacing("T08:00:00Z", with: "T00:00:00Z") : $1 }
        #expect(messages(some, Self.service(), "AV-SERVICE-CHANGED") == [])
        let days = Self.service { $1.replacing("2026-01-0", with: "2026-01-1") }
        #expect(messages(days, Self.service(), "AV-SERVICE-CHANGED") == [])
    }

    @Test("umc-availability.md 8: a tier, subtitles, links or a quality that most items lose are reported once")
    func lostValues() {
        let tier = Self.service { $1.replacing(">Movies<", with: ">Cinema<") }
        #expect(
            messages(tier, Self.service(), "AV-SERVICE-CHANGED") == [
                "the tier `Movies` occurs no longer; in the previous build, 5 items of this feed had it (previous.xml)"
            ])
        let silent = Self.service { $1.replacing("<subtitles>en-US</subtitles>", with: "") }
        #expect(
            messages(silent, Self.service(), "AV-SERVICE-CHANGED").map { $0.contains("have lost subtitles") } == [true])
        let small = Self.service { $1.replacing(">uhd<", with: ">sd<") }
        #expect(
            messages(small, Self.service(), "AV-SERVICE-CHANGED") == [
                "the videoQuality of 4 of 4 items is lower than uhd, which it was in the previous build (previous.xml)"
            ])
        let ios = Self.service { $1.replacing("\"atv\"", with: "\"ios\"") }
        #expect(messages(ios, Self.service(), "AV-SERVICE-CHANGED").map { $0.contains("links for atv") } == [true])
        let server = Self.service { $1.replacing("tv.example.org", with: "video.example.net") }
        #expect(
            messages(server, Self.service(), "AV-SERVICE-CHANGED").map { $0.contains("in place of `tv.example.org`") }
                == [true])
        // Three items are no whole service.
        let few = Self.service {
            $0 < 4 ? $1.replacing("<subtitles>en-US</subtitles>", with: "").replacing(">uhd<", with: ">hd<") : $1
        }
        #expect(messages(few, Self.service(), "AV-SERVICE-CHANGED") == [])
    }

    /// The sample with accents in its titles and with a public id.
    private static let catalog = SampleFeed.catalog.text
        .replacing("Le Phare de papier", with: "Le Phare d'été")
        .replacing("<externalId system=\"house\">PLH-2025-01<", with: "<externalId system=\"imdb\">tt0073195<")

    @Test(
        "umc-catalog.md 5: a title that loses its accents is reported in each locale, and another title in a second language is not"
    )
    func lostAccents() {
        let plain = Self.catalog.replacing("Le Phare d'été", with: "Le Phare d'ete")
        #expect(messages(plain, Self.catalog, "CAT-FACT-CHANGED").map { $0.contains("lost the accents") } == [true])
        #expect(messages(Self.catalog, plain, "CAT-FACT-CHANGED") == [])
        let other = Self.catalog.replacing("Le Phare d'été", with: "La Tour")
        #expect(messages(other, Self.catalog, "CAT-FACT-CHANGED") == [])
    }

    @Test(
        "umc-catalog.md 5: another id in a public database is reported, and one that is added or written in another case is not"
    )
    func otherPublicID() {
        let other = Self.catalog.replacing("tt0073195", with: "tt0073196")
        #expect(messages(other, Self.catalog, "CAT-FACT-CHANGED").map { $0.contains("public database") } == [true])
        let added = Self.catalog.replacing(
            "<externalId system=\"imdb\">tt0073195</externalId>",
            with: "<externalId system=\"IMDb\">tt0073195</externalId><externalId system=\"tmdb\">578</externalId>")
        #expect(messages(added, Self.catalog, "CAT-FACT-CHANGED") == [])
        #expect(messages(SampleFeed.catalog.text, Self.catalog, "CAT-FACT-CHANGED") == [])
    }

    @Test("umc-catalog.md 5: a movie whose actors are all others is reported although its director is the same")
    func otherCast() {
        let cast =
            "<credit role=\"actor\">Ann Ardent</credit><credit role=\"actor\">Bo Bright</credit><isOriginal>true</isOriginal>\n    <keyword"
        let before = Self.catalog.replacing("<isOriginal>true</isOriginal>\n    <keyword", with: cast)
            .replacing("<credit role=\"actor\" characterName=\"Oda\">Nell Invented</credit>", with: "")
        let now = before.replacing("Ann Ardent", with: "Cleo Calm").replacing("Bo Bright", with: "Dan Deft")
        #expect(messages(now, before, "CAT-FACT-CHANGED").map { $0.contains("none of the actors") } == [true])
        let half = before.replacing("Ann Ardent", with: "Cleo Calm")
        #expect(messages(half, before, "CAT-FACT-CHANGED") == [])
    }

    @Test("umc-catalog.md 5: a catalog that is classified anew is no change of each item")
    func newGenres() {
        let genres = [
            "<genre>drama</genre>\n    <genre>mystery</genre>", "<genre>war</genre>\n    <genre>western</genre>",
        ]
        func catalog(_ genre: String) -> String {
            let items = (1...6).map { number in
                "<item contentType=\"movie\" contentId=\"M\(number)\"><pubDate>2026-02-2\(number)T09:15:00Z</pubDate>"
                    + "<title>Number \(number)</title>\(genre)</item>"
            }
            return "<umcCatalog version=\"3.6\" teamId=\"EXAMPLE001\" catalogId=\"org.example.x\">"
                + "<lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate><defaultLocale>en-US</defaultLocale>"
                + items.joined() + "</umcCatalog>"
        }
        #expect(messages(catalog(genres[1]), catalog(genres[0]), "CAT-FACT-CHANGED") == [])
        let one = catalog(genres[0]).replacing(
            "Number 1</title>" + genres[0], with: "Number 1</title>" + genres[1])
        #expect(messages(one, catalog(genres[0]), "CAT-FACT-CHANGED").count == 1)
    }
}
