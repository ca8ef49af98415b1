import Testing

@testable import MediaEngine

/// The areas are those of the tests of IMSC 1.1; the documents are written for this suite.
@Suite("Regions, sequences and decorations of TTML (TTML2 sections 10 to 13)")
struct TimedTextRegionTests {
    private func document(
        _ body: String, head: String = "", root: String = ""
    ) throws(MediaError) -> [TimedTextDocument.Cue] {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
              xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:ebutts="urn:ebu:tt:style"
              xmlns:itts="http://www.w3.org/ns/ttml/profile/imsc1#styling"
              xmlns:ittp="http://www.w3.org/ns/ttml/profile/imsc1#parameter" xml:lang="en" \(root)>
            <head>\(head)</head><body>\(body)</body></tt>
            """
        return try TimedTextDocument(Array(text.utf8)[...]).cues
    }

    /// The captions as "start-end text".
    private func outline(_ cues: [TimedTextDocument.Cue]) -> [String] {
        cues.map { cue in
            let end = cue.end.map { String($0.seconds) } ?? ""
            return "\(cue.start.seconds)-\(end) \(cue.block.flattened().text)"
        }
    }

    private func region(_ attributes: String, _ content: String = "") -> String {
        "<layout><region xml:id=\"r\" \(attributes)>\(content)</region></layout>"
    }

    @Test("text is displayed only while its region is")
    func regionTimes() throws {
        let cues = try document(
            "<div region=\"r\"><p begin=\"5s\" end=\"15s\">a</p><p begin=\"16s\" end=\"25s\">b</p></div>",
            head: region("begin=\"10s\" end=\"20s\""))
        #expect(outline(cues) == ["10.0-15.0 a", "16.0-20.0 b"])
    }

    @Test("set in a region hides its text, moves it and changes what the text inherits")
    func regionChanges() throws {
        let cues = try document(
            "<div region=\"r\"><p end=\"9s\">a</p></div>",
            head: region(
                "tts:origin=\"10% 10%\" tts:extent=\"80% 20%\"",
                """
                <set begin="1s" end="2s" tts:display="none"/><set begin="3s" end="4s" tts:color="red"/>
                <set begin="5s" end="6s" tts:origin="10% 50%"/>
                """))
        #expect(
            outline(cues) == ["0.0-1.0 a", "2.0-3.0 a", "3.0-4.0 a", "4.0-5.0 a", "5.0-6.0 a", "6.0-9.0 a"])
        #expect(cues.map { $0.block.lines.first?.first?.style.color } == [nil, nil, 0xff0000, nil, nil, nil])
        #expect(cues.map { $0.block.placement.line } == [0.1, 0.1, 0.1, 0.1, 0.5, 0.1])
    }

    @Test("spans of a paragraph in several regions are captions in each of them; text in none is left out")
    func nestedRegions() throws {
        let head = """
            <layout><region xml:id="a" tts:origin="0% 60%"/><region xml:id="b" tts:origin="0% 20%"/></layout>
            """
        let cues = try document(
            "<div><p end=\"1s\">x <span region=\"a\">in a</span> <span region=\"b\">in b</span></p></div>", head: head)
        #expect(outline(cues) == ["0.0-1.0 in a", "0.0-1.0 in b"])
        #expect(cues.map { $0.block.placement.line } == [0.6, 0.2])
    }

    @Test(
        "in a sequence each element begins at the end of the one before; text without a duration has none",
        arguments: [
            (
                "<div><p timeContainer=\"seq\" begin=\"1s\">x<span dur=\"2s\">a</span><span dur=\"1s\">b</span></p></div>",
                ["1.0-3.0 a", "3.0-4.0 b"]
            ),
            (
                """
                <div timeContainer="seq" dur="40s"><div timeContainer="seq"><p begin="5s" dur="5s" timeContainer="seq">a</p>
                <p begin="5s" dur="5s" timeContainer="seq">b</p></div><div timeContainer="seq" dur="20s">
                <p begin="5s" dur="5s">c</p><p begin="5s" dur="5s">d</p></div></div>
                """, ["25.0-30.0 c", "35.0-40.0 d"]
            ),
            (
                """
                <div timeContainer="seq"><div><p dur="2s">a</p><p begin="1s" dur="3s">b</p></div><p dur="2s">c</p></div>
                """, ["0.0-2.0 a", "1.0-4.0 b", "4.0-6.0 c"]
            ),
            ("<div timeContainer=\"seq\"><p>a</p><p>b</p></div>", ["0.0- a"]),
        ])
    func sequences(_ body: String, _ expected: [String]) throws {
        #expect(outline(try document(body)) == expected)
    }

    @Test(
        "padding makes the area of a region's text smaller, in the order of its writing mode",
        arguments: [
            ("tts:padding=\"10px\"", 0.2, 0.15, 0.3), ("tts:padding=\"10px 20px\"", 0.2, 0.2, 0.2),
            ("tts:padding=\"30px 20px 10px 0px\"", 0.4, 0.1, 0.3), ("tts:padding=\"10% 25%\"", 0.15, 0.2, 0.2),
            ("tts:padding=\"10px 20px\" tts:displayAlign=\"after\"", 0.5, 0.2, 0.2),
        ])
    func padding(_ attributes: String, _ line: Double, _ position: Double, _ size: Double) throws {
        let cues = try document(
            "<div region=\"r\"><p end=\"1s\">a</p></div>",
            head: region("tts:origin=\"20px 10px\" tts:extent=\"80px 50px\" \(attributes)"),
            root: "tts:extent=\"200px 100px\"")
        let placement = try #require(cues.first).block.placement
        #expect(abs((placement.line ?? -1) - line) < 1e-9 && abs((placement.position ?? -1) - position) < 1e-9)
        #expect(abs((placement.size ?? -1) - size) < 1e-9)
    }

    @Test("a region's background is an area behind its text, with the region's opacity")
    func grounds() throws {
        let attributes = "tts:origin=\"10% 70%\" tts:extent=\"80% 20%\" tts:backgroundColor="
        let cues = try document(
            "<div region=\"r\"><p end=\"1s\">a</p></div>",
            head: region(attributes + "\"#0000ff80\" tts:opacity=\"0.5\""))
        let ground = try #require(cues.first?.block.placement.ground)
        #expect(ground.color == 0x0000ff && abs(ground.opacity - 0.25) < 0.01)
        #expect([ground.x, ground.y, ground.width, ground.height] == [0.1, 0.7, 0.8, 0.2])
        let none = try document(
            "<div region=\"r\"><p end=\"1s\">a</p></div>", head: region(attributes + "\"transparent\""))
        #expect(none.first?.block.placement.ground == nil)
    }

    @Test("outlines and shadows of letters have their lengths relative to the usual size, and colors")
    func decorations() throws {
        let cues = try document(
            """
            <div><p end="1s" tts:color="yellow"><span tts:textOutline="red 10%">a</span><span
            tts:textShadow="10% -20% 5% rgba(0, 255, 0, 255), 1rh 2rh">b</span><span tts:textOutline="none">c</span></p></div>
            """)
        let runs = try #require(cues.first?.block.lines.first)
        let styles = runs.map(\.style)
        #expect(styles[0].shadows.count == 8 && styles[0].shadows.allSatisfy { $0.color == 0xff0000 })
        #expect(abs((styles[0].shadows.first?.x ?? 0) - 0.1) < 1e-9)
        let expected = [
            CaptionShadow(x: 0.1, y: -0.2, blur: 0.05, color: 0x00ff00, opacity: 1),
            CaptionShadow(x: 0.2, y: 0.4, blur: 0, color: 0xffff00, opacity: 1),
        ]
        #expect(styles[1].shadows.count == 2 && styles[2].shadows.isEmpty)
        for (shadow, wanted) in zip(styles[1].shadows, expected) {
            #expect(shadow.color == wanted.color && abs(shadow.x - wanted.x) < 1e-9 && abs(shadow.y - wanted.y) < 1e-9)
            #expect(abs(shadow.blur - wanted.blur) < 1e-9)
        }
    }

    @Test("emphasis marks are annotations of each letter, slanted text is italic, and text may be struck")
    func marks() throws {
        let cues = try document(
            """
            <div><p end="1s"><span tts:textEmphasis="filled dot">ab c</span><span tts:fontShear="16.7%">d</span><span
            tts:textDecoration="lineThrough noUnderline">e</span></p></div>
            """)
        let flat = try #require(cues.first).block.flattened()
        #expect(flat.text == "ab cde")
        #expect(flat.annotations.map(\.range) == [0..<1, 1..<2, 3..<4])
        #expect(flat.annotations.allSatisfy { $0.text == "\u{2022}" })
        #expect(
            flat.styles.map(\.style.isItalic) == [true, false] && flat.styles.map(\.style.isStruck) == [false, true])
        #expect(flat.styles.allSatisfy { !$0.style.isUnderlined })
    }

    @Test(
        "animate changes numbers and colors in steps, and other values at key times; without a duration it has no effect"
    )
    func animations() throws {
        let cues = try document(
            """
            <div><p end="4s"><animate begin="1s" dur="1s" tts:color="#000000;#ff0000"/>a</p>
            <p begin="5s" end="9s"><animate dur="2s" calcMode="discrete" tts:color="red;lime" fill="freeze"/>b</p></div>
            """)
        let colors = cues.filter { $0.start < 4 * .second && $0.start >= 1 * .second }.compactMap {
            $0.block.lines.first?.first?.style.color
        }
        #expect(colors.count == 12 && colors == colors.sorted() && Set(colors).count == 12)
        #expect(colors.first.map { $0 < 0x200000 } == true && colors.last.map { $0 > 0xe00000 } == true)
        let last = cues.filter { $0.start >= 5 * .second }
        #expect(outline(last) == ["5.0-6.0 b", "6.0-9.0 b"])
        #expect(last.map { $0.block.lines.first?.first?.style.color } == [0xff0000, 0x00ff00])
    }

    @Test("right-to-left paragraphs start at the right, and rows may be aligned with the longest one")
    func directions() throws {
        let cues = try document(
            """
            <div region="r"><p end="1s" tts:direction="rtl">a<span tts:unicodeBidi="bidiOverride">b</span></p>
            <p end="1s" tts:textAlign="center" ebutts:multiRowAlign="start">c<br/>dd</p></div>
            """, head: region("tts:origin=\"10% 10%\" tts:extent=\"80% 20%\""))
        #expect(cues.first?.block.placement.alignment == .end && cues.first?.block.placement.rowAlignment == nil)
        #expect(cues.first?.block.flattened().text == "\u{200f}a\u{202e}b\u{202c}")
        #expect(cues.last?.block.placement.rowAlignment == .start && cues.last?.block.placement.alignment == .center)
    }

    @Test(
        "lines that would begin in another direction have a mark of their own; others are unchanged",
        arguments: [
            ("tts:direction=\"rtl\"", "Hello", "\u{200f}Hello"), ("tts:direction=\"rtl\"", "- שלום", "- שלום"),
            ("tts:direction=\"ltr\"", "שלום", "\u{200e}שלום"),
            ("tts:direction=\"ltr\"", "\u{201c}Hello", "\u{201c}Hello"),
            ("", "שלום", "שלום"), ("", "12", "12"),
            ("", "<span tts:direction=\"rtl\" tts:unicodeBidi=\"embed\">a</span>", "\u{200e}\u{202b}a\u{202c}"),
        ])
    func lineDirections(_ attributes: String, _ content: String, _ expected: String) throws {
        let cues = try document("<div><p end=\"1s\" \(attributes)>\(content)</p></div>")
        #expect(cues.first?.block.flattened().text == expected)
    }

    @Test(
        "heights and padding of lines are relative to the usual size, and the gaps between lines may be filled",
        arguments: [
            ("tts:lineHeight=\"125%\"", 1.25, nil, false), ("tts:lineHeight=\"normal\"", nil, nil, false),
            ("tts:lineHeight=\"125%\" tts:fontSize=\"200%\"", 2.5, nil, false),
            ("tts:lineHeight=\"10rh\"", 2, nil, false),
            ("tts:lineHeight=\"-5%\"", nil, nil, false), ("ebutts:linePadding=\"5rh\"", nil, 1, false),
            ("itts:fillLineGap=\"true\"", nil, nil, true),
        ] as [(String, Double?, Double?, Bool)])
    func lines(_ attributes: String, _ height: Double?, _ padding: Double?, _ fills: Bool) throws {
        let cues = try document("<div \(attributes)><p end=\"1s\">a</p></div>")
        let lines = try #require(cues.first).block.placement.lines ?? TextLines()
        #expect(lines.height.map { ($0 * 100).rounded() } == height.map { $0 * 100 })
        #expect(lines.padding.map { ($0 * 100).rounded() } == padding.map { $0 * 100 } && lines.fillsGaps == fills)
    }

    @Test(
        "the root container may have an aspect ratio",
        arguments: [
            ("ittp:aspectRatio=\"4 3\"", 4 / 3.0), ("ttp:displayAspectRatio=\"16 9\"", 16 / 9.0),
            ("ittp:aspectRatio=\"0 3\"", nil),
            ("", nil),
        ] as [(String, Double?)])
    func aspectRatios(_ root: String, _ ratio: Double?) throws {
        let cues = try document("<div><p end=\"1s\">a</p></div>", root: root)
        #expect(try #require(cues.first).block.placement.aspectRatio == ratio)
    }

    @Test(
        "parts of vertical text are combined, those of horizontal text are not",
        arguments: [
            ("tbrl", "all", "12", ["12"]), ("tbrl", "all", "1234567", []), ("lrtb", "all", "12", []),
            ("tbrl", "digits 3", "第10回123、2024年", ["10", "123"]), ("tbrl", "digits", "10回123", ["10"]),
            ("tbrl", "none", "1", []),
        ])
    func combinations(_ mode: String, _ value: String, _ text: String, _ expected: [String]) throws {
        let cues = try document(
            "<div region=\"r\"><p end=\"1s\" tts:textCombine=\"\(value)\">\(text)</p></div>",
            head: region("tts:writingMode=\"\(mode)\""))
        let runs = try #require(cues.first?.block.lines.first)
        #expect(runs.filter(\.style.isCombined).map(\.text) == expected && runs.map(\.text).joined() == text)
    }

    @Test("text with an opacity of 0 is no caption")
    func transparentText() throws {
        #expect(try document("<div><p end=\"1s\" tts:opacity=\"0\">a</p></div>").isEmpty)
    }

    @Test(
        "drafts of the standard (DFXP) have styles, parameters and time code with dropped frames",
        arguments: [
            ("2006/10/ttaf1#styling", "ttp:frameRate=\"25\"", "00:00:01:05", 1.2),
            ("2006/04/ttaf1#style", "ttp:frameRate=\"25\"", "00:00:01:05", 1.2),
            (
                "2006/10/ttaf1#style",
                "ttp:timeBase=\"smpte\" ttp:dropMode=\"dropNTSC\" ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\"",
                "00:01:00:02", 60.06
            ),
        ])
    func drafts(_ styling: String, _ parameters: String, _ begin: String, _ seconds: Double) throws {
        let draft = styling.prefix { $0 != "#" }
        let text = """
            <tt xmlns="http://www.w3.org/\(draft)" xmlns:tts="http://www.w3.org/\(styling)"
              xmlns:ttp="http://www.w3.org/\(draft)#parameter" \(parameters)>
            <body><div><p begin="\(begin)" tts:color="red">a</p></div></body></tt>
            """
        let cue = try #require(try TimedTextDocument(Array(text.utf8)[...]).cues.first)
        #expect(abs(cue.start.seconds - seconds) < 1e-6 && cue.block.lines.first?.first?.style.color == 0xff0000)
    }

    @Test(
        "bad input: parts of an animation that are no part of its time are ignored",
        arguments: ["-inf;1", "-INF;0.5", "0;nan", "inf;inf", "-1;2", "1e400;1"])
    func animation_unusableTimes(_ keys: String) throws {
        let cues = try document(
            """
            <div><p begin="1s" end="3s">a<animate tts:color="red;blue" tts:opacity="0;1" keyTimes="\(keys)"/></p></div>
            """)
        let colors = cues.compactMap { $0.block.lines.first?.first?.style.color }
        // Without times of their own, the values are evenly spaced.
        #expect(colors.count == 24 && Set(colors).count == 24, "\(colors)")
    }

    @Test("bad input: a length beyond every frame is limited")
    func lengths_limited() throws {
        let cues = try document(
            "<div region=\"r\"><p begin=\"1s\">a</p></div>",
            head: region("tts:origin=\"9c 9c\" tts:extent=\"1e308c 1e308c\" tts:backgroundColor=\"red\""),
            root: "ttp:cellResolution=\"1e-300 1e-300\"")
        let ground = try #require(cues.first?.block.placement.ground)
        #expect([ground.x, ground.y, ground.width, ground.height] == [100, 100, 100, 100])
    }
}
