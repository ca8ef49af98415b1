import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import Testing
import UIKit

@testable import AVKit

/// Captions that share little space, and what style sheets draw around them.
@MainActor
struct CrowdedCaptionTests {
    private typealias Attributes = [String: Any]
    private let line = kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection
    private let position = kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection
    private let vertical = kCMTextMarkupAttribute_VerticalLayout

    private func caption(_ text: String, _ attributes: Attributes = [:]) -> NSAttributedString {
        let pairs = attributes.map { (NSAttributedString.Key($0), $1) }
        return NSAttributedString(string: text, attributes: Dictionary(uniqueKeysWithValues: pairs))
    }

    private func view(_ captions: [NSAttributedString], controls: Double = 0) -> CaptionView {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.videoRect = view.bounds
        view.controlsHeight = controls
        view.show(captions)
        view.layoutIfNeeded()
        return view
    }

    private func visible(_ view: CaptionView) -> [CGRect] { view.subviews.filter { !$0.isHidden }.map(\.frame) }

    private func isFree(_ frames: [CGRect]) -> Bool {
        frames.enumerated().allSatisfy { index, frame in
            frames[(index + 1)...].allSatisfy { !$0.insetBy(dx: 0.5, dy: 0.5).intersects(frame) }
        }
    }

    @Test("captions are set closely where they find no place otherwise, and use the whole height of the video")
    func crowded_areSetClosely() throws {
        let few = visible(view((1...12).map { caption("caption \($0)") }))
        let many = visible(view((1...15).map { caption("caption \($0)") }))
        #expect(few.count == 12 && isFree(few) && (few.map(\.maxY).max() ?? 0) <= 685)
        #expect(many.count == 15 && isFree(many))
        #expect(many[0].height < few[0].height && many.allSatisfy { $0.minY >= 0 && $0.maxY <= 720 })
    }

    @Test("a caption that finds no free place is hidden, except while controls take space")
    func withoutPlace_isHidden() {
        let captions = (1...20).map { caption("caption \($0)") }
        let alone = visible(view(captions))
        #expect(alone.count < 20 && alone.count >= 15 && isFree(alone))
        let beside = view(captions, controls: 300)
        #expect(beside.subviews.allSatisfy { !$0.isHidden && $0.frame.maxY <= 420 })
    }

    @Test("captions at the top keep clear of the item's title while it is visible, and return when it is hidden")
    func title_isKeptClear() throws {
        let title = CGRect(x: 28, y: 24, width: 170, height: 40)
        let left: Attributes = [position: 3.0, kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_Start]
        let row = NSAttributedString.Key.captionRow.rawValue
        for place: Attributes in [[line: 5.0], [line: 0.0, row: 0]] {
            let view = view([caption("at the top", left.merging(place) { $1 })])
            let before = try #require(visible(view).first)
            #expect(before.intersects(title))
            view.titleFrame = title
            view.layoutIfNeeded()
            let moved = try #require(visible(view).first)
            #expect(!moved.intersects(title) && moved.minY >= title.maxY && moved.minX == before.minX)
            view.titleFrame = nil
            view.layoutIfNeeded()
            #expect(visible(view) == [before])
        }
    }

    @Test("a caption at a percentage that finds no free place covers others")
    func percentage_covers() {
        let captions = (1...20).map { caption("caption \($0)") } + [caption("placed", [line: 50.0])]
        let found = view(captions)
        #expect(found.subviews.last?.isHidden == false)
        #expect(abs((found.subviews.last?.frame.minY ?? 0) - 360) <= 1)
    }

    @Test("captions that were set closely stay at their places when others end")
    func closeCaptions_stay() {
        let captions = (1...15).map { caption("caption \($0)") }
        let view = view(captions)
        let before = visible(view)
        view.show(Array(captions[3...6]))
        view.layoutIfNeeded()
        #expect(visible(view) == Array(before[3...6]))
        view.show([caption("another")])
        view.layoutIfNeeded()
        #expect(visible(view)[0].height > before[0].height)
    }

