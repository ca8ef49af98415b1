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
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return try json(Data(text.utf8), name: name) }
        return try csv(text, name: name)
    }

    private static func json(_ data: Data, name: String) throws -> [TableRow] {
        let value: Any
        do { value = try JSONSerialization.jsonObject(with: data) } catch {
            throw TableError(
                message: "\(name) is not valid JSON: \(error.localizedDescription)",
                remedy: "write an array of objects, one for each item")
        }
        if let line = trailingComma(data) {
            throw TableError(
                message: "line \(line) of \(name) has a comma before a closing bracket, which is not valid JSON",
                remedy: "remove the comma, and check whether a value behind it is missing")
        }
        if let repeated = repeatedKey(data) {
            throw TableError(
                message: "line \(repeated.line) of \(name) has the key `\(repeated.key)` of its object a second time",
                remedy: "write the values as an array of one key")
        }
        guard let list = value as? [Any] else {
            throw TableError(message: "\(name) is not an array", remedy: "write an array of objects, one for each item")
        }
        return try list.enumerated().map { index, element in
            guard let object = element as? [String: Any] else {
                throw TableError(
                    message: "element \(index + 1) of \(name) is not an object", remedy: "write an object for each item"
                )
            }
            return TableRow(
                number: index + 1, line: nil,
                values: try object.sorted { $0.key < $1.key }.map { key, value in
                    guard let texts = texts(value) else {
                        throw TableError(
                            message: "`\(key)` in element \(index + 1) of \(name) is an object",
                            remedy: "write a text, a number, a Boolean or an array of these")
                    }
                    return (key.trimmingCharacters(in: .whitespaces), texts)
                })
        }
    }

    /// Returns the line of the first comma behind which a list or an object ends. Foundation accepts such a comma.
    private static func trailingComma(_ data: Data) -> Int? {
        var line = 1
        var comma: Int?
        var isText = false
        var isEscaped = false
        for byte in data {
            if byte == 10 { line += 1 }
            guard !isText else {
                if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: ","): comma = line
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if let comma { return comma }
            case 9, 10, 13, 32: break
            default:
                comma = nil
                isText = byte == UInt8(ascii: "\"")
                isEscaped = false
            }
        }
        return nil
    }

    /// Returns the first key that occurs twice in an object of a valid JSON text: readers keep only one of its values.
    private static func repeatedKey(_ data: Data) -> (key: String, line: Int)? {
        // One set of keys for each open object, and an empty one for each open array.
        var open: [Set<[UInt8]>] = []
        var line = 1
        let bytes = Array(data)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case 10: line += 1
            case UInt8(ascii: "\""):
                let start = index + 1
                index = start
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard index < bytes.count else { return nil }
                let key = Array(bytes[start..<index])
                var next = index + 1
                while next < bytes.count, isXMLSpace(bytes[next]) { next += 1 }
                guard next < bytes.count, bytes[next] == UInt8(ascii: ":"), let object = open.indices.last else {
                    break
                }
                if !open[object].insert(key).inserted { return (String(decoding: key, as: UTF8.self), line) }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// - Returns: nil for objects.
    private static func texts(_ value: Any) -> [String]? {
        switch value {
        case let list as [Any]:
            let texts = list.map(texts)
            return texts.contains { $0 == nil } ? nil : texts.flatMap { $0 ?? [] }
        case is NSNull: return []
        case let text as String: return [text]
        case let number as NSNumber:
            // Foundation represents a JSON Boolean as a number of type char.
            return [
                String(cString: number.objCType) == "c" ? (number.boolValue ? "true" : "false") : number.stringValue
            ]
        default: return nil
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
