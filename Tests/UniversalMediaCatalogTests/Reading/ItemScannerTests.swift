import CatalogTestSupport
import Foundation
import Testing

@testable import UniversalMediaCatalog

/// Tests that items read without libxml2 are the same as those that libxml2 reads.
@Suite struct ItemScannerTests {
    private static let head = "<umcCatalog version=\"3.6\">\n"
    private static let item = "<item contentId=\"A\"><title locale=\"en\">Fine</title></item>\n"

    private func outcome(_ text: String, limits: ReadingLimits = ReadingLimits()) -> ReaderComparison.Outcome {
        ReaderComparison.compare(Array(text.utf8), limits: limits)
    }

    @Test("1,000 mutated feeds, read with and without the item scanner, give the same items and problems")
    func mutatedFeeds() {
        let outcome = ReaderComparison.compare(from: 1, count: 1_000)
        #expect(outcome.difference == nil)
        // The scanner has to take part.
        #expect(outcome.scannedItems > 1_000)
    }

    @Test("most items of a sample feed are read by the scanner as libxml2 reads them", arguments: SampleFeed.allCases)
    func samples(_ feed: SampleFeed) {
        let outcome = outcome(feed.text)
        #expect(outcome.difference == nil)
        let document = FeedParser.run(
            source: MemorySource(Array(feed.text.utf8), name: "feed"), limits: ReadingLimits()
        ) { _ in true }
        #expect(outcome.scannedItems == max(0, document.itemCount - document.itemRuns.count))
    }

    @Test(
        "an item of the usual form is read by the scanner as libxml2 reads it",
        arguments: [
            "<title>A &amp; B &lt; &gt; &quot; &apos; &#65; &#x1F3AC; &#13;</title>", "<title a='1' b=\"&#10;\"/>",
            "<title locale=\"a\tb\nc\">x</title>", "<a\r\n b='1'>x\r\ny</a >", "<a>]] ]</a>", "<a>\r\n</a>",
            "<a><!-- c --> x <!-- d -->y</a>", "<a><![CDATA[<b> & ]]]]></a>", "<a>é 日本 🎬 \u{85}</a>",
            "<a>x<b>y</b>z</a>", "<a> <b/> </a>", "<unknown other=\"1\"><title/></unknown>", "text",
        ])
    func usual(_ content: String) {
        let item = "<item contentId=\"B\">\(content)</item>"
        let outcome = outcome(Self.head + Self.item + item + Self.item + "</umcCatalog>")
        #expect(outcome.difference == nil)
        #expect(outcome.scannedItems == 2)
    }

    @Test(
        "an unusual item is left to libxml2, and the scanner continues after it",
        arguments: [
            "<?pi x?>", "<x xml:lang=\"en\"/>", "<x xmlns=\"urn:x\"/>", "<é/>", "<a b = \"1\"/>", "<xmlThing/>",
            "<a>\(String(repeating: "x", count: 40))</a>", "<a b=\"1\rc\"/>",
            "\(String(repeating: " ", count: 40))<a/>", "\(String(repeating: " \n<!-- c -->", count: 20))  <a/>",
        ])
    func unusual(_ content: String) {
        var limits = ReadingLimits()
        limits.textBytes = 30
        let item = "<item contentId=\"B\">\(content)</item>"
        let outcome = outcome(Self.head + Self.item + item + Self.item + "</umcCatalog>", limits: limits)
        #expect(outcome.difference == nil)
        #expect(outcome.scannedItems == 1)
    }

    @Test(
        "an error behind scanned items has the message and the line of libxml2",
        arguments: [
            "<item><title>x</item>", "<item>&nbsp;</item>", "<item a=\"1\" a=\"2\"/>", "<item>]]></item>",
            "<item><title></titel></item>", "<item a=\"<\"/>", "<item>\u{1}</item>", "</item>", "", "x</umcCatalog>",
            "<item><!-- -- --></item>", "</umcCatalog>x",
        ])
    func errors(_ tail: String) {
        for count in [1, 3, 200] {
            let text = Self.head + String(repeating: Self.item, count: count) + tail
            let outcome = outcome(text)
            #expect(outcome.difference == nil)
            #expect(outcome.scannedItems == count - 1)
        }
    }

