import Foundation

/// A row of a table, with its number for messages.
struct TableRow {
    var number: Int
    /// The line of a text that it begins in.
    var line: Int?
    /// Values by column; for a JSON array, one value for each element.
    var values: [(column: String, values: [String])]

    /// The number, as spreadsheets show it, with the line if it is another one.
    var place: String { line.map { $0 == number ? "row \(number)" : "row \(number) (line \($0))" } ?? "row \(number)" }

    /// Whether a column has a value.
    func has(_ column: String) -> Bool { values.contains { $0.column == column && Self.isValue($0.values) } }

    /// The first value of a cell that contains more than white space.
    static func firstValue(_ values: [String]) -> String? { values.first { !$0.allSatisfy(\.isWhitespace) } }

    private static func isValue(_ values: [String]) -> Bool { firstValue(values) != nil }
}

/// Reads tables: CSV (RFC 4180; comma, semicolon or tab) and JSON (an array of objects).
enum TableReader {
    /// Maximum size of a table in bytes: tables are read completely into memory.
    static let maximumBytes = 256 << 20

    /// - Parameter encoding: nil: that of the byte order mark, otherwise UTF-8.
    static func rows(_ bytes: [UInt8], name: String, encoding: String? = nil) throws -> [TableRow] {
        guard bytes.count <= maximumBytes else {
            throw TableError(
                message: "\(name) is larger than \(maximumBytes) bytes (limit maximumBytes)", remedy: "divide it")
        }
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            throw TableError(
                message: "\(name) is a workbook or another ZIP archive",
                remedy: "export its sheet as CSV (in a spreadsheet: CSV UTF-8)")
        }
        let text = try TableDecoder(encoding: encoding, name: name).text(bytes)
        guard let first = text.utf8.first(where: { !isXMLSpace($0) }) else {
            throw TableError(message: "\(name) is empty", remedy: "write the names of the columns in the first row")
        }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return try json(text, name: name) }
        return try csv(text, name: name)
    }

    private static func json(_ text: String, name: String) throws -> [TableRow] {
        var reader = JSONReader(text, name: name)
        guard case .list(let list) = try reader.document() else {
            throw TableError(message: "\(name) is not an array", remedy: "write an array of objects, one for each item")
        }
        return try list.enumerated().map { index, element in
            guard case .object(let object, let line) = element else {
                throw TableError(
                    message: "element \(index + 1) of \(name) is not an object", remedy: "write an object for each item"
                )
            }
            return TableRow(
                number: index + 1, line: line,
                values: try object.sorted { $0.key < $1.key }.map { key, value in
                    guard let texts = value.texts else {
                        throw TableError(
                            message: "`\(key)` in element \(index + 1) of \(name) (line \(line)) is an object",
                            remedy: "write a text, a number, a Boolean or an array of these")
                    }
                    return (key.trimmingCharacters(in: .whitespaces), texts)
                })
        }
    }

    private static func csv(_ text: String, name: String) throws -> [TableRow] {
        var reader = CSVReader(text, name: name)
        var records = try reader.records()
        guard !records.isEmpty else {
            throw TableError(message: "\(name) is empty", remedy: "write the names of the columns in its first row")
        }
        let columns = records.removeFirst().fields.map { $0.trimmingCharacters(in: .whitespaces) }
        return try records.map { record in
            let fields = record.fields
            // A short row may lack a field in its midst.
            guard fields.count == columns.count else {
                throw TableError(
                    message: "\(reader.place(record)) has \(fields.count) fields for \(columns.count) columns",
                    remedy: fields.count < columns.count
                        ? "write all separators, also those of empty fields at the end"
                        : "put fields with \(reader.separator == "\t" ? "a tab" : "`\(reader.separator)`") in quotation marks"
                )
            }
            return TableRow(
                number: record.row, line: record.line, values: zip(columns, fields).map { ($0, $1.isEmpty ? [] : [$1]) }
            )
        }
    }
}
