import CoreMedia
import Testing

@testable import HLS

/// Facts that follow from the algorithms of W3C WebVTT section 6, by area of the standard. The areas are those of the file-parsing tests of
/// web-platform-tests; the inputs are written for this suite.
@Suite("Conformance of the WebVTT parser (W3C WebVTT section 6)")
struct WebVTTConformanceTests {
    /// Returns the file in a short form: one line for each style, region and cue.
    private func outline(_ bytes: [UInt8]) -> [String] {
        let file = WebVTTFile.parse(bytes)
        guard file.hasSignature else { return ["no signature"] }
        let regions = file.regions.map { region in
            "region \(region.identifier) \(number(region.width)) \(number(region.lines)) \(point(region.anchor)) "
                + "\(point(region.viewportAnchor))" + (region.scrollsUp ? " up" : "")
        }
        let cues = file.cues.map { cue in
            let times = [cue.start, cue.end].map { number($0.seconds * 1_000) }.joined(separator: "-")
            return
                "\(cue.identifier.isEmpty ? "" : cue.identifier + ": ")\(times)\(settings(cue.settings)) '\(cue.payload)'"
        }
        return file.styles.map { "style '\($0)'" } + regions + cues
    }

    private func outline(_ text: String) -> [String] { outline(Array(text.utf8)) }

    private func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    private func point(_ point: WebVTTRegion.Point) -> String { "\(number(point.x)),\(number(point.y))" }

    /// The settings that differ from the defaults.
    private func settings(_ settings: WebVTTCueSettings) -> String {
        var parts: [String] = []
        if settings.direction != .horizontal { parts.append("vertical:\(settings.direction.rawValue)") }
        switch settings.line {
        case .number(let line)?: parts.append("line:\(number(line))")
        case .percentage(let line)?: parts.append("line:\(number(line))%")
        case nil: break
        }
        if settings.lineAlignment != .start { parts.append("line-\(settings.lineAlignment.rawValue)") }
        if let position = settings.position { parts.append("position:\(number(position))") }
        if let alignment = settings.positionAlignment { parts.append("position-\(alignment.rawValue)") }
        if settings.size != 100 { parts.append("size:\(number(settings.size))") }
        if settings.alignment != .center { parts.append("align:\(settings.alignment.rawValue)") }
        if let region = settings.region { parts.append("region:\(region.identifier)") }
        return parts.map { " " + $0 }.joined()
    }

    private static let cue = "00:01.000 --> 00:02.000\nx\n"

    @Test(
        "signature: WEBVTT, alone or before a blank, a tab or a line ending",
        arguments: [
            ("WEBVTT\n\n", true), ("WEBVTT \n\n", true), ("WEBVTT\t\n\n", true), ("WEBVTT any --- text\n\n", true),
            ("WEBVTT\r\r", true), ("WEBVTT\r\n\r\n", true), ("\u{feff}WEBVTT\n\n", true),
            ("\u{feff}\u{feff}WEBVTT\n\n", false), ("\nWEBVTT\n\n", false), (" WEBVTT\n\n", false),
            ("WebVTT\n\n", false), ("webvtt\n\n", false), ("WEBVTT\u{c}\n\n", false), ("WEBVTT:\n\n", false),
            ("WEBVTT\u{0}\n\n", false), ("WEBVTT\u{a0}\n\n", false), ("WEB\nVTT\n\n", false), ("WEBVTS\n\n", false),
        ])
    func signature(header: String, isValid: Bool) {
        #expect(outline(header + Self.cue) == [isValid ? "1000-2000 'x'" : "no signature"])
    }

    @Test(
        "a file without a body has no cues",
        arguments: ["WEBVTT", "WEBVTT ", "WEBVTT\tx", "WEBVTT\n", "WEBVTT\n\n\n\n"])
    func noBody(text: String) {
        #expect(outline(text) == [])
        #expect(outline("WEBVT") == ["no signature"])
        #expect(outline("") == ["no signature"])
    }

