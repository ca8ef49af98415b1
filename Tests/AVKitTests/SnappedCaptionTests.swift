import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import Testing
import UIKit

@testable import AVKit

/// Captions at rows and at percentages, against the rules of W3C WebVTT section 7.2 (processing of cue settings).
@MainActor
struct SnappedCaptionTests {
    private typealias Attributes = [String: Any]
    private let line = kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection
    private let position = kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection
    private let size = kCMTextMarkupAttribute_WritingDirectionSizePercentage

    private func caption(_ text: String, _ attributes: Attributes = [:]) -> NSAttributedString {
        let pairs = attributes.map { (NSAttributedString.Key($0), $1) }
        return NSAttributedString(string: text, attributes: Dictionary(uniqueKeysWithValues: pairs))
    }

    /// A caption whose first line is at a row.
    private func caption(_ text: String, row: Int, _ attributes: Attributes = [:]) -> NSAttributedString {
        let usual = row < 0 ? 95.0 + 6 * Double(row) : 5 + 6 * Double(row)
        let own: Attributes = [
            "CMRow": row, line: min(100, max(0, usual)),
            NSAttributedString.Key.captionLineAnchor.rawValue: kCMTextMarkupAlignmentType_Start,
        ]
        return caption(text, own.merging(attributes) { $1 })
    }

    private func boxes(_ captions: [NSAttributedString], controls: Double = 0) -> [CGRect] {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.videoRect = view.bounds
        view.controlsHeight = controls
        view.show(captions)
        view.layoutIfNeeded()
        return view.subviews.map(\.frame)
    }

