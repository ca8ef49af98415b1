import CoreGraphics
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite("Scripts in SubStation Alpha that libass draws", .enabled(if: ScriptRenderer.isAvailable))
struct ScriptRendererTests {
    private let document = ScriptDocument(header: ScriptSamples.header)

    private func renderer(
        _ texts: [String], width: Int = 640, height: Int = 360, lift: Double = 0
    ) throws -> ScriptRenderer {
        let renderer = try #require(ScriptRenderer(document))
        for (number, text) in texts.enumerated() {
            let line = ScriptLine(document: document, text: ScriptSamples.line(text, number: number))
            renderer.add(line, start: 1_000, duration: 4_000)
        }
        renderer.setLayout(
            .init(width: width, height: height, storedWidth: 640, storedHeight: 360, lift: lift))
        return renderer
    }

    /// Returns the rectangle that the tiles of a time cover.
    private func area(_ renderer: ScriptRenderer, at time: Int64 = 2_000) throws -> CGRect {
        let tiles = try #require(renderer.render(milliseconds: time))
        return tiles.reduce(CGRect.null) {
            $0.union(CGRect(x: $1.rect.x, y: $1.rect.y, width: $1.rect.width, height: $1.rect.height))
        }
    }

    @Test("a line is drawn at the bottom center within its time, and in the size of the window")
    func line_isDrawnInWindowSize() throws {
        let small = try renderer(["Hello"])
        #expect(small.render(milliseconds: 0)?.count == 0)
        let area = try area(small)
        #expect(abs(area.midX - 320) < 4 && area.maxY > 320 && area.maxY <= 352)
        #expect(small.render(milliseconds: 5_100)?.count == 0)
        let large = try self.area(renderer(["Hello"], width: 1_280, height: 720))
        #expect(abs(large.width - 2 * area.width) < 8 && abs(large.midX - 640) < 4)
    }

    @Test("a time at which nothing differs gives no tiles, and karaoke gives tiles at its syllables only")
    func unchangedTime_givesNothing() throws {
        let renderer = try renderer(["{\\k100}One{\\k100}two"])
        #expect(renderer.render(milliseconds: 1_500) != nil)
        #expect(renderer.render(milliseconds: 1_540) == nil)
        #expect(renderer.render(milliseconds: 1_990) == nil)
        #expect(renderer.render(milliseconds: 2_010) != nil)
        renderer.setLayout(.init(width: 320, height: 180, storedWidth: 640, storedHeight: 360, lift: 0))
        #expect(renderer.render(milliseconds: 2_010) != nil)
    }

    @Test("controls raise lines without a position, and leave positioned lines where their author put them")
    func lift_movesDialogueOnly() throws {
        let line = try area(renderer(["Hello"]))
        let lifted = try area(renderer(["Hello"], lift: 0.25))
        // libass raises the line by a quarter of the height above its margin: its own distance from the bottom remains.
        #expect(abs(line.minY - lifted.minY - 90) <= 5 && lifted.maxY <= 270)
        #expect(abs(lifted.height - line.height) <= 1)
        let sign = try area(renderer(["{\\pos(320,350)}Sign"]))
        let liftedSign = try area(renderer(["{\\pos(320,350)}Sign"], lift: 0.25))
        #expect(liftedSign == sign)
        let top = try area(renderer(["{\\an8}Top"]))
        let liftedTop = try area(renderer(["{\\an8}Top"], lift: 0.25))
        #expect(liftedTop == top)
    }

