import Foundation
import Testing

@testable import CatalogReports
@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the comparison of two builds and the statistics of a feed.
struct FeedComparisonTests {
    private func compare(_ feed: SampleFeed, _ edits: (String, String)...) throws -> FeedComparison {
        var text = feed.text
        for (old, new) in edits {
            #expect(text.contains(old))
            text = text.replacing(old, with: new)
        }
        return try FeedComparison.compare(
            .bytes(Array(feed.text.utf8), name: "old.xml"), .bytes(Array(text.utf8), name: "new.xml"))
    }

    private func kinds(_ comparison: FeedComparison) -> [String] {
        comparison.changes.filter { $0.kind != "build" }.map { "\($0.weight) \($0.kind) \($0.contentId ?? "-")" }
    }

    @Test("V10 a changed pubDate alone is not a difference")
    func same() throws {
        let result = try compare(.catalog, ("2026-02-27T09:15:00+00:00", "2026-03-27T09:15:00+00:00"))
        #expect(kinds(result) == [])
        #expect(result.changed == 0)
    }

    @Test("two copies of one build have no difference; a changed build with the date of the old one has a notable one")
    func builds() throws {
        let same = try compare(.catalog)
        #expect(same.changes.isEmpty && same.worst == nil)
        let edited = try compare(.catalog, ("The Paper Lighthouse", "The Tin Lighthouse"))
        #expect(edited.changes.first?.kind == "build")
        #expect(edited.changes.first?.message.contains("in both builds") == true)
    }

