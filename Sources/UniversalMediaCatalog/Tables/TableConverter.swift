public import Foundation

/// Converts tables to feeds, for small services without a program of their own.
///
/// Each row is an item. The columns are listed in `columns`; several values in a cell are separated by `|`.
public struct TableConverter: Sendable {
    public var catalogHead = CatalogHead()
    public var availabilityHead = AvailabilityHead()
    /// Whether columns that `columns` does not list are left out instead of being an error.
    public var ignoresUnknownColumns = false
    /// Date for rows without a date, and the build date if the heads have none.
    public var now = Date()

    public init() {}

    /// A column that tables may have.
    public struct Column: Sendable, Hashable {
        public var name: String
        public var example: String
        public var meaning: String
    }

    public static func columns(_ kind: FeedKind) -> [Column] {
        TableColumn.kinds.filter { $0.feeds.contains(kind) }
            .map { Column(name: $0.name, example: $0.example, meaning: $0.meaning) }
    }

    /// - Throws: `TableError` with the row and column of an invalid value.
    public func catalog(_ bytes: [UInt8], name: String) throws -> Catalog {
        let rows = try rows(bytes, name, .catalog)
        var head = catalogHead
        head.lastBuildDate = head.lastBuildDate ?? FeedDateTime(now)
        return try Catalog(head: head, items: rows.map { try CatalogRow($0, name, head, now).item() })
    }

    public func availability(_ bytes: [UInt8], name: String, catalogID: String) throws -> Availability {
        let rows = try rows(bytes, name, .availability)
        var head = availabilityHead
        head.lastBuildDate = head.lastBuildDate ?? FeedDateTime(now)
        var items: [AvailabilityItem] = []
        var places: [String: Int] = [:]
        for row in rows {
            var item = try AvailabilityRow(row, name, catalogID, now).item()
            guard let place = places[item.contentID] else {
                places[item.contentID] = items.count
                items.append(item)
                continue
            }
            // Several rows with the same id are several offers of the item.
            let offers = items[place].offers + item.offers
            item.offers = items[place].offers
            if item.locators.isEmpty { item.locators = items[place].locators }
            if item.properties == nil { item.properties = items[place].properties }
            if !row.has("pubDate") { item.pubDate = items[place].pubDate }
            guard item == items[place] else {
                throw TableError(
                    message: "row \(row.number) of \(name) repeats contentId `\(item.contentID)` with other values",
                    remedy: "rows of one id are its offers: leave the other columns empty, or equal to the first row")
            }
            items[place].offers = offers
        }
        return Availability(head: head, items: items)
    }

    /// - Throws: `TableError` if a cell has a value that no feed can contain, or that belongs to no column.
    private func checkCells(of rows: [TableRow], _ name: String) throws {
        for row in rows {
            for (column, values) in row.values {
                if TableColumn(column).name.isEmpty, !ignoresUnknownColumns, let value = TableRow.firstValue(values) {
                    throw TableError(
                        message:
                            "row \(row.number) of \(name) has the value `\(value.prefix(80))` in a column without a name",
                        remedy: "name the column, or ignore it (--ignore-unknown-columns)")
                }
                guard let scalar = values.lazy.flatMap(\.unicodeScalars).first(where: { !Self.isXML($0) }) else {
                    continue
                }
                throw TableError(
                    message: "row \(row.number) of \(name): \(column) contains the control character "
                        + "U+\(String(scalar.value, radix: 16, uppercase: true)), which XML does not allow",
                    remedy: "remove the character")
            }
        }
    }

