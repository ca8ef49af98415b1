import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import Testing
import UIKit

@testable import AVKit

@MainActor
struct CaptionViewTests {
    private func view() -> CaptionView {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.videoRect = view.bounds
        return view
    }

    private func caption(_ text: String, _ attributes: [String: Any] = [:]) -> NSAttributedString {
        let pairs = attributes.map { (NSAttributedString.Key($0), $1) }
        return NSAttributedString(string: text, attributes: Dictionary(uniqueKeysWithValues: pairs))
    }

    @Test("R39: captions are placed at their position, others centered at the bottom")
    func places() {
        let view = view()
        view.show([
            caption("bottom"),
            caption(
                "top\nleft",
                [
                    kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection: 10.0,
                    kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection: 10.0,
                    kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_Start,
                ]),
        ])
        view.layoutIfNeeded()
        let boxes = view.subviews.map(\.frame)
        #expect(boxes.count == 3)
        #expect(abs(boxes[0].midX - 640) <= 1 && abs(boxes[0].maxY - 684) <= 1)
        #expect(boxes[1].minX == 128 && boxes[1].minY == 72)
        #expect(boxes[2].minX == 128 && boxes[2].minY > boxes[1].maxY)
    }

    @Test("R39: captions without a position are stacked above the controls, the first one lowest")
    func stacks() {
        let view = view()
        view.controlsHeight = 120
        view.show([caption("one"), caption("two")])
        view.layoutIfNeeded()
        let boxes = view.subviews.map(\.frame)
        #expect(boxes.count == 2)
        #expect(boxes[1].maxY <= boxes[0].minY)
        #expect(abs(boxes[0].maxY - 600) <= 1)
        view.show([])
        #expect(view.isHidden && view.subviews.isEmpty)
    }