    @Test("V10 a reused id, a changed title and a removed item are reported")
    func items() throws {
        let text = SampleFeed.catalog.text
        let extra = try #require(text.range(of: "  <item contentType=\"extra\""))
        let end = try #require(text.range(of: "</umcCatalog>"))
        let result = try compare(
            .catalog, ("The Paper Lighthouse", "The Tin Lighthouse"),
            (String(text[extra.lowerBound..<end.lowerBound]), ""))
        #expect(
            kinds(result) == ["notable shrinkage -", "notable title LB-MOV-0001", "notable removed LB-EXT-0200-T1"])
        #expect(result.worst == .notable)
        let reused = try compare(
            .catalog,
            ("contentType=\"movie\" contentId=\"LB-MOV-0001\"", "contentType=\"extra\" contentId=\"LB-MOV-0001\""))
        #expect(reused.worst == .alarming)
    }

    @Test("another territory of a release date is notable; another date of the same territory is a note")
    func releaseTerritory() throws {
        let date = "<originalReleaseDate territory=\"US\">"
        let moved = try compare(.catalog, (date, "<originalReleaseDate territory=\"CA\">"))
        #expect(
            moved.changes.contains { $0.kind == "territory" && $0.old == "US" && $0.new == "CA" }, "\(moved.changes)")
        #expect(kinds(moved).allSatisfy { $0.hasPrefix("notable territory") }, "\(kinds(moved))")
        let removed = try compare(.catalog, (date, "<originalReleaseDate>"))
        #expect(kinds(removed).allSatisfy { $0.hasPrefix("notable territory") }, "\(kinds(removed))")
        let text = SampleFeed.catalog.text
        let place = try #require(text.range(of: date)).upperBound
        let day = String(text[place...].prefix(10))
        let later = try compare(.catalog, (date + day, date + "2001-02-03"))
        #expect(!kinds(later).isEmpty && kinds(later).allSatisfy { $0.hasPrefix("note details") }, "\(kinds(later))")
    }

    @Test("A8 changed windows and removed offers are reported")
    func windows() throws {
        let result = try compare(.availability, ("2027-03-01T00:00:00-08:00", "2026-05-01T00:00:00-08:00"))
        #expect(kinds(result) == ["notable window LB-MOV-0001"])
        #expect(result.changes.last?.message.contains("2026-05-01T00:00:00-08:00") == true)
        let gone = try compare(
            .availability, ("<offeringType>account</offeringType>", "<offeringType>free</offeringType>"))
        #expect(kinds(gone) == ["notable offer LB-EP-0100-0101", "notable offer LB-EP-0100-0101"])
    }

    @Test("M7 manifests are compared by catalogs and services")
    func manifests() throws {
        let result = try compare(
            .manifest,
            (
                "<catalogRef>org.example.lanternbay.catalog</catalogRef>\n          <feedUrl>https://feeds.example.org/availability-vod-app-us.xml",
                "<catalogRef>org.example.lanternbay.catalog</catalogRef>\n          <feedUrl>https://feeds.example.org/us.xml"
            ))
        #expect(kinds(result) == ["notable url org.example.lanternbay.vod.us"])
        #expect(result.changes.last?.old == "https://feeds.example.org/availability-vod-app-us.xml")
        #expect(result.changes.last?.new == "https://feeds.example.org/us.xml")
    }

    @Test("each change of an item is listed with its field, its old and its new value")
    func fields() throws {
        let result = try compare(
            .catalog, ("The Paper Lighthouse", "The Tin Lighthouse"), ("<duration>6120<", "<duration>6180<"),
            ("<rating systemCode=\"mpaa\">PG<", "<rating systemCode=\"mpaa\">PG-13<"),
            ("<credit role=\"director\">Imre Fictional</credit>", ""), ("LB-MOV-0001/tile.jpg", "LB-MOV-0001/tile2.jpg")
        )
        func shown(_ change: FeedComparison.Change) -> String {
            "\(change.weight) \(change.field ?? "-"): \(change.old ?? "-") > \(change.new ?? "-")"
        }
        #expect(
            result.changes.filter { $0.kind != "build" }.map(shown).sorted()
                == [
                    "notable title[en-US]: The Paper Lighthouse > The Tin Lighthouse", "note duration: 6120 > 6180",
                    "notable rating[mpaa]: PG > PG-13", "note credit[director]: Imre Fictional > -",
                    "notable artwork[tile_artwork]/@url: https://img.example.org/LB-MOV-0001/tile.jpg > https://img.example.org/LB-MOV-0001/tile2.jpg",
                ].sorted())
        #expect(result.changed == 1)
    }

    @Test(
        "changes that decide about access and identity are notable, others are notes",
        arguments: [
            (SampleFeed.availability, ">Movies</restriction>", ">Films</restriction>", "notable restriction"),
            (.availability, "2026-04-01T00:00:00-08:00", "2026-04-02T00:00:00-08:00", "notable window"),
            (.availability, "lanternbay://e/LB-EP-0100-0101", "lanternbay://x/LB-EP-0100-0101", "notable url"),
            (.availability, "<subtitles>en-US,fr-FR", "<subtitles>en-US", "note details"),
            (.manifest, "<status>active", "<status>paused", "notable status"),
            (.manifest, ">Lantern Bay Channel<", ">Lantern Bay Plus<", "notable brand"),
            (.manifest, "<appleId>6450901234", "<appleId>1234567891", "notable brand"),
            (
                .catalog, "<externalId system=\"house\">PLH-2025-01", "<externalId system=\"house\">PLH-2025-02",
                "notable identifier"
            ),
            (.catalog, "teamId=\"EXAMPLE001\"", "teamId=\"EXAMPLE002\"", "alarming identity"),
            (.catalog, "that nobody has drawn.", "that nobody has seen.", "note text"),
            (
                .catalog, "<genre>drama</genre>\n    <genre>mystery</genre>",
                "<genre>mystery</genre>\n    <genre>drama</genre>",
                "note order"
            ),
        ])
    func weights(_ feed: SampleFeed, _ old: String, _ new: String, _ expected: String) throws {
        let found = try compare(feed, (old, new)).changes.filter { $0.kind != "build" }
        #expect(found.map { "\($0.weight) \($0.kind)" } == [expected], "\(found)")
    }

    @Test("changes of the head and of key elements are reported, except dates and counts that follow the items")
    func headAndKeys() throws {
        func messages(_ feed: SampleFeed, _ edits: [(String, String)]) throws -> [String] {
            var text = feed.text
            for (old, new) in edits {
                let range = try #require(text.firstRange(of: old), "\(old)")
                text.replaceSubrange(range, with: new)
            }
            let result = try FeedComparison.compare(
                .bytes(Array(feed.text.utf8), name: "old.xml"), .bytes(Array(text.utf8), name: "new.xml"))
            return result.changes.filter { !$0.message.contains("in both builds") }.map { "\($0.weight) \($0.message)" }
        }
        #expect(
            try messages(.catalog, [("version=\"3.6\"", "version=\"3.5\"")])
                == ["notable @version changed from `3.6` to `3.5`"])
        let count = "<totalItemCount>\(try #require(SampleFeed.catalog.text.firstMatch(of: /Count>(\d+)</)).1)<"
        #expect(try messages(.catalog, [(count, "<totalItemCount>99<")]).first?.contains("to `99`") == true)
        #expect(try messages(.catalog, [("<pubDate>", "<pubDate>x")]).first?.hasPrefix("note pubDate changed") == true)
        let build = "<lastBuildDate>\(try #require(SampleFeed.catalog.text.firstMatch(of: /BuildDate>([^<]+)</)).1)"
        #expect(try messages(.catalog, [(build, "<lastBuildDate>x")]).first?.contains("is no date-time") == true)
        #expect(
            try messages(.catalog, [(build + "</lastBuildDate>", "")]).first?.contains("lastBuildDate was removed")
                == true)
        #expect(
            try messages(.availability, [("<offeringType>", "<offeringType old=\"1\">")])
                .contains { $0.contains("offeringType") && $0.contains("old") })
        #expect(try messages(.manifest, [("<brands>", "<brands order=\"1\">")]).contains { $0.contains("`1`") })
        #expect(
            try messages(.manifest, [("<partner ", "<other "), ("</partner>", "</other>")])
                .contains { $0.hasPrefix("alarming partner was removed") })
    }

    @Test("long values are cut around their difference, and values that look alike have their characters escaped")
    func shownValues() {
        let long = String(repeating: "The keeper lights the lamp. ", count: 40)
        let cut = ChangedValues(long + "One end.", long + "Another end.", maximum: 160)
        #expect(cut.old?.hasSuffix("One end.") == true && cut.new?.hasSuffix("Another end.") == true)
        #expect((cut.old?.count ?? 999) <= 162 && cut.old?.hasPrefix("…") == true)
        let start = ChangedValues("x" + long, "y" + long, maximum: 160)
        #expect(start.old?.first == "x" && start.old?.hasSuffix("…") == true)
        for (old, new, shown) in [
            ("a b", "a\u{A0}b", "a\\u{a0}b"), ("a b", "a  b", "a \\u{20}b"), ("ab", "a\u{200B}b", "a\\u{200b}b"),
            ("caf\u{E9}", "cafe\u{301}", "cafe\\u{301}"),
        ] {
            let values = ChangedValues(old, new, maximum: 160)
            #expect(values.old == old && values.new == shown, "\(values)")
        }
        #expect(ChangedValues("a  b", "c", maximum: 160).old == "a  b")
    }

    @Test("a title that differs only in the form of its accents is a change")
    func accents() throws {
        let composed = SampleFeed.catalog.text.replacing("The Paper Lighthouse", with: "Caf\u{E9}")
        let combined = SampleFeed.catalog.text.replacing("The Paper Lighthouse", with: "Cafe\u{301}")
        let result = try FeedComparison.compare(
            .bytes(Array(composed.utf8), name: "old.xml"), .bytes(Array(combined.utf8), name: "new.xml"))
        #expect(kinds(result).contains("notable title LB-MOV-0001"))
        #expect(result.changes.contains { $0.message.contains("`Cafe\\u{301}`") })
    }

    @Test("Markdown of many long changes fits into a comment, and says how many it leaves out")
    func markdownSize() throws {
        var comparison = try compare(.catalog)
        for weight in FeedComparison.Weight.allCases {
            for number in 0..<300 {
                let value = String(repeating: "|\(number) long value ", count: 30)
                comparison.changes.append(
                    .init(
                        weight: weight, kind: "text", contentId: "ID-\(number)", field: "description", old: value + "a",
                        new: value + "b", message: ""))
            }
        }
        let text = ComparisonReport.text(comparison, as: .markdown)
        #expect(text.utf8.count <= 65_536)
        #expect(text.matches(of: /and \d+ more/).count == 3)
        #expect(text.contains("</details>"))
    }

    @Test("reports explain alarming values, and name the feed for changes of its head")
    func remarks() throws {
        let result = try compare(
            .catalog, ("catalogId=\"org.example", "catalogId=\"com.example"),
            ("contentType=\"movie\" contentId=\"LB-MOV-0001\"", "contentType=\"extra\" contentId=\"LB-MOV-0001\""))
        for format in [ComparisonReport.Format.html, .markdown] {
            let text = ComparisonReport.text(result, as: format)
            #expect(text.contains("an id must not be reused") && text.contains("the feed"), "\(format)")
        }
    }

    @Test("feeds of different kinds are not compared, and two items with one id are compared one by one")
    func mismatch() throws {
        #expect(throws: FeedComparison.Mismatch.self) {
            try FeedComparison.compare(
                .bytes(Array(SampleFeed.catalog.text.utf8), name: "old.xml"),
                .bytes(Array(SampleFeed.availability.text.utf8), name: "new.xml"))
        }
        let twice = SampleFeed.catalog.text.replacing("LB-EXT-0200-T1\"", with: "LB-MOV-0001\"")
        let same = try FeedComparison.compare(
            .bytes(Array(twice.utf8), name: "old.xml"), .bytes(Array(twice.utf8), name: "new.xml"))
        #expect(same.changes.filter { $0.kind != "build" } == [])
        #expect(same.oldItems == 6)
    }

    @Test("reports of a comparison name the values, and hostile values have no effect in them")
    func reports() throws {
        let result = try compare(
            .catalog, ("The Paper Lighthouse", "&lt;img src=x&gt; | @everyone `x` [a](http://b)"),
            ("contentType=\"movie\"", "contentType=\"extra\""))
        let html = ComparisonReport.text(result, as: .html)
        #expect(html.contains("&lt;img src=x&gt;") && !html.contains("<img"))
        #expect(
            html.contains("<td><bdi>The Paper Lighthouse</bdi></td><td><bdi>&lt;img src=x&gt;"),
            "right-to-left values keep their own direction")
        let markdown = ComparisonReport.text(result, as: .markdown)
        #expect(!markdown.contains("<img") && !markdown.contains(" @everyone") && !markdown.contains("[a](http"))
        #expect(markdown.contains("#### Alarming: 1") && markdown.contains("| The Paper Lighthouse |"))
        let text = ComparisonReport.text(result, as: .text, from: .alarming)
        #expect(text.hasPrefix("!! LB-MOV-0001: the type changed from movie to extra"))
        let json = try JSONDecoder().decode(
            FeedComparison.self, from: Data(ComparisonReport.text(result, as: .json).utf8))
        #expect(json.changes == result.changes)
    }

    @Test("R150 statistics of a catalog and of an availability feed are counted")
    func statistics() throws {
        let catalog = try FeedStatistics.of(.bytes(Array(SampleFeed.catalog.text.utf8), name: "c"))
        #expect(catalog.items == 6)
        #expect(catalog.groups.first { $0.name == "items by type" }?.counts.first?.name == "tv_show")
        let now = ValidationOptions.samplesNow
        let availability = try FeedStatistics.of(.bytes(Array(SampleFeed.availability.text.utf8), name: "a"), now: now)
        let states = availability.groups.first { $0.name == "items by state" }?.counts ?? []
        #expect(states.map(\.name).sorted() == ["live now", "no offer"])
    }
}
