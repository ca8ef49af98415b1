import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import Testing
import UIKit

@testable import AVKit

/// Where captions lie: in the video, clear of its edges, of each other and of the controls.
@MainActor
struct CaptionPlacementTests {
    private typealias Attributes = [String: Any]
    private let line = kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection
    private let position = kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection

    private func caption(_ text: String, _ attributes: Attributes = [:]) -> NSAttributedString {
        let pairs = attributes.map { (NSAttributedString.Key($0), $1) }
        return NSAttributedString(string: text, attributes: Dictionary(uniqueKeysWithValues: pairs))
    }

    private func boxes(
        _ captions: [NSAttributedString], width: Double = 1280, height: Double = 720, video: CGRect? = nil,
        controls: Double = 0
    ) -> [CGRect] {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: width, height: height))
        view.videoRect = video ?? view.bounds
        view.controlsHeight = controls
        view.show(captions)
        view.layoutIfNeeded()
        return view.subviews.map(\.frame)
    }

    @Test("captions of letterboxed video are placed inside the video, and move up only where the controls cover them")
    func letterbox_keepsCaptionsInVideo() throws {
        let video = CGRect(x: 0, y: 92, width: 1280, height: 536)
        let low = try #require(boxes([caption("text")], video: video).first)
        #expect(low.maxY <= video.maxY && low.maxY > video.maxY - 60)
        #expect(boxes([caption("text")], video: video, controls: 100) == [low])
        let high = try #require(boxes([caption("text")], video: video, controls: 180).first)
        #expect(high.maxY <= 720 - 180 && high.maxY < low.maxY)
    }

    @Test("captions of pillarboxed video are centered in the video and at most as wide")
    func pillarbox_centersInVideo() throws {
        let video = CGRect(x: 100, y: 0, width: 405, height: 720)
        let text = "a rather long caption that does not fit into the narrow video in a single line"
        let box = try #require(boxes([caption(text)], video: video).first)
        #expect(abs(box.midX - video.midX) <= 1)
        #expect(box.minX >= video.minX && box.maxX <= video.maxX)
        let line = try #require(boxes([caption("text")], video: video).first)
        #expect(box.height > line.height * 1.5)
    }

    @Test(
        "text is 5 % of the video's height high, at least 13 and at most 64 points",
        arguments: [(120.0, 13.0), (360, 18), (720, 36), (1080, 54), (2160, 64)])
    func textSize_followsVideo(height: Double, points: Double) throws {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: height * 16 / 9, height: height))
        view.videoRect = view.bounds
        view.show([caption("text")])
        view.layoutIfNeeded()
        let label = try #require(view.descendants(UILabel.self).first)
        let font = try #require(label.attributedText?.attributes(at: 0, effectiveRange: nil)[.font] as? UIFont)
        #expect(abs(Double(font.pointSize) - points) < 0.01)
    }

    @Test("a caption's line is the edge or the middle of its box, as its anchor says")
    func lineAnchor_places() throws {
        func box(_ anchor: String?) throws -> CGRect {
            var attributes: Attributes = [line: 40.0]
            if let anchor { attributes[NSAttributedString.Key.captionLineAnchor.rawValue] = anchor }
            return try #require(boxes([caption("text", attributes)]).first)
        }
        #expect(try abs(box(nil).minY - 288) <= 1)
        #expect(try abs(box(kCMTextMarkupAlignmentType_Start).minY - 288) <= 1)
        #expect(try abs(box(kCMTextMarkupAlignmentType_Middle).midY - 288) <= 1)
        #expect(try abs(box(kCMTextMarkupAlignmentType_End).maxY - 288) <= 1)
    }

    @Test("a caption's position is the left edge, the middle or the right edge of its box, as its alignment says")
    func alignment_places() throws {
        func box(_ alignment: String) throws -> CGRect {
            try #require(
                boxes([
                    caption("text", [position: 30.0, kCMTextMarkupAttribute_Alignment: alignment])
                ]).first)
        }
        #expect(try abs(box(kCMTextMarkupAlignmentType_Start).minX - 384) <= 1)
        #expect(try abs(box(kCMTextMarkupAlignmentType_Middle).midX - 384) <= 1)
        #expect(try abs(box(kCMTextMarkupAlignmentType_End).maxX - 384) <= 1)
    }

    @Test(
        "captions at any line and position lie inside the video and above the controls",
        arguments: [0.0, 3, 50, 97, 100], [0.0, 50, 100])
    func anyPlace_isInside(line percent: Double, position part: Double) throws {
        for anchor in [kCMTextMarkupAlignmentType_Start, kCMTextMarkupAlignmentType_End] {
            let attributes: Attributes = [
                line: percent, position: part, kCMTextMarkupAttribute_Alignment: anchor,
                NSAttributedString.Key.captionLineAnchor.rawValue: anchor,
            ]
            let video = CGRect(x: 160, y: 0, width: 960, height: 720)
            for box in boxes([caption("one\ntwo", attributes)], video: video, controls: 112) {
                #expect(video.contains(box), "\(box)")
                #expect(box.maxY <= 720 - 112, "\(box)")
            }
        }
    }

    @Test("captions that are displayed together do not overlap, and blank lines have no box")
    func stack_doesNotOverlap() {
        let found = boxes([caption("one\n\n  \ntwo"), caption("three"), caption("four\nfive\nsix")], controls: 112)
        #expect(found.count == 6)
        for (index, box) in found.enumerated() {
            #expect(found[(index + 1)...].allSatisfy { !$0.intersects(box) })
            #expect(box.maxY <= 720 - 112)
        }
        // The lines of a caption are below one another, and the first caption is the lowest.
        let order = (found[3...] + found[2...2] + found[..<2]).map(\.minY)
        #expect(order == order.sorted())
    }

    @Test("a displayed caption keeps its place when one below it ends, and a new one takes the free place")
    func stack_keepsPlaces() throws {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.videoRect = view.bounds
        func frames(_ texts: String...) -> [CGRect] {
            view.show(texts.map { caption($0) })
            view.layoutIfNeeded()
            return view.subviews.map(\.frame)
        }
        let both = frames("one", "two")
        #expect(frames("two") == [both[1]])
        let next = frames("two", "three")
        #expect(next[0] == both[1] && next[1].minY == both[0].minY)
        _ = frames()
        #expect(frames("two")[0].minY == both[0].minY)
    }

    @Test("captions that flow downwards are in their order from the top to the bottom")
    func paragraphs_flowDown() {
        let flow = NSAttributedString.Key.captionFlowsDown.rawValue
        for extra: Attributes in [[:], [line: 90.0, NSAttributedString.Key.captionLineAnchor.rawValue: "end"]] {
            let attributes = extra.merging([flow: true]) { $1 }
            let found = boxes(["one", "two", "three"].map { caption($0, attributes) })
            #expect(found.count == 3 && found.map(\.minY) == found.map(\.minY).sorted())
            #expect(!found[0].intersects(found[1]) && !found[1].intersects(found[2]))
        }
    }

    @Test("captions at the same line do not cover each other: the later one moves away from the nearer edge")
    func sameLine_moves() {
        for (percent, isLower) in [(5.0, true), (90.0, false)] {
            let found = boxes([caption("one", [line: percent]), caption("two\nlines", [line: percent])])
            #expect(found.count == 3)
            #expect(!found[0].intersects(found[1]) && !found[0].intersects(found[2]))
            #expect((found[1].minY > found[0].minY) == isLower)
        }
        // Captions beside each other stay at their line.
        let apart = boxes([
            caption("a", [line: 50.0, position: 20.0]), caption("b", [line: 50.0, position: 80.0]),
        ])
        #expect(apart.map(\.minY) == [360, 360])
        // Captions take their places in their order, also those without a position.
        let later = boxes([caption("usual"), caption("placed", [line: 88.0])])
        #expect(later.first == boxes([caption("usual")]).first && later[1].maxY <= later[0].minY)
        let earlier = boxes([caption("placed", [line: 88.0]), caption("usual")])
        #expect(abs(earlier[0].minY - 633.6) <= 1 && earlier[1].maxY <= earlier[0].minY)
    }

    @Test("the width of a caption's area breaks its lines, and its lines are aligned within the area")
    func size_limitsWidth() {
        let size = kCMTextMarkupAttribute_WritingDirectionSizePercentage
        let text = "some words that need more than a quarter of the width"
        let attributes: Attributes = [
            size: 25.0, position: 10.0, kCMTextMarkupAttribute_Alignment: kCMTextMarkupAlignmentType_Middle,
            NSAttributedString.Key.captionPositionAnchor.rawValue: kCMTextMarkupAlignmentType_Start,
        ]
        let found = boxes([caption(text, attributes), caption("x", attributes)])
        #expect(found.allSatisfy { $0.minX >= 127 && $0.maxX <= 449 && abs($0.midX - 288) <= 1 }, "\(found)")
        #expect(found[0].height > found[1].height * 1.8)
    }

    @Test("captions of a region are stacked in it, the newest lowest, and lines that do not fit are hidden")
    func region_stacks() {
        let region = NSAttributedString.Key.captionRegion.rawValue
        // 40 % wide, two lines; its lower left corner lies at the middle of the video.
        let attributes: Attributes = [region: [40.0, 2, 0, 100, 50, 50]]
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.videoRect = view.bounds
        view.show(["one", "two", "three"].map { caption($0, attributes) })
        view.layoutIfNeeded()
        let found = view.subviews.map(\.frame)
        #expect(view.subviews.map(\.isHidden) == [true, false, false])
        #expect(abs(found[2].maxY - 360) <= 1 && found[1].maxY <= found[2].minY && abs(found[2].midX - 896) <= 1)
        view.show([caption("one", attributes)])
        view.layoutIfNeeded()
        #expect(view.subviews.map(\.isHidden) == [false] && abs((view.subviews.first?.frame.maxY ?? 0) - 360) <= 1)
        // A region at the bottom rises above the controls.
        let low: Attributes = [region: [100.0, 3, 0, 100, 0, 100]]
        #expect(boxes([caption("x", low)], controls: 150).allSatisfy { $0.maxY <= 570 })
    }

    @Test(
        "captions of a scrolling region move up from their place when a new one appears, and are clipped to the region")
    func region_scrolls() throws {
        let region = NSAttributedString.Key.captionRegion.rawValue
        let attributes: Attributes = [region: [40.0, 2, 0, 100, 50, 50, 1]]
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.videoRect = view.bounds
        func clip() throws -> UIView {
            view.layoutIfNeeded()
            return try #require(view.subviews.first { $0.clipsToBounds })
        }
        view.show([caption("one", attributes)])
        let first = try clip()
        let place = try #require(first.subviews.first).frame
        #expect(abs(place.maxY - first.bounds.height) <= 1 && abs(first.frame.maxY - 360) <= 1)
        #expect(first.subviews.allSatisfy { $0.layer.animationKeys()?.isEmpty != false })
        view.show(["one", "two"].map { caption($0, attributes) })
        let second = try clip()
        #expect(second.subviews.count == 2)
        #expect(abs(second.subviews[1].frame.maxY - second.bounds.height) <= 1)
        #expect(second.subviews[0].frame.maxY <= second.subviews[1].frame.minY + 1)
        #expect(second.subviews.allSatisfy { $0.layer.animationKeys()?.isEmpty == false })
        view.show([])
        view.layoutIfNeeded()
    }

    @Test(
        "vertical captions are columns, from the right or from the left, and end above the controls",
        arguments: [kCMTextVerticalLayout_RightToLeft, kCMTextVerticalLayout_LeftToRight])
    func vertical_columns(direction: String) throws {
        let vertical = kCMTextMarkupAttribute_VerticalLayout
        let isReversed = direction == kCMTextVerticalLayout_RightToLeft
        let placed = boxes([caption("一二三四\n五六", [vertical: direction, line: 10.0])])
        #expect(placed.count == 2)
        #expect(placed.allSatisfy { $0.height > $0.width })
        #expect(placed.allSatisfy { abs($0.midY - 684 / 2) <= 1 })
        if isReversed {
            #expect(abs(placed[0].maxX - 1280 * 0.9) <= 1 && placed[1].maxX < placed[0].minX)
        } else {
            #expect(abs(placed[0].minX - 1280 * 0.1) <= 1 && placed[1].minX > placed[0].maxX)
        }
        // Without a line, captions are at the side of the last line, one beside the other.
        let stacked = boxes([caption("一", [vertical: direction]), caption("二", [vertical: direction])], controls: 200)
        #expect(stacked.allSatisfy { isReversed ? $0.maxX < 640 : $0.minX > 640 })
        #expect(stacked.allSatisfy { $0.maxY <= 520 } && !stacked[0].intersects(stacked[1]))
        let start = kCMTextMarkupAlignmentType_Start
        let high = boxes([caption("一二", [vertical: direction, position: 5.0, kCMTextMarkupAttribute_Alignment: start])])
        #expect(try #require(high.first).minY < 720 * 0.08)
    }

    @Test("the text of a vertical caption is turned to the right, and inside its column")
    func vertical_isTurned() throws {
        let view = CaptionView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        view.videoRect = view.bounds
        view.show([
            caption("一二三四", [kCMTextMarkupAttribute_VerticalLayout: kCMTextVerticalLayout_RightToLeft]),
            caption("flat"),
        ])
        view.layoutIfNeeded()
        func label(in view: UIView) -> UILabel? {
            (view as? UILabel) ?? view.subviews.lazy.compactMap { label(in: $0) }.first
        }
        let column = try #require(view.subviews.first { $0.frame.height > $0.frame.width })
        let text = try #require(label(in: column))
        let start = text.convert(CGPoint(x: 0, y: 0), to: column)
        let end = text.convert(CGPoint(x: text.bounds.width, y: 0), to: column)
        #expect(abs(start.x - end.x) < 0.5 && end.y > start.y + 50)
        #expect(column.bounds.insetBy(dx: -1, dy: -1).contains(text.convert(text.bounds, to: column)))
        let row = try #require(view.subviews.first { $0.frame.height < $0.frame.width })
        let plain = try #require(label(in: row))
        let right = plain.convert(CGPoint(x: plain.bounds.width, y: 0), to: row)
        #expect(right.x > plain.convert(CGPoint.zero, to: row).x + 20)
    }

    @Test("a caption with a ruby annotation is higher than one without, and its label has the annotation")
    func annotation_isDrawn() throws {
        let plain = try #require(boxes([caption("漢字")]).first)
        let note = NSAttributedString.Key.captionAnnotation.rawValue
        let annotated = try #require(boxes([caption("漢字", [note: "kanji"])]).first)
        #expect(annotated.height > plain.height * 1.3)
        let wide = try #require(boxes([caption("漢字", [note: "an annotation wider than its base"])]).first)
        #expect(wide.width > plain.width * 2)
    }

    @Test("captions rise above controls that appear, and return when the controls hide")
    func controls_moveCaptions() throws {
        let stage = PlayerStage()
        defer { stage.end() }
        let content = stage.controller.content
        content.showCaptions([caption("text")])
        stage.window.layoutIfNeeded()
        func bottom() throws -> CGFloat {
            stage.window.layoutIfNeeded()
            return stage.frame(of: try #require(content.captions?.subviews.first)).maxY
        }
        let low = try bottom()
        #expect(low > 660)
        stage.controller.presenter.showControls()
        let scrubber = try #require(stage.controls).scrubber
        #expect(try bottom() <= stage.frame(of: scrubber).minY)
        stage.controller.presenter.dismiss()
        #expect(try bottom() == low)
    }

    @Test("captions keep their distance from the controls in a window of another size")
    func resizing_movesCaptions() throws {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.showControls()
        let content = stage.controller.content
        content.showCaptions([caption("text")])
        stage.window.layoutIfNeeded()
        for size in [CGSize(width: 1600, height: 1000), CGSize(width: 480, height: 270)] {
            stage.window.frame = CGRect(origin: .zero, size: size)
            stage.window.layoutIfNeeded()
            let box = stage.frame(of: try #require(content.captions?.subviews.first))
            let scrubber = stage.frame(of: try #require(stage.controls).scrubber)
            #expect(box.maxY <= scrubber.minY && box.maxY > scrubber.minY - 60, "\(box), \(scrubber)")
        }
    }

    @Test("captions lie behind the controls and in front of their gradients, and take no touches")
    func captions_layerOrder() throws {
        let stage = PlayerStage()
        defer { stage.end() }
        let content = stage.controller.content
        content.showCaptions([caption("text")])
        stage.showControls()
        let captions = try #require(content.captions)
        let order = [content.surface, stage.controls?.scrims, captions, content.overlay, stage.controls].compactMap {
            view in content.subviews.firstIndex { $0 === view }
        }
        #expect(order.count == 5 && order == order.sorted())
        let box = try #require(captions.subviews.first)
        #expect(stage.window.hitTest(stage.center(of: box), with: nil) === content)
    }

    @Test("the ground of a caption is cut off at the video's edges, and empty outside of it")
    func ground_isInVideo() throws {
        let video = CGRect(x: 100, y: 50, width: 400, height: 200)
        func frame(_ area: [Double]) throws -> CGRect {
            try #require(CaptionGround(area + [1, 1, 0, 0])).frame(in: video)
        }
        #expect(try frame([50, 50, 100, 25]) == CGRect(x: 300, y: 150, width: 200, height: 50))
        #expect(try frame([150, 150, 50, 50]) == .zero)
    }
}
