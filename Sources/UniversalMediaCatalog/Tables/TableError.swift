/// An error that prevents converting a table to a feed.
public struct TableError: Error, Sendable, CustomStringConvertible {
    public var message: String
    public var remedy: String
    /// The column of the value, if the error concerns a single value.
    var column: String?
    /// The number of further rows with an invalid value in this column.
    public internal(set) var otherRows = 0
    /// The first error of each further column.
    public internal(set) var further: [TableError] = []

    init(message: String, remedy: String, column: String? = nil) {
        self.message = message
        self.remedy = remedy
        self.column = column
    }

    /// The error without those of further columns.
    public var line: String {
        let rows = otherRows == 0 ? "" : " (so in \(otherRows) more \(otherRows == 1 ? "row" : "rows"))"
        return "\(message)\(rows); \(remedy)"
    }

    public var description: String { ([line] + further.map(\.line)).joined(separator: "\n") }
}

/// Collects the errors in the cells of a table.
enum TableErrors {
    /// Returns an item for each row.
    /// - Throws: the first `TableError` of each column, as one.
    static func items<Item>(of rows: [TableRow], _ item: (TableRow) throws -> Item) throws -> [Item] {
        var items: [Item] = []
        var errors: [TableError] = []
        for row in rows {
            var row = row
            var next = true
            while next {
                next = false
                do { items.append(try item(row)) } catch var error as TableError {
                    guard let column = error.column else { throw errors.isEmpty ? error : joined(errors + [error]) }
                    if let known = errors.firstIndex(where: { $0.column == column && $0.remedy == error.remedy }) {
                        errors[known].otherRows += 1
                    } else {
                        error.column = column
                        errors.append(error)
                    }
                    // The cells without the invalid one can have further errors, unless the others depend on it.
                    let count = row.values.count
                    if !decisive.contains(column) { row.values.removeAll { isMeant($0.column, column) } }
                    next = row.values.count < count
                }
            }
        }
        guard errors.isEmpty else { throw joined(errors) }
        return items
    }

    /// Columns without which the others of their row mean something else.
    private static let decisive: Set<String> = ["contentType", "contentId", "offer"]

    /// Whether a cell has the column of an error, or depends on it.
    private static func isMeant(_ cell: String, _ column: String) -> Bool {
        let (name, wrong) = (TableColumn(cell).name, TableColumn(column).name)
        return name == wrong || wrong == "date" && name == "territory"
    }

    private static func joined(_ errors: [TableError]) -> TableError {
        var first = errors[0]
        first.further = Array(errors.dropFirst())
        return first
    }
}
