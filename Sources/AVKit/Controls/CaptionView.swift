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
        var ground: CaptionGround?
        var boxes: [Box]
    }

    private var texts: [NSAttributedString] = []
    private var captions: [Caption] = []
    private let windows = CaptionWindows()
    private let regionGrounds = CaptionRegionGrounds()
    private let scroll = CaptionScroll()
    private var memory = CaptionMemory()
    private let settings: SettingsStore
    private var settingsToken: (any NSObjectProtocol)?

    /// The rectangle of the video in this view, and the height of the controls, in points.
    var videoRect = CGRect.zero { didSet { if videoRect != oldValue { setNeedsLayout() } } }
    var controlsHeight: CGFloat = 0 { didSet { if controlsHeight != oldValue { setNeedsLayout() } } }

    /// The area of the item's title, which captions keep clear; nil while it is hidden.
    var titleFrame: CGRect? { didSet { if titleFrame != oldValue { setNeedsLayout() } } }

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
            let attributes = text.attributes(at: 0, effectiveRange: nil)
            let place = CaptionPlace(attributes: attributes)
            let ground = (attributes[.captionGround] as? [Double]).flatMap(CaptionGround.init)
            return Caption(text: text, place: place, ground: ground, boxes: lines.map { box($0, place.writing) })
        }
        isHidden = captions.isEmpty
        if captions.isEmpty { memory = CaptionMemory() }
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
        _ line: NSAttributedString, _ size: CGFloat, _ standard: UIColor, isFilled: Bool, _ place: CaptionPlace
    ) -> NSAttributedString {
        let isVertical = place.writing.isVertical
        let lineHeight = place.lines.height.map { height in
            let style = NSMutableParagraphStyle()
            style.alignment = Self.alignment(place)
            style.minimumLineHeight = height * size
            style.maximumLineHeight = height * size
            return style
        }
        let drawn = NSMutableAttributedString(string: "")
        var count = 0
        line.enumerateAttributes(in: NSRange(location: 0, length: line.length)) { attributes, range, _ in
            let style = CaptionStyle(attributes: attributes)
            var look: [NSAttributedString.Key: Any] = [
                .font: style.font(size), .foregroundColor: style.color ?? standard,
            ]
            if style.isUnderlined { look[.underlineStyle] = NSNumber(value: 1) }
            if style.isStruck { look[.strikethroughStyle] = NSNumber(value: 1) }
            if isVertical { look[.verticalGlyphForm] = NSNumber(value: 1) }
            if let annotation = style.annotation { look[.textAnnotation] = annotation }
            if isVertical, style.isCombined { look[.textIsCombined] = true }
            if let lineHeight { look[.paragraphStyle] = lineHeight }
            if !style.shadows.isEmpty { look[.textShadows] = style.shadows.map { $0.attribute(size) } }
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
        regionGrounds.begin()
        scroll.begin()
        defer {
            windows.end()
            regionGrounds.end()
            scroll.end()
        }
        guard !captions.isEmpty else { return }
        let area = rootArea(of: videoRect.isEmpty ? bounds : videoRect.intersection(bounds))
        let standard = min(area.height, area.width * Self.tallest) * Self.heightPart
        let size =
            max(Self.smallest, min(Self.largest, standard) * CGFloat(settings.present.captions.textScale))
        func captionArea(_ density: CaptionDensity) -> CaptionArea {
            CaptionArea(
                video: area, height: bounds.height, covered: controlsHeight, title: titleFrame, fontSize: size,
                density: density)
        }
        if captions.contains(where: { $0.place.region == nil }) {
            let keys = keys()
            // Captions that were set closely stay so.
            let isCompact = memory.area == captionArea(.compact) && memory.contains(keys)
            var arrangement = arrange(keys, in: captionArea(isCompact ? .compact : .comfortable))
            if arrangement.isCrowded, !isCompact { arrangement = arrange(keys, in: captionArea(.compact)) }
            memory = CaptionMemory(area: arrangement.area, tops: arrangement.tops)
            show(arrangement)
            layOutRegions(in: arrangement.area)
        } else {
            layOutRegions(in: captionArea(.comfortable))
        }
    }

    /// Returns the area that the places of the captions refer to: the video, or the largest area in its middle with their aspect ratio.
    private func rootArea(of video: CGRect) -> CGRect {
        guard let ratio = captions.first?.place.aspectRatio, video.height > 0,
            captions.allSatisfy({ $0.place.aspectRatio == ratio })
        else { return video }
        let width = min(video.width, video.height * ratio)
        let height = min(video.height, video.width / ratio)
        return CGRect(x: video.midX - width / 2, y: video.midY - height / 2, width: width, height: height)
    }

    /// Returns what identifies the captions in no region.
    private func keys() -> [CaptionMemory.Key] {
        var counts: [CaptionMemory.Key: Int] = [:]
        return captions.filter { $0.place.region == nil }.map { caption in
            var key = CaptionMemory.Key(text: caption.text.string, place: caption.place)
            counts[key, default: 0] += 1
            key.number = counts[key, default: 1] - 1
            return key
        }
    }

    /// Places the captions that are in no region.
    private func arrange(_ keys: [CaptionMemory.Key], in area: CaptionArea) -> CaptionArrangement {
        let own = captions.filter { $0.place.region == nil }
        let items = zip(own, keys).map { caption, key -> CaptionArrangement.Item in
            let sizes = measure(caption, in: area.axes(key.place.writing).textArea, area)
            let heights = rowHeight(caption, area)
            return CaptionArrangement.Item(
                key: key, sizes: sizes, rowHeight: heights.row, annotationHeight: heights.annotations)
        }
        return CaptionArrangement(
            items, in: area, occupied: regionBoxes(in: area).flatMap(\.frames) + (area.title.map { [$0] } ?? []),
            memory: memory)
    }

    private func show(_ arrangement: CaptionArrangement) {
        let own = captions.filter { $0.place.region == nil }
        for (caption, placed) in zip(own, arrangement.placed) {
            guard let placed else { continue }
            place(caption, frames: placed.frames, arrangement.area, placed.axes)
            // A caption at a percentage, and any caption while controls need space, is displayed also where it covers others.
            let isSnapped = caption.place.line == nil || caption.place.row != nil
            let isHidden = placed.isCrowded && isSnapped && !arrangement.area.isCovered
            for box in caption.boxes { box.ground.isHidden = isHidden }
            if let ground = caption.ground, !isHidden {
                regionGrounds.show(ground, frame: ground.frame(in: arrangement.area.video), in: self)
            }
            windows.surround(
                caption.boxes.map(\.ground), in: self, settings.present.captions, arrangement.area.fontSize)
        }
    }

    /// A caption of a region with the frames of its lines.
    private struct RegionCaption {
        var index: Int
        var region: CaptionRegion
        var frame: CGRect
        var placed: [CGRect]
        /// What other captions avoid.
        var frames: [CGRect] { (region.background == nil ? [] : [frame]) + placed.filter { isVisible($0) } }

        /// Lines that do not fit are hidden at the top.
        func isVisible(_ line: CGRect) -> Bool { line.minY >= frame.minY - 1 }
    }

    /// Returns the places of captions in regions, the last one lowest.
    private func regionBoxes(in area: CaptionArea) -> [RegionCaption] {
        var bottoms: [CaptionRegion: CGFloat] = [:]
        return captions.indices.reversed().compactMap { index -> RegionCaption? in
            let caption = captions[index]
            guard let region = caption.place.region else { return nil }
            let gap = area.density.gap
            let padding = area.density.padding(area.fontSize)
            let lineHeight = area.fontSize * Self.regionLine + 2 * padding.height + gap
            var frame = region.frame(in: area.video, lineHeight: lineHeight)
            frame.origin.y -= max(0, frame.maxY - max(area.bottom, area.video.minY + frame.height))
            let sizes = measure(caption, in: frame, area)
            let height = sizes.reduce(-gap) { $0 + $1.height + gap }
            let bottom = bottoms[region] ?? frame.maxY
            bottoms[region] = bottom - height - gap
            let placed = CaptionArrangement.frames(sizes, of: caption.place, top: bottom - height, in: frame, gap: gap)
            return RegionCaption(index: index, region: region, frame: frame, placed: placed)
        }
    }

    /// Places the captions of regions.
    private func layOutRegions(in area: CaptionArea) {
        for item in regionBoxes(in: area) {
            let caption = captions[item.index]
            regionGrounds.show(item.region, frame: item.frame, in: self)
            place(caption, frames: item.placed, area, area.axes(.horizontal))
            for (box, rect) in zip(caption.boxes, item.placed) { box.ground.isHidden = !item.isVisible(rect) }
            let grounds = caption.boxes.map(\.ground)
            if item.region.scrollsUp {
                scroll.place(
                    grounds, of: caption.text.string, at: item.placed, in: item.region, frame: item.frame, of: self)
                continue
            }
            windows.surround(grounds, in: self, settings.present.captions, area.fontSize)
        }
    }

    /// The height of a line of text in a region, relative to the font size.
    private static let regionLine: CGFloat = 1.25

    /// The width of a line's outline, which is around its box.
    private static func border(of box: Box, _ area: CaptionArea) -> CGFloat {
        CaptionStyle.outline(of: box.line).map { ($0.width * area.fontSize).rounded(.up) } ?? 0
    }

    /// Returns the frame of a label that draws shadows around a text: it draws nothing beyond its frame.
    private static func frame(_ text: CGRect, withShadow reach: CGFloat, _ alignment: CaptionPlace.Anchor) -> CGRect {
        var frame = text.insetBy(dx: 0, dy: -reach)
        if alignment != .start { frame.origin.x -= reach }
        frame.size.width += alignment == .center ? 2 * reach : reach
        return frame
    }

    /// Returns the height of the box of a caption's first line where it is not broken, and that of the annotations above it.
    private func rowHeight(_ caption: Caption, _ area: CaptionArea) -> (row: CGFloat, annotations: CGFloat) {
        guard caption.place.row != nil, let label = caption.boxes.first?.label else { return (area.fontSize, 0) }
        let endless = CGSize(width: 100_000, height: 0)
        let padding = 2 * area.density.padding(area.fontSize).height
        let whole = label.sizeThatFits(endless).height
        guard let drawn = label.attributedText, Self.hasAnnotation(drawn) else { return (whole + padding, 0) }
        label.attributedText = Self.withoutAnnotations(drawn)
        defer { label.attributedText = drawn }
        let plain = label.sizeThatFits(endless).height
        return (plain + padding, whole - plain)
    }

    private static func hasAnnotation(_ text: NSAttributedString) -> Bool {
        var found = false
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, _, _ in
            if attributes[.textAnnotation] != nil { found = true }
        }
        return found
    }

    private static func withoutAnnotations(_ text: NSAttributedString) -> NSAttributedString {
        let plain = NSMutableAttributedString(string: "")
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            var attributes = attributes
            // The number of attributes stays the same: see `drawn`.
            if attributes.removeValue(forKey: .textAnnotation) != nil { attributes[.captionPlain] = true }
            plain.append(
                NSAttributedString(string: text.attributedSubstring(from: range).string, attributes: attributes))
        }
        return plain
    }

    /// - Parameter text: the area as the caption's text sees it.
    private func measure(_ caption: Caption, in text: CGRect, _ area: CaptionArea) -> [CGSize] {
        let viewer = settings.present.captions
        let padding = caption.place.lines.padding(area.density, area.fontSize)
        let span = caption.place.span(in: text.minX...text.maxX).map { $0.upperBound - $0.lowerBound }
        let limit = max(40, span.map { $0 - 2 * padding.width } ?? text.width * 0.86)
        return caption.boxes.map { box -> CGSize in
            let background = CaptionStyle.background(of: box.line)
            box.ground.isHidden = false
            box.ground.backgroundColor = background ?? (caption.ground == nil ? viewer.background.fill : nil)
            box.label.attributedText = Self.drawn(
                box.line, area.fontSize, viewer.color.text, isFilled: background != nil, caption.place)
            let size = box.label.sizeThatFits(CGSize(width: limit, height: 0))
            let border = 2 * Self.border(of: box, area)
            return CGSize(
                width: min(size.width, limit) + 2 * padding.width + border,
                height: size.height + 2 * padding.height + border)
        }
    }

    private static func alignment(_ place: CaptionPlace) -> NSTextAlignment {
        switch place.rowAlignment ?? place.alignment {
        case .start: .left
        case .center: .center
        case .end: .right
        }
    }

    private func place(_ caption: Caption, frames: [CGRect], _ area: CaptionArea, _ axes: CaptionAxes) {
        let padding = caption.place.lines.padding(area.density, area.fontSize)
        let alignment = Self.alignment(caption.place)
        for (box, frame) in zip(caption.boxes, frames) {
            box.label.textAlignment = alignment
            let outline = CaptionStyle.outline(of: box.line)
            let border = Self.border(of: box, area)
            box.ground.layer.borderWidth = border
            box.ground.layer.borderColor = outline?.color.cgColor
            let hasCorners = outline != nil || caption.place.lines.fillsGaps
            box.ground.layer.cornerRadius = hasCorners ? 0 : area.density.cornerRadius
            box.ground.frame = axes.place(frame)
            if let turned = box.turned {
                turned.bounds = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
                turned.center = CGPoint(x: box.ground.bounds.midX, y: box.ground.bounds.midY)
            }
            let inner = CGRect(origin: .zero, size: frame.size).insetBy(
                dx: padding.width + border, dy: padding.height + border)
            let reach = max(
                CaptionStyle.shadowReach(of: box.line, area.fontSize), caption.place.lines.reach(area.fontSize))
            box.label.frame = Self.frame(
                inner, withShadow: reach, caption.place.rowAlignment ?? caption.place.alignment)
            let edge = CaptionStyle.edge(of: box.line) ?? settings.present.captions.edge
            box.edge.follow(box.label, edge, area.fontSize)
        }
    }
}

extension NSAttributedString.Key {
    /// An attribute without a meaning.
    fileprivate static let captionRange = NSAttributedString.Key("CMRange")
    fileprivate static let captionPlain = NSAttributedString.Key("CMPlain")
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
