import CoreMedia
import Foundation
import MediaEngine
import Testing

@testable import AVFoundation

/// The attributes of captions that Apple's text markup lacks.
struct CaptionAttributeTests {
    @Test("shadows, outlines and the background of a region are attributes of a caption's text")
    func styleSheetAttributes() {
        var style = TextStyle()
        style.shadows = [CaptionShadow(x: 0.5, y: -0.25, blur: 1, color: 0xff_0000, opacity: 0.5)]
        style.outline = CaptionOutline(width: 0.1, color: 0xff, opacity: 1)
        var region = TextRegion(width: 0.4, lineCount: 3, anchorX: 0, anchorY: 1, x: 0.1, y: 0.9)
        (region.background, region.backgroundOpacity) = (0xff00, 0.75)
        var placement = TextPlacement()
        placement.region = region
        let text = TimedText(
            range: CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 1)), text: "caption", trackIndex: 0,
            placement: placement, styles: [StyledRange(range: 0..<3, style: style)])
        let first = text.attributed.attributes(at: 0, effectiveRange: nil)
        #expect(first[.captionShadows] as? [[Double]] == [[50, -25, 100, 0.5, 1, 0, 0]])
        #expect(first[.captionOutline] as? [Double] == [10, 1, 0, 0, 1])
        #expect(first[.captionRegion] as? [Double] == [40, 3, 0, 100, 10, 90, 0, 0.75, 0, 1, 0])
        let rest = text.attributed.attributes(at: 4, effectiveRange: nil)
        #expect(rest[.captionShadows] == nil && rest[.captionOutline] == nil && rest[.captionRegion] != nil)
    }

    @Test("equal annotations of neighboring ranges stay two, and combined text and lines are attributes")
    func annotationsAndLines() {
        var style = TextStyle()
        style.isCombined = true
        var placement = TextPlacement()
        placement.lines = TextLines()
        placement.lines?.height = 1.25
        placement.aspectRatio = 1.5
        var text = TimedText(
            range: CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 1)), text: "abc", trackIndex: 0,
            placement: placement, styles: [StyledRange(range: 2..<3, style: style)])
        text.annotations = [TextAnnotation(range: 0..<1, text: "x"), TextAnnotation(range: 1..<2, text: "x")]
        var ranges: [NSRange] = []
        let attributed = text.attributed
        attributed.enumerateAttributes(in: NSRange(location: 0, length: 3)) { _, range, _ in ranges.append(range) }
        #expect(ranges.map(\.length) == [1, 1, 1])
        let last = attributed.attributes(at: 2, effectiveRange: nil)
        #expect(last[.captionIsCombined] as? Bool == true && last[.captionAspectRatio] as? Double == 1.5)
        #expect(last[.captionLines] as? [Double] == [125, -100, 0])
    }
}
