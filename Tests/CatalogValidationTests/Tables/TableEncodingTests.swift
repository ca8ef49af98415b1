import Foundation
import Testing

@testable import UniversalMediaCatalog

/// Tables in other encodings than UTF-8, and what spreadsheets write into tables.
struct TableEncodingTests {
    private static let table = "contentId;title\r\nT-1;\"Café € “Œuvre”\r\n🎬 日本\"\r\n"
    private static let title = "Café € “Œuvre”\n🎬 日本"

    private func titles(_ bytes: [UInt8], _ encoding: String? = nil) throws -> [String] {
        var converter = TableConverter()
        converter.catalogHead.defaultLocale = "en-US"
        converter.encoding = encoding
        return try converter.catalog(bytes, name: "films.csv").items.flatMap { $0.titles.map(\.text) }
    }

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    private func message(_ bytes: [UInt8], _ encoding: String? = nil) -> String {
        do {
            _ = try titles(bytes, encoding)
            return "accepted"
        } catch { return "\(error)" }
    }

    @Test("a table in UTF-16 with a byte order mark is read without loss", arguments: [true, false])
    func unicodeText(_ isBigEndian: Bool) throws {
        let bytes = Self.utf16("\u{FEFF}" + Self.table, isBigEndian: isBigEndian)
        #expect(try titles(bytes) == [Self.title])
        #expect(try titles(bytes, "utf-16") == [Self.title])
        let json = Self.utf16("\u{FEFF}[{\"contentId\": \"T-1\", \"title\": \"é\"}]", isBigEndian: isBigEndian)
        #expect(try titles(json) == ["é"])
    }

    @Test("a table in UTF-16 without a byte order mark is read only when the encoding is named")
    func unmarked() throws {
        let bytes = Self.utf16(Self.table, isBigEndian: false)
        #expect(message(bytes).contains("--encoding utf-16le"))
        #expect(message(bytes, "utf-16").contains("utf-16le or utf-16be"))
        #expect(try titles(bytes, "utf-16le") == [Self.title])
        #expect(message(bytes.dropLast() + [], "utf-16le").contains("inside a character"))
        #expect(message([0xFF, 0xFE] + Array(bytes.prefix(33))).contains("inside a character"))
    }

    @Test("a table in Windows-1252 is read only when the encoding is named, and the error shows a text of it")
    func windows() throws {
        let bytes = Array("contentId;title\nT-1;Caf".utf8) + [0xE9, 0x20, 0x80, 0x20, 0x93] + Array("Hi\n".utf8)
        let refusal = message(bytes)
        for part in ["line 2", "0xE9", "--encoding windows-1252", "`Café € “Hi`"] {
            #expect(refusal.contains(part), "\(refusal)")
        }
        #expect(try titles(bytes, "windows-1252") == ["Café € “Hi"])
        #expect(try titles(bytes, "CP1252") == ["Café € “Hi"])
    }

    @Test("a byte that an encoding does not define is an error with its line, and suggests no encoding")
    func undefined() {
        let bytes = Array("contentId;title\nT-1;Caf".utf8) + [0xE9, 0x81, 0x0A]
        #expect(!message(bytes).contains("windows-1252"))
        let refusal = message(bytes, "windows-1252")
        #expect(refusal.contains("line 2") && refusal.contains("0x81"), "\(refusal)")
    }

    @Test("an encoding that contradicts the bytes of the table is an error")
    func contradictions() {
        let bytes = Array(Self.table.utf8)
        #expect(message(bytes, "windows-1252").contains("is in UTF-8"))
        #expect(message([0xEF, 0xBB, 0xBF] + bytes, "windows-1252").contains("mark of UTF-8"))
        let wide = Self.utf16("\u{FEFF}" + Self.table, isBigEndian: true)
        #expect(message(wide, "windows-1252").contains("mark of UTF-16BE"))
        #expect(message(bytes, "no-such-encoding").contains("unknown"))
    }