    @Test(
        "vertical captions and horizontal ones do not cover each other",
        arguments: [kCMTextVerticalLayout_RightToLeft, kCMTextVerticalLayout_LeftToRight])
    func vertical_avoidsHorizontal(direction: String) {
        let column = caption("一二三四五六", [vertical: direction, line: 50.0])
        let row = caption("a horizontal line in the middle of the video", [line: 48.0])
        for captions in [[column, row], [row, column]] {
            let found = visible(view(captions))
            #expect(found.count == 2 && isFree(found), "\(found)")
        }
    }

    @Test("a row whose place is taken only with its margin is at the edge of the video")
    func rowWithoutMargin() {
        let below = caption("below", [line: 8.5])
        let found = visible(view([below, caption("first", ["CMRow": 0, line: 5.0])]))
        #expect(found.count == 2 && found[1].minY == 0 && isFree(found), "\(found)")
    }

    @Test("captions at the edges of the video have no margin there")
    func edges() {
        let start: Attributes = [kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_Start]
        let first = visible(view([caption("corner", start.merging([line: 0.0, position: 0.0]) { $1 })]))
        #expect(first.map(\.origin) == [.zero])
        let end: Attributes = [
            kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_End, line: 100.0, position: 100.0,
            NSAttributedString.Key.captionLineAnchor.rawValue: kCMTextMarkupAlignmentType_End,
        ]
        let last = visible(view([caption("corner", end)]))
        #expect(last.allSatisfy { abs($0.maxX - 1280) <= 1 && abs($0.maxY - 720) <= 1 } && last.count == 1)
    }

    @Test("shadows of a style sheet are attributes of the text, and its label has room for them")
    func shadows() throws {
        let plain = view([caption("text")])
        let shaded = view([
            caption("text", ["CMShadows": [[25.0, 0, 0, 1, 1, 0, 0], [-10, 0, 5, 0.5, 0, 0, 1]]])
        ])
        let label = try #require(shaded.descendants(UILabel.self).first)
        let shadows = try #require(
            label.attributedText?.attributes(at: 0, effectiveRange: nil)[.textShadows] as? [NSShadow])
        #expect(shadows.map(\.shadowOffset) == [CGSize(width: 9, height: 0), CGSize(width: -3.6, height: 0)])
        #expect(shadows.first?.shadowColor as? UIColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(try label.frame.width >= #require(plain.descendants(UILabel.self).first).frame.width + 18)
    }

    @Test("the outline of a whole line is the border of its box")
    func outline() {
        let outline: Attributes = ["CMOutline": [10.0, 1, 1, 1, 0]]
        let mixed = NSMutableAttributedString(attributedString: caption("outlined ", outline))
        mixed.append(caption("and not"))
        let found = view([caption("text", outline), mixed])
        #expect(found.subviews.map(\.layer.borderWidth) == [4, 0])
        #expect(found.subviews[0].frame.height == found.subviews[1].frame.height + 8)
    }

    @Test("a region with a background has a rectangle behind its captions, as long as it has any")
    func regionBackground() throws {
        let region = NSAttributedString.Key.captionRegion.rawValue
        let attributes: Attributes = [region: [40.0, 2, 0, 100, 50, 50, 0, 0.5, 0, 0, 1]]
        let found = view([caption("one", attributes), caption("two", attributes)])
        let ground = try #require(found.subviews.first)
        #expect(found.subviews.count == 3 && ground.backgroundColor == UIColor(red: 0, green: 0, blue: 1, alpha: 0.5))
        #expect(abs(ground.frame.minX - 640) <= 1 && abs(ground.frame.maxY - 360) <= 1 && ground.frame.width == 512)
        found.show([caption("one")])
        found.layoutIfNeeded()
        #expect(found.subviews.count == 1)
    }
}
