import CoreMedia
import HLS
import Testing

@testable import MediaEngine

@Suite("The captions of a rendition, each sent once (hls.md section 5)")
struct SubtitleCuesTests {
    private func cue(_ start: Int64, _ end: Int64, _ text: String = "x", name: String = "") -> SubtitleCues.Cue {
        SubtitleCues.Cue(
            start: start * .millisecond, end: end * .millisecond, text: text,
            identity: .init(name: name, payload: text))
    }

    private func texts(_ cues: SubtitleCues, _ start: Int64, _ end: Int64) -> [String] {
        cues.showing(from: start * .millisecond, through: end * .millisecond).map(\.text)
    }

    @Test("tags of WebVTT become styles of the plain text")
    func styles() {
        let cue = SubtitleCues.Cue(
            start: 0, end: .second,
            identity: .init(name: "", payload: "<v Esme>&lt;<b><c.yellow>Oh</c></b>&gt;</v> <u>no</u>"))
        #expect(cue.text == "<Oh> no")
        #expect(
            cue.styles == [
                StyledRange(range: 1..<3, style: TextStyle(isBold: true, color: 0xffff00)),
                StyledRange(range: 5..<7, style: TextStyle(isUnderlined: true)),
            ])
    }

    @Test("size, alignment and region of a cue determine the area of its text")
    func areas() throws {
        func placement(_ settings: String, _ region: WebVTTRegion = WebVTTRegion()) throws -> TextPlacement {
            try #require(TextPlacement(WebVTTCueSettings.parse(settings, regions: [region]).settings))
        }
        let narrow = try placement("size:40% position:10%,line-left")
        #expect(
            narrow
                == TextPlacement(position: 0.1, alignment: .start).with { ($0.size, $0.textAlignment) = (0.4, .center) }
        )
        #expect(try placement("align:left").size == 1)
        var region = WebVTTRegion()
        (region.identifier, region.width, region.lines) = ("r", 40, 2)
        (region.anchor, region.viewportAnchor) = (.init(x: 0, y: 100), .init(x: 10, y: 90))
        #expect(
            try placement("region:r", region).region
                == TextRegion(width: 0.4, lineCount: 2, anchorX: 0, anchorY: 1, x: 0.1, y: 0.9))
        let left = TextPlacement(WebVTTCueSettings.parse("vertical:rl line:10%,end").settings)
        #expect(left?.writing == .verticalRightToLeft && left?.line == 0.9 && left?.lineAnchor == .start)
        let right = TextPlacement(WebVTTCueSettings.parse("vertical:lr line:10%,end").settings)
        #expect(right?.writing == .verticalLeftToRight && right?.line == 0.1 && right?.lineAnchor == .end)
        #expect(TextPlacement(WebVTTCueSettings.parse("region:x", regions: [region]).settings) == nil)
    }

    @Test("a cue that adjacent segments repeat is sent once, though their timestamps round differently")
    func repeated() {
        var cues = SubtitleCues()
        cues.add(cue(5_000, 7_000))
        cues.add(cue(5_001, 6_999))
        cues.add(cue(4_999, 7_001))
        #expect(cues.count == 1)
        cues.add(cue(5_000, 7_000, "other"))
        cues.add(cue(5_000, 7_000, name: "2"))
        cues.add(cue(5_000, 7_010))
        cues.add(cue(5_010, 7_000))
        #expect(cues.count == 5)
    }

    @Test("cues of a range include those that started long before, and exclude its edges")
    func showing() {
        var cues = SubtitleCues()
        for one in [cue(9_000, 10_000, "d"), cue(0, 60_000, "a"), cue(3_000, 5_000, "c"), cue(1_000, 2_000, "b")] {
            cues.add(one)
        }
        #expect(texts(cues, 4_000, 9_000) == ["a", "c", "d"])
        #expect(texts(cues, 5_000, 8_999) == ["a"])
        #expect(texts(cues, 0, 0) == ["a"])
        #expect(texts(cues, 60_000, 90_000) == [])
        #expect(texts(cues, -10, -5) == [])
    }

    @Test("empty cues and cues without duration are ignored")
    func empty() {
        var cues = SubtitleCues()
        cues.add(cue(5_000, 5_000))
        cues.add(cue(5_000, 4_000))
        cues.add(cue(5_000, 6_000, ""))
        #expect(cues.count == 0)
    }

    @Test("cues far from the play head are dropped")
    func forgetting() {
        var cues = SubtitleCues()
        for second in 0..<10 { cues.add(cue(Int64(second) * 1_000, Int64(second) * 1_000 + 900, "\(second)")) }
        cues.keep(from: 3 * .second, through: 5 * .second)
        #expect(texts(cues, 0, 20_000) == ["3", "4", "5"])
    }
}

extension TextPlacement {
    fileprivate func with(_ change: (inout TextPlacement) -> Void) -> TextPlacement {
        var copy = self
        change(&copy)
        return copy
    }
}
