import CoreGraphics
import Testing

@testable import UIKit

struct FlowArrangementTests {
    private func section(_ count: Int, width: CGFloat = 100, height: CGFloat = 50) -> FlowArrangement.Section {
        FlowArrangement.Section(sizes: Array(repeating: CGSize(width: width, height: height), count: count))
    }

    @Test("uikit table 7: full rows are spread over the width, and the last row has the same spacing")
    func rows() {
        let made = FlowArrangement([section(5)], breadth: 350)
        #expect(made.frames[0].map(\.minX) == [0, 125, 250, 0, 125])
        #expect(made.frames[0].map(\.minY) == [0, 0, 0, 60, 60])
        #expect(made.length == 110)
    }

    @Test("uikit table 7: insets, headers and footers take space, section after section")
    func sections() {
        var first = section(1)
        first.inset = UIEdgeInsets(top: 5, left: 20, bottom: 6, right: 0)
        first.headerLength = 30
        first.footerLength = 10
        let made = FlowArrangement([first, section(2)], breadth: 300)
        #expect(made.headers[0] == CGRect(x: 0, y: 0, width: 300, height: 30))
        #expect(made.frames[0][0].origin == CGPoint(x: 20, y: 35))
        #expect(made.footers[0]?.minY == 91)
        #expect(made.frames[1].map(\.minX) == [0, 110])
        #expect(made.headers[1] == nil)
        #expect(made.length == 151)
    }

    @Test("uikit table 7: small cells are centered in their row, and a cell wider than the view has its own row")
    func uneven() {
        var mixed = section(0)
        mixed.sizes = [
            CGSize(width: 100, height: 50), CGSize(width: 100, height: 20), CGSize(width: 500, height: 10),
        ]
        let made = FlowArrangement([mixed], breadth: 250)
        #expect(made.frames[0][1].minY == 15)
        #expect(made.frames[0][2].minY == 60)
    }

    @Test("uikit table 7: the rows of an area are found among very many")
    func manyLines() {
        let made = FlowArrangement([section(100_000)], breadth: 320)
        let found = made.lines(in: 60_000...60_100)
        #expect(found.first?.items == 3000..<3003)
        #expect(found.count == 2)
        #expect(made.lines(in: -100 ... -1).isEmpty)
        #expect(made.lines(in: 1e9...1e9).isEmpty)
    }

    @Test("uikit table 7: a layout without sections, items or width is empty and does not trap")
    func nothing() {
        #expect(FlowArrangement([], breadth: 100).length == 0)
        #expect(FlowArrangement([section(0)], breadth: 100).frames == [[]])
        #expect(FlowArrangement([section(2)], breadth: 0).frames[0].count == 2)
    }
}
