import Foundation
import HLS
import Testing

@testable import AVFoundation

@Suite("Date ranges of streams as metadata (hls.md section 9, api 3.5)")
struct DateRangeCollectionTests {
    private func ranges(_ tags: String...) throws -> [DateRange] {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z\n"
            + tags.map { "#EXT-X-DATERANGE:\($0)\n" }.joined() + "#EXTINF:6,\na\n"
        return try #require(try Playlist.parse(Array(text.utf8)).media).dateRanges
    }

    private let first = "ID=\"a\",CLASS=\"ad\",START-DATE=\"2026-11-21T12:00:02Z\",X-NAME=\"one\",X-N=4.5,X-B=0xFF01"
    private let second = "ID=\"b\",START-DATE=\"2026-11-21T12:00:01Z\",DURATION=3,SCTE35-OUT=0xFC"

    @Test("each date range becomes a group with its class, identifier, dates, and attributes in the HLS key space")
    func groups() throws {
        var collection = DateRangeCollection(identifiers: nil, labels: nil)
        let change = try #require(collection.update(try ranges(first, second)))
        #expect(change.groups.map(\.uniqueID) == ["b", "a"])
        #expect(change.groups.map(\.classifyingLabel) == [nil, "ad"])
        #expect(change.new == [0, 1])
        #expect(change.modified.isEmpty)
        #expect(change.groups[0].endDate == change.groups[0].startDate + 3)
        #expect(change.groups[1].endDate == nil)
        #expect(change.groups[0].items.map(\.identifier?.rawValue) == ["lsdr/SCTE35-OUT"])
        let items = change.groups[1].items
        #expect(items.map(\.identifier?.rawValue) == ["lsdr/X-B", "lsdr/X-N", "lsdr/X-NAME"])
        #expect(items[0].dataValue == Data([0xff, 1]))
        #expect(items[1].numberValue == 4.5)
        #expect(items[2].stringValue == "one")
        #expect(items.allSatisfy { $0.startDate == change.groups[1].startDate })
    }

    @Test("new, modified and removed ranges are reported once")
    func changes() throws {
        var collection = DateRangeCollection(identifiers: nil, labels: nil)
        #expect(collection.update([]) == nil)
        #expect(collection.update(try ranges(first))?.new == [0])
        #expect(collection.update(try ranges(first)) == nil)
        let longer = try #require(collection.update(try ranges(first + ",DURATION=2", second)))
        #expect(longer.groups.map(\.uniqueID) == ["b", "a"])
        #expect(longer.new == [0])
        #expect(longer.modified == [1])
        let gone = try #require(collection.update(try ranges(second)))
        #expect(gone.groups.map(\.uniqueID) == ["b"])
        #expect(gone.new.isEmpty && gone.modified.isEmpty)
    }

    @Test("only ranges of the requested classes and identifiers are reported")
    func filters() throws {
        var labelled = DateRangeCollection(identifiers: nil, labels: ["ad"])
        #expect(labelled.update(try ranges(first, second))?.groups.map(\.uniqueID) == ["a"])
        var identified = DateRangeCollection(identifiers: ["lsdr/SCTE35-OUT"], labels: nil)
        #expect(identified.update(try ranges(first, second))?.groups.map(\.uniqueID) == ["b"])
        var neither = DateRangeCollection(identifiers: ["lsdr/SCTE35-OUT"], labels: ["ad"])
        #expect(neither.update(try ranges(first, second)) == nil)
    }
}