    @Test(
        "header: its lines are skipped up to an empty line or timings, and define nothing",
        arguments: [
            ("WEBVTT\nsome: text\nNOTE x\n\n", ["1000-2000 'x'"]), ("WEBVTT\n", ["1000-2000 'x'"]),
            ("WEBVTT\na\nb\n", ["1000-2000 'x'"]), ("WEBVTT\nREGION\nid:a\n\n", ["1000-2000 'x'"]),
            ("WEBVTT\nSTYLE\n::cue{}\n\n", ["1000-2000 'x'"]), ("WEBVTT -->\n\n", ["1000-2000 'x'"]),
            ("WEBVTT 00:03.000 --> 00:04.000\n\n", ["1000-2000 'x'"]),
            // Lines with an arrow that are no timings end the header as well.
            ("WEBVTT\nb --> c\n", ["1000-2000 'x'"]),
        ])
    func header(header: String, file: [String]) {
        #expect(outline(header + Self.cue) == file)
    }

    @Test(
        "blocks: identifiers, arrows and notes",
        arguments: [
            ("a b\n00:01.000 --> 00:02.000\nx", ["a b: 1000-2000 'x'"]),
            (" \n00:01.000 --> 00:02.000\nx", [" : 1000-2000 'x'"]),
            ("-- >\n00:01.000 --> 00:02.000\nx", ["-- >: 1000-2000 'x'"]),
            ("NOTE\n00:01.000 --> 00:02.000\nx", ["NOTE: 1000-2000 'x'"]),
            ("NOTE a\nb\n00:01.000 --> 00:02.000\nx", ["1000-2000 'x'"]),
            ("-->\n00:01.000 --> 00:02.000\nx", ["1000-2000 'x'"]),
            ("a-->b\n00:01.000 --> 00:02.000\nx", ["1000-2000 'x'"]),
            ("--->\n00:01.000 --> 00:02.000\nx", ["1000-2000 'x'"]),
            ("a\n-->\n00:01.000 --> 00:02.000\nx", ["1000-2000 'x'"]),
            ("-->\na\n00:01.000 --> 00:02.000\nx", ["1000-2000 'x'"]),
            ("00:01.000 --> 00:02.000\nx\na-->b\ny", ["1000-2000 'x'"]),
            ("00:01.000 --> 00:02.000\n00:03.000 --> 00:04.000\ny", ["1000-2000 ''", "3000-4000 'y'"]),
            ("00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\ny", ["1000-2000 'a'", "3000-4000 'y'"]),
            ("00:01.000 --> 00:02.000\n \nx\n\t", ["1000-2000 ' \nx\n\t'"]),
            ("00:01.000 --> 00:02.000\nNOTE\nSTYLE\nREGION", ["1000-2000 'NOTE\nSTYLE\nREGION'"]),
            ("00:01.000 --> 00:02.000", ["1000-2000 ''"]), ("00:01.000 --> 00:02.000\n\nx", ["1000-2000 ''"]),
            ("a", []), ("NOTE", []), ("NOTE\n\nNOTE x\ny", []),
        ])
    func blocks(body: String, file: [String]) {
        #expect(outline("WEBVTT\n\n" + body) == file)
        #expect(
            outline(
                "WEBVTT\r\n\r\n"
                    + body.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")) == file)
    }

    @Test(
        "line endings: LF, CR and CRLF mixed; LF CR is two",
        arguments: [
            ("WEBVTT\r\n\r00:01.000 --> 00:02.000\rx\ny\r\nz", ["1000-2000 'x\ny\nz'"]),
            ("WEBVTT\n\r00:01.000 --> 00:02.000\nx\n\ry", ["1000-2000 'x'"]),
            (
                "WEBVTT\n\n00:01.000 --> 00:02.000\nx\u{b}y\u{c}z\u{85}\u{2028}",
                ["1000-2000 'x\u{b}y\u{c}z\u{85}\u{2028}'"]
            ),
        ])
    func newlines(text: String, file: [String]) {
        #expect(outline(text) == file)
    }

    @Test(
        "bytes: NUL becomes U+FFFD everywhere; of invalid UTF-8 each maximal part does; a later mark of byte order stays"
    )
    func bytes() {
        #expect(
            outline("WEBVTT\n\n\u{0}i\u{0}\n00:01.000 --> 00:02.000 align:end\u{0} size:5%\n\u{0}\u{0}x")
                == ["\u{fffd}i\u{fffd}: 1000-2000 size:5 '\u{fffd}\u{fffd}x'"])
        #expect(outline("WEBVTT\n\n00:01.000\u{0} --> 00:02.000\nx") == [])
        #expect(outline("WEBVTT\n\n\u{feff}00:01.000 --> 00:02.000\nx") == [])
        #expect(outline("WEBVTT\n\n00:01.000 --> 00:02.000\n\u{feff}x") == ["1000-2000 '\u{feff}x'"])
        func payload(_ bytes: [UInt8]) -> String? {
            WebVTTFile.parse(Array("WEBVTT\n\n00:01.000 --> 00:02.000\n".utf8) + bytes).cues.first?.payload
        }
        #expect(payload([0x61, 0xf0, 0x9f, 0x98, 0x62]) == "a\u{fffd}b")
        #expect(payload([0xed, 0xa0, 0x80]) == "\u{fffd}\u{fffd}\u{fffd}")
        #expect(payload([0xc0, 0xaf, 0xc3]) == "\u{fffd}\u{fffd}\u{fffd}")
        #expect(payload([0xe2, 0x82, 0xac, 0xe2, 0x82]) == "€\u{fffd}")
    }

