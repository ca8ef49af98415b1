import CoreMedia
import Testing

@testable import HLS

@Suite("Style sheets in WebVTT (W3C WebVTT sections 7.2 and 8.2)")
struct WebVTTStyleTests {
    /// Returns the style of the first styled range of a cue named `1 a`, or the default style.
    private func style(_ sheet: String..., of payload: String = "<v Mary><i.loud.x>text</i></v>") -> WebVTTSpan.Style {
        WebVTTCue.styledText(of: payload, identifier: "1 a", sheet: WebVTTStyleSheet(sheet)).spans.first?.style
            ?? .init()
    }

    private func isRed(_ selector: String, _ payload: String = "<v Mary><i.loud.x>text</i></v>") -> Bool {
        style("\(selector) { color: red }", of: payload).color == 0xff0000
    }

    @Test(
        "a selector selects the cue, or elements of its text",
        arguments: [
            "::cue", "video::cue", " ::cue ", "::cue(i)", "::cue(v)", "::cue(.loud)", "::cue(i.x.loud)", "::cue(*)",
            "::cue(#\\31\\ a)", "::cue(#\\000031\\ a)", "::cue([voice=\"Mary\"])", "::cue(v[voice='Mary'])",
            "::cue(v i)",
            "::cue(v > i)", "::cue( i )", "::cue(b, i)", "::cue(b), ::cue", "::cue([voice=Mary] .x)", "::cue(v\ti)",
            "::cue(#\\31\\ a i)",
        ])
    func selectors(selector: String) {
        #expect(isRed(selector))
    }

    @Test(
        "a selector that matches nothing, or is invalid, has no effect",
        arguments: [
            "::cue(b)", "::cue(.quiet)", "::cue(#1)", "::cue([voice=\"Jane\"])", "::cue(i > v)", "::cue(i v)", "cue",
            ":cue",
            "::cue(", "::cue()", "::cue(i", "::cue(i,)", "i", "::cue i", "::cue-region", "::cue(i + b)",
            "::cue(v >> i)",
            "::cue(i), b", "::cue(i:hover)", "::cue(.)", "::cue([x=y])", "::cue(> i)", "::cue(v >)",
        ])
    func unmatched(selector: String) {
        #expect(!isRed(selector))
    }

    @Test(
        "elements are past after a reached timestamp that follows them, and future after a timestamp that is not reached"
    )
    func phases() {
        let payload = "<c>one</c> <00:01.000><c>two</c> <00:02.000><c><b>three</b></c>"
        let sheet = "::cue(:past) { color: red } ::cue(c:future) { color: blue } ::cue(b:future) { color: lime }"
        func colors(_ seconds: Double?) -> [UInt32?] {
            let text = WebVTTCue.displayedText(
                of: payload, sheet: WebVTTStyleSheet([sheet]), at: seconds.map { Int64($0 * 1e9) })
            #expect(text.text == "one two three")
            return [0, 4, 8].map { at in text.spans.first { $0.range.contains(at) }?.style.color }
        }
        #expect(colors(0.5) == [nil, 0x0000ff, 0x00ff00])
        #expect(colors(1) == [0xff0000, nil, 0x00ff00])
        #expect(colors(2) == [0xff0000, 0xff0000, nil])
        #expect(colors(nil) == [nil, nil, nil])
    }

    @Test(
        "styles change at the timestamps within the cue's time, on the timeline of the file, where a rule depends on them"
    )
    func styleChanges() {
        var cue = WebVTTCue(
            start: CMTime(value: 11, timescale: 1), end: CMTime(value: 15, timescale: 1),
            payload: "a<00:03.000><c>b<00:02.000></c><00:03.000>c<00:05.000>d<00:01.000>")
        cue.timestampShift = 10_000_000_000
        #expect(cue.styleChanges(WebVTTStyleSheet(["::cue(:past) { color: red }"])) == [2_000_000_000, 3_000_000_000])
        #expect(cue.styleChanges(WebVTTStyleSheet(["::cue(c) { color: red }"])) == [])
    }

    @Test("ruby annotations have the range of their base, also with several of them and around other elements")
    func annotations() {
        func annotations(_ payload: String) -> (String, [WebVTTAnnotation]) {
            let text = WebVTTCue.displayedText(of: payload)
            return (text.text, text.annotations)
        }
        let (text, found) = annotations("x<ruby>漢<rt>kan</rt><b>字</b><rt>j<i>i</i></ruby>y<ruby><rt>none</rt>z</ruby>")
        #expect(text == "x漢字yz")
        #expect(found == [WebVTTAnnotation(range: 1..<2, text: "kan"), WebVTTAnnotation(range: 2..<3, text: "ji")])
        let nested = annotations("<ruby>a<ruby>b<rt>1</rt></ruby><rt>2</rt></ruby>")
        #expect(nested.0 == "ab")
        #expect(nested.1 == [WebVTTAnnotation(range: 1..<2, text: "1"), WebVTTAnnotation(range: 0..<2, text: "2")])
    }

