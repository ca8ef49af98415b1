import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests feeds of several batches, whose indexes are merged.
struct ManyItemsTests {
    static let count = 8_192

    /// Returns a catalog of movies with ids of 20 bytes, larger than a batch.
    static func catalog(_ count: Int, id: (Int) -> String = movieID) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <umcCatalog version="3.6" teamId="EXAMPLE001" catalogId="org.example.many">
            <lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate><defaultLocale>en-US</defaultLocale>

            """
        for number in 0..<count {
            text += """
                <item contentType="movie" contentId="\(id(number))"><pubDate>2026-02-27T09:15:00Z</pubDate>\
                <title locale="en-US">The Lighthouse of Harbor \(number)</title>\
                <description>A retired mapmaker finds the coast of number \(number), which nobody has drawn.</description>\
                <genre>drama</genre><rating systemCode="mpaa">PG</rating>\
                <artwork url="https://img.example.org/\(number).jpg" type="cover_artwork_horizontal"/>\
                <movieInfo><type>feature</type><duration>6120</duration>\
                <originalReleaseDate>2025-10-03</originalReleaseDate></movieInfo></item>

                """
        }
        return text + "</umcCatalog>\n"
    }

    static func movieID(_ number: Int) -> String { "MOVIE-\(10_000_000_000_000 + number)" }

    static func availability(_ count: Int, id: (Int) -> String = movieID) -> String {
        var text = """
            <umcAvailability version="3.0"><lastBuildDate>2026-03-02T04:10:00Z</lastBuildDate>
            <service teamId="EXAMPLE001" serviceId="org.example.many.us"><serviceType>vod</serviceType>

            """
        for number in 0..<count {
            text += """
                <item contentType="movie" contentId="\(id(number))" catalogId="org.example.many">\
                <pubDate>2026-02-27T09:20:00Z</pubDate><offers><offer><offeringType>free</offeringType>\
                <windowStart>2026-03-01T00:00:00Z</windowStart></offer></offers></item>

                """
        }
        return text + "</service></umcAvailability>\n"
    }

    private func input(_ text: String, _ name: String) -> FeedInput { .bytes(Array(text.utf8), name: name) }

    private func findings(_ inputs: [FeedInput], only: Set<String>) -> [Finding] {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.enabledRules = only
        return Validator(options: options).findings(inputs).findings
    }

    @Test("umc-catalog.md 5: the index uses less than 160 bytes for each item, with its id and an artwork")
    func memory() {
        var options = ValidationOptions()
        options.enabledRules = []
        var run = ValidationRun(options: options) { _ in true }
        run.check(input(Self.catalog(Self.count), "catalog.xml"), progress: nil)
        let ofCatalog = run.index.catalogs[0].memory + run.index.texts.memory
        #expect(run.index.catalogs[0].entries.count == Self.count)
        #expect(ofCatalog < Self.count * 160, "\(ofCatalog / Self.count)")
        run.check(input(Self.availability(Self.count), "availability.xml"), progress: nil)
        let both =
            run.index.catalogs[0].memory + run.index.availabilities[0].memory + run.index.texts.memory
        // The ids are shared with the catalog.
        #expect(both - ofCatalog < Self.count * 60, "\((both - ofCatalog) / Self.count)")
    }

    @Test("umc-catalog.md X1: a duplicate id many batches later is found at its position")
    func duplicate() throws {
        let text = Self.catalog(Self.count) { $0 == 8_000 ? Self.movieID(3) : Self.movieID($0) }
        let found = findings([input(text, "catalog.xml")], only: ["CAT-ID-DUP"])
        #expect(found.count == 1)
        let finding = try #require(found.first)
        #expect(finding.line == 4 + 8_000)
        #expect(finding.xpath == "/umcCatalog/item[8001]/@contentId")
        #expect(finding.message.contains("in line 7"))
    }

    @Test(
        "umc-availability.md F1, F3: in large feeds, an item missing on one side is found on both sides"
    )
    func join() {
        let catalog = input(Self.catalog(Self.count), "catalog.xml")
        let availability = input(
            Self.availability(Self.count) { $0 == 5_000 ? "MOVIE-X" : Self.movieID($0) }, "availability.xml")
        let found = findings(
            [catalog, availability], only: ["FEED-ITEM-MISSING", "FEED-TYPE-DIFFERS", "FEED-ITEM-UNUSED"])
        #expect(found.map(\.ruleId).sorted() == ["FEED-ITEM-MISSING", "FEED-ITEM-UNUSED"])
        #expect(found.first { $0.ruleId == "FEED-ITEM-MISSING" }?.contentId == "MOVIE-X")
        #expect(
            found.first { $0.ruleId == "FEED-ITEM-MISSING" }?.xpath
                == "/umcAvailability/service[1]/item[5001]/@contentId")
        #expect(found.first { $0.ruleId == "FEED-ITEM-UNUSED" }?.contentId == Self.movieID(5_000))
    }

    @Test("umc-validation.md 3: a truncated feed gives no findings about missing items")
    func cut() {
        let whole = Self.catalog(2_000)
        let catalog = input(String(whole.prefix(whole.count / 2)), "catalog.xml")
        let availability = input(Self.availability(2_000), "availability.xml")
        #expect(
            findings([catalog, availability], only: ["FEED-ITEM-MISSING", "FEED-ITEM-UNUSED", "CAT-SHOW-REF"])
                .filter { !$0.ruleId.hasPrefix("DOC-") }.map(\.message) == [])
    }

    @Test("umc-catalog.md X13, DOC-STALE: one changed item among many is found")
    func builds() {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.enabledRules = ["CAT-PUBDATE-FUTURE", "DOC-STALE", "DOC-SHRINK", "CAT-TYPE-CHANGED"]
        let text = Self.catalog(2_500)
        options.previous = [input(text, "old.xml")]
        let same = Validator(options: options).findings([input(text, "new.xml")]).findings
        #expect(same.map(\.message) == [])
        let changed = text.replacing("number 2345,", with: "number 2345 again,")
        let found = Validator(options: options).findings([input(changed, "new.xml")]).findings
        #expect(found.map(\.ruleId).sorted() == ["CAT-PUBDATE-FUTURE", "DOC-STALE"])
        #expect(found.first { $0.ruleId == "CAT-PUBDATE-FUTURE" }?.contentId == Self.movieID(2_345))
    }
}
