/// Reads the records of a CSV text (RFC 4180): fields are separated by commas, semicolons, tabs, or what the first line names (`sep=;`).
struct CSVReader {
    struct Record {
        /// Its number among all records; that with the names of the columns is usually 1.
        var row: Int
        /// The line of the text that it begins in.
        var line: Int
        var fields: [String]

        /// Whether no field contains more than white space.
        var isBlank: Bool { fields.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
    }

    static let maximumColumns = 1_000

    /// The name of the table in messages.
    private let name: String
    let separator: Unicode.Scalar
    private var text: Substring.UnicodeScalarView
    private var line = 1
    private var row = 0

    init(_ text: String, name: String) {
        self.name = name
        let head = text.prefix { !$0.isNewline }
        let declared = Self.declaredSeparator(head)
        separator = declared ?? Self.separator(of: text)
        self.text = (declared == nil ? text[...] : text.dropFirst(head.count + 1)).unicodeScalars
        line = declared == nil ? 1 : 2
    }

    /// Returns all records that are not blank.
    /// - Throws: `TableError` with the line of a quotation mark that is not closed, or of text behind a closed one.
    mutating func records() throws -> [Record] {
        var records: [Record] = []
        while let record = try next() { if !record.isBlank { records.append(record) } }
        return records
    }

    private mutating func next() throws -> Record? {
        guard !text.isEmpty else { return nil }
        row += 1
        var record = Record(row: row, line: line, fields: [])
        while true {
            record.fields.append(try field(record))
            guard record.fields.count <= Self.maximumColumns else {
                throw TableError(
                    message: "line \(record.line) of \(name) has more than \(Self.maximumColumns) columns",
                    remedy: "check its quotation marks")
            }
            guard text.popFirst() == separator else { return record }
        }
    }

    /// Reads up to the separator or the end of the line, which is left as one scalar.
    private mutating func field(_ record: Record) throws -> String {
        var field = String.UnicodeScalarView()
        guard text.first == "\"" else {
            while let scalar = text.first, scalar != separator, !endsLine() { field.append(text.removeFirst()) }
            return String(field)
        }
        text.removeFirst()
        while true {
            guard let scalar = text.first else {
                throw TableError(
                    message: "the quotation mark that opens in \(place(record)) is not closed",
                    remedy: "double quotation marks inside quoted fields")
            }
            if endsLine() {
                // Texts have line feeds, whatever ends the lines of the file.
                field.append("\n")
                text.removeFirst()
                continue
            }
            text.removeFirst()
            if scalar != "\"" {
                field.append(scalar)
            } else if text.first == "\"" {
                field.append(text.removeFirst())
            } else {
                break
            }
        }
        while let scalar = text.first, scalar != separator, !endsLine() {
            guard scalar == " " || scalar == "\t" else {
                throw TableError(
                    message:
                        "line \(line) of \(name) has `\(scalar)` after the quotation mark that closes a field",
                    remedy: "double quotation marks inside quoted fields, and quote the whole field")
            }
            text.removeFirst()
        }
        return String(field)
    }

    /// Whether a line ends here; of a carriage return with a line feed, only the latter is left.
    private mutating func endsLine() -> Bool {
        guard let scalar = text.first, scalar == "\n" || scalar == "\r" else { return false }
        if scalar == "\r", text.dropFirst().first == "\n" { text.removeFirst() }
        line += 1
        return true
    }

    /// The position of a record in messages about its form.
    func place(_ record: Record) -> String {
        "line \(record.line) of \(name)" + (record.line == record.row ? "" : " (row \(record.row))")
    }

    /// Returns the separator that the first line names, as spreadsheets write it (`sep=;`).
    private static func declaredSeparator(_ line: Substring) -> Unicode.Scalar? {
        guard line.unicodeScalars.count == 5, line.lowercased().hasPrefix("sep=") else { return nil }
        return line.unicodeScalars.last
    }

    /// Returns the most frequent separator outside of quotation marks, in the first line that has one or another text.
    private static func separator(of text: String) -> Unicode.Scalar {
        var counts: [Unicode.Scalar: Int] = [:]
        var (isQuoted, hasText) = (false, false)
        for scalar in text.unicodeScalars {
            if scalar == "\"" { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if scalar == "\n" || scalar == "\r" {
                if hasText { break }
                counts = [:]
            }
            hasText = hasText || !scalar.properties.isWhitespace
            if [",", ";", "\t"].contains(scalar) { counts[scalar, default: 0] += 1 }
        }
        let found: [Unicode.Scalar] = [",", ";", "\t"]
        return found.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? ","
    }
}
