import Testing

@testable import UniversalMediaCatalog

/// Tests reading and writing of feeds (umc-catalog.md, umc-availability.md, umc-manifest.md).
struct FeedWriterTests {
    private func bytes(_ text: String) -> FeedInput { .bytes(Array(text.utf8), name: "feed.xml") }

    private func written(_ feed: String) throws -> String {
        var text = ""
        var writer: FeedWriter?
        try FeedReader().read(bytes(feed)) { event in
            if writer == nil { writer = FeedWriter { text += $0 } }
            switch event {
            case .catalog(let head): try writer?.begin(head, itemCount: head.totalItemCount)
            case .catalogItem(let item): try writer?.write(item)
            case .availability(let head): try writer?.begin(head, itemCount: head.totalItemCount)
            case .availabilityItem(let item): try writer?.write(item)
            case .manifest(let manifest): try writer?.write(manifest)
            }
            return true
        }
        try writer?.finish()
        return text
    }

    /// Removes comments, indentation and line breaks between elements, and normalises spellings of GMT.
    private func essence(_ text: String) -> String {
        text.replacing(/<!--.*?-->/, with: "").replacing(/>\s+</, with: "><").replacing(/\s+$/, with: "")
            .replacing("+00:00", with: "Z").replacing(/<umcCatalog [^>]*>|<umcAvailability [^>]*>/, with: "<root>")
    }

    @Test("R150 R153 reading and writing a feed preserves it", arguments: SampleFeed.allCases)
    func roundTrip(_ feed: SampleFeed) throws {
        let text = try written(feed.text)
        #expect(essence(text) == essence(feed.text))
        #expect(try written(text) == text)
    }

    @Test("R150 markup characters are escaped, and characters that XML does not allow are replaced")
    func escaping() throws {
        var item = CatalogItem(.movie, contentID: "a\"<&>\n")
        item.titles = [LocalizedText("1 < 2 & 3 > 2 \u{1} ]]>", locale: "en")]
        var text = ""
        var writer = FeedWriter { text += $0 }
        try writer.begin(CatalogHead(), itemCount: 1)
        try writer.write(item)
        try writer.finish()
        let read = try FeedReader().catalog(bytes(text))
        #expect(read.items.first?.contentID == "a\"<&>\n")
        #expect(read.items.first?.titles.first?.text == "1 < 2 & 3 > 2 \u{FFFD} ]]>")
    }

    @Test("umc-catalog.md 2: the layout of 1.x is read, and written in the current layout")
    func legacy() throws {
        let feed = """
            <umcCatalog version="1.1"><teamId>EXAMPLE001</teamId><totalItemCount>1</totalItemCount><channel>
            <lastBuildDate>2026-01-01T00:00:00Z</lastBuildDate><title>Old</title><catalogId>org.example.old</catalogId>
            <defaultLocale>en</defaultLocale><item><contentType>movie</contentType><contentId>M1</contentId>
            <pubDate>2026-01-01T00:00:00Z</pubDate><title>Film</title><genre>drama, comedy</genre>
            <credits><credit role="actor">Nell Invented</credit></credits></item></channel></umcCatalog>
            """
        let catalog = try FeedReader().catalog(bytes(feed))
        #expect(catalog.head.isLegacy)
        #expect(catalog.head.catalogID == "org.example.old")
        #expect(catalog.head.teamID == "EXAMPLE001")
        #expect(catalog.items.first?.contentType == .movie)
        #expect(catalog.items.first?.genres == ["drama", "comedy"])
        #expect(catalog.items.first?.credits.map(\.name) == ["Nell Invented"])
        let text = try written(feed)
        #expect(text.contains("<item contentType=\"movie\" contentId=\"M1\">"))
        #expect(!text.contains("channel"))
    }

    @Test("umc-catalog.md 3.2: elements unknown to the model are preserved")
    func unknownElements() throws {
        let feed = SampleFeed.catalog.text.replacing(
            "<genre>drama</genre>", with: "<genre>drama</genre><mood level=\"2\"><tone>calm</tone></mood>")
        #expect(try written(feed).replacing(/>\s+</, with: "><").contains("<mood level=\"2\"><tone>calm</tone></mood>"))
    }

    @Test("umc-catalog.md 4: date-times keep their offset")
    func moments() {
        for text in ["2026-03-02T04:00:00Z", "2026-03-01T00:00:00-08:00", "1969-12-31T23:59:59+05:30"] {
            #expect(FeedDateTime(text)?.description == text)
        }
        #expect(FeedDateTime("2026-02-29T00:00:00Z") == nil)
        #expect(FeedDateTime("2026-03-02T04:00:00")?.offsetSeconds == nil)
    }

    @Test("reading a feed of another kind, a damaged feed or a missing file fails with an error")
    func failures() {
        #expect(throws: FeedReader.Failure.self) { try FeedReader().catalog(bytes(SampleFeed.manifest.text)) }
        #expect(throws: FeedReader.Failure.self) { try FeedReader().catalog(bytes("<umcCatalog><item>")) }
        #expect(throws: FeedReader.Failure.self) { try FeedReader().catalog(.file("/nonexistent.xml")) }
    }
}
