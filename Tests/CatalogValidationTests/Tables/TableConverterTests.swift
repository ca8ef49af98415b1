import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the conversion of tables to feeds.
struct TableConverterTests {
    private func converter() -> TableConverter {
        var converter = TableConverter()
        converter.catalogHead.teamID = "EXAMPLE001"
        converter.catalogHead.catalogID = "org.example.tables"
        converter.catalogHead.defaultLocale = "en-US"
        converter.now = ValidationOptions.samplesNow
        return converter
    }

    private func catalog(_ table: String) throws -> Catalog {
        try converter().catalog(Array(table.utf8), name: "films.csv")
    }

    @Test("R150 a CSV table with quotes, line breaks and several languages is converted to a catalog")
    func csv() throws {
        let catalog = try catalog(
            """
            contentType,contentId,title,title:fr-FR,description,genre,rating:mpaa,credit:actor,duration,date\r
            movie,T-1,"The ""Paper"" Lighthouse",Le Phare,"A coast,\nand a lamp that nobody lights.",drama|mystery,PG,Nell Invented as Oda|Tam Notreal,1:42:00,2025-10-03\r
            movie,T-2,Second,,Another one of the same kind as the first.,,,,5400,\r

            """)
        let first = try #require(catalog.items.first)
        #expect(catalog.items.count == 2)
        #expect(first.titles.map(\.text) == ["The \"Paper\" Lighthouse", "Le Phare"])
        #expect(first.titles.map(\.locale) == ["en-US", "fr-FR"])
        #expect(first.descriptions.first?.text == "A coast,\nand a lamp that nobody lights.")
        #expect(first.genres == ["drama", "mystery"])
        #expect(first.ratings.first?.system == "mpaa")
        #expect(first.credits.map(\.characterName) == ["Oda", nil])
        #expect(first.info?.duration == 6_120)
        #expect(first.info?.date == "2025-10-03")
        #expect(catalog.items[1].titles.count == 1)
    }

    @Test("semicolons, tabs and byte order marks of spreadsheets are accepted", arguments: [";", "\t"])
    func separators(_ separator: String) throws {
        let rows = [["contentId", "title", "duration"], ["T-1", "A, B", "60"]].map { $0.joined(separator: separator) }
        let catalog = try converter().catalog(
            [0xEF, 0xBB, 0xBF] + Array(rows.joined(separator: "\n").utf8), name: "films.csv")
        #expect(catalog.items.first?.titles.first?.text == "A, B")
        #expect(catalog.items.first?.info?.duration == 60)
    }

