import CZlib
import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests that malicious or invalid input is rejected or bounded, reported clearly, and never counts as checked (umc-catalog.md C10, C11).
struct HostileFeedTests {
    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <umcCatalog version="3.6" teamId="EXAMPLE001" catalogId="org.example.hostile">
        <lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate><defaultLocale>en</defaultLocale>

        """
    private static let item = """
        <item contentType="movie" contentId="A"><pubDate>2026-03-01T00:00:00Z</pubDate><title>Fine</title></item>

        """

    private func check(
        _ bytes: [UInt8], _ change: (inout ValidationOptions) -> Void = { _ in }
    ) -> (findings: [Finding], summary: ValidationSummary) {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        change(&options)
        return Validator(options: options).findings([.bytes(bytes, name: "feed.xml")])
    }

    private func check(
        _ text: String, _ change: (inout ValidationOptions) -> Void = { _ in }
    ) -> (findings: [Finding], summary: ValidationSummary) {
        check(Array(text.utf8), change)
    }

    private func expectRefused(
        _ result: (findings: [Finding], summary: ValidationSummary), _ rule: String, _ words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let finding = result.findings.first { $0.ruleId == rule }
        #expect(finding != nil, "\(result.findings.map(\.message))", sourceLocation: sourceLocation)
        for word in words {
            #expect(
                finding.map { "\($0.message) \($0.remedy ?? "")".contains(word) } ?? false, "\(finding?.message ?? "")",
                sourceLocation: sourceLocation)
        }
        #expect(result.summary.exitCode(failOn: .error) != 0, sourceLocation: sourceLocation)
        #expect(!result.summary.feeds[0].isComplete, sourceLocation: sourceLocation)
    }

    @Test("entity bombs, external entities and parameter entities are rejected before any expansion")
    func entities() {
        let bomb =
            "<!DOCTYPE umcCatalog [<!ENTITY a \"aaaaaaaaaa\">"
            + zip("bcdefghi", "abcdefgh").map { "<!ENTITY \($0) \"\(String(repeating: "&\($1);", count: 10))\">" }
            .joined()
            + "]><umcCatalog>&i;</umcCatalog>"
        expectRefused(check(bomb), "DOC-DTD", "DOCTYPE")
        expectRefused(
            check("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><umcCatalog>&x;</umcCatalog>"), "DOC-DTD")
        expectRefused(check("<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\"><umcCatalog/>"), "DOC-DTD")
        expectRefused(check("<umcCatalog>&nbsp;</umcCatalog>"), "DOC-XML", "&amp;")
    }

    @Test(
        "other encodings are rejected, declared or not",
        arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf32, .isoLatin1])
    func encodings(_ encoding: String.Encoding) {
        let text = Self.head.replacing("UTF-8", with: "ISO-8859-1") + Self.item + "</umcCatalog>"
        expectRefused(check(Array(text.data(using: encoding) ?? Data())), "DOC-ENC", "UTF-8")
    }

    @Test("bytes that are not valid UTF-8 are rejected despite their declaration")
    func lyingEncoding() {
        let text = Self.head + Self.item.replacing("Fine", with: "F@ne") + "</umcCatalog>"
        expectRefused(check(text.utf8.map { $0 == UInt8(ascii: "@") ? 0xE9 : $0 }), "DOC-ENC", "UTF-8")
        expectRefused(check(Self.head + "<title>\u{1}</title></umcCatalog>"), "DOC-ENC", "control characters")
    }

    @Test(
        "empty input, other formats and other XML are rejected",
        arguments: ["", " ", "{}", "<html/>", "<!-- -->", "\u{FEFF}", "GIF89a"])
    func notFeeds(_ text: String) {
        let result = check(text)
        #expect(result.summary.exitCode(failOn: .error) == 3)
        #expect(result.findings.contains { $0.level == .error && $0.remedy != nil })
    }

    @Test("a feed truncated at any point is never complete")
    func truncated() {
        let whole = Array((Self.head + String(repeating: Self.item, count: 3) + "</umcCatalog>").utf8)
        for count in stride(from: 0, to: whole.count, by: 7) {
            let result = check(Array(whole[..<count]))
            #expect(result.summary.exitCode(failOn: .error) != 0, "\(count)")
            #expect(!result.summary.feeds[0].isComplete, "\(count)")
        }
        #expect(check(whole).summary.feeds[0].isComplete)
    }

    @Test("elements nested 100,000 deep are rejected")
    func depth() {
        expectRefused(
            check(Self.head + String(repeating: "<a>", count: 100_000)), "DOC-LIMIT", "limit depth", "end tag")
    }

    @Test("an endless tag and a tag with 100,000 attributes are rejected")
    func tags() {
        let long = String(repeating: "x", count: 3 << 20)
        expectRefused(check(Self.head + "<item contentId=\"\(long)\"/></umcCatalog>"), "DOC-LIMIT", "limit tagBytes")
        let many = (0..<100_000).map { "a\($0)=\"\"" }.joined(separator: " ")
        expectRefused(check(Self.head + "<item \(many)/></umcCatalog>"), "DOC-LIMIT", "limit tagBytes")
        // A comment may be long.
        #expect(check(Self.head + "<!-- \(long) -->" + Self.item + "</umcCatalog>").summary.feeds[0].isComplete)
    }

    @Test("a text or item above a limit is skipped, and the rest of the feed is checked")
    func largeItems() {
        let long = String(repeating: "x ", count: 2 << 20)
        let text = check(
            Self.head + Self.item.replacing("Fine", with: long) + Self.item.replacing("\"A\"", with: "\"B\"")
                + "</umcCatalog>")
        #expect(text.findings.contains { $0.message.contains("limit textBytes") })
        #expect(text.summary.items == 2)
        let titles = String(repeating: "<title>\(String(repeating: "y", count: 100))</title>", count: 100_000)
        let item = check(
            Self.head + Self.item.replacing("<title>Fine</title>", with: titles)
                + Self.item.replacing("\"A\"", with: "\"B\"") + "</umcCatalog>")
        #expect(item.findings.contains { $0.message.contains("limits itemElements") })
        #expect(item.summary.items == 2)
        #expect(item.summary.feeds[0].isComplete)
    }

    @Test("reading stops at an item without an end, long before the end of the feed")
    func endlessItem() {
        let titles = String(repeating: "<title>x</title>", count: 10_000)
        let result = check(Self.head + Self.item + "<item contentId=\"B\">" + titles) { $0.limits.itemBytes = 4_000 }
        expectRefused(result, "DOC-LIMIT", "has not ended yet (limit itemBytes)", "end tag")
        #expect(result.summary.items == 1)
        #expect(result.summary.feeds[0].bytes < 100_000)
    }

    @Test(
        "endless comments and endless white space are not stored, before or after items",
        arguments: ["<!-- nothing --><?no thing?>\n", String(repeating: " ", count: 28) + "\n"])
    func endlessComments(_ filler: String) {
        let comments = String(repeating: filler, count: 700_000)
        let text = Self.head + Self.item + comments + Self.item.replacing("\"A\"", with: "\"B\"") + "</umcCatalog>"
        var sizes: [Int] = []
        var items = 0
        let document = FeedParser.run(
            source: MemorySource(Array(text.utf8), name: "feed"), limits: ReadingLimits()
        ) { batch in
            sizes.append(batch.raw.count)
            items += batch.items.count
            return true
        }
        #expect(items == 2 && document.isComplete)
        #expect(document.byteCount == text.utf8.count && text.utf8.count > 19 << 20)
        #expect(sizes.max() ?? 0 < 6 << 20, "\(sizes)")
    }

    @Test("feeds above the limits of bytes, items or head elements are rejected")
    func limits() {
        let items = String(repeating: Self.item, count: 50)
        expectRefused(check(Self.head + items + "</umcCatalog>") { $0.limits.items = 20 }, "DOC-LIMIT", "limit items")
        expectRefused(
            check(Self.head + items + "</umcCatalog>") { $0.limits.documentBytes = 4_000 }, "DOC-LIMIT",
            "limit documentBytes")
        expectRefused(
            check(Self.head + String(repeating: "<a/>", count: 3_000) + "</umcCatalog>") {
                $0.limits.headElements = 1_000
            },
            "DOC-LIMIT", "headElements")
    }

    @Test("compressed feeds are read; compression bombs, damaged and truncated data are rejected")
    func compression() throws {
        let feed = Array((Self.head + String(repeating: Self.item, count: 2_000) + "</umcCatalog>").utf8)
        let compressed = try gzip(feed)
        #expect(check(compressed).summary.items == 2_000)
        #expect(check(try gzip(Array(feed[..<500])) + gzip(Array(feed[500...]))).summary.items == 2_000)
        expectRefused(check(Array(compressed.dropLast(30))), "DOC-INPUT", "transfer it again")
        var damaged = compressed
        damaged[compressed.count / 2] ^= 0xFF
        #expect(check(damaged).summary.exitCode(failOn: .error) != 0)
        let bomb = try gzip(Array((Self.head + String(repeating: " ", count: 20 << 20)).utf8))
        expectRefused(check(bomb) { $0.limits.freeInflatedBytes = 1 << 20 }, "DOC-INPUT", "inflationRatio")
    }

    @Test("findings above the limit are counted but not stored")
    func manyFindings() {
        let items = (0..<3_000).map { index in
            Self.item.replacing("\"A\"", with: "\"\(index)\"").replacing(
                "Fine", with: "A &lt;b&gt;bold&lt;/b&gt; title")
        }
        let result = check(Self.head + items.joined() + "</umcCatalog>") { $0.maximumFindingsPerRule = 100 }
        #expect(result.findings.count { $0.ruleId == "STY-HTML" } == 100)
        #expect(result.summary.rules["STY-HTML"] == 3_000)
        #expect(result.summary.countedOnly["STY-HTML"] == 2_900)
        #expect(result.findings.filter { $0.ruleId == "STY-HTML" }.last?.xpath == "/umcCatalog/item[100]/title")
    }

    @Test("a file that changes while it is read is rejected")
    func changingFile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "umc-\(UUID().uuidString).xml").path
        try (Self.head + Self.item + "</umcCatalog>").write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let source = try FileSource(path: path)
        var buffer = [UInt8](repeating: 0, count: 64)
        _ = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("<!-- more -->".utf8))
        try handle.close()
        #expect(throws: FeedInputError.self) { try source.finish() }
    }

    @Test("missing files and directories are named in the message", arguments: ["/nonexistent/feed.xml", "/"])
    func missing(_ path: String) {
        let result = Validator().findings([.file(path)])
        #expect(result.summary.exitCode(failOn: .error) == 3)
        #expect(result.findings.first?.message.contains(path) == true)
    }

    @Test("positions count lines from 1 and columns in characters")
    func positions() {
        let text =
            Self.head + "<item contentType=\"movie\" contentId=\"ä\"><pubDate>2026-03-01T00:00:00Z</pubDate>"
            + "<title>&lt;b&gt;</title></item></umcCatalog>"
        let finding = check(text).findings.first { $0.ruleId == "STY-HTML" }
        #expect(finding?.line == 4)
        #expect(finding?.column == 80)
        #expect(finding?.contentId == "ä")
    }

    private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        try #require(
            deflateInit2_(
                &stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK)
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: bytes.count + 1_024)
        var input = bytes
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                deflate(&stream, Z_FINISH)
                return output.count - Int(stream.avail_out)
            }
        }
        return Array(output[..<count])
    }
}