    @Test("colors, drawings and movement are those of the script")
    func drawing_hasColorAndMoves() throws {
        let box = "{\\bord0\\an7\\1c&H0000FF&\\pos(100,50)\\p1}m 0 0 l 80 0 80 40 0 40"
        let tile = try #require(renderer([box]).render(milliseconds: 2_000)?.first)
        #expect(tile.rect == .init(x: 100, y: 50, width: tile.rect.width, height: tile.rect.height))
        #expect(abs(tile.rect.width - 80) <= 1 && abs(tile.rect.height - 40) <= 1)
        let pixel = try #require(tile.image.pixel(x: 40, y: 20))
        #expect(pixel.red == 255 && pixel.green == 0 && pixel.blue == 0 && pixel.alpha == 255)
        let half = try #require(renderer(["{\\alpha&H80&}" + box]).render(milliseconds: 2_000)?.first)
        let faint = try #require(half.image.pixel(x: 40, y: 20))
        #expect(faint.alpha == 127 && faint.red == 127 && faint.green == 0)
        let moving = try renderer(["{\\move(100,100,500,100)}x"])
        let (early, late) = (try area(moving, at: 1_500), try area(moving, at: 4_500))
        #expect(late.minX - early.minX > 250)
    }

    @Test("lines that are far from each other are separate tiles, and a tile that stays the same is the same image")
    func distantLines_areTiles() throws {
        let renderer = try renderer(["{\\an8}Top", "{\\k100}One{\\k100}two"])
        let tiles = try #require(renderer.render(milliseconds: 1_500))
        #expect(tiles.count == 2)
        let later = try #require(renderer.render(milliseconds: 2_500))
        let (top, laterTop) = (tiles.min { $0.rect.y < $1.rect.y }, later.min { $0.rect.y < $1.rect.y })
        #expect(top?.image === laterTop?.image && top != nil)
        #expect(Set(tiles.map { ObjectIdentifier($0.image) }) != Set(later.map { ObjectIdentifier($0.image) }))
    }

    @Test(
        "lines are animated if they have karaoke, movement, transforms, fades or an effect",
        arguments: [
            ("x", false), ("{\\pos(1,2)\\b1}x", false), ("{\\k10}x", true), ("{\\K10}x", true), ("{\\kf10}x", true),
            ("{\\move(1,2,3,4)}x", true), ("{\\t(\\b1)}x", true), ("{\\fad(1,2)}x", true), ("\\Nx\\h", false),
        ])
    func animation(text: String, isAnimated: Bool) {
        #expect(ScriptLine(document: document, text: ScriptSamples.line(text)).isAnimated == isAnimated)
        let banner = ScriptLine(document: document, text: "0,0,Default,,0,0,0,Banner;10,x")
        #expect(banner.isAnimated)
    }

    @Test("damaged scripts, fonts and lines are drawn as far as possible")
    func damaged_isDrawn() throws {
        for header in ["", "[Script Info]", "no script\u{0}", "[Fonts]\nfontname: a.ttf\n!!!!\n"] {
            let document = ScriptDocument(header: header)
            let renderer = try #require(ScriptRenderer(document))
            for text in [
                "", ",", "0,0,None,,a,b,c,,{\\fs1e9\\blur100000}x", "0,0,,,,,,,{\\p99}m 0 0 l 9999999 9999999",
            ] {
                renderer.add(ScriptLine(document: document, text: text), start: 0, duration: 1_000)
            }
            renderer.setLayout(.init(width: 64, height: 36, storedWidth: 640, storedHeight: 360, lift: 0))
            _ = renderer.render(milliseconds: 500)
        }
    }

    @Test("200 lines of karaoke at once are drawn in each frame, in a bounded number of tiles")
    func manyLines_areDrawn() throws {
        let lines = (0..<200).map { number in
            "{\\pos(\(40 + number % 10 * 60),\(20 + number / 10 * 17))\\fs12\\k20}Ka{\\k30}ra{\\kf50}oke{\\k100}line"
        }
        let renderer = try renderer(lines, width: 1_280, height: 720)
        let all = try area(renderer, at: 1_000)
        #expect(all.width > 1_000 && all.height > 600)
        var changes = 0
        for frame in 1...20 {
            // Nil where no syllable begins.
            guard let tiles = renderer.render(milliseconds: 1_000 + Int64(frame) * 40) else { continue }
            changes += 1
            #expect((1...16).contains(tiles.count))
        }
        #expect(changes > 5)
    }
}
