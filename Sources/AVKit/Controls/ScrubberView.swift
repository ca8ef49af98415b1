import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// The scrubber: a bar with the played part, the loaded ranges and the chapters, and a knob that the viewer drags.
///
/// The view is higher than the bar, so that the bar is easy to hit; `ScrubberModel` holds the values.
final class ScrubberView: PlayerControl, AccessibilityScale {
    static let height: CGFloat = 32

    var model = ScrubberModel() {
        didSet {
            guard model != oldValue else { return }
            setNeedsLayout()
        }
    }

    /// Called when a drag begins, moves to a time, and ends at a time (nil: the drag was cancelled).
    var onBegin: @MainActor () -> Void = {}
    var onMove: @MainActor (Double) -> Void = { _ in }
    var onEnd: @MainActor (Double?) -> Void = { _ in }
    /// Called with the seconds of a step that assistive technology requests; negative: back.
    var onStep: @MainActor (Double) -> Void = { _ in }
    /// Called with the time under the pointer or the dragged knob and its position on the bar; nil when neither is on the bar.
    var onPreview: @MainActor ((time: Double, x: CGFloat)?) -> Void = { _ in }

    private let track = CALayer()
    private let played = CALayer()
    private let knob = CALayer()
    private let line = CALayer()
    private var loaded: [CALayer] = []
    private var gaps: [CALayer] = []
    private var marks: [CALayer] = []
    private var previewX: CGFloat?

    override func highlightDidChange() {
        if !isHovered {
            previewX = nil
            if !isTracking { onPreview(nil) }
        }
        setNeedsLayout()
    }

    override var tooltip: String? { nil }
    override var ringInset: CGPoint { CGPoint(x: -5, y: 4) }
    override var ringRadius: CGFloat { 12 }
    /// Return has no effect on the scrubber, and the arrow keys skip everywhere.
    override func activate() -> Bool { false }

    override init(frame: CGRect) {
        super.init(frame: frame)
        track.backgroundColor = PlayerLook.white(PlayerLook.trackAlpha).cgColor
        track.masksToBounds = true
        track.cornerRadius = PlayerLook.trackHeight / 2
        played.backgroundColor = UIColor.white.cgColor
        knob.backgroundColor = UIColor.white.cgColor
        line.backgroundColor = UIColor.white.cgColor
        line.cornerRadius = 1
        layer.addSublayer(track)
        track.addSublayer(played)
        layer.addSublayer(line)
        layer.addSublayer(knob)
        isAccessibilityElement = true
        accessibilityLabel = StringTable.current[.timeline]
        accessibilityTraits = .adjustable
    }

    required init?(coder: NSCoder) { nil }

    override var accessibilityValue: String? {
        get {
            guard model.isUsable else { return StringTable.current[.unknownTime] }
            return StringTable.current.position(
                TimeText.spoken(model.shownPosition), of: TimeText.spoken(model.duration))
        }
        set { super.accessibilityValue = newValue }
    }

    /// The displayed position in seconds.
    var accessibilityNumber: Double { model.shownPosition }
    var accessibilityRange: ClosedRange<Double> { 0...(model.isUsable ? model.duration : 0) }
    func setAccessibilityNumber(_ number: Double) {
        if model.isUsable { onStep(number - model.shownPosition) }
    }
    override func accessibilityIncrement() { onStep(KeyBindings.skipSeconds) }
    override func accessibilityDecrement() { onStep(-KeyBindings.skipSeconds) }

    // MARK: Layers

    override func layoutSubviews() {
        super.layoutSubviews()
        if model.width != Double(bounds.width) { model.width = Double(bounds.width) }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layoutLayers()
        CATransaction.commit()
    }

    private func layoutLayers() {
        let height = PlayerLook.trackHeight
        let middle = (bounds.height / 2).rounded()
        let top = middle - height / 2
        track.frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
        let x = CGFloat(model.x(of: model.shownPosition)).rounded()
        played.frame = CGRect(x: 0, y: 0, width: x, height: height)
        place(
            model.loadedSpans().map {
                CGRect(x: CGFloat($0.start).rounded(), y: 0, width: CGFloat($0.length).rounded(), height: height)
            }, in: &loaded, below: played, color: PlayerLook.white(PlayerLook.loadedAlpha))
        // Gaps lie between two segments.
        let chapters = model.spans(gap: Double(PlayerLook.chapterGap))
        let cuts = zip(chapters, chapters.dropFirst()).map { before, _ in
            CGRect(x: CGFloat(before.end).rounded(), y: 0, width: PlayerLook.chapterGap, height: height)
        }
        place(cuts, in: &gaps, below: nil, color: UIColor(white: 0, alpha: 0.5))
        let dot = PlayerLook.breakDot
        let inset = (height - dot) / 2
        let spans = model.markSpans(dot: Double(dot)).map {
            CGRect(x: CGFloat($0.start), y: inset, width: CGFloat($0.length), height: dot)
        }
        place(spans, in: &marks, below: nil, color: PlayerLook.breakColor)
        for mark in marks { mark.cornerRadius = dot / 2 }
        let size = isHovered || isTracking ? PlayerLook.hoverKnobSize : PlayerLook.knobSize
        let knobX = max(size / 2, min(bounds.width - size / 2, x))
        knob.isHidden = !model.isUsable || !isEnabled
        knob.cornerRadius = size / 2
        knob.frame = CGRect(x: knobX - size / 2, y: middle - size / 2, width: size, height: size)
        if let previewX, model.isUsable, !isTracking {
            let shape = PlayerLook.hoverLine
            line.isHidden = false
            line.frame = CGRect(
                x: (previewX - shape.width / 2).rounded(), y: middle - shape.height / 2, width: shape.width,
                height: shape.height)
        } else {
            line.isHidden = true
        }
    }

    private func place(_ frames: [CGRect], in layers: inout [CALayer], below sibling: CALayer?, color: UIColor) {
        while layers.count > frames.count { layers.removeLast().removeFromSuperlayer() }
        while layers.count < frames.count {
            let part = CALayer()
            part.backgroundColor = color.cgColor
            if let sibling { track.insertSublayer(part, below: sibling) } else { track.addSublayer(part) }
            layers.append(part)
        }
        for (part, frame) in zip(layers, frames) { part.frame = frame }
    }

    // MARK: Pointer and touch

    override func pointerMoved(to point: CGPoint) {
        guard model.isUsable, isEnabled else { return }
        let x = max(0, min(bounds.width, point.x))
        guard x != previewX else { return }
        previewX = x
        if !isTracking { onPreview((model.time(at: Double(x)), x)) }
        setNeedsLayout()
    }

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard model.isUsable else { return false }
        model.beginScrub(x: Double(touch.location(in: self).x))
        onBegin()
        reportPosition()
        return true
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let point = touch.location(in: self)
        model.scrub(toX: Double(point.x), distance: Double(point.y - bounds.midY))
        reportPosition()
        return true
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        let target = model.endScrub()
        onEnd(target)
        if !isHovered { onPreview(nil) }
        setNeedsLayout()
    }

    override func cancelTracking(with event: UIEvent?) {
        model.cancelScrub()
        onEnd(nil)
        onPreview(nil)
    }

    private func reportPosition() {
        let time = model.shownPosition
        onMove(time)
        onPreview((time, CGFloat(model.x(of: time))))
        setNeedsLayout()
    }
}