    @Test(
        "captions with a height of lines are that far apart, and their backgrounds touch each other where gaps are filled",
        arguments: [[150.0, -100.0, 0.0], [150.0, -100.0, 1.0], [-100.0, 200.0, 1.0]])
    func lineHeights(_ numbers: [Double]) {
        let view = view()
        view.show([caption("one\ntwo", ["CMLines": numbers])])
        view.layoutIfNeeded()
        let boxes = view.subviews.map(\.frame)
        #expect(boxes.count == 2)
        if numbers[0] > 0 { #expect(abs(boxes[1].minY - boxes[0].minY - 1.5 * 36) <= 1) }
        #expect(boxes[1].minY - boxes[0].maxY == (numbers[2] > 0 ? 0 : 2))
        if numbers[1] > 0 { #expect(boxes[0].width > 4 * 36) }
    }

    @Test("captions with an aspect ratio are placed in the middle of the video")
    func aspectRatios() {
        let view = view()
        view.show([
            caption(
                "left",
                [
                    kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection: 10.0,
                    kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection: 10.0,
                    kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_Start, "CMAspectRatio": 4.0 / 3,
                ])
        ])
        view.layoutIfNeeded()
        #expect(view.subviews.map(\.frame.minX) == [160 + 96])
    }

    @Test("paragraphs around one place follow each other, all of them around its middle")
    func centeredStacks() throws {
        let view = view()
        let attributes: [String: Any] = [
            kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection: 50.0,
            "CMLineAnchor": kCMTextMarkupAlignmentType_Middle, "CMFlowsDown": true,
        ]
        view.show([caption("first", attributes)])
        view.layoutIfNeeded()
        view.show([caption("first", attributes), caption("second", attributes)])
        view.layoutIfNeeded()
        let boxes = view.subviews.map(\.frame)
        #expect(boxes.count == 2 && boxes[0].maxY <= boxes[1].minY)
        #expect(abs((boxes[0].minY + boxes[1].maxY) / 2 - 360) <= 1)
    }

    @Test("R39: a line with parts in several colors is displayed with them")
    func severalColors_areDisplayed() throws {
        let view = view()
        let text = NSMutableAttributedString(string: "")
        let color = kCMTextMarkupAttribute_ForegroundColorARGB
        text.append(caption("white "))
        text.append(caption("red ", [color: [1.0, 1.0, 0.0, 0.0]]))
        text.append(caption("green ", [color: [1.0, 0.0, 1.0, 0.0]]))
        view.show([text])
        view.layoutIfNeeded()
        let label = try #require(view.subviews.first?.subviews.first as? UILabel)
        let shown = try #require(label.attributedText)
        func shownColor(at index: Int) -> UIColor? {
            shown.attributes(at: index, effectiveRange: nil)[.foregroundColor] as? UIColor
        }
        #expect(shownColor(at: 0) == .white)
        #expect(shownColor(at: 7) == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(shownColor(at: 11) == UIColor(red: 0, green: 1, blue: 0, alpha: 1))
    }

    @Test("R39: captions that the player's layer draws are not displayed as text, too")
    func drawnCaptions_areSkipped() {
        let view = view()
        view.show([caption("drawn", ["CMIsDrawn": true])])
        #expect(view.isHidden && view.subviews.isEmpty)
        view.show([caption("drawn", ["CMIsDrawn": true]), caption("text")])
        #expect(!view.isHidden && view.subviews.count == 1)
    }

    @Test("R39: in an area narrower than 4:3 the font size of captions follows the width")
    func fontSize_narrowArea_followsWidth() throws {
        func size(_ width: Double, _ height: Double) throws -> CGFloat {
            let view = CaptionView(frame: CGRect(x: 0, y: 0, width: width, height: height))
            view.videoRect = view.bounds
            view.show([caption("text")])
            view.layoutIfNeeded()
            let label = try #require(view.subviews.first?.subviews.first as? UILabel)
            let font = label.attributedText?.attributes(at: 0, effectiveRange: nil)[.font] as? UIFont
            return try #require(font).pointSize
        }
        #expect(try size(1280, 720) == 36)
        #expect(try size(800, 600) == 30)
        #expect(try size(480, 960) == 18)
    }

    @Test("R39: caption text keeps the styles of its attributes")
    func styles() throws {
        let view = view()
        view.show([
            caption(
                "red",
                [
                    kCMTextMarkupAttribute_ForegroundColorARGB: [1.0, 1.0, 0, 0],
                    kCMTextMarkupAttribute_ItalicStyle: true,
                ])
        ])
        view.layoutIfNeeded()
        let label = try #require(view.subviews.first?.subviews.first as? UILabel)
        let text = try #require(label.attributedText)
        let look = text.attributes(at: 0, effectiveRange: nil)
        #expect(look[.foregroundColor] as? UIColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    }

    @Test("a caption's base size and edges are those of its attributes")
    func authorsSizeAndEdges() {
        let style = CaptionStyle(attributes: [
            NSAttributedString.Key(kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight): 10.0,
            NSAttributedString.Key(kCMTextMarkupAttribute_RelativeFontSize): 150.0,
            NSAttributedString.Key(kCMTextMarkupAttribute_CharacterEdgeStyle):
                kCMTextMarkupCharacterEdgeStyle_DropShadow,
        ])
        #expect(style.scale == 3)
        #expect(style.edge == .shadow)
        let line = caption(
            "plain", [kCMTextMarkupAttribute_CharacterEdgeStyle: kCMTextMarkupCharacterEdgeStyle_None])
        #expect(CaptionStyle.edge(of: line) == ViewerSettings.Captions.Edge.none)
        #expect(CaptionStyle.edge(of: caption("plain")) == nil)
    }

    @Test("R39: a caption's background, size and font are those of its attributes")
    func authorsLook() throws {
        let view = view()
        let look: [String: Any] = [
            kCMTextMarkupAttribute_CharacterBackgroundColorARGB: [0.5, 0.0, 0.0, 1.0],
            kCMTextMarkupAttribute_RelativeFontSize: 150.0, kCMTextMarkupAttribute_FontFamilyName: "DejaVu Serif",
            kCMTextMarkupAttribute_BoldStyle: true, kCMTextMarkupAttribute_ItalicStyle: true,
        ]
        let mixed = NSMutableAttributedString(attributedString: caption("blue ", look))
        mixed.append(caption("and not"))
        view.show([caption("all blue", look), mixed])
        view.layoutIfNeeded()
        let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 0.5)
        #expect(view.subviews.map(\.backgroundColor) == [blue, UIColor(white: 0, alpha: 0.55)])
        let labels = view.subviews.compactMap { $0.subviews.first as? UILabel }
        let drawn = labels.compactMap { $0.attributedText?.attributes(at: 0, effectiveRange: nil) }
        // A background of the whole line is drawn once, also behind the space around the text.
        #expect(drawn.map { $0[.backgroundColor] as? UIColor } == [nil, blue])
        let font = try #require(drawn[0][.font] as? UIFont)
        #expect(font.familyName == "DejaVu Serif" && font.pointSize == 54)
        #expect(labels[0].frame.height > labels[1].frame.height * 0.99)
    }

    @Test("the area behind a caption is drawn once, below the text, which then has no box")
    func ground_isDrawn() throws {
        let view = view()
        let ground = [10.0, 70, 80, 20, 0.5, 0, 0, 1]
        let first = caption("a", ["CMGround": ground])
        view.show([first, caption("b", ["CMGround": ground])])
        view.layoutIfNeeded()
        let areas = view.subviews.filter { $0.frame == CGRect(x: 128, y: 504, width: 1024, height: 144) }
        #expect(areas.count == 1 && view.subviews.first === areas.first && view.subviews.count == 3)
        #expect(areas.first?.backgroundColor == UIColor(red: 0, green: 0, blue: 1, alpha: 0.5))
        #expect(view.subviews.last?.backgroundColor == nil)
        view.show([caption("c")])
        view.layoutIfNeeded()
        #expect(view.subviews.count == 1 && view.subviews.first?.backgroundColor != nil)
    }

    @Test("rows with an alignment of their own are aligned with the longest one")
    func rows_areAligned() {
        func edges(_ alignment: String?) -> (long: CGRect, short: CGRect) {
            let view = view()
            var attributes: [String: Any] = [kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_Middle]
            if let alignment { attributes["CMRowAlignment"] = alignment }
            view.show([caption("a long line of text\nshort", attributes)])
            view.layoutIfNeeded()
            return (view.subviews[0].frame, view.subviews[1].frame)
        }
        let centered = edges(nil)
        #expect(abs(centered.long.midX - centered.short.midX) <= 1)
        let start = edges(kCMTextMarkupAlignmentType_Start)
        #expect(start.long == centered.long && start.short.minX == start.long.minX)
        let end = edges(kCMTextMarkupAlignmentType_End)
        #expect(abs(end.short.maxX - end.long.maxX) <= 1)
    }

    @Test("struck text has a line through it")
    func struckText() throws {
        let view = view()
        view.show([caption("a", ["CMStrikethrough": true])])
        view.layoutIfNeeded()
        let label = try #require(view.subviews.first?.subviews.first as? UILabel)
        let attributes = try #require(label.attributedText).attributes(at: 0, effectiveRange: nil)
        #expect((attributes[.strikethroughStyle] as? NSNumber)?.intValue == 1)
    }
}
