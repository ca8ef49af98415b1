public import Foundation

/// Converts tables to feeds, for small services without a program of their own.
///
/// Each row is an item. The columns are listed in `columns`; several values in a cell are separated by `|`.
public struct TableConverter: Sendable {
    public var catalogHead = CatalogHead()
    public var availabilityHead = AvailabilityHead()
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
            let item = try AvailabilityRow(row, name, catalogID, now).item()
            // Several rows with the same id are several offers of the item.
            if let place = places[item.contentID] {
                items[place].offers += item.offers
            } else {
                places[item.contentID] = items.count
                items.append(item)
            }
        }
        return Availability(head: head, items: items)
    }

    private func rows(_ bytes: [UInt8], _ name: String, _ kind: FeedKind) throws -> [TableRow] {
        let rows = try TableReader.rows(bytes, name: name)
        let known = Set(TableColumn.kinds.filter { $0.feeds.contains(kind) }.map(\.name))
        let others = Set(TableColumn.kinds.map(\.name))
        for column in rows.first?.values.map(\.column) ?? [] {
            let found = TableColumn(column).name
            guard !known.contains(found), !others.contains(found), !found.isEmpty else { continue }
            let near = known.min { EditDistance.between($0, found) < EditDistance.between($1, found) } ?? ""
            throw TableError(
                message: "\(name) has an unknown column `\(found)`",
                remedy: EditDistance.between(near, found) <= 3
                    ? "rename it to `\(near)`, or remove it"
                    : "remove it; known columns: \(known.sorted().joined(separator: ", "))")
        }
        return rows
    }
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

/// Reads the cells of a row by column.
struct RowReader {
    let row: TableRow
    let table: String
    private var cells: [(column: TableColumn, values: [String])]

    init(_ row: TableRow, _ table: String) {
        self.row = row
        self.table = table
        cells = row.values.map { (TableColumn($0.column), $0.values) }
    }

    /// Returns the parts of a column's cells, trimmed, with the detail after the column's colon.
    func parts(_ name: String) -> [(detail: String?, text: String)] {
        cells.filter { $0.column.name == name }.flatMap { cell in
            cell.values.flatMap { $0.split(separator: "|") }.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                .filter { !$0.isEmpty }.map { (cell.column.detail, $0) }
        }
    }

    /// Returns a column's cells as free text.
    func wholes(_ name: String) -> [(detail: String?, text: String)] {
        cells.filter { $0.column.name == name }.flatMap { cell in
            cell.values.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
                .map { (cell.column.detail, $0) }
        }
    }

    func text(_ name: String) -> String? { wholes(name).first?.text }

    func number(_ name: String) throws -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text) else { throw error(name, text, "write a whole number") }
        return number
    }

    func seconds(_ name: String) throws -> Int? {
        guard let text = text(name) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count <= 3, parts.allSatisfy({ ($0 ?? -1) >= 0 && ($0 ?? 0) < 10_000_000 }) else {
            throw error(name, text, "write seconds, or h:mm:ss")
        }
        return parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
    }

    func moment(_ name: String) throws -> FeedDateTime? {
        guard let text = text(name) else { return nil }
        guard let moment = FeedDateTime(text) ?? FeedDateTime(text + "T00:00:00Z") else {
            throw error(name, text, "write YYYY-MM-DDThh:mm:ss with an offset, such as 2026-03-01T00:00:00-08:00")
        }
        return moment
    }

    func boolean(_ name: String) throws -> Bool? {
        guard let text = text(name) else { return nil }
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