    @Test(
        "text, a comment or an element behind white space after scanned items is read as by libxml2 alone",
        arguments: ["\ntext\n", "\n", " ", "\n\n text", "\n<!-- c -->\n", "\n<?pi?> ", "\n<title>x</title>\n"])
    func betweenItems(_ between: String) {
        let service = "<service serviceId=\"a\">" + String(repeating: Self.item, count: 3)
        for next in [between + "</service>\n", between] {
            let feed = "<umcAvailability version=\"2.0\">" + service + next + service + "</service>"
            let isNested = next == between
            let outcome = outcome(feed + (isNested ? "</service>" : "") + "</umcAvailability>")
            #expect(outcome.difference == nil)
            #expect(outcome.scannedItems == 4)
        }
    }

    @Test(
        "a feed of many batches, read in pieces of any length, gives the same batches", arguments: [.max, 4_093, 700])
    func batches(_ step: Int) {
        let item = Self.item.replacing("Fine", with: String(repeating: "Fine words. ", count: 60))
        let odd = "<item contentId=\"B\"><?pi?></item>\n"
        let text =
            Self.head + String(repeating: String(repeating: item, count: 80) + odd, count: 30) + "</umcCatalog>\n"
        let bytes = Array(text.utf8)
        let outcome = ReaderComparison.compare(bytes, step: step)
        #expect(outcome.difference == nil)
        // libxml2 reads the first item and the odd ones.
        #expect(outcome.scannedItems == 30 * 80 - 1)
        #expect(FeedReading(bytes, readAhead: FeedParser.readAhead).batchCount > 3)
    }

    @Test("a source that fails after scanned items gives the error of the source at its position")
    func failingSource() {
        let text = Self.head + String(repeating: Self.item, count: 500)
        let reading = FeedReading(
            Array(text.utf8), readAhead: FeedParser.readAhead, failingAt: text.utf8.count, isDescribed: true)
        #expect(reading.lines.contains("message [the source fails]"))
        #expect(reading.lines.contains("problem [502, 1, 1]"))
        #expect(reading.scannedItems == 499)
    }

    @Test("attributes have at most 64 names, and each has its own number")
    func attributeCodes() {
        let codes = AttributeName.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy { $0 < 64 })
    }

    @Test(
        "texts and values that are as written take no further bytes, and others only their own",
        arguments: [
            ("<title locale='en-US'>Tide</title>", "en-US", "Tide", 0),
            ("<title locale='é'> ]é\n</title>", "é", " ]é\n", 0),
            ("<title locale='a&amp;b'>Tide</title>", "a&b", "Tide", 3),
            ("<title locale='a'>a&lt;b</title>", "a", "a<b", 3),
            ("<title locale='a'>ab<!-- -->cd</title>", "a", "abcd", 4),
            ("<title locale='a'>ab<![CDATA[<>]]>cd</title>", "a", "ab<>cd", 6),
            ("<title locale='a'><![CDATA[ab]]></title>", "a", "ab", 2), ("<title locale='a'/>", "a", "", 0),
        ])
    func verbatim(_ element: String, _ locale: String, _ title: String, _ further: Int) {
        let item = "<item contentType='movie' contentId='A'>\(element)</item>"
        let feed = "<umcCatalog><item contentType='movie' contentId='0'/>\(item)</umcCatalog>"
        let start = feed.utf8.count - item.utf8.count - "</umcCatalog>".utf8.count
        var batches: [(texts: [String], further: Int)] = []
        let document = FeedParser.run(
            source: MemorySource(Array(feed.utf8), name: "feed"), limits: ReadingLimits()
        ) { batch in
            // libxml2 reads the first item, whose two values are copied.
            let further = batch.tree.bytes.count - batch.rawCount - "movie0".utf8.count
            batch.tree.withView { tree in
                guard let item = batch.items.last.map({ tree[$0.node] }), let node = item.first(.title) else { return }
                #expect(item.offset == start - (feed.utf8.count - batch.rawCount))
                batches.append(
                    ([node[.locale]?.string ?? "", node.text.string, item[.contentId]?.string ?? ""], further))
            }
            return true
        }
        #expect(document.scannedItemCount == 1)
        #expect(batches.map(\.texts) == [[locale, title, "A"]])
        #expect(batches.map(\.further) == [further])
    }
}
