import AVFoundation
import CoreGraphics
import Foundation
package import UIKit

/// Captions over the video: white text on boxes of 55 % black, with a font size of 5 % of the visible video's height. In an area that is
/// narrower than 4:3 the size follows the width, so that lines do not break after every few words. Captions without a position are placed at
/// the bottom, above the controls when these are visible.
final class CaptionView: UIView {
    private static let heightPart = CGFloat(CaptionStyle.usualPercentage / 100)
    /// The height of an area, relative to its width, from which on the width determines the font size.
    private static let tallest: CGFloat = 0.75
    private static let smallest: CGFloat = 13
    private static let largest: CGFloat = 64
    /// Minimum distance of captions from the edges, as a fraction of the video's size.
    private static let margin: CGFloat = 0.02
    private static let gap: CGFloat = 2

    private struct Box {
        var line: NSAttributedString
        var ground: UIView
        /// The view of the label in vertical writing, which is turned; nil: the ground.
        var turned: UIView?
        var label: UILabel
        var edge: CaptionEdge
    }

    /// One caption, with a box for each of its lines.
    private struct Caption {
        var text: NSAttributedString
        var place: CaptionPlace
        var boxes: [Box]
    }

    private var texts: [NSAttributedString] = []
    private var captions: [Caption] = []
    private let windows = CaptionWindows()
    private let scroll = CaptionScroll()
    private var stacks: [CaptionWriting: CaptionStack] = [:]
    private let settings: SettingsStore
    private var settingsToken: (any NSObjectProtocol)?

    /// The rectangle of the video in this view, and the height of the controls, in points.
    var videoRect = CGRect.zero { didSet { if videoRect != oldValue { setNeedsLayout() } } }
    var controlsHeight: CGFloat = 0 { didSet { if controlsHeight != oldValue { setNeedsLayout() } } }

    override convenience init(frame: CGRect) { self.init(frame: frame, settings: .shared) }