    /// Whether XML allows a character.
    private static func isXML(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9, 10, 13: true
        case 0..<32, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    private func rows(_ bytes: [UInt8], _ name: String, _ kind: FeedKind) throws -> [TableRow] {
        var rows = try TableReader.rows(bytes, name: name)
        try checkCells(of: rows, name)
        let known = Set(TableColumn.kinds.filter { $0.feeds.contains(kind) }.map(\.name))
        let others = Set(TableColumn.kinds.map(\.name))
        var unknown: Set<String> = []
        var misnamed: [String] = []
        for column in Set(rows.lazy.flatMap { $0.values.map(\.column) }).sorted() {
            let found = TableColumn(column).name
            guard !known.contains(found) else { continue }
            guard !ignoresUnknownColumns else {
                unknown.insert(column)
                continue
            }
            // Spreadsheets write separators for columns without contents.
            guard !found.isEmpty else { continue }
            guard !others.contains(found) else {
                let place = rows.first { $0.has(column) }
                guard let place else { continue }
                throw TableError(
                    message:
                        "row \(place.number) of \(name) has a value in the column `\(found)`, which a feed of type "
                        + "\(kind == .catalog ? "catalog" : "availability") has no place for",
                    remedy: "remove the column, or ignore it (--ignore-unknown-columns) and convert the table again "
                        + "with --to \(kind == .catalog ? "availability" : "catalog")")
            }
            misnamed.append(found)
        }
        if let first = misnamed.first {
            var seen: Set<String> = []
            let others = misnamed.dropFirst().filter { $0 != first && seen.insert($0).inserted }
            let hints = others.map { other in
                Self.intended(other, known).map { "`\(other)` (probably `\($0)`)" } ?? "`\(other)`"
            }
            throw TableError(
                message: "\(name) has an unknown column `\(first)`",
                remedy: Self.remedy(first, known)
                    + (hints.isEmpty ? "" : "; further unknown columns: \(hints.joined(separator: ", "))"))
        }
        if !unknown.isEmpty {
            for index in rows.indices { rows[index].values.removeAll { unknown.contains($0.column) } }
        }
        return rows
    }
}

extension TableConverter {
    /// What to do about a column of an unknown name.
    private static func remedy(_ found: String, _ known: Set<String>) -> String {
        if found.contains("|") {
            return "separate the columns by commas, semicolons or tabs; | separates the values of one cell"
        }
        if let near = intended(found, known) { return "rename it to `\(near)`, or remove it" }
        return "remove it, or ignore it (--ignore-unknown-columns); known columns: "
            + known.sorted().joined(separator: ", ")
    }

    /// Returns the known column that an unknown name probably means: a usual other name of it, its beginning, or a misspelling.
    private static func intended(_ found: String, _ known: Set<String>) -> String? {
        let folded = found.lowercased().filter { $0.isLetter || $0.isNumber }
        if let other = otherNames[folded], known.contains(other) { return other }
        let longer = known.filter { folded.count >= 3 && $0.lowercased().hasPrefix(folded) }
        if longer.count == 1, let only = longer.first { return only }
        let near = known.sorted().min { EditDistance.between($0, found) < EditDistance.between($1, found) } ?? ""
        return EditDistance.between(near, found) <= min(3, max(1, found.count / 3)) ? near : nil
    }

