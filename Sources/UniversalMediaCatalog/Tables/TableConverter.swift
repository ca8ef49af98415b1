public import Foundation

/// Converts tables to feeds, for small services without a program of their own.
///
/// Each row is an item. The columns are listed in `columns`; several values in a cell are separated by `|`.
public struct TableConverter: Sendable {
    public var catalogHead = CatalogHead()
    public var availabilityHead = AvailabilityHead()
    /// Whether columns that `columns` does not list are left out instead of being an error.
    public var ignoresUnknownColumns = false
    /// The encoding of tables, by a name that the C library knows (`isEncoding`); nil: that of the byte order mark, otherwise UTF-8.
    public var encoding: String?
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

    /// Whether the C library can read texts in an encoding.
    public static func isEncoding(_ name: String) -> Bool { CharacterConversion.isKnown(name) }

    /// - Throws: `TableError` with the row and column of an invalid value, and those of further columns.
    public func catalog(_ bytes: [UInt8], name: String) throws -> Catalog {
        let rows = try rows(bytes, name, .catalog)
        var head = catalogHead
        head.lastBuildDate = head.lastBuildDate ?? FeedDateTime(now)
        return try Catalog(
            head: head, items: TableErrors.items(of: rows) { try CatalogRow($0, name, head, now).item() })
    }

    public func availability(_ bytes: [UInt8], name: String, catalogID: String) throws -> Availability {
        let rows = try rows(bytes, name, .availability)
        var head = availabilityHead
        head.lastBuildDate = head.lastBuildDate ?? FeedDateTime(now)
        var items: [AvailabilityItem] = []
        var places: [String: Int] = [:]
        let read = try TableErrors.items(of: rows) { try AvailabilityRow($0, name, catalogID, now).item() }
        for (row, item) in zip(rows, read) {
            var item = item
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
                    message: "\(row.place) of \(name) repeats contentId `\(item.contentID)` with other values",
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
                            "\(row.place) of \(name) has the value `\(value.prefix(80))` in a column without a name",
                        remedy: "name the column, or ignore it (--ignore-unknown-columns)")
                }
                if let error = values.first(where: { SpreadsheetValue.isError($0) }) {
                    throw TableError(
                        message: "\(row.place) of \(name): \(column) is `\(error)`, the error of a formula",
                        remedy: "correct the formula in the spreadsheet, and save the table again")
                }
                if let formula = values.first(where: { SpreadsheetValue.isFormula($0) }) {
                    throw TableError(
                        message:
                            "\(row.place) of \(name): \(column) is `\(formula.prefix(80))`, a formula in place of its value",
                        remedy: "save the values of the spreadsheet instead of its formulas")
                }
                guard let scalar = values.lazy.flatMap(\.unicodeScalars).first(where: { !Self.isXML($0) }) else {
                    continue
                }
                throw TableError(
                    message: "\(row.place) of \(name): \(column) contains the control character "
                        + "U+\(String(scalar.value, radix: 16, uppercase: true)), which XML does not allow",
                    remedy: "remove the character")
            }
        }
    }

    /// - Throws: `TableError` if a table begins with a row that names no column, such as its title.
    private func checkColumns(of rows: [TableRow], _ name: String, _ known: Set<String>, _ others: Set<String>) throws {
        guard let row = rows.first, row.line != nil else { return }
        let found = row.values.map { TableColumn($0.column).name }
        guard let first = found.first(where: { !$0.isEmpty }), !first.contains("|"),
            !found.contains(where: { others.contains($0) || Self.intended($0, known) != nil })
        else { return }
        throw TableError(
            message: "the first row of \(name) has `\(first.prefix(80))`, and no name of a column",
            remedy: "write the names of the columns in the first row: umc convert --columns lists them")
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
        var rows = try TableReader.rows(bytes, name: name, encoding: encoding)
        let known = Set(TableColumn.kinds.filter { $0.feeds.contains(kind) }.map(\.name))
        let others = Set(TableColumn.kinds.map(\.name))
        try checkColumns(of: rows, name, known, others)
        try checkCells(of: rows, name)
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
                        "\(place.place) of \(name) has a value in the column `\(found)`, which a feed of type "
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