    @Test(
        "timings: digits, white space and limits",
        arguments: [
            ("00:00.000-->00:00.001", "0-1"), ("\t00:00.000\u{c}-->\t 00:00.001", "0-1"),
            ("59:59.999 --> 00:60:00.000", nil),
            ("59:59.999 --> 1:00:00.000", "3599999-3600000"), ("000:00:00.000 --> 0000:00:01.000", "0-1000"),
            ("00:00.000 --> 99:00.000", nil), ("99:00:00.000 --> 100:59:59.999", "356400000-363599999"),
            ("0:00.000 --> 00:01.000", nil), ("000:00.000 --> 00:01.000", nil), ("00:000.000 --> 00:01.000", nil),
            ("00:0.000 --> 00:01.000", nil), ("00:00.00 --> 00:01.000", nil), ("00:00.0000 --> 00:01.000", nil),
            ("00:00 --> 00:01.000", nil), ("00.000 --> 00:01.000", nil), ("00:00:00:00.000 --> 00:01.000", nil),
            ("00:00.000 --> 00:01.000.000", "0-1000"), ("00:00.000 --> 00:01.000x", "0-1000"),
            ("00:00.000 -- > 00:01.000", nil), ("00:00.000 --->00:01.000", nil), ("00:00.000 -->> 00:01.000", nil),
            ("x00:00.000 --> 00:01.000", nil), ("00:00.000 --> x00:01.000", nil), ("00:00.000 --> -00:01.000", nil),
            ("+00:00.000 --> 00:01.000", nil), ("00:00,000 --> 00:01.000", nil), ("00:00.000 --> 00:01,000", nil),
            ("00:00.000 --> 00:01.000 -->", "0-1000"), ("00:00.000 --> ", nil), (" --> 00:01.000", nil),
            ("00:00.000\u{b}--> 00:01.000", nil), ("00:00.000\u{a0}--> 00:01.000", nil),
            ("００:00.000 --> 00:01.000", nil),
            ("00:02.000 --> 00:01.000", "2000-1000"), ("00:02.000 --> 00:02.000", "2000-2000"),
        ])
    func timings(line: String, times: String?) {
        #expect(outline("WEBVTT\n\n\(line)\nx") == (times.map { ["\($0) 'x'"] } ?? []))
    }