    /// Usual names of columns in other tables, in small letters without separators.
    private static let otherNames = [
        "id": "contentId", "itemid": "contentId", "releasedate": "date", "airdate": "date", "premieredate": "date",
        "originalreleasedate": "date", "originalairdate": "date", "startdate": "date", "starttime": "date",
        "name": "title", "synopsis": "description", "summary": "description", "plot": "description",
        "runtime": "duration", "length": "duration", "genres": "genre", "keywords": "keyword", "tags": "keyword",
        "actor": "credit", "actors": "credit", "cast": "credit", "director": "credit", "image": "artwork",
        "poster": "artwork", "imdb": "externalId", "imdbid": "externalId", "country": "productionCountry",
        "season": "seasonNumber", "episode": "episodeNumber", "showid": "showContentId", "seasonid": "seasonContentId",
        "sport": "sportName", "hometeam": "competitor", "awayteam": "competitor", "start": "windowStart",
        "end": "windowEnd", "captions": "closedCaptioning", "quality": "videoQuality", "tiers": "tier",
    ]
}

/// The Levenshtein distance of two texts.
public enum EditDistance {
    public static func between(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased()), right = Array(right.lowercased())
        guard left.count < 200, right.count < 200 else { return max(left.count, right.count) }
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let cost = a == b ? diagonal : diagonal + 1
                diagonal = row[j + 1]
                row[j + 1] = min(cost, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

/// Reads the cells of a row by column, and records which columns have been read.
final class RowReader {
    let row: TableRow
    let table: String
    private let cells: [(column: TableColumn, values: [String])]
    private var read: Set<String> = []

    init(_ row: TableRow, _ table: String) {
        self.row = row
        self.table = table
        cells = row.values.map { (TableColumn($0.column), $0.values) }
    }

    /// Returns the parts of a column's cells, trimmed, with the detail after the column's colon.
    func parts(_ name: String) -> [(detail: String?, text: String)] {
        read.insert(name)
        return cells.filter { $0.column.name == name }.flatMap { cell in
            cell.values.flatMap { $0.split(separator: "|") }.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                .filter { !$0.isEmpty }.map { (cell.column.detail, $0) }
        }
    }

    /// Returns a column's cells as free text.
    func wholes(_ name: String) -> [(detail: String?, text: String)] {
        read.insert(name)
        return cells.filter { $0.column.name == name }.flatMap { cell in
            cell.values.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
                .map { (cell.column.detail, $0) }
        }
    }

    /// - Throws: `TableError` if there are several texts.
    func text(_ name: String) throws -> String? {
        let texts = wholes(name)
        guard texts.count <= 1 else { throw error(name, texts[1].text, "write one value; `\(name)` has only one") }
        return texts.first?.text
    }

    /// - Returns: a date, or a date-time, as it is written.
    func date(_ name: String) throws -> String? { try text(name).map { try date(name, $0) } }

    func date(_ name: String, _ text: String) throws -> String {
        guard FeedDateTime(text) != nil || FeedDateTime(text + "T00:00:00Z") != nil else {
            if let days = Int(text), (1...80_000).contains(days) {
                throw error(
                    name, text,
                    "this is the number of a day in a spreadsheet: format the column as YYYY-MM-DD and save it again")
            }
            throw error(name, text, "write YYYY-MM-DD, such as 2026-03-01; other dates can be read in two ways")
        }
        return text
    }

    /// - Throws: `TableError` if a cell of a column for this kind of feed has a value that no element received.
    func finish(_ kind: FeedKind, _ item: String) throws {
        for cell in cells {
            guard let value = cell.values.first(where: { !$0.allSatisfy(\.isWhitespace) }),
                let column = TableColumn.kinds.first(where: { $0.name == cell.column.name }),
                column.feeds.contains(kind)
            else { continue }
            guard read.contains(column.name) else {
                throw error(column.name, value, "\(item) has no place for it: leave it empty")
            }
            guard cell.column.detail == nil || column.hasDetail else {
                throw error(
                    "\(column.name):\(cell.column.detail ?? "")", value, "write the column as `\(column.name)`")
            }
        }
    }

    func number(_ name: String) throws -> Int? {
        guard let text = try text(name) else { return nil }
        guard let number = Int(text) else { throw error(name, text, "write a whole number") }
        return number
    }

    func seconds(_ name: String) throws -> Int? {
        guard let text = try text(name) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count <= 3, parts.allSatisfy({ ($0 ?? -1) >= 0 && ($0 ?? 0) < 10_000_000 }) else {
            throw error(name, text, "write seconds, or h:mm:ss")
        }
        return parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
    }

    func moment(_ name: String) throws -> FeedDateTime? {
        guard let text = try text(name) else { return nil }
        guard let moment = FeedDateTime(text) ?? FeedDateTime(text + "T00:00:00Z") else {
            throw error(name, text, "write YYYY-MM-DDThh:mm:ss with an offset, such as 2026-03-01T00:00:00-08:00")
        }
        // Feeds are written to the second.
        let seconds = moment.date.timeIntervalSince1970
        guard seconds == seconds.rounded() else { throw error(name, text, "write whole seconds") }
        return moment
    }

    func boolean(_ name: String) throws -> Bool? {
        guard let text = try text(name) else { return nil }
        switch text.lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw error(name, text, "write true or false")
        }
    }

    func error(_ column: String, _ text: String, _ remedy: String) -> TableError {
        TableError(message: "row \(row.number) of \(table): \(column) is `\(text.prefix(80))`", remedy: remedy)
    }

    func missing(_ column: String) -> TableError {
        TableError(message: "row \(row.number) of \(table) has no \(column)", remedy: "fill in the column `\(column)`")
    }
}
