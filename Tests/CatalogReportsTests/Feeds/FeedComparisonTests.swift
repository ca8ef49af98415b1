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

    @Test("A8 changed windows and removed offers are reported")
    func windows() throws {
        let result = try compare(.availability, ("2027-03-01T00:00:00-08:00", "2026-05-01T00:00:00-08:00"))
        #expect(kinds(result) == ["notable window LB-MOV-0001"])
        #expect(result.changes.last?.message.contains("2026-05-01T00:00:00-08:00") == true)
        let gone = try compare(
            .availability, ("<offeringType>account</offeringType>", "<offeringType>free</offeringType>"))
        #expect(kinds(gone) == ["notable offer LB-EP-0100-0101", "note offer LB-EP-0100-0101"])
    }

    @Test("M7 manifests are compared by catalogs and services")
    func manifests() throws {
        let result = try compare(
            .manifest,
            (
                "<catalogRef>org.example.lanternbay.catalog</catalogRef>\n          <feedUrl>https://feeds.example.org/availability-vod-app-us.xml",
                "<catalogRef>org.example.lanternbay.catalog</catalogRef>\n          <feedUrl>https://feeds.example.org/us.xml"
            ))
        #expect(kinds(result) == ["note details org.example.lanternbay.vod.us"])
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