    @Test(
        "settings: the last valid one of a name applies, and an invalid one changes nothing",
        arguments: [
            // Separators.
            ("align:end\tsize:5%\u{c} line:1", "line:1 size:5 align:end"), ("align:end\u{b}size:5%", ""),
            ("align:end,size:5%", ""), ("align: end", ""), ("align :end", ""), (":align:end", ""), ("align:end:", ""),
            ("ALIGN:end", ""), ("align:END", ""), ("align:\"end\"", ""), ("-->align:end size:5%", "size:5"),
            // One name twice.
            ("align:end align:left", "align:left"), ("align:end align:x", "align:end"), ("size:5% size:x", "size:5"),
            ("line:1 line:5%", "line:5%"), ("line:5%,end line:1", "line:1 line-end"),
            ("line:5%,end line:1,x", "line:5% line-end"),
            ("position:5%,center position:6%", "position:6 position-center"), ("vertical:rl vertical:x", "vertical:rl"),
            ("vertical:rl vertical:lr", "vertical:lr"), ("line:3 line:auto", "line:3"),
            ("position:3% position:auto", "position:3"),
            // Values.
            ("align:start", "align:start"), ("align:left", "align:left"), ("align:right", "align:right"),
            ("align:middle", ""),
            ("vertical:RL", ""), ("vertical:rlx", ""), ("vertical:", ""),
            ("line:0", "line:0"), ("line:-0", "line:0"), ("line:00012", "line:12"), ("line:-1.5", "line:-1.5"),
            ("line:+1", ""), ("line:1e3", ""), ("line:1.", ""), ("line:.1", ""), ("line:-.1", ""), ("line:1-", ""),
            ("line:-", ""),
            ("line:1,", ""), ("line:,start", ""), ("line:1%%", ""), ("line:-1%", ""), ("line:100%", "line:100%"),
            ("line:100.000%", "line:100%"), ("line:100.001%", ""), ("line:1 %", "line:1"), ("line:1,Start", ""),
            ("line:1,center", "line:1 line-center"), ("line:1,left", ""), ("line:1,start,", ""),
            ("line:" + String(repeating: "9", count: 400), ""), ("line:١", ""),
            ("position:0%", "position:0"), ("position:100%", "position:100"), ("position:1e1%", ""), ("position:1", ""),
            ("position:1%,start", ""), ("position:1%,middle", ""),
            ("position:1%,line-right", "position:1 position-line-right"),
            ("position:,center", ""), ("position:-0%", ""), ("position:0.0001%", "position:0.0001"),
            ("size:0%", "size:0"), ("size:100%", ""), ("size:99.9%", "size:99.9"), ("size:+5%", ""), ("size:5", ""),
            ("size:5%,start", ""), ("size:%", ""), ("size:.5%", ""), ("size:5.%", ""),
        ])
    func settings(text: String, settings: String) {
        let expected = settings.isEmpty ? "" : " " + settings
        #expect(outline("WEBVTT\n\n00:01.000 --> 00:02.000 \(text)\nx") == ["1000-2000\(expected) 'x'"])
    }

    @Test(
        "regions: settings on any number of lines, of which invalid ones change nothing",
        arguments: [
            ("id:a", "a 100 3 0,100 0,100"), ("id:a\nid:b", "b 100 3 0,100 0,100"), ("id:a-->b", nil),
            ("id:é width:0%\u{c}lines:0", "é 0 0 0,100 0,100"), ("ID:a Width:5%", " 100 3 0,100 0,100"),
            ("id: a", " 100 3 0,100 0,100"), ("id:a:b:", "a:b: 100 3 0,100 0,100"),
            ("width:100.0%", " 100 3 0,100 0,100"), ("width:5% width:x", " 5 3 0,100 0,100"),
            ("width=5%", " 100 3 0,100 0,100"),
            ("lines:007", " 100 7 0,100 0,100"), ("lines:1.0", " 100 3 0,100 0,100"),
            ("lines:3%", " 100 3 0,100 0,100"),
            ("lines:-0", " 100 3 0,100 0,100"), ("lines:١", " 100 3 0,100 0,100"),
            ("regionanchor:0%,0%", " 100 3 0,0 0,100"), ("regionanchor:5.5%,6%", " 100 3 5.5,6 0,100"),
            ("regionanchor:5%, 6%", " 100 3 0,100 0,100"), ("regionanchor:5%,6", " 100 3 0,100 0,100"),
            ("regionanchor:,6%", " 100 3 0,100 0,100"), ("regionanchor:5%,6%,7%", " 100 3 0,100 0,100"),
            ("viewportanchor:100%,0%", " 100 3 0,100 100,0"), ("viewportanchor:101%,0%", " 100 3 0,100 0,100"),
            ("viewportanchor:5%;6%", " 100 3 0,100 0,100"), ("scroll:up", " 100 3 0,100 0,100 up"),
            ("scroll:up scroll:none", " 100 3 0,100 0,100 up"), ("scroll:Up", " 100 3 0,100 0,100"),
            ("scroll", " 100 3 0,100 0,100"),
        ])
    func regions(text: String, region: String?) {
        #expect(outline("WEBVTT\n\nREGION\n\(text)") == (region.map { ["region " + $0] } ?? []))
    }