    @Test("a language is selected by its exact tag on the element, or by its range within the element")
    func languages() {
        let payload = "<lang en-GB><b>text</b></lang>"
        for selector in ["[lang=\"en-GB\"]", ":lang(en)", "b:lang('en-gb')", ":lang(*)", "lang b"] {
            #expect(isRed("::cue(\(selector))", payload), "\(selector)")
        }
        for selector in ["[lang=\"en\"]", ":lang(de)", ":lang(e)", "b[lang=\"en-GB\"]"] {
            #expect(!isRed("::cue(\(selector))", payload), "\(selector)")
        }
        #expect(!isRed("::cue(:lang(en))"))
    }

    @Test("the most specific rule wins, then the last one; important declarations win over both")
    func cascade() {
        #expect(style("::cue(i) { color: red } ::cue(i) { color: blue }").color == 0x0000ff)
        #expect(style("::cue(.x) { color: red } ::cue(i) { color: blue }").color == 0xff0000)
        #expect(style("::cue(i.x) { color: red } ::cue(.x) { color: blue }").color == 0xff0000)
        #expect(style("::cue(v i) { color: red } ::cue(i) { color: blue }").color == 0xff0000)
        #expect(style("::cue(i) { color: red; color: blue; color: nonsense }").color == 0x0000ff)
        #expect(style("::cue(i) { color: red !important } ::cue(i.x) { color: blue }").color == 0xff0000)
        #expect(style("::cue(i) { color: red }", "::cue(i) { color: blue }").color == 0x0000ff)
        // Rules win over the default styles of classes and tags; what is closer to the text wins.
        #expect(style("::cue(c) { color: lime }", of: "<c.red>text").color == 0x00ff00)
        #expect(style("::cue { color: lime }", of: "<c.red>text").color == 0xff0000)
        #expect(!style("::cue(i) { font-style: normal }").isItalic)
    }

    @Test("comments, quotes, at-rules and broken rules do not affect the rules after them")
    func syntax() {
        let last = "::cue { color: red }"
        for noise in [
            "/* ::cue { color: blue } */", "@import url(x.css);", "@media print { ::cue { color: blue } }",
            "b { color: blue }",
            "::cue(b) { content: \"}\" }", "::cue { color }", "::cue {}", "::cue { ; : ; x:; }", "::cue(b[x='{']) {}",
            "::cue(b) { a: (;}) }",
        ] {
            #expect(style(noise + last).color == 0xff0000, "\(noise)")
        }
        #expect(style("::cue { color: red").color == 0xff0000)
        #expect(style("::cue { co/**/lor: blue; color: red/* */ }").color == 0xff0000)
        for broken in ["", "{", "}", "::cue", "::cue {", "/*", "@", "\\", "::cue(\\", "::cue { color: \\", "::cue{a:'"]
        {
            #expect(style(broken, of: "text") == .init(), "\(broken)")
        }
    }

    @Test(
        "colors are read in each notation",
        arguments: [
            ("red", 0xff0000, 1), ("RebeccaPurple", 0x663399, 1), ("#f80", 0xff8800, 1), ("#F808", 0xff8800, 8.0 / 15),
            ("#102030", 0x102030, 1), ("#10203080", 0x102030, 128.0 / 255), ("rgb(1, 2,3)", 0x010203, 1),
            ("rgba(255,0,0,.5)", 0xff0000, 0.5), ("rgb(100% 50% 0% / 25%)", 0xff8000, 0.25),
            ("rgb(300,-5,0)", 0xff0000, 1),
            ("hsl(120, 100%, 50%)", 0x00ff00, 1), ("hsla(-120deg,100%,25%,0.5)", 0x000080, 0.5), ("transparent", 0, 0),
        ] as [(String, UInt32, Double)])
    func colors(text: String, rgb: UInt32, opacity: Double) throws {
        let color = try #require(StyleColor(text))
        #expect(color.rgb == rgb && abs(color.opacity - opacity) < 1e-9)
    }

    @Test(
        "invalid colors are ignored",
        arguments: [
            "", "#", "#12", "#12345", "#ggg", "#+12", "rgb(1,2)", "rgb(a,b,c)", "rgb(1,2,3", "hsl(1,2,3)", "redd",
        ])
    func invalidColors(text: String) {
        #expect(StyleColor(text) == nil)
    }

