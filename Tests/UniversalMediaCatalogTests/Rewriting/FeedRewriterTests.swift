import Foundation
import FoundationXML
import Testing

@testable import UniversalMediaCatalog

/// Feeds rewritten in the current layout, compared with their originals by another parser.
struct FeedRewriterTests {
    private func rewritten(_ text: String, _ changes: FeedRewriter.Changes = .init()) throws -> String {
        var rewriter = FeedRewriter()
        rewriter.changes = changes
        var result = ""
        try rewriter.rewrite(.bytes(Array(text.utf8), name: "feed.xml")) { result += $0 }
        return result
    }

    @Test("bytes that are not XML are not reported as an empty document")
    func noise() {
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 5) }
        let failure = #expect(throws: FeedReader.Failure.self) {
            try FeedRewriter().rewrite(.bytes(bytes, name: "feed.xml")) { _ in }
        }
        #expect(failure?.message.contains("not XML") == true, "\(failure?.message ?? "")")
    }

    @Test("an attribute with and without the namespace of the feed is refused with its line, and not written twice")
    func attributeTwice() throws {
        func feed(_ attributes: String) -> String {
            """
            <umcCatalog xmlns="urn:feed" xmlns:u="urn:feed" version="3.0" teamId="ABCDE12345" catalogId="c">
              <item \(attributes) contentType="movie"/>
            </umcCatalog>
            """
        }
        let failure = #expect(throws: FeedReader.Failure.self) {
            try rewritten(feed(#"contentId="a" u:contentId="b""#))
        }
        #expect(failure?.position?.line == 2)
        #expect(failure?.message.contains("contentId") == true, "\(failure?.message ?? "")")
        #expect(try rewritten(feed(#"u:contentId="b""#)).contains(#"contentId="b""#))
        #expect(try rewritten(feed(#"xmlns:p="urn:p" contentId="a" p:contentId="b""#)).contains(#"p:contentId="b""#))
    }

    /// The values of a document: texts between tags, attributes and comments, trimmed, with their numbers.
    private final class Values: NSObject, XMLParserDelegate {
        private(set) var counts: [String: Int] = [:]
        private var text = ""
        private var names: [String] = []
        private var depth = 0

        init?(_ document: String) {
            super.init()
            let parser = XMLParser(data: Data(document.utf8))
            parser.delegate = self
            guard parser.parse() else { return nil }
        }

        private func count(_ value: some StringProtocol) {
            let value = value.trimmingCharacters(in: .whitespacesAndNewlines)
            if !value.isEmpty { counts[value, default: 0] += 1 }
        }

        private func endText() {
            // One element may contain several genres in 1.x.
            if names.last == "genre" { text.split(separator: ",").forEach { count($0) } } else { count(text) }
            text = ""
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            endText()
            names.append(name)
            for (name, value) in attributes
            where !name.hasPrefix("xmlns") && !(names.count == 1 && name == "version") {
                count(value)
            }
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            endText()
            names.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
        func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }
        func parser(_ parser: XMLParser, foundComment comment: String) { count(comment) }
        func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
            count(target + " " + (data ?? ""))
        }
    }

    private static let legacy = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- before -->
        <u:umcCatalog xmlns:u="urn:feed" xmlns:y="urn:other" version="1.1" y:mark="1">
          <u:teamId>ACME123456</u:teamId>
          <totalItemCount>1</totalItemCount>
          <channel>
            <lastBuildDate>yesterday</lastBuildDate>
            <title>Cats &amp; <!-- inside --> dogs</title>
            <catalogId>com.acme</catalogId>
            <!-- the first -->
            <item>
              <contentType>movie</contentType><contentId>A-1</contentId>
              <description><![CDATA[<b>Long</b>]]></description>
              <!-- of the title -->
              <title locale="en">T</title>
              <genre>action, drama</genre>
              <pubDate>soon</pubDate>
              <credits><credit role="actor">N</credit><!-- after N --></credits>
              <y:extra a="1"><b>x</b><y:c/></y:extra>
              <rating systemCode="mpaa">PG<advisory>V</advisory></rating>
              <movieInfo><duration>abc</duration><type>film</type></movieInfo>
            </item>
            <?print now?>
            <defaultLocale>en-US</defaultLocale>
          </channel>
        </u:umcCatalog>
        <!-- after -->
        """

    @Test("a 1.x catalog is rewritten in the current layout, with its comments, foreign elements and unreadable values")
    func legacyLayout() throws {
        #expect(
            try rewritten(Self.legacy) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- before -->
                <umcCatalog xmlns:y="urn:other" version="3.6" y:mark="1" teamId="ACME123456" catalogId="com.acme">
                  <totalItemCount>1</totalItemCount>
                  <lastBuildDate>yesterday</lastBuildDate>
                  <title>Cats &amp; <!-- inside --> dogs</title>
                  <?print now?>
                  <defaultLocale>en-US</defaultLocale>
                  <!-- the first -->
                  <item contentType="movie" contentId="A-1">
                    <pubDate>soon</pubDate>
                    <!-- of the title -->
                    <title locale="en">T</title>
                    <description>&lt;b&gt;Long&lt;/b&gt;</description>
                    <genre>action</genre>
                    <genre>drama</genre>
                    <rating systemCode="mpaa">PG<advisory>V</advisory></rating>
                    <credit role="actor">N</credit>
                    <movieInfo>
                      <type>film</type>
                      <duration>abc</duration>
                    </movieInfo>
                    <!-- after N -->
                    <y:extra xmlns:y="urn:other" a="1">
                      <b>x</b>
                      <y:c/>
                    </y:extra>
                  </item>
                </umcCatalog>
                <!-- after -->

                """)
    }

    @Test("a 2.0 availability feed gets its date and team where the current layout has them")
    func legacyAvailability() throws {
        let text = """
            <umcAvailability version="2.0"><!-- the service --><service serviceId="com.acme.us">
            <teamId>ACME123456</teamId><serviceType>vod</serviceType>
            <item contentType="movie" contentId="A" catalogId="com.acme"><offers><offer>
            <windowStart>whenever</windowStart><offeringType>free</offeringType></offer></offers></item>
            <lastBuildDate>2026-03-01T00:00:00Z</lastBuildDate></service></umcAvailability>
            """
        #expect(
            try rewritten(text) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <umcAvailability version="2.0">
                  <lastBuildDate>2026-03-01T00:00:00Z</lastBuildDate>
                  <!-- the service -->
                  <service serviceId="com.acme.us" teamId="ACME123456">
                    <serviceType>vod</serviceType>
                    <item contentType="movie" contentId="A" catalogId="com.acme">
                      <offers>
                        <offer>
                          <offeringType>free</offeringType>
                          <windowStart>whenever</windowStart>
                        </offer>
                      </offers>
                    </item>
                  </service>
                </umcAvailability>

                """)
    }

    @Test("ids and the locale given as options replace those of the feed")
    func changes() throws {
        var changes = FeedRewriter.Changes()
        (changes.teamID, changes.catalogID, changes.defaultLocale) = ("NEWTEAM001", "org.new", "fr-FR")
        let text = try rewritten(SampleFeed.catalog.text, changes)
        #expect(text.contains("teamId=\"NEWTEAM001\" catalogId=\"org.new\""))
        #expect(text.contains("<defaultLocale>fr-FR</defaultLocale>"))
        #expect(text.components(separatedBy: "<defaultLocale>").count == 2)
        (changes.teamID, changes.serviceID) = ("NEWTEAM002", "org.new.us")
        let service = try rewritten(SampleFeed.availability.text, changes)
        #expect(service.contains("teamId=\"NEWTEAM002\"") && service.contains("serviceId=\"org.new.us\""))
    }

    @Test("a feed written by FeedWriter is already in the layout that a rewritten feed has")
    func writer() throws {
        let catalog = try FeedReader().catalog(.bytes(Array(SampleFeed.catalog.text.utf8), name: "feed.xml"))
        var text = ""
        var writer = FeedWriter { text += $0 }
        try writer.begin(catalog.head, itemCount: catalog.items.count)
        for item in catalog.items { try writer.write(item) }
        try writer.finish()
        #expect(try rewritten(text) == text)
    }

    @Test(
        "a feed that cannot be kept whole is refused with line and remedy, and nothing is written",
        arguments: [
            ("<umcCatalog>\n<item>", 2, "truncated"), ("<!DOCTYPE a>\n<umcCatalog/>", 1, "DOCTYPE"),
            ("\n\n<html/>", 3, "begin with umcCatalog"),
            ("<umcCatalog>\n&nbsp;</umcCatalog>", 2, "characters directly"),
            ("<umcCatalog>\n<channel x='1'/></umcCatalog>", 2, "document element"), ("{}", 1, "feeds are XML"),
            (String(repeating: "<a>", count: 40), 1, "begin with umcCatalog"),
            ("<umcCatalog>\n" + String(repeating: "<a>", count: 40), 2, "end tag"),
        ])
    func refused(_ text: String, _ line: Int, _ remedy: String) {
        do {
            let result = try rewritten(text)
            Issue.record("it was rewritten: \(result)")
        } catch let failure as FeedReader.Failure {
            #expect(failure.position?.line == line, "\(failure)")
            #expect(failure.remedy.contains(remedy), "\(failure)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(
        "a refused element is reported at its start tag, although the parser has read ahead",
        arguments: [
            ("\n\n  <html>", 3, 3), ("<!-- <a>\n - ><b> --><?p <c>?>\n<html\n a='>'>", 3, 1), ("\u{FEFF}<html>", 1, 1),
            ("<!--é--><html>", 1, 9),
            ("<umcCatalog b=\">\">\n <info><![CDATA[><d>]]></info><e/><channel x='1'/>", 2, 35),
            ("<umcCatalog>\n <e a=\"'>\" b='\">'></e>é<channel x='1'/>", 2, 24),
        ])
    func places(_ text: String, _ line: Int, _ column: Int) throws {
        for filler in [0, 100, 3_000] {
            let end = text.contains("<umcCatalog") ? "</umcCatalog>" : "</html>"
            let rest = String(repeating: "\n<more/>", count: filler) + end
            let failure = #expect(throws: FeedReader.Failure.self) { try rewritten(text + rest) }
            #expect(
                failure?.position == SourcePosition(line: line, column: column),
                "\(filler): \(String(describing: failure))")
        }
    }

    @Test(
        "text between elements, several channels and sections with carriage returns keep their values, and convert once",
        arguments: [
            (
                "<umcCatalog>\n  stray <!-- a --> more &amp;<![CDATA[ & ]]>text\n <item/> end </umcCatalog>",
                "more &amp; &amp; text"
            ),
            ("<umcCatalog>a&#233;b<item/></umcCatalog>", "  aéb\n"),
            ("<umcAvailability><service> one <item/> two </service></umcAvailability>", "    two\n"),
            (
                "<umcCatalog><channel><item/><channel><item contentId=\"2\"/></channel></channel></umcCatalog>",
                "  <item contentId=\"2\"/>"
            ),
            (
                "<umcCatalog><channel><item/></channel><channel><item contentId=\"2\"/></channel></umcCatalog>",
                "  <item contentId=\"2\"/>"
            ),
            ("<umcCatalog><item><title><![CDATA[a\r\nb\rc]]></title></item></umcCatalog>", "<title>a\nb\nc</title>"),
        ])
    func textsBetweenElements(_ text: String, _ expected: String) throws {
        let first = try rewritten(text)
        #expect(first.contains(expected), "\(first)")
        #expect(try rewritten(first) == first)
    }

    @Test("mutated feeds keep each value and comment, and a rewritten feed is rewritten unchanged", arguments: 0..<300)
    func mutated(_ seed: Int) throws {
        let samples = SampleFeed.allCases.map(\.text) + [Self.legacy]
        var mutator = FeedMutator(seed: UInt64(seed) &* 7_919)
        var text = String(decoding: mutator.mutated(Array(samples[seed % samples.count].utf8)), as: UTF8.self)
        // A comment after one tag in nine.
        var tags = 0
        text = text.replacing(/>\n/) { match in
            tags += 1
            return tags % 9 == seed % 9 ? "><!-- \(tags) -->\n" : String(match.0)
        }
        guard let before = Values(text) else { return }
        let once: String
        do { once = try rewritten(text) } catch is FeedReader.Failure { return }
        #expect(try rewritten(once) == once)
        let after = try #require(Values(once), "\(once)")
        for (value, count) in before.counts {
            #expect(after.counts[value, default: 0] >= count, "`\(value)` is lost: \(text)")
        }
    }
}
