import Foundation

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
            throw error(
                name, text,
                SpreadsheetValue.remedy(date: text)
                    ?? "write YYYY-MM-DD, such as 2026-03-01; other dates can be read in "
                    + "two ways: in a spreadsheet, format the column as YYYY-MM-DD and save the table again")
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
        guard let number = SpreadsheetValue.whole(text) else { throw error(name, text, "write a whole number") }
        return number
    }

    func seconds(_ name: String) throws -> Int? {
        guard let text = try text(name) else { return nil }
        if let seconds = SpreadsheetValue.whole(text), (0..<10_000_000).contains(seconds) { return seconds }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) ?? -1 : -1
        }
        guard parts.count != 2 || parts.contains(-1) else {
            throw error(
                name, text, "this can be minutes and seconds, or hours and minutes: write seconds, or h:mm:ss")
        }
        guard parts.count == 3, parts.allSatisfy({ $0 >= 0 }), parts[0] < 2_000, parts[1] < 60, parts[2] < 60 else {
            throw error(name, text, SpreadsheetValue.remedy(duration: text) ?? "write whole seconds, or h:mm:ss")
        }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }

    func moment(_ name: String) throws -> FeedDateTime? {
        guard let text = try text(name) else { return nil }
        guard let moment = FeedDateTime(text) ?? FeedDateTime(text + "T00:00:00Z") else {
            throw error(
                name, text,
                SpreadsheetValue.remedy(date: text)
                    ?? "write YYYY-MM-DDThh:mm:ss with an offset, such as 2026-03-01T00:00:00-08:00")
        }
        // Feeds are written to the second.
        let seconds = moment.date.timeIntervalSince1970
        guard seconds == seconds.rounded() else { throw error(name, text, "write whole seconds") }
        return moment
    }

    func boolean(_ name: String) throws -> Bool? {
        guard let text = try text(name) else { return nil }
        guard let value = SpreadsheetValue.boolean(text) else { throw error(name, text, "write true or false") }
        return value
    }

    /// Returns an id.
    func id(_ name: String) throws -> String? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.first != UInt8(ascii: "'") else {
            throw error(
                name, text,
                "remove the apostrophe, with which spreadsheets mark a text: format the column as text instead")
        }
        guard !SpreadsheetValue.isRounded(text) else {
            throw error(
                name, text,
                "the spreadsheet has rounded this id: format the column as text, and write the ids into it again")
        }
        return text
    }

    func error(_ column: String, _ text: String, _ remedy: String) -> TableError {
        TableError(
            message: "\(row.place) of \(table): \(column) is `\(text.prefix(80))`", remedy: remedy, column: column)
    }

    func missing(_ column: String) -> TableError {
        TableError(
            message: "\(row.place) of \(table) has no \(column)", remedy: "fill in the column `\(column)`",
            column: column)
    }
}
