import Foundation
import FoundationXML
import Testing

@testable import UniversalMediaCatalog

/// Random tables: each value of a table is in the feed that it is converted to, or the table is refused.
struct TablePropertyTests {
    /// A table of random cells. Each row fills columns that an item of its type has, and now and then any other.
    private struct Generator {
        var random: FeedMutator.Generator
        private var count = 0

        init(seed: UInt64) { random = FeedMutator.Generator(state: seed) }

        mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

        /// A text that occurs once in a table, with characters that XML, CSV or JSON write in another way.
        mutating func text() -> String {
            count += 1
            let odd = ["&", "<b>", "\"q\"", "'", "é", "日本", "🎬", "a\nb", "a\tb", "]]>", "&amp;", ",", ";", "  ", "--"]
            return "v\(count) \(odd.randomElement(using: &random) ?? "") \(odd.randomElement(using: &random) ?? "")."
        }

        mutating func value(_ column: String) -> String {
            switch column {
            case "duration": return chance(8) ? text() : "\(Int.random(in: 60...9_000, using: &random))"
            case "seasonNumber", "episodeNumber":
                return chance(8) ? text() : "\(Int.random(in: 1...90, using: &random))"
            case "isOriginal": return chance(8) ? text() : "true"
            case "pubDate", "windowStart", "windowEnd", "date", "endDate":
                let day = "20\(Int.random(in: 20...60, using: &random))-0\(Int.random(in: 1...9, using: &random))-15"
                return chance(8) ? text() : chance(2) ? day : "\(day)T07:08:09Z"
            case "artwork": return "https://a.example/\(text().filter { !$0.isWhitespace })"
            default: return text()
            }
        }

        mutating func row(_ kind: FeedKind, _ index: Int) -> [(column: String, value: String)] {
            let type = ContentType.allCases.randomElement(using: &random) ?? .movie
            var row = [("contentId", "id \(index)"), ("contentType", type.rawValue)]
            for column in TableColumn.kinds where column.feeds.contains(kind) && column.name != "contentType" {
                guard column.name != "contentId", chance(3) else { continue }
                // A column that this kind of item lacks makes the whole table invalid.
                guard Self.fits(column.name, type) || chance(40) else { continue }
                let detail = column.hasDetail ? ":d\(Int.random(in: 1...3, using: &random))" : ""
                row.append((column.name + detail, value(column.name)))
            }
            if chance(60) { row.append(("unknown", text())) }
            return row.shuffled(using: &random)
        }

        private static func fits(_ column: String, _ type: ContentType) -> Bool {
            switch column {
            case "duration": return [.movie, .episode, .extra].contains(type)
            case "date": return type != .extra
            case "endDate": return [.show, .sportingEvent].contains(type)
            case "type": return [.movie, .show, .episode, .extra].contains(type)
            case "studio", "productionCountry": return type == .movie
            case "network": return type == .show
            case "showContentId", "seasonNumber": return [.season, .episode].contains(type)
            case "seasonContentId", "episodeNumber": return type == .episode
            case "relatedContentId", "language": return type == .extra
            case "sportName", "league", "competitor", "venue": return type == .sportingEvent
            case "territory", "tier", "windowStart", "windowEnd": return false
            case "closedCaptioning", "subtitles", "audioDescriptions", "audioFormats", "primaryLocale", "videoQuality":
                return type.isPlayable
            default: return true
            }
        }
    }

    /// The texts and attributes of a document.
    private final class Values: NSObject, XMLParserDelegate {
        private(set) var all: Set<String> = []
        private var text = ""

        init?(_ document: String) {
            super.init()
            let parser = XMLParser(data: Data(document.utf8))
            parser.delegate = self
            guard parser.parse() else { return nil }
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            all.formUnion(attributes.values)
            text = ""
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            all.insert(text)
            text = ""
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
        func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }
    }

    private static func csv(_ rows: [[(column: String, value: String)]]) -> String {
        let columns = Set(rows.joined().map(\.column)).sorted()
        func cell(_ text: String) -> String { "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
        let lines = rows.map { row in
            columns.map { column in row.first { $0.column == column }.map { cell($0.value) } ?? "" }
        }
        return ([columns] + lines).map { $0.joined(separator: ",") }.joined(separator: "\r\n")
    }

    private static func json(_ rows: [[(column: String, value: String)]]) throws -> String {
        let objects = rows.map { Dictionary($0.map { ($0.column, $0.value) }) { first, _ in first } }
        return String(decoding: try JSONSerialization.data(withJSONObject: objects), as: UTF8.self)
    }

    /// Returns the feed.
    private func converted(_ table: String, _ kind: FeedKind) throws -> String {
        var converter = TableConverter()
        converter.catalogHead.defaultLocale = "en-US"
        var text = ""
        var writer = FeedWriter { text += $0 }
        if kind == .catalog {
            let catalog = try converter.catalog(Array(table.utf8), name: "table")
            try writer.begin(catalog.head, itemCount: catalog.items.count)
            for item in catalog.items { try writer.write(item) }
        } else {
            let feed = try converter.availability(Array(table.utf8), name: "table", catalogID: "catalog")
            try writer.begin(feed.head, itemCount: feed.items.count)
            for item in feed.items { try writer.write(item) }
        }
        try writer.finish()
        return text
    }

    /// The parts of a value that become values of the feed.
    private static func parts(_ column: String, _ value: String) -> [String] {
        guard column == "genre" else { return [value] }
        return value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The forms in which a value may be in the feed.
    private static func forms(_ column: String, _ value: String) -> [String] {
        switch column {
        case "pubDate", "windowStart", "windowEnd", "date", "endDate":
            return [value, value + "T00:00:00Z"]
        default: return [value]
        }
    }

    @Test(
        "each value of a random table is in the converted feed, or the table is refused",
        arguments: [FeedKind.catalog, .availability])
    func values(_ kind: FeedKind) throws {
        var converted = 0
        for seed in 0..<400 {
            var generator = Generator(seed: UInt64(seed) &* 7_919 &+ 1)
            let rows = (0..<Int.random(in: 1...3, using: &generator.random)).map { generator.row(kind, $0) }
            for table in [Self.csv(rows), try Self.json(rows)] {
                let feed: String
                do { feed = try self.converted(table, kind) } catch is TableError { continue }
                converted += 1
                let values = try #require(Values(feed), "seed \(seed): \(feed)")
                for (column, value) in rows.joined() {
                    let name = TableColumn(column).name
                    for part in Self.parts(name, value) {
                        #expect(
                            Self.forms(name, part).contains { values.all.contains($0) },
                            "seed \(seed): \(column) `\(part)` is lost")
                    }
                }
                // The feed is in the layout that `umc convert` writes.
                var again = ""
                let rewriter = FeedRewriter()
                try rewriter.rewrite(.bytes(Array(feed.utf8), name: "feed.xml")) { again += $0 }
                let lines = zip(again.split(separator: "\n"), feed.split(separator: "\n"))
                #expect(
                    again.count == feed.count && lines.allSatisfy { $0 == $1 },
                    "seed \(seed): \(lines.first { $0 != $1 }.map { "\($0) for \($1)" } ?? "")")
            }
        }
        #expect(converted > 200, "\(converted) tables were converted")
    }
}
