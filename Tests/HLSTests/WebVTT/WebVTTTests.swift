import CoreMedia
import Testing

@testable import HLS

@Suite("WebVTT (hls.md section 5; W3C WebVTT sections 4 and 6)")
struct WebVTTTests {
    private func parse(_ text: String, limits: WebVTTLimits = .standard) -> WebVTTFile {
        WebVTTFile.parse(Array(text.utf8), limits: limits)
    }

    private func cue(_ start: Int64, _ end: Int64, _ payload: String, _ identifier: String = "") -> WebVTTCue {
        WebVTTCue(
            start: CMTime(value: start, timescale: 1_000), end: CMTime(value: end, timescale: 1_000),
            identifier: identifier, payload: payload)
    }

    @Test("cues are parsed with and without identifiers and hours, of one line and of several")
    func cues() {
        let file = parse(
            """
            WEBVTT - a title

            1
            00:01.000 --> 00:02.500
            One
            two

            100:00:00.000-->100:00:01.000
            Hours

            00:03.000 --> 00:04.000

            """)
        #expect(
            file.cues == [
                cue(1_000, 2_500, "One\ntwo", "1"), cue(360_000_000, 360_001_000, "Hours"), cue(3_000, 4_000, ""),
            ])
        #expect(file.faults == [])
        #expect(file.timestampMap == nil)
    }

    @Test("lines end in LF, CR or CRLF; a byte order mark is dropped, NULs and invalid UTF-8 are replaced")
    func bytes() {
        let lines = ["WEBVTT", "", "00:01.000 --> 00:02.000", "a\u{0}b", "c", "", "00:02.000 --> 00:03.000", "d"]
        for ending in ["\n", "\r", "\r\n"] {
            let file = parse("\u{feff}" + lines.joined(separator: ending))
            #expect(file.cues == [cue(1_000, 2_000, "a\u{fffd}b\nc"), cue(2_000, 3_000, "d")])
            #expect(file.faults == [])
        }
        let broken = Array("WEBVTT\n\n00:01.000 --> 00:02.000\na".utf8) + [0xff]
        #expect(WebVTTFile.parse(broken).cues == [cue(1_000, 2_000, "a\u{fffd}")])
    }

    @Test("a note gives no cue; STYLE and REGION blocks are parsed before the first cue, and ignored after it")
    func blocks() {
        let file = parse(
            """
            WEBVTT
            Kind: captions

            STYLE
            ::cue { color: red }

            REGION\t
            id:fred width:40%
            lines:2 scroll:up

            NOTE
            nothing
            to see

            00:01.000 --> 00:02.000 region:fred
            One

            STYLE
            ::cue { color: blue }

            REGION
            id:late

            NOTE at the end
            """)
        var fred = WebVTTRegion()
        (fred.identifier, fred.width, fred.lines, fred.scrollsUp) = ("fred", 40, 2, true)
        #expect(file.cues.map(\.payload) == ["One"])
        #expect(file.cues.map(\.settings.region) == [fred])
        #expect(file.styles == ["::cue { color: red }"])
        #expect(file.regions == [fred])
        #expect(file.faults == [])
    }

    @Test("a cue begins at its timings, also where the empty line before it is missing")
    func missingEmptyLines() {
        let file = parse("WEBVTT\n00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\nTwo\nid\n\n")
        #expect(file.cues == [cue(1_000, 2_000, "One"), cue(2_000, 3_000, "Two\nid")])
        // After two lines the timings start a separate block without an identifier.
        #expect(parse("WEBVTT\n\na\nb\n00:01.000 --> 00:02.000\nOne").cues == [cue(1_000, 2_000, "One")])
    }

    @Test(
        "a cue with invalid timings is dropped with a fault, the others stay",
        arguments: [
            "00:01.00 --> 00:02.000", "00:01.000 -> 00:02.000 -->", "1:00.000 --> 00:02.000", "00:60.000 --> 00:02.000",
            "00:01.000 --> 00:02", "00:01,000 --> 00:02,000", "--> 00:02.000", "00:01.000 -->",
            "00:01.000 x --> 00:02.000",
            "-00:01.000 --> 00:02.000", "60:00.000 --> 61:00.000", "00:01.0000 --> 00:02.000",
            "00:00:1.000 --> 00:02.000", "00:60:00.000 --> 01:00:02.000", "00:1:00.000 --> 01:00:02.000",
        ])
    func brokenTimes(times: String) {
        let file = parse("WEBVTT\n\n\(times)\nbroken\n\n00:03.000 --> 00:04.000\nwhole")
        #expect(file.cues == [cue(3_000, 4_000, "whole")])
        #expect(file.faults.map(\.rule) == ["webvtt.time"])
        #expect(file.faults.map(\.line) == [3])
    }

    @Test(
        "two times without an arrow between them are a fault, and none in a note or a text",
        arguments: [
            ("00:01.000 -> 00:02.000\na", 1), ("name\n00:01.000 – 00:02.000\na", 1), ("00:01.000 00:02.000", 1),
            ("NOTE\n00:01.000 -> 00:02.000", 0), ("00:01.000", 0), ("12 to 13", 0),
        ])
    func missingArrows(block: String, count: Int) {
        let file = parse("WEBVTT\n\n\(block)\n\n00:03.000 --> 00:04.000\n00:05.000 - 00:06.000")
        #expect(file.cues == [cue(3_000, 4_000, "00:05.000 - 00:06.000")])
        #expect(file.faults.map(\.rule) == Array(repeating: "webvtt.time", count: count))
    }

    @Test("a cue that ends before it starts stays, with a warning; a time beyond a million hours is limited")
    func order() {
        let file = parse("WEBVTT\n\nname\n00:02.000 --> 00:02.000\na\n\n00:02.000 --> 00:01.000\nb")
        #expect(file.cues == [cue(2_000, 2_000, "a", "name"), cue(2_000, 1_000, "b")])
        #expect(file.faults.map(\.rule) == ["webvtt.order", "webvtt.order"])
        #expect(file.faults.map(\.level) == [.warning, .warning])
        #expect(file.faults.map(\.line) == [4, 7])
        for hours in ["1000000", "99999999999999999999999"] {
            let late = parse("WEBVTT\n\n00:02.000 --> \(hours):00:00.000\na")
            #expect(late.cues.map(\.end) == [CMTime(value: WebVTTTime.maximumMilliseconds, timescale: 1_000)])
            #expect(late.faults.map(\.rule) == ["webvtt.time"])
        }
    }

    @Test(
        "without WEBVTT on the first line cues are parsed nevertheless, with a fault; an empty segment has no fault [hls.md 13: VTT without header, hls.md 5: WebVTT header]"
    )
    func header() {
        let bare = parse("00:01.000 --> 00:02.000\nOne")
        #expect(bare.cues.map(\.payload) == ["One"])
        #expect(bare.faults.map(\.rule) == ["webvtt.header"])
        #expect(WebVTTFile.parse(Array("00:01.000 --> 00:02.000\nOne".utf8), headerIsElsewhere: true).faults == [])
        #expect(parse("").faults.map(\.level) == [.warning])
        #expect(parse("WEBVTT").faults == [])
        #expect(parse("<html><body>Not found</body></html>").cues == [])
        #expect(parse("WEBVTTX\n\n00:01.000 --> 00:02.000\nOne").faults.map(\.rule) == ["webvtt.header"])
    }

    @Test("X-TIMESTAMP-MAP is read in the header, or after an empty line")
    func map() {
        let expected = TimestampMap(local: 0, transport: 900_000)
        let inHeader = parse("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\na")
        #expect(inHeader.timestampMap == expected)
        #expect(inHeader.cues.count == 1)
        #expect(parse("WEBVTT\n\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n").timestampMap == expected)
        let late = parse("WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n")
        #expect(late.timestampMap == nil)
        let broken = parse("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:x\n\n00:01.000 --> 00:02.000\na")
        #expect(broken.timestampMap == nil)
        #expect(broken.faults.map(\.rule) == ["webvtt.map"])
        #expect(broken.cues.count == 1)
    }

    @Test("each cue setting is parsed with its parts")
    func settings() {
        let (settings, unknown) = WebVTTCueSettings.parse(
            "vertical:rl line:-2,end\tposition:10.5%,line-left size:35% align:start region:r")
        #expect(unknown == [])
        #expect(settings.direction == .growingLeft)
        #expect(settings.line == .number(-2))
        #expect(settings.lineAlignment == .end)
        #expect(settings.position == 10.5)
        #expect(settings.positionAlignment == .lineLeft)
        #expect(settings.size == 35)
        #expect(settings.alignment == .start)
        #expect(WebVTTCueSettings.parse("line:0%").settings.line == .percentage(0))
        #expect(WebVTTCueSettings.parse("line:1.5").settings.line == .number(1.5))
        #expect(WebVTTCueSettings.parse("line:-99999999999").settings.line == .number(-99_999_999_999))
        #expect(WebVTTCueSettings.parse("position:007.50%").settings.position == 7.5)
    }

    @Test(
        "an invalid setting is reported and ignored",
        arguments: [
            "vertical:horizontal", "line:101%", "line:-1%", "line:x", "line:1,left", "line:1.", "line:.5", "line:1-",
            "line:--1", "line:1.2.3", "line:%", "position:5", "position:.5%", "line:1,start,end", ":5%", "size:100.1%",
            "position:5%,start", "size:-1%", "size:.%", "size:5.%", "align:middle", "align:", "colour:red", "align",
            "size:1e1%",
            "position:%",
        ])
    func unknownSettings(item: String) {
        let (settings, unknown) = WebVTTCueSettings.parse(item)
        #expect(settings == WebVTTCueSettings())
        #expect(unknown == [item])
        #expect(parse("WEBVTT\n\n00:01.000 --> 00:02.000 \(item)\na").cues.count == 1)
        #expect(parse("WEBVTT\n\n00:01.000 --> 00:02.000 \(item)\na").faults.map(\.level) == [.warning])
    }

    @Test(
        "the text is returned without its markup",
        arguments: [
            ("plain\nlines", "plain\nlines"),
            ("<v.loud Fred>Hi, <i>all</i></v>", "Hi, all"),
            ("<c.yellow.bg_blue>a</c><00:00:01.000>b", "ab"),
            ("1 &lt; 2 &amp;&amp; 3 &gt; 2&nbsp;&#65;&#x42;&#0;&unknown;&", "1 < 2 && 3 > 2\u{a0}AB\u{fffd}&unknown;&"),
            ("&amp;lt;", "&lt;"),
            ("fish &amp chips", "fish & chips"), ("AT&amp", "AT&"),
            ("<ruby>漢<rt>kan</rt>字<rt>ji</ruby>!", "漢字!"),
            ("a <i", "a "),
            ("a > b", "a > b"),
            ("&#x110000;&#xd800;&#99999999999;", "\u{fffd}\u{fffd}\u{fffd}"),
            ("Caf&eacute;&hellip; &laquo;&nbsp;&Agrave; &yuml;&raquo; &mdash; &frac12;", "Café… «\u{a0}À ÿ» — ½"),
        ])
    func text(payload: String, plain: String) {
        #expect(cue(0, 1, payload).plainText == plain)
    }

    @Test(
        "bold, italics, underlines and colour classes apply to the text within their tags [W3C WebVTT 4.2.2, 5]",
        arguments: [
            ("a <i>b</i> c", [(2..<3, WebVTTSpan.Style(isItalic: true))]),
            (
                "<b>a<u>b</u></b>c",
                [
                    (0..<1, WebVTTSpan.Style(isBold: true)),
                    (1..<2, WebVTTSpan.Style(isBold: true, isUnderlined: true)),
                ]
            ),
            ("<c.yellow>😀&amp;</c>!", [(0..<3, WebVTTSpan.Style(color: 0xffff00))]),
            ("<c.red>a<c.white>b</c>c", [(0..<1, .init(color: 0xff0000)), (2..<3, .init(color: 0xff0000))]),
            ("<v.cyan Fred>Hi</v>, <c.mine>all</c>", [(0..<2, WebVTTSpan.Style(color: 0x00ffff))]),
            // A mismatched end tag is ignored; an unclosed tag applies to the end.
            ("<i>a</b>b\nc", [(0..<4, WebVTTSpan.Style(isItalic: true))]),
            ("a</i>b<i></i><00:01.000>c", []),
            ("<i><ruby>漢<rt>kan</rt></ruby></i>字", [(0..<1, WebVTTSpan.Style(isItalic: true))]),
        ] as [(String, [(Range<Int>, WebVTTSpan.Style)])])
    func styles(payload: String, spans: [(Range<Int>, WebVTTSpan.Style)]) {
        #expect(WebVTTCue.styledText(of: payload).spans == spans.map { WebVTTSpan(range: $0, style: $1) })
    }

    @Test("deeply nested tags are read in one pass, and ignored beyond a depth")
    func deepTags() {
        let (text, spans) = WebVTTCue.styledText(of: String(repeating: "<i>", count: 4_000) + "a")
        #expect(text == "a")
        #expect(spans == [WebVTTSpan(range: 0..<1, style: .init(isItalic: true))])
    }

    @Test("limits apply to bytes, cues, lines, texts and faults")
    func limits() {
        let one = "00:01.000 --> 00:02.000\nabc\n\n"
        var limits = WebVTTLimits()
        limits.byteCount = 8 + one.utf8.count
        let cut = parse("WEBVTT\n\n" + one + one, limits: limits)
        #expect(cut.cues.count == 1)
        #expect(cut.faults.map(\.rule) == ["webvtt.size"])
        limits = WebVTTLimits()
        limits.cueCount = 2
        let few = parse("WEBVTT\n\n" + one + one + one, limits: limits)
        #expect(few.cues.count == 2)
        #expect(few.faults.map(\.rule) == ["webvtt.cues"])
        limits = WebVTTLimits()
        limits.payloadByteCount = 3
        #expect(parse("WEBVTT\n\n" + one, limits: limits).faults.map(\.rule) == ["webvtt.payload"])
        limits = WebVTTLimits()
        limits.lineByteCount = 20
        #expect(parse("WEBVTT\n\n" + one, limits: limits).faults.map(\.rule) == ["webvtt.line"])
        limits = WebVTTLimits()
        limits.faultCount = 2
        #expect(parse("WEBVTT\n\n" + String(repeating: "-->\n\n", count: 5), limits: limits).faults.count == 2)
    }
}
