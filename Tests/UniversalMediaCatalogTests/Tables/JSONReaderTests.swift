import Testing

@testable import UniversalMediaCatalog

/// Tables in JSON, read without a loss.
struct JSONReaderTests {
    private func rows(_ text: String) throws -> [TableRow] {
        try TableReader.rows(Array(text.utf8), name: "films.json")
    }

    @Test(
        "text that is not JSON is rejected with its line, the reason and a remedy",
        arguments: [
            ("[{\"a\": 1},\n]", "line 1 of films.json has a comma without an element after it; remove the comma"),
            ("[{\"a\": 1,\n \"b\": 2,\n}]", "line 2 of films.json has a comma without an element after it"),
            ("[{\"a\": [1,,2]}]", "line 1 of films.json has a comma without an element after it"),
            ("[\n,{}]", "line 2 of films.json has a comma before the first element of an array"),
            ("[{\"a\": 1}\n {\"a\": 2}]", "line 2 of films.json has `{` where a comma or `]` belongs"),
            ("[{\"a\": 1 \"b\": 2}]", "line 1 of films.json has `\"` where a comma or `}` belongs"),
            ("[{a: 1}]", "line 1 of films.json has `a` in place of a key; write each key in quotation marks"),
            ("[{\n'a': 1}]", "line 2 of films.json has a single quotation mark in place of a key"),
            ("[{\"a\" 1}]", "line 1 of films.json has `1` after the key `a`; write a colon"),
            ("[{\"a\": }]", "line 1 of films.json has `}` in place of a value"),
            ("[{\"a\": 012}]", "line 1 of films.json has `012`, which is no value of JSON"),
            ("[{\"a\": +1}]", "has `+1`, which is no value of JSON"), ("[{\"a\": .5}]", "has `.5`, which"),
            ("[{\"a\": NaN}]", "has `NaN`, which is no value of JSON"), ("[{\"a\": True}]", "has `True`, which"),
            ("[{\"a\": 1e999}]", "has `1e999`, which is no value of JSON"),
            ("[{\"a\": 1.}]", "has `1.`, which"), ("[{\"a\": -}]", "has `-`, which"),
            ("[{\"a\": \"x\ny\"}]", "line 1 of films.json has a line break within a text; write \\n"),
            ("[{\"a\": \"x\ty\"}]", "has a control character within a text"),
            ("[\n{\"a\": \"x}]", "the text that begins in line 2 of films.json has no end; close its quotation marks"),
            ("[{\"a\": \"\\x\"}]", "has `x` after a backslash"), ("[{\"a\": \"\\u12\"}]", "has \\u without four"),
            ("[{\"a\": \"\\ud83d\"}]", "has half of a surrogate pair"),
            ("[{\"a\": \"\\udc00\\ud83d\"}]", "has half of a surrogate pair"),
            ("[{\"a\": 1}", "films.json ends in line 1: an array has no end; check that the file is complete"),
            ("[{\"a\": 1,\n", "films.json ends in line 2: a key is missing"), ("[{\"a\"", "a colon is missing"),
            ("[{\"a\":", "films.json ends in line 1: a value is missing"), ("[{\"a\": \"\\", "a text has no end"),
            ("[]\n[]", "line 2 of films.json has `[` after the end of the table"),
            ("[ // films\n]", "line 1 of films.json has a comment, which JSON does not have, in place of a value"),
            ("[{\"a\": {\"b\": 1}}]", "`a` in element 1 of films.json (line 1) is an object"),
            ("[{\"\\u0061\": 1,\n \"a\": 2}]", "line 2 of films.json has the key `a` of its object a second time"),
            ("[1]", "is not an object"),
            ("{\"a\": 1}", "films.json is not an array"),
        ])
    func rejected(_ text: String, _ message: String) {
        let error = #expect(throws: TableError.self) { try rows(text) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test("the same objects with commas in the right places are rows, with the line in which each begins")
    func accepted() throws {
        let rows = try rows("\n[\n  {\"a\": \"1\", \"b\": [2, 3]},\n  {}, {\"a\": []}\n]\n")
        #expect(rows.map(\.number) == [1, 2, 3])
        #expect(rows.map(\.line) == [3, 4, 4])
        #expect(rows[0].values.map(\.column) == ["a", "b"])
        #expect(rows[0].values.map(\.values) == [["1"], ["2", "3"]])
        #expect(try self.rows("[]").isEmpty && self.rows(" [ ] ").isEmpty)
    }

    @Test(
        "numbers stay as they are written, except that whole numbers have no fraction and no exponent",
        arguments: [
            ("12345678901234567890", "12345678901234567890"), ("0", "0"), ("-7", "-7"),
            ("-12345678901234567890", "-12345678901234567890"), ("5400.0", "5400"),
            ("1e3", "1000"),
            ("0.10", "0.10"), ("9.99", "9.99"), ("1.5e-1", "0.15"), ("123456789012345678.0", "123456789012345678.0"),
            ("true", "true"), ("false", "false"),
        ])
    func numbers(_ written: String, _ text: String) throws {
        #expect(try rows("[{\"a\": \(written)}]").first?.values.first?.values == [text])
    }

    @Test("escapes stand for their characters, also outside of the first plane")
    func escapes() throws {
        let rows = try rows(#"[{"a": "\"\\\/\b\f\n\r\t\u00e9\ud83c\udfac\u0000é🎬"}]"#)
        #expect(rows.first?.values.first?.values == ["\"\\/\u{8}\u{C}\n\r\té🎬\u{0}é🎬"])
    }

    @Test("arrays and objects are read to a depth of 100, and deeper ones are rejected")
    func depth() throws {
        func nested(_ count: Int) -> String {
            "[{\"a\": \(String(repeating: "[", count: count))1\(String(repeating: "]", count: count))}]"
        }
        #expect(try rows(nested(JSONReader.maximumDepth - 2)).first?.values.first?.values == ["1"])
        let error = #expect(throws: TableError.self) { try rows(nested(JSONReader.maximumDepth - 1)) }
        #expect(error?.description.contains("limit maximumDepth") == true)
        // Arrays and objects in a row are not deep.
        #expect(try rows("[\(Array(repeating: "{}", count: 300).joined(separator: ","))]").count == 300)
        let wide = "[{\"a\": [\(Array(repeating: "[1]", count: 300).joined(separator: ","))]}]"
        #expect(try rows(wide).first?.values.first?.values.count == 300)
    }
}