    @Test(
        "a cue leaves its region with a line, a size below 100 % or vertical text",
        arguments: [
            ("region:a", true), ("region:a region:none", false), ("region:none region:a", true), ("region:", false),
            ("region:a line:50%", false), ("region:a line:auto", true), ("region:a line:1,x", true),
            ("line:1 region:a", true),
            ("region:a size:99%", false), ("region:a size:x", true), ("region:a size:101%", true),
            ("size:5% region:a size:x", true),
            ("region:a vertical:lr", false), ("region:a vertical:x", true), ("vertical:lr region:a", true),
            // A second setting of this name, although invalid, applies to the vertical text.
            ("vertical:lr region:a vertical:x", false),
            ("region:a position:1% align:end", true), ("region:A", false), ("region:a,b", false),
        ])
    func regionsOfCues(settings: String, isInRegion: Bool) {
        let file = WebVTTFile.parse(
            Array("WEBVTT\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000 \(settings)\nx".utf8))
        #expect(file.cues.map { $0.settings.region?.identifier } == [isInRegion ? "a" : nil])
    }

    @Test("identifiers of regions are compared by their characters, not by their canonical form")
    func regionIdentifiers() {
        let header = "WEBVTT\n\nREGION\nid:caf\u{e9}\n\n00:01.000 --> 00:02.000 region:"
        #expect(WebVTTFile.parse(Array((header + "caf\u{e9}\nx").utf8)).cues.first?.settings.region != nil)
        let decomposed = WebVTTFile.parse(Array((header + "cafe\u{301}\nx").utf8))
        #expect(decomposed.cues.count == 1 && decomposed.cues.first?.settings.region == nil)
    }

    @Test(
        "style blocks: before the first cue, and only under their keyword",
        arguments: [
            ("STYLE\na\n\nSTYLE\nb", ["style 'a'", "style 'b'"]), ("STYLE \t\u{c}\na", ["style 'a'"]),
            ("STYLE\n\na", []),
            ("STYLE", []), ("STYLE a\nb", []), ("STYLES\na", []), ("style\na", []), (" STYLE\na", []),
            ("x\nSTYLE\na", []), ("STYLE\nSTYLE\na", ["style 'STYLE\na'"]),
            ("STYLE\nREGION\nid:a", ["style 'REGION\nid:a'"]),
            ("STYLE\na\n-->", ["style 'a'"]), ("STYLE\n-->", []), ("STYLE\n -- > \nb", ["style ' -- > \nb'"]),
            ("STYLE\n \na", ["style ' \na'"]), ("NOTE x\n\nSTYLE\na", ["style 'a'"]),
            ("00:01.000 --> 00:02.000\nx\n\nSTYLE\na", ["1000-2000 'x'"]),
            ("00:01.000 --> x\nx\n\nSTYLE\na", ["style 'a'"]),
            (
                "REGION\nid:a\n\nSTYLE\na\n\nREGION\nid:b",
                ["style 'a'", "region a 100 3 0,100 0,100", "region b 100 3 0,100 0,100"]
            ),
        ])
    func styles(body: String, file: [String]) {
        #expect(outline("WEBVTT\n\n" + body) == file)
    }

    @Test("a file in pieces of any length gives the same as the whole", arguments: [1, 2, 3, 7])
    func pieces(length: Int) {
        let text =
            "\u{feff}WEBVTT x\r\n\r\nSTYLE\r\na\r\n\r\nREGION\rid:a\r\r\u{0}é\n00:01.000 --> 00:02.000 region:a\r\nx\u{0}\r\ny\n\r\nz"
        let bytes = Array(text.utf8)
        var parser = WebVTTParser()
        for start in stride(from: 0, to: bytes.count, by: length) {
            bytes[start..<min(bytes.count, start + length)].withUnsafeBufferPointer { parser.append($0) }
        }
        parser.finish()
        #expect(parser.file == WebVTTFile.parse(bytes))
        #expect(parser.file.cues.map(\.payload) == ["x\u{fffd}\ny"])
    }
}
