import Foundation

/// A row of a table, with its number for messages.
struct TableRow {
    var number: Int
    /// Values by column; for a JSON array, one value for each element.
    var values: [(column: String, values: [String])]

    /// Whether a column has a value.
    func has(_ column: String) -> Bool { values.contains { $0.column == column && Self.isValue($0.values) } }

    /// The first value of a cell that contains more than white space.
    static func firstValue(_ values: [String]) -> String? { values.first { !$0.allSatisfy(\.isWhitespace) } }

    private static func isValue(_ values: [String]) -> Bool { firstValue(values) != nil }
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
        // A tab at the start separates the first column, which has no name, from the second.
        let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0).drop {
            $0 == 10 || $0 == 13 || $0 == 32
        }
        guard let first = text.first(where: { !isXMLSpace($0) }) else {
            throw TableError(message: "\(name) is empty", remedy: "write the names of the columns in the first row")
        }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { return try json(Data(text), name: name) }
        if text.starts(with: [0x50, 0x4B, 3, 4]) {
            throw TableError(
                message: "\(name) is a workbook or another ZIP archive",
                remedy: "export its sheet as CSV (in a spreadsheet: CSV UTF-8)")
        }
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
                number: index + 1,
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

    private static func isLineEnd(_ character: Character) -> Bool {
        character == "\n" || character == "\r\n" || character == "\r"
    }

    /// Returns the separator that the first line names, as spreadsheets write it (`sep=;`).
    private static func declaredSeparator(_ line: Substring) -> Character? {
        guard line.count == 5, line.lowercased().hasPrefix("sep="), let last = line.last else { return nil }
        return last
    }

    /// Returns the most frequent separator of the line with the names of the columns.
    private static func separator(of header: Substring) -> Character {
        [",", ";", "\t"].max { left, right in header.count { $0 == left } < header.count { $0 == right } } ?? ","
    }

    private static func csv(_ table: String, name: String) throws -> [TableRow] {
        let head = table.prefix { !isLineEnd($0) }
        let declared = declaredSeparator(head)
        let text = declared == nil ? table[...] : table.dropFirst(head.count + 1)
        let separator = declared ?? separator(of: head)
        var lines: [(number: Int, fields: [String])] = []
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        var wasQuoted = false
        var line = declared == nil ? 1 : 2
        var firstLine = line
        var characters = text.makeIterator()
        var pending: Character?
        while let character = pending ?? characters.next() {
            pending = nil
            let isLineEnd = isLineEnd(character)
            if isLineEnd { line += 1 }
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
            } else if isLineEnd {
                fields.append(field)
                if fields != [""] { lines.append((firstLine, fields)) }
                (fields, field, wasQuoted) = ([], "", false)
                firstLine = line
            } else {
                guard !wasQuoted || character == " " || character == "\t" else {
                    throw TableError(
                        message:
                            "line \(line) of \(name) has `\(character)` after the quotation mark that closes a field",
                        remedy: "double quotation marks inside quoted fields, and quote the whole field")
                }
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
        guard !lines.isEmpty else {
            throw TableError(message: "\(name) is empty", remedy: "write the names of the columns in its first row")
        }
        let columns = lines.removeFirst().fields.map { $0.trimmingCharacters(in: .whitespaces) }
        return try lines.map { number, fields in
            // A short row may lack a field in its midst.
            guard fields.count == columns.count else {
                throw TableError(
                    message: "line \(number) of \(name) has \(fields.count) fields for \(columns.count) columns",
                    remedy: fields.count < columns.count
                        ? "write all separators, also those of empty fields at the end"
                        : "put fields with \(separator == "\t" ? "a tab" : "`\(separator)`") in quotation marks")
            }
            return TableRow(number: number, values: zip(columns, fields).map { ($0, $1.isEmpty ? [] : [$1]) })
        }
    }
}