    @Test(
        "a first line with the separator of a spreadsheet names the separator, and counts as a line in messages",
        arguments: [";", ",", "\t"])
    func declaredSeparator(_ separator: String) throws {
        let table = "sep=\(separator)\r\ncontentId\(separator)title\r\nT-1\(separator)One"
        #expect(try catalog(table).items.map { $0.titles.map(\.text) } == [["One"]])
        #expect {
            try catalog(table + "\r\nT-2")
        } throws: {
            "\($0)".contains("line 4")
        }
    }

    @Test("a JSON table is converted like a CSV table")
    func json() throws {
        let table = """
            [{"contentId": "T-1", "title": "One", "genre": ["drama", "war"], "duration": 5400, "isOriginal": true},
             {"contentId": "T-2", "contentType": "tv_show", "title": "Two", "date": "2026-01-01", "studio": null}]
            """
        let catalog = try catalog(table)
        #expect(catalog.items[0].genres == ["drama", "war"])
        #expect(catalog.items[0].isOriginal == true)
        #expect(catalog.items[0].info?.duration == 5_400)
        #expect(catalog.items[1].contentType == .show)
    }

    @Test(
        "a formula in place of its value, an apostrophe before an id and a comma before a closing bracket are rejected",
        arguments: [
            ("contentId,title\nT-1,\"=CONCAT(A1,B1)\"", "a formula"),
            ("contentId,title,duration\nT-1,One,=B2*60", "a formula"),
            ("contentId,title\n'T-1,One", "apostrophe"), ("[{\"contentId\": \"T-1\", \"title\": \"One\",}]", "line 1"),
            ("[{\"contentId\": \"T-1\", \"title\": \"One\"},\n\n]", "line 1"),
        ])
    func residues(_ table: String, _ message: String) throws {
        #expect {
            try catalog(table)
        } throws: {
            "\($0)".contains(message)
        }
    }

    @Test(
        "a title that begins with an equals sign or an apostrophe, and a comma in a text of JSON, are kept",
        arguments: [
            ("contentId,title\nT-1,=One", "=One"), ("contentId,title\nT-1,'Tis One", "'Tis One"),
            ("[{\"contentId\": \"T-1\", \"title\": \"One,]\"}]", "One,]"),
            ("[{\"contentId\": \"T-1\", \"title\": \"A\\\",}\"}]", "A\",}"),
        ])
    func noResidues(_ table: String, _ title: String) throws {
        #expect(try catalog(table).items.map { $0.titles.map(\.text) } == [[title]])
    }

    @Test("a table is converted to an availability feed, with rows of equal ids as offers of one item")
    func availability() throws {
        let table = """
            contentId,open:atv,play:atv,offer,windowStart,windowEnd,tier
            T-1,https://tv.example.org/1,https://tv.example.org/1/play,subscription,2026-03-01,2027-03-01,Movies|Kids
            T-1,,,free,2026-04-01T00:00:00-08:00,2026-04-08T00:00:00-08:00,
            """
        let feed = try converter().availability(Array(table.utf8), name: "offers.csv", catalogID: "org.example.tables")
        #expect(feed.items.count == 1)
        #expect(feed.items[0].offers.map(\.type) == ["subscription", "free"])
        #expect(feed.items[0].offers[0].restrictions.map(\.value) == ["Movies", "Kids"])
        #expect(feed.items[0].locators.map(\.action) == ["open", "play"])
    }

    @Test(
        "an invalid table is reported with its position and remedy",
        arguments: [
            ("contentId,titel\nT-1,One", "titel", "title"), ("contentId,title\n,One", "row 2", "contentId"),
            ("contentId,duration\nT-1,long", "row 2", "h:mm:ss"), ("contentId,title\nT-1,\"One", "line 2", "quotation"),
            ("contentId,contentType\nT-1,film", "film", "movie"),
            ("contentId,title\nT-1,One,Two", "line 2", "3 fields"),
            ("contentId\ttitle\nT-1\tOne\tTwo", "line 2", "fields with a tab in"),
            ("contentId,desc\nT-1,One", "desc", "rename it to `description`"),
            ("contentId,Release Date\nT-1,2025-01-01", "Release Date", "rename it to `date`"),
            ("contentId,synopsis\nT-1,One", "synopsis", "rename it to `description`"),
            ("contentId|title\nT-1|One", "contentId|title", "commas, semicolons or tabs"),
            ("sep=;", "empty", "columns"),
            ("PK\u{3}\u{4}xl/workbook.xml", "workbook", "CSV UTF-8"),
            ("", "empty", "columns"), ("{\"a\": 1}", "array", "objects"), ("[1]", "element 1", "object"),
            ("contentId,title\nT-1,One\nT-2", "line 3", "separators"),
            ("contentId,date\nT-1,03/04/2026", "03/04", "YYYY"),
            ("contentId,date,territory\nT-1,2026-1-2|2026-01-02,US", "2026-1-2", "YYYY"),
            ("contentId,network\nT-1,BBC", "BBC", "no place"), ("contentId,genre:en\nT-1,drama", "genre:en", "`genre`"),
            ("contentId,colour\nT-1,red", "colour", "--ignore-unknown-columns"),
            ("[{\"contentId\": \"T\", \"title\": {\"en\": \"A\"}}]", "title", "an array of these"),
            ("[{\"contentId\": [\"T\", \"U\"]}]", "U", "only one"),
            ("contentId,rating\nT-1,PG", "rating", "mpaa"), ("contentId,isOriginal\nT-1,perhaps", "perhaps", "true"),
            ("contentId,title,\nT-1,One,\nT-2,Two,lost", "row 3", "without a name"),
            ("contentId, :fr ,title\nT-1,lost,One", "row 2", "without a name"),
            ("\tcontentId\ttitle\nlost\tT-1\tOne", "row 2", "without a name"),
            ("[{\"contentId\": \"T\", \"\": \"lost\"}]", "lost", "without a name"),
            ("contentId,territory\nT-1,US", "row 2", "date of the release"),
            ("contentId,territory,date\nT-1,US,", "territory is `US`", "date of the release"),
            ("contentId,title,open:atv\nT-1,One,https://a", "row 2", "--to availability"),
            ("contentId,title\nT-1,\"One\" Two", "line 2", "quote the whole field"),
            ("contentId,title\nT-1,One\u{B}Two", "row 2", "control character"),
            ("contentId,pubDate\nT-1,2026-03-01T10:00:00.250Z", "row 2", "whole seconds"),
            ("[{\"contentId\": \"T\",\n\"title\": \"One\", \"title\": \"Two\"}]", "line 2", "`title`"),
        ])
    func errors(_ table: String, _ place: String, _ remedy: String) {
        do {
            _ = try catalog(table)
            Issue.record("the invalid table was accepted: \(table)")
        } catch {
            #expect("\(error)".contains(place), "\(error)")
            #expect("\(error)".contains(remedy), "\(error)")
        }
    }

    @Test(
        "columns and cells without a value are accepted, and a line separator inside a field is kept",
        arguments: [
            "contentId,title,,open:atv\nT-1,One,,\n", "\n\ncontentId,title,territory\n\"T-1\" ,\"One\",\n",
            "\u{FEFF}contentId,title\nT-1,One\n",
            "[{\"contentId\": \"T-1\", \" title \": \"One\", \"open:atv\": null}]",
            "contentId,title\rT-1,One\r",
        ])
    func nothingLost(_ table: String) throws {
        let items = try catalog(table).items
        #expect(items.map(\.contentID) == ["T-1"])
        #expect(items.map { $0.titles.map(\.text) } == [["One"]])
        let separated = try catalog(table.replacing("One", with: "One\u{2028}Two")).items
        #expect(separated.map { $0.titles.map(\.text) } == [["One\u{2028}Two"]])
    }

    @Test("all unknown columns of a table are named at once, with the columns that they probably mean")
    func misnamedColumns() {
        let error = #expect(throws: TableError.self) {
            try catalog("Content ID,Title,colour\nT-1,One,red")
        }
        let text = "\(error?.message ?? ""); \(error?.remedy ?? "")"
        #expect(text.contains("`Content ID`; rename it to `contentId`"))
        #expect(text.contains("`Title` (probably `title`), `colour`"))
    }

    @Test("a date that is the number of a day in a spreadsheet is an error that says so", arguments: ["45932", "1"])
    func dayNumber(_ text: String) {
        let error = #expect(throws: TableError.self) { try catalog("contentId,title,date\nT-1,One,\(text)") }
        #expect(error?.remedy.contains("spreadsheet") == true)
    }

    @Test("unknown columns are left out on request, in tables of both forms")
    func unknownColumns() throws {
        var converter = converter()
        converter.ignoresUnknownColumns = true
        for table in [
            "contentId,colour,title\nT-1,red,One", "contentId,,title,open:atv\nT-1,red,One,https://a",
            "[{\"contentId\": \"T-1\", \"colour\": 1, \"title\": \"One\"}]",
        ] {
            let items = try converter.catalog(Array(table.utf8), name: "films.csv").items
            #expect(items.map { $0.titles.map(\.text) } == [["One"]])
        }
    }

    @Test(
        "rows of an availability table whose values would be lost are errors",
        arguments: [
            ("contentId,offer,windowStart\nT-1,,2026-03-01", "windowStart", "without an `offer`"),
            ("contentId,offer,play:atv\nT-1,free,https://a\nT-1,subscription,https://b", "row 3", "offers"),
            ("contentId,contentType,offer,subtitles\nT-1,tv_show,,en", "subtitles", "tv_show"),
            ("contentId,offer,windowStart\nT-1,free,1.3.2026", "1.3.2026", "YYYY"),
            ("contentId,offer,title\nT-1,free,One", "title", "--to catalog"),
            ("contentId,offer,\nT-1,free,lost", "lost", "without a name"),
        ])
    func lostAvailability(_ table: String, _ place: String, _ remedy: String) {
        do {
            _ = try converter().availability(Array(table.utf8), name: "offers.csv", catalogID: "org.example.tables")
            Issue.record("the table was accepted: \(table)")
        } catch {
            #expect("\(error)".contains(place), "\(error)")
            #expect("\(error)".contains(remedy), "\(error)")
        }
    }

    @Test("commented sample feeds are complete and have no findings", arguments: SampleFeed.allCases)
    func commented(_ kind: SampleFeed) {
        var feed = CommentedFeed(kind, now: ValidationOptions.samplesNow)
        feed.teamID = "ACME123456"
        feed.catalogID = "com.acme.catalog"
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        let findings = Validator(options: options).findings([.bytes(Array(feed.text.utf8), name: "new.xml")]).findings
        #expect(findings.filter { $0.level > .info }.map(\.message) == [])
        #expect(feed.text.contains("ACME123456"))
        #expect(feed.text.components(separatedBy: "<!--").count > 5)
    }
}
