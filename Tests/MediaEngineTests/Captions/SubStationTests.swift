import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

@Suite("Events of Advanced SubStation Alpha, which FFmpeg's decoders give for all text formats")
struct SubStationTests {
    private static let header = """
        [Script Info]
        PlayResX: 640
        PlayResY: 480

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment
        Style: Default,Arial,20,&H00FFFFFF,0,0,0,2
        Style: Sign,Arial,40,&H8000FFFF,-1,0,0,8
        """

    private func event(_ text: String, style: String = "Default") -> SubStationEvent {
        SubStationEvent("0,0,\(style),,0,0,0,,\(text)", script: SubStationScript(Self.header))
    }

    @Test(
        "R39: the text has no fields, override tags, escapes or drawings",
        arguments: [
            ("{\\i1}Hello{\\i0},\\Nworld", "Hello,\nworld"), ("cut {off", "cut"), ("ends in \\", "ends in \\"),
            ("a\\hb\\nc", "a\u{a0}b\nc"), ("{\\p1}m 0 0 l 10 10{\\p0}text", "text"), ("{comment}x{\\fad(1,2)}y", "xy"),
            ("\\N a \\N", "a"), ("one, two, three", "one, two, three"), ("", ""), ("{\\an}{\\}{\\pos()}{\\c}x", "x"),
        ])
    func text(body: String, text: String) {
        #expect(event(body).text == text)
        #expect(SubStationEvent("no event at all", script: SubStationScript()).text == "no event at all")
    }

    @Test("R39: override tags give styles to ranges of the text")
    func styles() {
        func style(_ tags: String, _ name: String = "Default") -> TextStyle {
            event("{\(tags)}x", style: name).styles.first?.style ?? TextStyle()
        }
        #expect(style("\\b1\\i1\\u1") == TextStyle(isBold: true, isItalic: true, isUnderlined: true))
        #expect(style("\\b700").isBold && !style("\\b400").isBold && !style("\\bord2\\be1\\blur3").isBold)
        #expect(style("\\c&H0000FF&").color == 0xff0000 && style("\\1c&HFF8000&").color == 0x0080ff)
        #expect(style("\\clip(0,0,255,255)").color == nil && style("\\c&HFFFFFF&") == TextStyle())
        #expect(abs(style("\\alpha&H80&").opacity - 127.0 / 255) < 1e-9)
        #expect(style("\\fs30").scale == 1.5 && style("\\fscx200\\fr30").scale == 1 && style("\\fs0").scale == 1)
        #expect(style("\\fnDejaVu Serif").family == "DejaVu Serif")
        let sign = style("\\q2", "Sign")
        #expect(sign.isBold && sign.color == 0xffff00 && sign.scale == 2 && abs(sign.opacity - 127.0 / 255) < 1e-9)
        #expect(style("\\r", "Sign") == sign && style("\\rDefault", "Sign") == TextStyle())
        #expect(style("\\rSign") == sign)
        #expect(style("\\t(0,1,\\i1)") == TextStyle())
        let mixed = event(" {\\i1}a😀{\\i0}b{\\b1} ")
        #expect(mixed.text == "a😀b")
        #expect(mixed.styles == [StyledRange(range: 0..<3, style: TextStyle(isItalic: true))])
    }

    @Test("R39: alignment and position of an event are those of its style, or of its tags")
    func placement() {
        #expect(event("x").placement == nil && event("{\\an2}x", style: "Sign").placement == nil)
        #expect(event("x", style: "Sign").placement == TextPlacement(line: 0.05, lineAnchor: .start))
        #expect(
            event("{\\an1}x").placement
                == TextPlacement(line: nil, lineAnchor: .end, position: 0.05, alignment: .start))
        #expect(
            event("{\\an6}x").placement
                == TextPlacement(line: 0.5, lineAnchor: .center, position: 0.95, alignment: .end))
        #expect(
            event("{\\an7\\pos(64,240)}x").placement
                == TextPlacement(line: 0.5, lineAnchor: .start, position: 0.1, alignment: .start))
        #expect(event("{\\pos(-9,9e9)}x").placement == TextPlacement(line: 1, lineAnchor: .end, position: 0))
    }

    @Test("broken headers and events never trap")
    func broken() {
        let pieces = [
            "{", "}", "\\", "(", ")", ",", "\\an9", "\\pos(", "&H", "\\fs", "1e999", "nan", "-1", "\n", "Style:",
            "Format:", "Name",
            "PlayResX: 0", "Fontsize", "😀", "\u{0}", "\\r", "\\p1", "\\1c&HFFFFFFFFFF&",
        ]
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<2_000 {
            let text = (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined()
            let event = SubStationEvent("0,0,Default,,0,0,0,,\(text)", script: SubStationScript(Self.header + text))
            #expect(event.styles.allSatisfy { $0.range.upperBound <= event.text.utf16.count }, "\(text)")
        }
    }
}
