import Foundation

/// A row of a table, with its number for messages.
struct TableRow {
    var number: Int
    /// Values by column; for a JSON array, one value for each element.
    var values: [(column: String, values: [String])]

    /// Whether a column has a value.
    func has(_ column: String) -> Bool {
        values.contains { $0.column == column && $0.values.contains { !$0.allSatisfy(\.isWhitespace) } }
    }
}

/// An error that prevents converting a table to a feed.
public struct TableError: Error, Sendable, CustomStringConvertible {
    public var message: String
    public var remedy: String
    public var description: String { "\(message); \(remedy)" }
}

/// Reads tables: CSV (RFC 4180; comma, semicolon or tab) and JSON (an array of objects).
enum TableReader {
    /// Maximum size of a table in bytes: tables are read completely into memory.
    static let maximumBytes = 256 << 20
    static let maximumColumns = 1_000

    static func rows(_ bytes: [UInt8], name: String) throws -> [TableRow] {
        guard bytes.count <= maximumBytes else {
            throw TableError(
                message: "\(name) is larger than \(maximumBytes) bytes (limit maximumBytes)", remedy: "divide it")
        }
        let text = bytes.drop { isXMLSpace($0) || [0xEF, 0xBB, 0xBF].contains($0) }
        guard let first = text.first else {
            throw TableError(message: "\(name) is empty", remedy: "write the names of the columns in the first row")
        }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return try json(Data(text), name: name) }
        guard let string = String(validating: text, as: UTF8.self) else {
            throw TableError(
                message: "\(name) is not UTF-8", remedy: "save it as UTF-8 (in a spreadsheet: CSV UTF-8)")
        }
        return try csv(string, name: name)
    }

    private static func json(_ data: Data, name: String) throws -> [TableRow] {
        let value: Any
        do { value = try JSONSerialization.jsonObject(with: data) } catch {
            throw TableError(
                message: "\(name) is not valid JSON: \(error.localizedDescription)",
                remedy: "write an array of objects, one for each item")
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
                number: index + 1,
                values: try object.sorted { $0.key < $1.key }.map { key, value in
                    guard let texts = texts(value) else {
                        throw TableError(
                            message: "`\(key)` in element \(index + 1) of \(name) is an object",
                            remedy: "write a text, a number, a Boolean or an array of these")
                    }
                    return (key, texts)
                })
        }
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
        let header = text.prefix { $0 != "\n" && $0 != "\r\n" }
        let separator: Character =
            [",", ";", "\t"].max { left, right in
                header.count { $0 == left } < header.count { $0 == right }
            } ?? ","
        var lines: [(number: Int, fields: [String])] = []
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        var wasQuoted = false
        var line = 1
        var firstLine = 1
        var characters = text.makeIterator()
        var pending: Character?
        while let character = pending ?? characters.next() {
            pending = nil
            if character.isNewline { line += 1 }
            if isQuoted {
                guard character == "\"" else {
                    field.append(character)
                    continue
                }
                let next = characters.next()
                if next == "\"" {
                    field.append("\"")
                } else {
                    isQuoted = false
                    wasQuoted = true
                    pending = next
                }
            } else if character == "\"", field.isEmpty, !wasQuoted {
                isQuoted = true
            } else if character == separator {
                fields.append(field)
                (field, wasQuoted) = ("", false)
                guard fields.count <= maximumColumns else {
                    throw TableError(
                        message: "line \(firstLine) of \(name) has more than \(maximumColumns) columns",
                        remedy: "check its quotation marks")
                }
            } else if character.isNewline {
                fields.append(field)
                if fields != [""] { lines.append((firstLine, fields)) }
                (fields, field, wasQuoted) = ([], "", false)
                firstLine = line
            } else {
                field.append(character)
            }
        }
        guard !isQuoted else {
            throw TableError(
                message: "the quotation mark that opens in line \(firstLine) of \(name) is not closed",
                remedy: "double quotation marks inside quoted fields")
        }
        fields.append(field)
        if fields != [""] { lines.append((firstLine, fields)) }
        let columns = lines.removeFirst().fields.map { $0.trimmingCharacters(in: .whitespaces) }
        return try lines.map { number, fields in
            // A short row may lack a field in its midst.
            guard fields.count == columns.count else {
                throw TableError(
                    message: "line \(number) of \(name) has \(fields.count) fields for \(columns.count) columns",
                    remedy: fields.count < columns.count
                        ? "write all separators, also those of empty fields at the end"
                        : "put fields with `\(separator)` in quotation marks")
            }
            return TableRow(number: number, values: zip(columns, fields).map { ($0, $1.isEmpty ? [] : [$1]) })
        }
    }
}
