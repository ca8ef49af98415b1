import CoreGraphics
import Testing

@testable import UIKit

struct FocusSearchTests {
    /// Six frames of 100 by 100 with gaps of 20, in three columns and two rows: 0 1 2 above 3 4 5.
    private let grid = (0..<6).map { CGRect(x: $0 % 3 * 120, y: $0 / 3 * 120, width: 100, height: 100) }

    @Test(
        "uikit table 2: in a grid the search finds the neighbour in each direction",
        arguments: [
            (4, UIFocusHeading.up, 1), (1, .down, 4), (1, .left, 0), (1, .right, 2), (3, .right, 4), (4, .next, 5),
            (3, .previous, 2), (0, .next, 1),
        ])
    func neighbours(start: Int, heading: UIFocusHeading, expected: Int) {
        let others = grid.indices.filter { $0 != start }
        let found = FocusSearch.ranked(from: grid[start], toward: heading, among: others.map { grid[$0] })
        #expect(found.first.map { others[$0] } == expected)
    }

    @Test("uikit table 2: beyond the edges of a grid the search finds nothing", arguments: [UIFocusHeading.up, .left])
    func edges(heading: UIFocusHeading) {
        #expect(FocusSearch.ranked(from: grid[0], toward: heading, among: Array(grid.dropFirst())).isEmpty)
    }

    @Test("uikit table 2: an item diagonal to the focused one is not found, as on Apple TV")
    func askew() {
        let start = CGRect(x: 0, y: 0, width: 100, height: 100)
        let diagonal = CGRect(x: 150, y: 101, width: 100, height: 100)
        let touching = CGRect(x: 150, y: 90, width: 100, height: 100)
        #expect(FocusSearch.ranked(from: start, toward: .right, among: [diagonal]).isEmpty)
        #expect(FocusSearch.ranked(from: start, toward: .right, among: [diagonal, touching]) == [1])
    }

    @Test("uikit table 2: the nearest item is found; of two at a similar distance, the one straight ahead")
    func ranking() {
        let start = CGRect(x: 0, y: 0, width: 100, height: 100)
        let far = CGRect(x: 0, y: 300, width: 100, height: 100)
        let straight = CGRect(x: 0, y: 110, width: 100, height: 100)
        let askew = CGRect(x: 90, y: 105, width: 100, height: 100)
        #expect(FocusSearch.ranked(from: start, toward: .down, among: [far, askew, straight]) == [2, 1, 0])
    }

    @Test(
        "uikit table 2: an item that overlaps the focused one is found if it extends farther; empty items are not found"
    )
    func overlap() {
        let start = CGRect(x: 0, y: 0, width: 100, height: 100)
        let grown = CGRect(x: 95, y: 0, width: 100, height: 100)
        let around = CGRect(x: -50, y: -50, width: 300, height: 300)
        let empty = CGRect(x: 150, y: 0, width: 0, height: 100)
        #expect(FocusSearch.ranked(from: start, toward: .right, among: [around, empty, grown]) == [2])
    }

    @Test("uikit table 2: reading order goes by rows, even if the tops of a row's items differ")
    func readingOrder() {
        let uneven = [
            CGRect(x: 200, y: 0, width: 50, height: 50), CGRect(x: 0, y: 10, width: 50, height: 50),
            CGRect(x: 0, y: 100, width: 50, height: 50), CGRect(x: 100, y: 5, width: 50, height: 50),
        ]
        #expect(FocusSearch.readingOrder(uneven) == [1, 3, 0, 2])
    }
}
