import MediaTesting
import Testing

@testable import MediaEngine

@Suite("IMSC1 and TTML (spec/hls.md section 5)")
struct TimedTextDocumentTests {
    private func document(
        _ body: String, head: String = "", root: String = ""
    ) throws(MediaError) -> [TimedTextDocument.Cue] {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
              xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xml:lang="en" \(root)>
            <head>\(head)</head><body>\(body)</body></tt>
            """
        return try TimedTextDocument(Array(text.utf8)[...]).cues
    }

    private func texts(_ cues: [TimedTextDocument.Cue]) -> [String] { cues.map { $0.block.flattened().text } }

    @Test(
        "times are parsed: clock times with fractions and frames, offsets in every unit, ticks, and NTSC frame rates",
        arguments: [
            ("00:00:01.5", "", 1.5), ("01:00:00", "", 3600), ("00:00:01:15", "", 1.5),
            ("00:00:01:12", "ttp:frameRate=\"24\"", 1.5), ("2.5s", "", 2.5), ("1500ms", "", 1.5), ("2m", "", 120),
            ("1h", "", 3600), ("48f", "ttp:frameRate=\"24\"", 2), ("5000000t", "ttp:tickRate=\"10000000\"", 0.5),
            ("30f", "ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\"", 1.001),
            ("50t", "ttp:frameRate=\"25\"", 2), ("3:43.315", "", 223.315),
        ])
    func times(_ text: String, _ root: String, _ seconds: Double) throws {
        let cues = try document("<div><p begin=\"\(text)\" end=\"9000s\">x</p></div>", root: root)
        #expect(abs((cues.first?.start.seconds ?? -1) - seconds) < 1e-6)
    }

    @Test("invalid times are rejected: signs, exponents, names and excessive numbers")
    func times_broken() throws {
        for text in ["-1s", "1e3s", "nan", "inf s", "1:2", "s", "", "99999999999h", "1..2s"] {
            let cues = try document("<div><p begin=\"\(text)\" end=\"9s\">x</p></div>")
            #expect(cues.map(\.start) == [0], "\(text)")
        }
    }

    @Test(
        "times are relative to the parent; dur and end both apply; in a sequence they are relative to the previous sibling"
    )
    func nesting() throws {
        let cues = try document(
            """
            <div begin="10s" end="20s"><p begin="1s" dur="2s">a</p><p begin="8s" end="15s">b</p></div>
            <div begin="30s" timeContainer="seq"><p dur="2s">c</p><p begin="1s" dur="2s">d</p></div>
            """)
        #expect(texts(cues) == ["a", "b", "c", "d"])
        #expect(cues.map(\.start.seconds) == [11, 18, 30, 33])
        #expect(cues.map { $0.end?.seconds } == [13, 20, 32, 35])
    }

    @Test("spans with their own times: one cue for each interval with the same text")
    func timedSpans() throws {
        let cues = try document(
            "<div><p begin=\"1s\" end=\"5s\">one<span begin=\"2s\"> two</span><span begin=\"3s\" end=\"3.5s\">!</span></p></div>"
        )
        #expect(texts(cues) == ["one", "one two", "one two!", "one two"])
        #expect(cues.map(\.start.seconds) == [1, 3, 4, 4.5])
        #expect(cues.map { $0.end?.seconds } == [3, 4, 4.5, 5])
    }

    @Test("white space is collapsed and trimmed unless preserved; br breaks lines")
    func spaces() throws {
        let cues = try document(
            """
            <div><p end="1s">
                first   line <br/>
                second <span> line</span>
            </p><p end="1s" xml:space="preserve">a  b</p><p end="1s">   </p></div>
            """)
        #expect(texts(cues) == ["first line\nsecond line", "a  b"])
    }

    @Test("preserved line feeds begin lines, and collapsed blanks after one are removed")
    func preservedLines() throws {
        let cues = try document(
            """
            <div><p end="1s"><span xml:space="preserve">a
            b&#13;
            </span>  c</p></div>
            """)
        let lines = try #require(cues.first).block.lines
        #expect(lines.map { $0.map(\.text).joined() } == ["a", "b", "c"])
    }

    @Test("styles apply by reference, inheritance and inline; annotations and hidden text are skipped")
    func styles() throws {
        let head = """
            <styling><style xml:id="base" tts:color="yellow"/><style xml:id="s" style="base" tts:fontStyle="italic"/>
            <style xml:id="loop" style="loop2"/><style xml:id="loop2" style="loop"/></styling>
            """
        let cues = try document(
            """
            <div style="s"><p end="1s">ab<span tts:fontWeight="bold" tts:fontStyle="normal">cd</span
            ><span style="loop" tts:color="#ff0000">e</span><span tts:visibility="hidden">no</span
            ><span tts:display="none">no</span><span tts:ruby="text">no</span></p></div>
            """, head: head)
        let flat = try #require(cues.first).block.flattened()
        #expect(flat.text == "abcde" && flat.annotations.isEmpty)
        #expect(
            flat.styles == [
                StyledRange(range: 0..<2, style: TextStyle(isItalic: true, color: 0xffff00)),
                StyledRange(range: 2..<4, style: TextStyle(isBold: true, color: 0xffff00)),
                StyledRange(range: 4..<5, style: TextStyle(isItalic: true, color: 0xff0000)),
            ])
    }

    @Test(
        "regions in percent, cells and pixels; text is aligned by displayAlign and textAlign",
        arguments: [
            (
                "tts:origin=\"10% 80%\" tts:extent=\"80% 10%\" tts:displayAlign=\"after\" tts:textAlign=\"center\"",
                TextPlacement(line: 0.9, lineAnchor: .end)
            ),
            (
                "tts:origin=\"8c 3c\" tts:extent=\"16c 3c\"",
                TextPlacement(line: 0.2, lineAnchor: .start, position: 0.25, alignment: .start)
            ),
            (
                "tts:origin=\"192px 108px\" tts:extent=\"960px 216px\" tts:displayAlign=\"center\" tts:textAlign=\"end\"",
                TextPlacement(line: 0.2, lineAnchor: .center, position: 0.6, alignment: .end)
            ),
            (
                "tts:origin=\"25rw 60rh\" tts:extent=\"50rw 30rh\" tts:displayAlign=\"after\"",
                TextPlacement(line: 0.9, lineAnchor: .end, position: 0.25, alignment: .start)
            ),
            (
                "tts:position=\"center bottom\" tts:extent=\"80% 20%\"",
                TextPlacement(line: 0.8, lineAnchor: .start, position: 0.1, alignment: .start)
            ),
            (
                "tts:position=\"right 10% top 5rh\" tts:extent=\"40% 20%\" tts:textAlign=\"right\"",
                TextPlacement(line: 0.05, lineAnchor: .start, position: 0.94, alignment: .end)
            ),
            (
                "tts:position=\"50% 100%\" tts:origin=\"0% 0%\" tts:extent=\"80% 20%\"",
                TextPlacement(line: 0.8, lineAnchor: .start, position: 0.1, alignment: .start)
            ),
            (
                "tts:position=\"left sideways\" tts:origin=\"10% 20%\" tts:extent=\"80% 20%\"",
                TextPlacement(line: 0.2, lineAnchor: .start, position: 0.1, alignment: .start)
            ),
        ])
    func regions(_ style: String, _ expected: TextPlacement) throws {
        let cues = try document(
            "<div region=\"r\"><p end=\"1s\">x</p></div>",
            head: "<layout><region xml:id=\"r\" \(style)/></layout>", root: "tts:extent=\"1920px 1080px\"")
        let placement = try #require(cues.first).block.placement
        #expect(abs((placement.line ?? -1) - (expected.line ?? -1)) < 1e-9)
        #expect(abs((placement.position ?? -1) - (expected.position ?? -1)) < 1e-9)
        #expect(placement.lineAnchor == expected.lineAnchor && placement.alignment == expected.alignment)
    }

    @Test("text inherits styles from its region; its own elements override them; initial values apply otherwise")
    func regionStyles() throws {
        let head = """
            <styling><initial tts:textAlign="end" tts:color="lime"/></styling>
            <layout><region xml:id="r" tts:color="yellow" tts:fontStyle="italic" tts:origin="10% 80%"/></layout>
            """
        let cues = try document(
            """
            <div region="r"><p end="1s">a<span tts:color="white" tts:fontStyle="normal">b</span></p></div>
            <div><p end="1s">c</p></div>
            """, head: head)
        #expect(texts(cues) == ["ab", "c"])
        #expect(
            cues.first?.block.flattened().styles
                == [StyledRange(range: 0..<1, style: TextStyle(isItalic: true, color: 0xffff00))])
        #expect(cues.first?.block.placement.alignment == .end)
        #expect(
            cues.last?.block.flattened().styles == [StyledRange(range: 0..<1, style: TextStyle(color: 0x00ff00))])
    }

    /// The sizes of text in the first caption, relative to the usual one.
    private func scales(_ body: String, head: String = "", root: String = "") throws -> [Double] {
        let lines = try #require(document(body, head: head, root: root).first).block.lines
        return lines.flatMap { $0.map { ($0.style.scale * 1000).rounded() / 1000 } }
    }

    @Test(
        "font sizes: shares of shares, cells, pixels and heights; a share alone is one of the usual size",
        arguments: [
            ("80%", "", 0.8), ("1.5em", "", 1.5), ("50% 120%", "", 1.2), ("1c", "", 1.333), ("6rh", "", 1.2),
            ("54px", "tts:extent=\"1920px 1080px\"", 1), ("54px", "", 1), ("3rw", "", 1), ("huge", "", 1),
            ("0%", "", 1),
            ("1c", "ttp:cellResolution=\"40 24\"", 0.833), ("160%", "ttp:cellResolution=\"50 30\"", 1.067),
            ("900%", "ttp:cellResolution=\"50 4\"", 10),
        ])
    func sizes(_ size: String, _ root: String, _ expected: Double) throws {
        #expect(try scales("<div><p end=\"1s\" tts:fontSize=\"\(size)\">x</p></div>", root: root) == [expected])
    }

    @Test("the font size of a span is relative to that of its paragraph, which is relative to that of the region")
    func sizes_nested() throws {
        let head = "<layout><region xml:id=\"r\" tts:fontSize=\"10rh\"/></layout>"
        let body = """
            <div region="r" tts:fontSize="50%"><p end="1s" tts:fontSize="80%">a<span tts:fontSize="200%">b</span
            ><span tts:fontSize="5rh">c</span></p></div>
            """
        #expect(try scales(body, head: head) == [0.8, 1.6, 1])
    }

    @Test("fonts by name, generic fonts, backgrounds of paragraphs and spans, and opacities of colors and elements")
    func looks() throws {
        let body = """
            <div tts:backgroundColor="lime" tts:opacity="0.5"><p end="1s" tts:backgroundColor="#00000080"
            tts:fontFamily="'Noto Sans', proportionalSansSerif">a<span tts:color="rgba(255,0,0,51)"
            tts:backgroundColor="blue" tts:opacity="0.5">b</span><span tts:fontFamily="default">c</span></p><p end="1s"
            tts:backgroundColor="transparent">d</p></div>
            """
        let cues = try document(body)
        let runs = cues.map { $0.block.lines.joined().map(\.style) }
        try #require(runs.map(\.count) == [3, 1])
        let (first, second, third, plain) = (runs[0][0], runs[0][1], runs[0][2], runs[1][0])
        #expect(first.family == "Noto Sans, sans-serif" && second.family == first.family && third.family == nil)
        #expect(first.background == 0 && abs(first.backgroundOpacity - 0.5 * 128 / 255) < 1e-9 && first.opacity == 0.5)
        #expect(second.color == 0xff0000 && abs(second.opacity - 0.05) < 1e-9)
        #expect(second.background == 0x0000ff && second.backgroundOpacity == 0.25)
        #expect(third.background == 0 && third.backgroundOpacity == first.backgroundOpacity)
        #expect(plain.background == nil && plain.opacity == 0.5)
    }

    @Test(
        "ruby annotations belong to their bases: one for each, several for one, in lists and with parentheses",
        arguments: [
            ("[base:漢][text:かん]", ["漢": "かん"]), ("[base:漢][delimiter:(][text: かん ][delimiter:)]", ["漢": "かん"]),
            ("[baseContainer:[base:東][base:京]][textContainer:[text:とう][text:きょう]]", ["東": "とう", "京": "きょう"]),
            ("[base:東京][textContainer:[text:とう][text:きょう]]", ["東京": "とう きょう"]),
            ("[base:東][base:京][text:とう]", ["東": "とう"]), ("[text:とう]東", [:]), ("[base:][text:とう]", [:]),
        ])
    func annotations(_ content: String, _ expected: [String: String]) throws {
        let spans = content.replacing(/\[(\w+):/) { "<span tts:ruby=\"\($0.1)\">" }.replacing("]", with: "</span>")
        let cues = try document("<div><p end=\"1s\">あ<span tts:ruby=\"container\">\(spans)</span>い</p></div>")
        let flat = try #require(cues.first).block.flattened()
        let text = Array(flat.text.utf16)
        let found = flat.annotations.map { (String(decoding: text[$0.range], as: UTF16.self), $0.text) }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected)
        #expect(!flat.text.contains("う") && !flat.text.contains("("))
    }

    @Test("an annotation without a base of its own does not change that of the container before")
    func annotations_withoutBase() throws {
        let cues = try document(
            """
            <div><p end="1s"><span tts:ruby="container"><span tts:ruby="base">一</span><span tts:ruby="text">x</span></span
            ><span tts:ruby="container"><span tts:ruby="text">y</span></span></p></div>
            """)
        let flat = try #require(cues.first).block.flattened()
        #expect(flat.annotations == [TextAnnotation(range: 0..<1, text: "x")])
    }

    @Test("annotations count for the maximum length of a caption")
    func annotations_areLimited() throws {
        let pair = "<span tts:ruby=\"container\"><span tts:ruby=\"base\">b</span><span tts:ruby=\"text\">"
        let long = pair + String(repeating: "x", count: TimedTextDocument.maximumTextBytes) + "</span></span>"
        let cues = try document("<div><p end=\"1s\">\(long)after</p></div>")
        #expect(texts(cues) == ["b"])
    }

    @Test(
        "colors with too few or too many numbers are ignored",
        arguments: ["rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(1,2,300)"])
    func colors(color: String) throws {
        let cues = try document("<div><p end=\"1s\" tts:color=\"\(color)\">x</p></div>")
        #expect(cues.first?.block.lines.first?.first?.style.color == nil)
    }

    @Test("equal annotations of neighboring bases stay two, and one of a base with two colors is one")
    func annotations_merged() throws {
        let cues = try document(
            """
            <div><p end="1s"><span tts:ruby="container"><span tts:ruby="base">一</span><span tts:ruby="text">x</span></span
            ><span tts:ruby="container"><span tts:ruby="base">二<span tts:color="red">三</span></span><span tts:ruby="text"
            >x</span></span></p></div>
            """)
        let flat = try #require(cues.first).block.flattened()
        #expect(flat.text == "一二三")
        #expect(flat.annotations == [TextAnnotation(range: 0..<1, text: "x"), TextAnnotation(range: 1..<3, text: "x")])
    }

    @Test(
        "regions with vertical writing and from right to left: lines begin at the region's right, left or top",
        arguments: [
            (
                "tbrl", "before", "start",
                TextPlacement(line: 0.2, lineAnchor: .start, position: 0.3, alignment: .start)
            ),
            ("tbrl", "after", "end", TextPlacement(line: 0.9, lineAnchor: .end, position: 0.9, alignment: .end)),
            (
                "tblr", "before", "center",
                TextPlacement(line: 0.1, lineAnchor: .start, position: 0.6, alignment: .center)
            ),
            ("rltb", "before", "start", TextPlacement(line: 0.3, lineAnchor: .start, position: 0.8, alignment: .end)),
            ("rltb", "after", "end", TextPlacement(line: 0.9, lineAnchor: .end, position: 0.1, alignment: .start)),
            ("rltb", "after", "left", TextPlacement(line: 0.9, lineAnchor: .end, position: 0.1, alignment: .start)),
        ])
    func writing(_ mode: String, _ display: String, _ align: String, _ expected: TextPlacement) throws {
        let region = """
            <layout><region xml:id="r" tts:origin="10% 30%" tts:extent="70% 60%" tts:writingMode="\(mode)"
            tts:displayAlign="\(display)" tts:textAlign="\(align)"/></layout>
            """
        let cues = try document("<div region=\"r\"><p end=\"1s\">x</p></div>", head: region)
        let placement = try #require(cues.first).block.placement
        #expect(placement.writing == ["tbrl": .verticalRightToLeft, "tblr": .verticalLeftToRight][mode] ?? .horizontal)
        #expect(abs((placement.line ?? -1) - (expected.line ?? -1)) < 1e-9)
        #expect(abs((placement.position ?? -1) - (expected.position ?? -1)) < 1e-9)
        #expect(placement.lineAnchor == expected.lineAnchor && placement.alignment == expected.alignment)
        #expect(abs((placement.size ?? -1) - (mode.hasPrefix("tb") ? 0.6 : 0.7)) < 1e-9)
    }

    @Test("set changes the style of a paragraph or span for a time, and of what inherits it; hidden text is left out")
    func changes() throws {
        let cues = try document(
            """
            <div><p begin="10s" end="16s"><set begin="2s" dur="2s" tts:color="red"/>a<span tts:color="lime">b</span
            ><span><set begin="1s" end="5s" tts:visibility="hidden"/>c</span></p></div>
            """)
        #expect(cues.map(\.start.seconds) == [10, 11, 12, 14, 15])
        #expect(cues.map { $0.end?.seconds } == [11, 12, 14, 15, 16])
        #expect(texts(cues) == ["abc", "ab", "ab", "ab", "abc"])
        #expect(
            cues.map { $0.block.lines.joined().map(\.style.color) } == [
                [nil, 0x00ff00, nil], [nil, 0x00ff00], [0xff0000, 0x00ff00], [nil, 0x00ff00], [nil, 0x00ff00, nil],
            ])
    }

    @Test("a document type, and every entity except the predefined ones, is rejected; nothing is requested")
    func entities() {
        let bomb = """
            <!DOCTYPE tt [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
            <tt xmlns="http://www.w3.org/ns/ttml"><body><div><p>&c;</p></div></body></tt>
            """
        let outside = """
            <!DOCTYPE tt SYSTEM "http://127.0.0.1:9/x.dtd"><tt xmlns="http://www.w3.org/ns/ttml"/>
            """
        for text in [bomb, outside] {
            #expect(throws: MediaError.self) { try TimedTextDocument(Array(text.utf8)[...]) }
        }
    }

    @Test("documents that are not TTML, too deep, too large or truncated are descriptive errors")
    func limits() {
        let deep = "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body>" + String(repeating: "<div>", count: 200)
        let many =
            "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div>"
            + String(repeating: "<p/>", count: MarkupReader.maximumElements) + "</div></body></tt>"
        for text in ["", "<html/>", "<tt/>", "no markup", "<tt xmlns=\"http://www.w3.org/ns/ttml\">", deep, many] {
            #expect(throws: MediaError.self, "\(text.prefix(60))") { try TimedTextDocument(Array(text.utf8)[...]) }
        }
        #expect(throws: MediaError.self) {
            try TimedTextDocument([UInt8](repeating: 0x20, count: MarkupReader.maximumBytes + 1)[...])
        }
    }

    @Test("randomly damaged documents produce captions or an error")
    func fuzz() {
        let text = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en"><head><layout>
            <region xml:id="r" tts:origin="10% 80%" tts:extent="80% 10%"/></layout></head><body region="r"><div begin="1s">
            <p begin="00:00:01.5" dur="2s">Hello <span tts:color="#ff0000">red<br/></span> &amp; more</p><p dur="3s"
            tts:fontSize="80%"><set begin="1s" tts:opacity="0.5"/><span tts:ruby="container"><span tts:ruby="base">a</span
            ><span tts:ruby="text">b</span></span></p></div></body></tt>
            """
        var random = SeededRandom(seed: 1)
        for _ in 0..<500 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            if let document = try? TimedTextDocument(bytes[...]) {
                #expect(document.cues.count <= TimedTextDocument.maximumCues)
            }
        }
    }
}