    private func box(_ caption: NSAttributedString) throws -> CGRect { try #require(boxes([caption]).first) }

    @Test("rows are as high as the lines are drawn, and count from the upper or from the lower edge")
    func rows() throws {
        let top = try (0...3).map { try box(caption("text", row: $0)) }
        let low = try (1...4).map { try box(caption("text", row: -$0)) }
        for (a, b) in zip(top, top.dropFirst()) { #expect(b.minY >= a.maxY && b.minY <= a.maxY + 4) }
        for (a, b) in zip(low, low.dropFirst()) { #expect(b.maxY <= a.minY && b.maxY >= a.minY - 4) }
        #expect(top[0].minY >= 0 && top[0].minY < 36)
        // The last row is the place of captions without a position.
        #expect(try abs(low[0].minY - box(caption("text")).minY) <= 1)
        // Captions in neighboring rows do not move each other.
        #expect(boxes((0...3).map { caption("text", row: $0) }) == top)
    }

    @Test("a row is that of the first line; a caption that does not fit below it moves up by rows")
    func firstLine() throws {
        let single = try (1...4).map { try box(caption("text", row: -$0)) }
        #expect(boxes([caption("one\ntwo", row: -3)]).map(\.minY) == [single[2].minY, single[1].minY])
        #expect(boxes([caption("one\ntwo", row: -1)]).map(\.minY) == [single[1].minY, single[0].minY])
        #expect(boxes([caption("a\nb\nc", row: -2)]).map(\.minY) == [single[2], single[1], single[0]].map(\.minY))
    }

    @Test("annotations are above the row of their line, and do not make rows higher")
    func annotatedRows() throws {
        let note = NSAttributedString.Key.captionAnnotation.rawValue
        let plain = try box(caption("text", row: -3))
        let annotated = try box(caption("text", row: -3, [note: "above"]))
        #expect(abs(annotated.maxY - plain.maxY) <= 1 && annotated.minY < plain.minY - 10)
    }

    @Test("a caption whose position leaves no width for its area is as wide as its lines")
    func noWidth() throws {
        let found = try box(
            caption(
                "words of a line",
                [
                    size: 100.0, position: 0.0, kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_End,
                    NSAttributedString.Key.captionPositionAnchor.rawValue: kCMTextMarkupAlignmentType_End,
                ]))
        #expect(found.minX == 0 && found.width > found.height * 3)
    }

    @Test("a row beyond the video is the last one that has room", arguments: [20, 1_000, -20, -1_000])
    func farRows(row: Int) throws {
        let found = boxes([caption("one\ntwo", row: row)])
        let video = CGRect(x: 0, y: 0, width: 1280, height: 720)
        #expect(found.count == 2 && found.allSatisfy(video.contains), "\(found)")
        #expect(found.allSatisfy { row > 0 ? $0.minY > 480 : $0.maxY < 240 }, "\(found)")
    }

    @Test("a caption whose row is taken moves down from the upper edge, and up from the lower edge")
    func takenRows() throws {
        let top = try (0...3).map { try box(caption("text", row: $0)) }
        #expect(boxes([caption("text", row: 0), caption("text", row: 0)]) == [top[0], top[1]])
        #expect(boxes([caption("a\nb", row: 0), caption("text", row: 1)]).map(\.minY) == top[0...2].map(\.minY))
        let low = try (1...3).map { try box(caption("text", row: -$0)) }
        #expect(boxes([caption("text", row: -2), caption("text", row: -2)]).map(\.minY) == [low[1].minY, low[2].minY])
    }

    @Test("a caption that finds no row in its direction searches in the other one")
    func otherDirection() throws {
        // Rows from the second to the last one are taken.
        let tall = (0..<9).map { _ in "text" }.joined(separator: "\n")
        let found = boxes([caption(tall, row: -9), caption("late", row: 4)])
        let late = try #require(found.last)
        #expect(found.dropLast().allSatisfy { !$0.intersects(late) && late.maxY <= $0.minY }, "\(found)")
    }

    @Test("a caption without a position stays in the video where no place is free")
    func fullVideo() throws {
        let tall = (0..<12).map { _ in "a long line of text" }.joined(separator: "\n")
        let found = boxes([caption("usual"), caption(tall, row: 0)])
        let usual = try #require(found.first)
        #expect(usual.minY >= 0 && usual.maxY <= 720, "\(usual)")
    }

    @Test("rows end above the controls")
    func controls() {
        let found = boxes([caption("one\ntwo", row: 40), caption("three", row: -2)], controls: 200)
        #expect(found.count == 3 && found.allSatisfy { $0.maxY <= 520 }, "\(found)")
        for (index, a) in found.enumerated() { #expect(found[(index + 1)...].allSatisfy { !$0.intersects(a) }) }
    }

    @Test("a caption at a taken percentage moves to the nearest free place")
    func nearestPlace() throws {
        // The second one is a little higher than the first, in the lower half.
        let high = boxes([caption("one\ntwo", [line: 60.0]), caption("late", [line: 59.0])])
        #expect(high[2].maxY <= high[0].minY && high[2].maxY >= high[0].minY - 4, "\(high)")
        // The second one is at the end of the first, in the lower half.
        let low = boxes([caption("one\ntwo", [line: 60.0]), caption("late", [line: 72.0])])
        #expect(low[2].minY >= low[1].maxY && low[2].minY <= low[1].maxY + 4, "\(low)")
    }

    @Test(
        "the area of a caption is at most as wide as its position permits (W3C WebVTT 7.2: maximum size)",
        arguments: [
            ("start", 30.0, 384.0...1280.0), ("middle", 30, 0...768), ("middle", 80, 768...1280), ("end", 30, 0...384),
        ])
    func maximumSize(anchor: String, percent: Double, range: ClosedRange<Double>) throws {
        let words = Array(repeating: "on", count: 120).joined(separator: " ")
        let attributes: Attributes = [
            size: 100.0, position: percent, kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_Middle,
            NSAttributedString.Key.captionPositionAnchor.rawValue: anchor,
        ]
        let found = try box(caption(words, attributes))
        #expect(found.minX >= range.lowerBound - 1 && found.maxX <= range.upperBound + 1, "\(found)")
        // The text uses the area, but for the margin at the edges of the video.
        #expect(found.width > (range.upperBound - range.lowerBound) * 0.7, "\(found)")
    }

    @Test(
        "rows of vertical captions count from the side of the first line",
        arguments: [kCMTextVerticalLayout_RightToLeft, kCMTextVerticalLayout_LeftToRight])
    func verticalRows(direction: String) throws {
        let vertical: Attributes = [kCMTextMarkupAttribute_VerticalLayout: direction]
        let isReversed = direction == kCMTextVerticalLayout_RightToLeft
        let columns = try (0...2).map { try box(caption("一二", row: $0, vertical)) }
        for (a, b) in zip(columns, columns.dropFirst()) {
            #expect(isReversed ? b.maxX <= a.minX && b.maxX > a.minX - 4 : b.minX >= a.maxX && b.minX < a.maxX + 4)
        }
        #expect(isReversed ? columns[0].maxX > 1200 : columns[0].minX < 80)
        let last = try box(caption("一二", row: -1, vertical))
        #expect(isReversed ? last.minX < 120 : last.maxX > 1160)
    }
}
