import Foundation
import Testing

@testable import AppIdentity

struct PropertyListTests {
    private func parse(_ entries: String) throws(PropertyListError) -> PropertyListValue {
        try PropertyListParser.parse(Data(AppFolder.list(entries).utf8))
    }

    @Test("values of every type are read")
    func parser_values_areRead() throws {
        let list = try parse(
            """
            <!-- a comment --><key>s</key><string>a &lt;&amp;&#x41;&#66;<![CDATA[<b>&]]><!-- c --> ü</string>
            <key>i</key><integer>-7</integer><key>h</key><integer>0xFF</integer><key>r</key><real> 1.5 </real>
            <key>t</key><true/><key>f</key><false></false><key>e</key><string/><key>d</key><date>2026-12-24T18:00:00Z</date>
            <key>b</key><data> AQI D </data><key>a</key><array><string>x</string><array/><dict/></array>
            <key>n</key><dict><key>k</key><integer>1</integer></dict>
            """)
        #expect(list["s"] == .string("a <&AB<b>& ü"))
        #expect(list["i"] == .integer(-7))
        #expect(list["h"] == .integer(255))
        #expect(list["r"] == .real(1.5))
        #expect(list["t"] == .boolean(true))
        #expect(list["f"] == .boolean(false))
        #expect(list["e"] == .string(""))
        #expect(list["d"] == .date(Date(timeIntervalSince1970: 1_798_135_200)))
        #expect(list["b"] == .data(Data([1, 2, 3])))
        #expect(list["a"] == .array([.string("x"), .array([]), .dictionary([:])]))
        #expect(list["n"]?["k"]?.boolean == true)
    }

    @Test("a list that Foundation writes is read alike")
    func parser_foundation_agrees() throws {
        let value: [String: Any] = ["a": ["b", "<&>"], "c": ["d": true, "e": 5, "f": 2.25], "g": "ü\n\"'"]
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
        let list = try PropertyListParser.parse(data)
        #expect(list["a"]?.array == [.string("b"), .string("<&>")])
        #expect(list["c"]?.dictionary == ["d": .boolean(true), "e": .integer(5), "f": .real(2.25)])
        #expect(list["g"] == .string("ü\n\"'"))
    }

    @Test("malformed lists are errors with their line and reason")
    func parser_malformed_isAnError() throws {
        let cases: [(String, PropertyListError.Reason)] = [
            ("<key>a</key>", .unexpected("</dict>\n</plist>\n")),
            ("<string>a</string>", .unexpected("<string>")),
            ("<key>a</key><integer>1.5</integer>", .badValue(element: "integer", text: "1.5")),
            (
                "<key>a</key><integer>99999999999999999999</integer>",
                .badValue(element: "integer", text: "99999999999999999999")
            ),
            ("<key>a</key><real>nan</real>", .badValue(element: "real", text: "nan")),
            ("<key>a</key><data>!</data>", .badValue(element: "data", text: "!")),
            ("<key>a</key><date>today</date>", .badValue(element: "date", text: "today")),
            ("<key>a</key><string>&nbsp;</string>", .badReference("nbsp")),
            ("<key>a</key><string>&#0;</string>", .badReference("#0")),
            ("<key>a</key><string>&#xD800;</string>", .badReference("#xD800")),
            ("<key>a</key><true/><key>a</key><true/>", .keyTwice("a")),
        ]
        for (entries, reason) in cases {
            let error = #expect(throws: PropertyListError.self) { try parse(entries) }
            #expect(error?.reason == reason, "\(entries)")
            #expect(error?.line == (entries == "<key>a</key>" ? 6 : 5), "\(entries)")
        }
        #expect(
            #expect(throws: PropertyListError.self) { try PropertyListParser.parse(Data("bplist00\u{1}".utf8)) }?.reason
                == .notXML)
        #expect(
            #expect(throws: PropertyListError.self) { try PropertyListParser.parse(Data([0xFF, 0xFE, 0x3C, 0])) }?
                .reason == .notText)
        #expect(
            #expect(throws: PropertyListError.self) { try PropertyListParser.parse(Data("{ a = b; }".utf8)) }?.reason
                == .notXML)
        #expect(#expect(throws: PropertyListError.self) { try PropertyListParser.parse(Data()) } != nil)
    }

    @Test("entity bombs, deep nesting, many values and large files are rejected quickly")
    func parser_hostile_isRejected() throws {
        let bomb = "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><string>&a;</string></plist>"
        #expect(
            #expect(throws: PropertyListError.self) { try PropertyListParser.parse(Data(bomb.utf8)) }?.reason
                == .unsupportedDeclaration)
        let deep = "<key>a</key>" + String(repeating: "<array>", count: 10_000)
        #expect(#expect(throws: PropertyListError.self) { try parse(deep) }?.reason == .tooDeep)
        let many = "<key>a</key><array>" + String(repeating: "<true/>", count: 20_000) + "</array>"
        #expect(#expect(throws: PropertyListError.self) { try parse(many) }?.reason == .tooManyValues)
        let large = Data(repeating: UInt8(ascii: " "), count: PropertyListParser.maximumBytes + 1)
        #expect(#expect(throws: PropertyListError.self) { try PropertyListParser.parse(large) }?.reason == .tooLarge)
    }

    @Test("a list that is truncated at any byte is an error, never a part of its values")
    func parser_truncated_isAnError() throws {
        let text = AppFolder.list("<key>a</key><string>x&amp;<![CDATA[y]]></string><key>b</key><array><true/></array>")
        let data = Data(text.utf8)
        // What follows the last end tag is white space only.
        let end = try #require(text.range(of: "</plist>")).upperBound
        let length = text.utf8.distance(from: text.startIndex, to: end)
        for count in 0..<length {
            #expect(throws: PropertyListError.self, "\(count)") { try PropertyListParser.parse(data.prefix(count)) }
        }
        #expect(throws: Never.self) { try PropertyListParser.parse(data.prefix(length)) }
    }
}
