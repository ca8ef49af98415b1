import HLS
import Testing

@testable import MediaEngine

@Suite("Positions of WebVTT cues (W3C WebVTT sections 3.1 and 7.2)")
struct SubtitlePlacementTests {
    private func placement(_ settings: String, _ text: String = "text") -> TextPlacement? {
        TextPlacement(WebVTTCueSettings.parse(settings).settings, text: text)
    }

    @Test(
        "a line number is the row of the first line, rounded to the next integer; -1 is the usual place",
        arguments: [
            ("0", 0), ("3", 3), ("2.5", 3), ("2.4", 2), ("-2", -2), ("-2.5", -2), ("-2.6", -3), ("-1", nil),
            ("99999999999999999999", 1_000), ("-99999999999999999999", -1_000),
        ])
    func rows(number: String, row: Int?) throws {
        let found = try #require(placement("line:\(number)"))
        #expect(found.row == row)
        #expect((found.line == nil) == (row == nil))
        #expect(found.line.map { (0...1).contains($0) } != false)
        #expect(row == nil || found.lineAnchor == .start)
    }

    @Test("a percentage is no row, and has its alignment")
    func percentages() throws {
        let found = try #require(placement("line:40%,end"))
        #expect(found.row == nil && found.line == 0.4 && found.lineAnchor == .end)
    }

    @Test("the area of a cue with a position is as wide as the position permits")
    func sizes() throws {
        #expect(try #require(placement("position:30%")).size == 1)
        #expect(try #require(placement("position:30% size:20%")).size == 0.2)
        #expect(try #require(placement("align:left")).size == 1)
        #expect(try #require(placement("line:0")).size == nil)
    }

    @Test(
        "a cue without a position is at the edge with left and right, and begins or ends in the middle with start and end",
        arguments: [
            ("left", "text", 0, TextPlacement.Anchor.start), ("right", "text", 1, .end), ("start", "text", 0.5, .start),
            ("end", "text", 0.5, .end), ("start", "שלום", 0.5, .end), ("left", "שלום", 0, .start),
        ])
    func computedPositions(alignment: String, text: String, position: Double, anchor: TextPlacement.Anchor) throws {
        let found = try #require(placement("align:\(alignment) size:80%", text))
        #expect(found.position == position && found.alignment == anchor && found.size == 0.8)
    }

    @Test(
        "start and end follow the direction of the text, left and right do not",
        arguments: [
            ("start", "text", TextPlacement.Anchor.start), ("end", "text", .end), ("start", "שלום", .end),
            ("end", "مرحبا", .start), ("start", "- 12: שלום", .end), ("start", "\u{200e}שלום", .start),
            ("start", "\u{200f}text", .end), ("left", "שלום", .start), ("right", "שלום", .end),
            ("center", "שלום", .center),
            ("start", "…", .start), ("start vertical:rl", "שלום", .start),
        ])
    func directions(settings: String, text: String, anchor: TextPlacement.Anchor) throws {
        let cue = WebVTTCueSettings.parse("line:50% align:\(settings)").settings
        #expect(try #require(TextPlacement(cue, text: text)).alignment == anchor)
    }
}
