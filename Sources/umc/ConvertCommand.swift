import ArgumentParser
import Foundation
import CatalogReports
import UniversalMediaCatalog

/// `umc convert FILE`: converts legacy feeds to the current layout, and tables to feeds.
struct ConvertCommand: ParsableCommand {
    enum Target: String, ExpressibleByArgument, CaseIterable { case catalog, availability }

    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract:
            "Converts older feeds, or CSV or JSON tables, to feeds in the current layout and canonical form.",
        discussion: """
            A feed (XML) is rewritten in the current order and layout. Every value, comment and unknown element is kept as it is \
            written; a feed that cannot be kept whole is refused with line and reason. A table has one row for each item; --columns \
            lists the column names. Several values in a cell are separated by |. A value that has no place in the feed is an error.

            A table is CSV with commas, semicolons or tabs, or JSON, in UTF-8, or in UTF-16 with a byte order mark ("Unicode text" of \
            a spreadsheet). Other encodings are read only with --encoding.

            Examples:
              umc convert catalog-1.1.xml --output catalog.xml
              umc convert films.csv --to catalog --team-id ACME123456 --catalog-id com.acme.catalog --locale en-US
              umc convert films.csv --encoding windows-1252 --to catalog --team-id ACME123456 --catalog-id com.acme.catalog --locale de-DE
              umc convert offers.json --to availability --team-id ACME123456 --service-id com.acme.us --catalog-id com.acme.catalog
            """)

    @Argument(help: "A feed or a table; - for standard input.", completion: .file()) var file: String?
    @Option(help: ArgumentHelp("Convert a table to this kind of feed: catalog or availability.", valueName: "kind"))
    var to: Target?
    @Option(help: "Apple's developer Team ID.") var teamID: String?
    @Option(help: "The id of the catalog.") var catalogID: String?
    @Option(help: "The id of the service.") var serviceID: String?
    @Option(help: "The default locale of a catalog, such as en-US.") var locale: String?
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file, which appears when it is complete.", valueName: "file"),
        completion: .file())
    var output: String?
    @Option(
        help: ArgumentHelp(
            "The encoding of a table, such as windows-1252, macintosh or utf-16le: a name that `iconv -l` lists.",
            valueName: "name"))
    var encoding: String?
    @Flag(
        help: "Leave out columns of a table that --columns does not list for this kind of feed, instead of refusing it."
    )
    var ignoreUnknownColumns = false
    @Flag(help: "List the columns that tables may have.") var columns = false

    func validate() throws {
        guard !columns else { return }
        guard let file else { throw ValidationError("Pass a feed or a table, or use --columns.") }
        if let encoding {
            guard TableConverter.isEncoding(encoding) else {
                throw ValidationError(
                    "--encoding '\(encoding.prefix(40))' is unknown: write a name that `iconv -l` lists, such as windows-1252."
                )
            }
            guard to != nil || isTable(file) else {
                throw ValidationError("--encoding is for tables, and needs --to; a feed declares its encoding itself.")
            }
        }
        // `run` reports a file that does not exist.
        guard file == "-" || file.contains("://") || FileManager.default.fileExists(atPath: file) else { return }
        if to != nil, file.lowercased().hasSuffix(".xml") || file.lowercased().hasSuffix(".xml.gz") {
            throw ValidationError("'\(file)' is a feed, and --to is for tables: omit --to.")
        }
        let needed: [(String, String?)] =
            switch to {
            case .catalog: [("--team-id", teamID), ("--catalog-id", catalogID), ("--locale", locale)]
            case .availability:
                [("--team-id", teamID), ("--service-id", serviceID), ("--catalog-id", catalogID)]
            case nil: []
            }
        let missing = needed.filter { $0.1 == nil }.map(\.0)
        guard missing.isEmpty else {
            throw ValidationError("Converting '\(file)' requires \(missing.joined(separator: ", ")).")
        }
        if to == nil, isTable(file) {
            throw ValidationError("'\(file)' is a table: add --to catalog or --to availability.")
        }
    }

    /// Whether the name of a file ends like that of a table; a text is one if it does not begin like XML.
    private func isTable(_ file: String) -> Bool {
        let name = file.lowercased()
        guard name.hasSuffix(".txt") else { return [".csv", ".tsv", ".tab", ".json"].contains { name.hasSuffix($0) } }
        let start = (try? FileHandle(forReadingFrom: URL(filePath: file)).read(upToCount: 64)) ?? Data()
        // Byte order marks, the zeros of UTF-16, and white space may precede the first character.
        let first = start.first { ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 9, 10, 13, 32].contains($0) }
        return first != nil && first != UInt8(ascii: "<") && !start.starts(with: [0x1F, 0x8B])
    }

    func run() throws {
        if columns { return try listColumns() }
        guard let file else { return }
        if let to { try convertTable(file, to) } else { try convertFeed(file) }
    }

    private func listColumns() throws {
        try FeedCommand.writing(nil, isText: true) { output in
            for (title, kind) in [("catalog", FeedKind.catalog), ("availability", .availability)] {
                output.write("--to \(title)\n")
                for column in TableConverter.columns(kind) {
                    let padding = String(repeating: " ", count: max(1, 20 - column.name.count))
                    output.write("  \(column.name)\(padding)\(column.meaning) (\(column.example))\n")
                }
            }
        }
    }

    private func convertTable(_ file: String, _ target: Target) throws {
        let bytes = try FeedCommand.bytes(file)
        var converter = TableConverter()
        converter.ignoresUnknownColumns = ignoreUnknownColumns
        converter.encoding = encoding
        converter.catalogHead.teamID = teamID ?? ""
        converter.catalogHead.catalogID = catalogID ?? ""
        converter.catalogHead.defaultLocale = locale ?? ""
        converter.availabilityHead.teamID = teamID ?? ""
        converter.availabilityHead.serviceID = serviceID ?? ""
        do {
            try FeedCommand.writing(output) { output in
                var writer = FeedWriter { output.write($0) }
                switch target {
                case .catalog:
                    let catalog = try converter.catalog(bytes, name: file)
                    try writer.begin(catalog.head, itemCount: catalog.items.count)
                    for item in catalog.items { try writer.write(item) }
                case .availability:
                    let feed = try converter.availability(bytes, name: file, catalogID: catalogID ?? "")
                    try writer.begin(feed.head, itemCount: feed.items.count)
                    for item in feed.items { try writer.write(item) }
                }
                try writer.finish()
            }
        } catch let error as TableError {
            Console.printError(error.line)
            for other in error.further { Console.printError(other.line) }
            throw ExitCode(ToolExit.failed)
        }
    }

    private func convertFeed(_ file: String) throws {
        try FeedCommand.reading {
            try FeedCommand.writing(output) { output in
                var rewriter = FeedRewriter()
                rewriter.changes.teamID = teamID
                rewriter.changes.catalogID = catalogID
                rewriter.changes.serviceID = serviceID
                rewriter.changes.defaultLocale = locale
                try rewriter.rewrite(FeedCommand.input(file)) { output.write($0) }
            }
        }
    }
}