    @Test("each property that captions use is applied")
    func properties() {
        var wanted = WebVTTSpan.Style(isBold: true, isItalic: true, isUnderlined: true, color: 0x00ff00)
        wanted.colorOpacity = 0.5
        wanted.background = StyleColor(rgb: 0xff)
        wanted.opacity = 0.25
        wanted.scale = 1.5
        wanted.family = "Comic Neue, serif"
        wanted.isHidden = true
        let sheet = """
            ::cue { color: rgba(0, 255, 0, 0.5); background: url(x.png) blue; opacity: 25%; visibility: hidden;
              font: oblique 700 150%/1.2 "Comic Neue", serif; text-decoration: underline dotted }
            """
        #expect(style(sheet, of: "text") == wanted)
        #expect(style("::cue { font-size: 10vh }", of: "text").scale == 2)
        #expect(style("::cue { font-size: 2em } ::cue(i) { font-size: 50% } ::cue(v) { font-size: 3em }").scale == 3)
        #expect(style("::cue { font-size: 1e9em }", of: "text").scale == 10)
        #expect(style("::cue { font-size: 0 }", of: "text").scale == 1)
        #expect(style("::cue { background: none }", of: "text").background == StyleColor(rgb: 0, opacity: 0))
        #expect(style("::cue { opacity: .5 } ::cue(i) { opacity: .5 }").opacity == 0.25)
        #expect(style("::cue { font-weight: 900 }", of: "text").isBold)
        #expect(style("::cue(i) { text-decoration: none }", of: "<u><i>text").isUnderlined)
    }

    @Test("a style sheet with very many rules and brackets is read in time, up to its limit")
    func limits() {
        let sheet = WebVTTStyleSheet([String(repeating: "::cue(i){color:red}", count: 3_000)])
        #expect(sheet.rules.count == WebVTTStyleSheet.maximumRules)
        #expect(WebVTTStyleSheet([String(repeating: "(", count: 60_000)]).rules.isEmpty)
        #expect(WebVTTStyleSheet([String(repeating: "/*", count: 30_000)]).rules.isEmpty)
        #expect(WebVTTStyleSheet(["::cue(" + String(repeating: "i ", count: 30_000) + "){color:red}"]).rules.isEmpty)
    }

    /// Returns the style that a declaration gives to a cue.
    private func style(_ declaration: String) -> WebVTTSpan.Style? {
        WebVTTCue.styledText(of: "text", sheet: WebVTTStyleSheet(["::cue { color: lime; \(declaration) }"])).spans
            .first?
            .style
    }

    @Test("shadows of text are lists of offsets, a blur and a color, in lengths relative to the size of captions")
    func shadows() throws {
        let red = StyleColor(rgb: 0xff_0000)
        #expect(
            style("text-shadow: 4px -8px 16px red")?.shadows == [StyleShadow(x: 0.25, y: -0.5, blur: 1, color: red)])
        #expect(style("text-shadow: red 1em 1vh")?.shadows == [StyleShadow(x: 1, y: 0.2, color: red)])
        let several = try #require(style("text-shadow: 1px 1px rgba(255, 0, 0, 1), 0 0 2px")).shadows
        #expect(several.map(\.color) == [red, nil] && several.map(\.blur) == [0, 0.125])
        #expect(style("text-shadow: 1px 1px; text-shadow: none")?.shadows == [])
        let long = Array(repeating: "1px 1px", count: 100).joined(separator: ",")
        #expect((1...20).contains(style("text-shadow: \(long)")?.shadows.count ?? 0))
    }

    @Test(
        "an invalid shadow has no effect",
        arguments: [
            "1px", "1px 1px -1px", "1px 1px 1px 1px", "1px 1px red blue", "1px 1px, x", "1 1", "red", "nanpx 1px",
        ])
    func invalidShadows(value: String) {
        #expect(style("text-shadow: \(value)")?.shadows == [])
    }

    @Test("an outline has a width and a color, and needs a style")
    func outlines() {
        let yellow = StyleColor(rgb: 0xff_ff00)
        #expect(style("outline: 4px solid yellow")?.outline == StyleOutline(width: 0.25, color: yellow))
        #expect(style("outline: yellow dashed thin")?.outline == StyleOutline(width: 0.0625, color: yellow))
        #expect(style("outline: solid")?.outline == StyleOutline(width: 0.1875))
        for none in ["4px yellow", "none", "0 solid yellow", "4px solid yellow x"] {
            #expect(style("outline: \(none)")?.outline == nil)
        }
    }

    @Test("rules for regions have a background, and their other properties apply to the cues of the region")
    func regions() {
        let sheet = WebVTTStyleSheet([
            """
            ::cue-region(#a) { background: navy }
            ::cue-region { background-color: red; color: yellow }
            ::cue-region(.x), ::cue-region { color: green }
            """
        ])
        #expect(sheet.style(ofRegion: "a").background == StyleColor(rgb: 0x80))
        #expect(sheet.style(ofRegion: "b").background == StyleColor(rgb: 0xff_0000))
        let inside = WebVTTCue.displayedText(of: "text", region: "a", sheet: sheet).spans.first?.style
        #expect(inside?.color == 0xff_ff00 && inside?.background == nil)
        #expect(WebVTTCue.displayedText(of: "text", sheet: sheet).spans.isEmpty)
        #expect(WebVTTStyleSheet(["::cue-region() { color: red } ::cue-region(#) { color: red }"]).regionRules.isEmpty)
    }
}