    @Test("encodings are those of the C library, without options that lose characters")
    func names() {
        #expect(TableConverter.isEncoding("windows-1252"))
        #expect(!TableConverter.isEncoding("windows-1252//IGNORE"))
        #expect(!TableConverter.isEncoding("") && !TableConverter.isEncoding("no-such-encoding"))
    }

    @Test(
        "values in the form of a spreadsheet are read where they have one meaning",
        arguments: [
            ("duration", "5400,0", "<duration>5400<"), ("duration", "5400.00", "<duration>5400<"),
            ("duration", "1:30:00", "<duration>5400<"), ("isOriginal", "WAHR", "<isOriginal>true<"),
            ("isOriginal", "FAUX", "<isOriginal>false<"),
        ])
    func values(_ column: String, _ value: String, _ element: String) throws {
        let table = "contentId;\(column)\nT-1;\(value)"
        let item = try #require(try TableConverter().catalog(Array(table.utf8), name: "films.csv").items.first)
        var text = ""
        var writer = FeedWriter { text += $0 }
        try writer.begin(CatalogHead(), itemCount: 1)
        try writer.write(item)
        try writer.finish()
        #expect(text.contains(element), "\(text)")
    }

    @Test(
        "values of a spreadsheet with several meanings, or with none, are errors that name the cause",
        arguments: [
            ("duration", "1:30", "hours and minutes"), ("duration", "5.400", "whole seconds"),
            ("duration", "1:90:00", "h:mm:ss"), ("duration", "01:30:00 AM", "[h]:mm:ss"),
            ("duration", "0,0625", "[h]:mm:ss"), ("date", "########", "too narrow"),
            ("date", "45933,5", "number of a day"), ("date", "03.10.2025", "format the column"),
            ("contentId", "1,00E+12", "rounded"), ("title", "#REF!", "formula"), ("title", "#NV", "formula"),
        ])
    func errors(_ column: String, _ value: String, _ cause: String) {
        let table = column == "contentId" ? "contentId\n\"\(value)\"" : "contentId;\(column)\nT-1;\(value)"
        #expect(message(Array(table.utf8)).contains(cause), "\(message(Array(table.utf8)))")
    }

    @Test("rows without a value are left out, before the names of the columns, too")
    func blankRows() throws {
        #expect(try titles(Array(";;\ncontentId;title;\n;;\nT-1;One;\n; ;\n".utf8)) == ["One"])
    }

    @Test("a table with a title in its first row is an error that names the row")
    func titleRow() {
        let refusal = message(Array("My films;;\ncontentId;title;\nT-1;One;\n".utf8))
        #expect(refusal.contains("first row") && refusal.contains("`My films`"), "\(refusal)")
    }

    @Test("errors count rows like a spreadsheet, and name the line where cells have several lines")
    func places() {
        let table = "contentId;title;date\nT-1;\"One\ntwo\";2026-01-01\nT-2;Two;1.2.2026\n"
        #expect(message(Array(table.utf8)).contains("row 3 (line 4) of films.csv"))
        let short = "contentId;title\nT-1;\"One\ntwo\"\nT-2\n"
        #expect(message(Array(short.utf8)).contains("line 4 of films.csv (row 3)"))
    }

    @Test("the first invalid value of each column is reported at once, with the number of further rows")
    func severalErrors() throws {
        let table = "contentId;date;territory;duration\nA;1.1.2026;US;1:30\nB;1.2.2026;US;60\nC;1.3.2026;US;90 min\n"
        let error = #expect(throws: TableError.self) {
            try TableConverter().catalog(Array(table.utf8), name: "films.csv")
        }
        let lines = try #require(error).description.split(separator: "\n")
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.contains { $0.contains("`1.1.2026` (so in 2 more rows)") })
        #expect(lines.contains { $0.contains("`1:30`;") })
        #expect(lines.contains { $0.contains("`90 min`;") })
    }

    @Test("a separator before a combining character separates, and stays out of the field")
    func combining() throws {
        #expect(try titles(Array("contentId;title\nT-1;\u{301}One".utf8)) == ["\u{301}One"])
        #expect(try titles(Array("contentId;title\nT-1;\"\u{301}One\"".utf8)) == ["\u{301}One"])
    }
}