    init(frame: CGRect, settings: SettingsStore) {
        self.settings = settings
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
        settingsToken = NotificationCenter.default.addObserver(
            forName: SettingsStore.didChangeNotification, object: settings, queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.setNeedsLayout() }
        }
    }

    isolated deinit {
        if let settingsToken { NotificationCenter.default.removeObserver(settingsToken) }
    }

    required init?(coder: NSCoder) { nil }

    /// Shows one string for each caption, with the attributes of a legible output, except captions that the player's layer draws. An empty
    /// list hides the view, so that it costs nothing.
    func show(_ all: [NSAttributedString]) {
        let texts = all.filter { $0.length == 0 || $0.attribute(.captionIsDrawn, at: 0, effectiveRange: nil) == nil }
        guard texts != self.texts else { return }
        self.texts = texts
        for box in captions.flatMap(\.boxes) { box.ground.removeFromSuperview() }
        captions = texts.compactMap { text in
            let lines = Self.lines(of: text)
            guard text.length > 0, !lines.isEmpty else { return nil }
            let place = CaptionPlace(attributes: text.attributes(at: 0, effectiveRange: nil))
            return Caption(text: text, place: place, boxes: lines.map { box($0, place.writing) })
        }
        isHidden = captions.isEmpty
        if captions.isEmpty { stacks = [:] }
        setNeedsLayout()
    }

    private static func lines(of text: NSAttributedString) -> [NSAttributedString] {
        var lines: [NSAttributedString] = []
        var start = 0
        for line in text.string.components(separatedBy: "\n") {
            let length = line.utf16.count
            if line.contains(where: { !$0.isWhitespace }) {
                lines.append(text.attributedSubstring(from: NSRange(location: start, length: length)))
            }
            start += length + 1
        }
        return lines
    }

    private func box(_ line: NSAttributedString, _ writing: CaptionWriting) -> Box {
        let ground = UIView(frame: .zero)
        ground.layer.cornerRadius = 4
        let label = UILabel(frame: .zero)
        label.numberOfLines = 0
        var turned: UIView?
        if writing.isVertical {
            let view = UIView(frame: .zero)
            view.transform = CGAffineTransform(rotationAngle: .pi / 2)
            ground.addSubview(view)
            turned = view
        }
        (turned ?? ground).addSubview(label)
        addSubview(ground)
        return Box(line: line, ground: ground, turned: turned, label: label, edge: CaptionEdge(behind: label))
    }

    /// Returns the line with the fonts and colors to draw it in.
    /// - Parameter isFilled: whether a background that all of the line has is drawn behind it.
    private static func drawn(
        _ line: NSAttributedString, _ size: CGFloat, _ standard: UIColor, isFilled: Bool, isVertical: Bool
    ) -> NSAttributedString {
        let drawn = NSMutableAttributedString(string: "")
        var count = 0
        line.enumerateAttributes(in: NSRange(location: 0, length: line.length)) { attributes, range, _ in
            let style = CaptionStyle(attributes: attributes)
            var look: [NSAttributedString.Key: Any] = [
                .font: style.font(size), .foregroundColor: style.color ?? standard,
            ]
            if style.isUnderlined { look[.underlineStyle] = NSNumber(value: 1) }
            if isVertical { look[.verticalGlyphForm] = NSNumber(value: 1) }
            if let annotation = style.annotation { look[.textAnnotation] = annotation }
            if !isFilled, let background = style.background { look[.backgroundColor] = background }
            // Foundation on Linux ends the program when it compares fonts or colors of two neighboring ranges; it does not compare them if one
            // range has more attributes.
            if look.count == count { look[.captionRange] = true }
            count = look.count
            drawn.append(NSAttributedString(string: line.attributedSubstring(from: range).string, attributes: look))
        }
        return drawn
    }

    // MARK: - Layout

    override func layoutSubviews() {
        super.layoutSubviews()
        windows.begin()
        scroll.begin()
        defer {
            windows.end()
            scroll.end()
        }
        guard !captions.isEmpty else { return }
        let area = videoRect.isEmpty ? bounds : videoRect.intersection(bounds)
        let standard = min(area.height, area.width * Self.tallest) * Self.heightPart
        let size =
            max(Self.smallest, min(Self.largest, standard) * CGFloat(settings.present.captions.textScale))
        let lowest = min(area.maxY - area.height * Self.heightPart, bounds.height - max(controlsHeight, 12))
        var free = CaptionSpace(area: area, lowest: lowest, step: size)
        layOutRegions(in: area, size, &free)
        layOut(CaptionAxes(writing: .horizontal, area: area), lowest: lowest, size, &free)
        // Vertical lines end above the controls.
        let tall = CGRect(x: area.minX, y: area.minY, width: area.width, height: max(0, lowest - area.minY))
        for writing in CaptionWriting.allCases where writing.isVertical {
            let axes = CaptionAxes(writing: writing, area: tall)
            let last = axes.textArea.maxY - area.height * Self.heightPart
            var free = CaptionSpace(area: axes.textArea, lowest: last, step: size)
            layOut(axes, lowest: last, size, &free)
        }
    }

    /// Places the captions of a writing direction that are in no region.
    /// - Parameter lowest: the lower edge of the last line, in the area as the text sees it.
    private func layOut(_ axes: CaptionAxes, lowest: CGFloat, _ size: CGFloat, _ free: inout CaptionSpace) {
        let own = captions.filter { $0.place.region == nil && $0.place.writing == axes.writing }
        // The first one takes its place first, except where captions follow each other downwards.
        let captions = own.filter { !$0.place.isPlacedAfterNext } + own.filter(\.place.isPlacedAfterNext).reversed()
        let area = axes.textArea
        for caption in captions where caption.place.line != nil {
            let sizes = measure(caption, in: area, size)
            let row = rowHeight(caption, size) + Self.gap
            let top: CGFloat
            let move: CaptionSpace.Move
            if let number = caption.place.row {
                let first = area.minY + area.height * Self.margin
                top = number < 0 ? lowest + Self.gap + row * CGFloat(number) : first + row * CGFloat(number)
                move = .rows(row, isFromTop: number >= 0)
            } else {
                top = self.top(of: caption, Self.height(sizes), area, lowest)
                move = .nearest
            }
            let wanted = frames(caption, sizes, top: top, in: area, size)
            place(caption, frames: wanted, by: free.take(wanted, move), size, axes)
        }
        // Captions without a position are stacked upwards.
        let stacked = captions.filter { $0.place.line == nil }
        let texts = stacked.map(\.text.string)
        var stack = stacks[axes.writing] ?? CaptionStack()
        stack.begin(.init(area: area, lowest: lowest, fontSize: size))
        for index in stack.order(texts) {
            let caption = stacked[index]
            let sizes = measure(caption, in: area, size)
            func wanted(_ bottom: CGFloat) -> [CGRect] {
                frames(caption, sizes, top: bottom - Self.height(sizes), in: area, size)
            }
            let bottom = stack.bottom(
                for: texts[index], candidates: [lowest] + free.tops.map { $0 - Self.gap }.filter { $0 < lowest },
                overlap: { free.overlap(wanted($0)) })
            let shift = free.take(wanted(bottom), .upFirst)
            place(caption, frames: wanted(bottom), by: shift, size, axes)
        }
        stack.end()
        stacks[axes.writing] = stack
    }

    /// Places the captions of regions, the last one lowest; lines that do not fit are hidden at the top.
    private func layOutRegions(in area: CGRect, _ size: CGFloat, _ free: inout CaptionSpace) {
        var bottoms: [CaptionRegion: CGFloat] = [:]
        for caption in captions.reversed() {
            guard let region = caption.place.region else { continue }
            let lineHeight = size * Self.regionLine + 2 * Self.padding(size).height + Self.gap
            var frame = region.frame(in: area, lineHeight: lineHeight)
            frame.origin.y -= max(0, frame.maxY - max(free.lowest, area.minY + frame.height))
            let sizes = measure(caption, in: frame, size)
            let bottom = bottoms[region] ?? frame.maxY
            let placed = frames(caption, sizes, top: bottom - Self.height(sizes), in: frame, size)
            bottoms[region] = bottom - Self.height(sizes) - Self.gap
            place(caption, frames: placed, by: 0, size, CaptionAxes(writing: .horizontal, area: area))
            for (box, rect) in zip(caption.boxes, placed) { box.ground.isHidden = rect.minY < frame.minY - 1 }
            free.occupy(placed.filter { $0.minY >= frame.minY - 1 })
            if region.scrollsUp {
                scroll.place(
                    caption.boxes.map(\.ground), of: caption.text.string, at: placed, in: region, frame: frame, of: self
                )
                continue
            }
            windows.surround(caption.boxes.map(\.ground), in: self, settings.present.captions, size)
        }
    }

    /// The height of a line of text in a region, relative to the font size.
    private static let regionLine: CGFloat = 1.25

    /// Returns the height of the box of a caption's first line where it is not broken.
    private func rowHeight(_ caption: Caption, _ size: CGFloat) -> CGFloat {
        let line = caption.boxes.first?.label.sizeThatFits(CGSize(width: 100_000, height: 0)).height ?? size
        return line + 2 * Self.padding(size).height
    }

    private func measure(_ caption: Caption, in area: CGRect, _ size: CGFloat) -> [CGSize] {
        let viewer = settings.present.captions
        let padding = Self.padding(size)
        let limit = max(40, spanWidth(of: caption, in: area).map { $0 - 2 * padding.width } ?? area.width * 0.86)
        return caption.boxes.map { box -> CGSize in
            let background = CaptionStyle.background(of: box.line)
            box.ground.isHidden = false
            box.ground.backgroundColor = background ?? viewer.background.fill
            box.label.attributedText = Self.drawn(
                box.line, size, viewer.color.text, isFilled: background != nil,
                isVertical: caption.place.writing.isVertical)
            let text = box.label.sizeThatFits(CGSize(width: limit, height: 0))
            return CGSize(width: min(text.width, limit) + 2 * padding.width, height: text.height + 2 * padding.height)
        }
    }

    /// The width of a caption's area without the margins at the edges of the video; nil: as wide as its lines.
    private func spanWidth(of caption: Caption, in area: CGRect) -> CGFloat? {
        guard let span = caption.place.span(in: area.minX...area.maxX) else { return nil }
        let margin = area.width * Self.margin
        let left = max(0, area.minX + margin - span.lowerBound)
        let right = max(0, span.upperBound - area.maxX + margin)
        // Centered lines stay in the middle of their area.
        let cut = caption.place.alignment == .center ? 2 * max(left, right) : left + right
        return span.upperBound - span.lowerBound - cut
    }

    private static func height(_ sizes: [CGSize]) -> CGFloat { sizes.reduce(-gap) { $0 + $1.height + gap } }

    private func top(of caption: Caption, _ height: CGFloat, _ area: CGRect, _ lowest: CGFloat) -> CGFloat {
        let at = area.minY + area.height * (caption.place.line ?? 1)
        let wanted =
            switch caption.place.lineAnchor {
            case .start: at
            case .center: at - height / 2
            case .end: at - height
            }
        let margin = area.height * Self.margin
        return max(area.minY + margin, min(wanted, min(area.maxY - margin, max(lowest, 0)) - height))
    }

    private static func padding(_ size: CGFloat) -> CGSize {
        CGSize(width: (size * 0.35).rounded(), height: (size * 0.12).rounded())
    }

    /// Returns the frames of a caption's boxes, one below the other.
    private func frames(
        _ caption: Caption, _ sizes: [CGSize], top: CGFloat, in area: CGRect, _ size: CGFloat
    ) -> [CGRect] {
        let place = caption.place
        let span = place.span(in: area.minX...area.maxX)
        let alignment = span == nil && place.position == nil ? .center : place.alignment
        let anchor: CGFloat
        if let span {
            switch alignment {
            case .start: anchor = span.lowerBound
            case .center: anchor = (span.lowerBound + span.upperBound) / 2
            case .end: anchor = span.upperBound
            }
        } else {
            anchor = area.minX + area.width * (place.position ?? 0.5)
        }
        let margin = area.width * Self.margin
        var y = top
        return sizes.map { size in
            let wanted =
                switch alignment {
                case .start: anchor
                case .center: anchor - size.width / 2
                case .end: anchor - size.width
                }
            let x = max(area.minX + margin, min(wanted, area.maxX - margin - size.width))
            defer { y += size.height + Self.gap }
            return CGRect(x: x.rounded(), y: y.rounded(), width: size.width, height: size.height)
        }
    }

    private func place(
        _ caption: Caption, frames: [CGRect], by shift: CGFloat, _ size: CGFloat, _ axes: CaptionAxes
    ) {
        let padding = Self.padding(size)
        let alignment: NSTextAlignment =
            switch caption.place.alignment {
            case .start: .left
            case .center: .center
            case .end: .right
            }
        for (box, frame) in zip(caption.boxes, frames) {
            box.label.textAlignment = alignment
            box.ground.frame = axes.place(frame.offsetBy(dx: 0, dy: shift.rounded()))
            if let turned = box.turned {
                turned.bounds = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
                turned.center = CGPoint(x: box.ground.bounds.midX, y: box.ground.bounds.midY)
            }
            box.label.frame = CGRect(
                x: padding.width, y: padding.height, width: frame.width - 2 * padding.width,
                height: frame.height - 2 * padding.height)
            let edge = CaptionStyle.edge(of: box.line) ?? settings.present.captions.edge
            box.edge.follow(box.label, edge, size)
        }
        if caption.place.region == nil {
            windows.surround(caption.boxes.map(\.ground), in: self, settings.present.captions, size)
        }
    }
}

extension NSAttributedString.Key {
    /// An attribute without a meaning.
    fileprivate static let captionRange = NSAttributedString.Key("CMRange")
}

extension ViewerSettings.Captions.Color {
    package var text: UIColor {
        switch self {
        case .white: .white
        case .yellow: UIColor(red: 1, green: 0.92, blue: 0.2, alpha: 1)
        case .cyan: UIColor(red: 0.4, green: 0.95, blue: 1, alpha: 1)
        case .green: UIColor(red: 0.45, green: 1, blue: 0.45, alpha: 1)
        }
    }
}

extension ViewerSettings.Captions.Background {
    /// The color behind the text; nil: none.
    package var fill: UIColor? {
        switch self {
        case .translucent: UIColor(white: 0, alpha: 0.55)
        case .opaque: .black
        case .none: nil
        }
    }
}
