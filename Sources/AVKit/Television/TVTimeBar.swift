import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// The time line of the transport bar: played and loaded parts, gaps between chapters, and interstitials as dots.
final class TVTimeBar: FocusControl, AccessibilityScale {
    static let height: CGFloat = 30

    var model = ScrubberModel() { didSet { if model != oldValue { setNeedsLayout() } } }
    /// The time that the viewer chooses with the remote, in displayed seconds; nil while none is chosen.
    var target: Double? { didSet { if target != oldValue { setNeedsLayout() } } }
    /// Called with the seconds of a step that assistive technology requests; negative: back.
    var onStep: @MainActor (Double) -> Void = { _ in }
    /// Called when a finger or the pointer drags: at the beginning, with each time, and at the end with the time (nil: cancelled).
    var onBegin: @MainActor () -> Void = {}
    var onMove: @MainActor (Double) -> Void = { _ in }
    var onEnd: @MainActor (Double?) -> Void = { _ in }

    private let track = CALayer()
    private let played = CALayer()
    private let knob = CALayer()
    private var loaded: [CALayer] = []
    private var gaps: [CALayer] = []
    private var marks: [CALayer] = []
    private var isLit = false

    override init(look: TVLook) {
        super.init(look: look)
        track.backgroundColor = PlayerLook.white(0.26).cgColor
        track.masksToBounds = true
        track.cornerRadius = look(TVLook.trackHeight) / 2
        played.backgroundColor = UIColor.white.cgColor
        knob.backgroundColor = UIColor.white.cgColor
        knob.shadowColor = UIColor.black.cgColor
        knob.shadowOpacity = 0.5
        knob.shadowRadius = look(3)
        knob.shadowOffset = .zero
        layer.addSublayer(track)
        track.addSublayer(played)
        layer.addSublayer(knob)
        accessibilityLabel = StringTable.current[.timeline]
        accessibilityTraits = .adjustable
    }

    required init?(coder: NSCoder) { nil }

    override func showFocus(_ isFocused: Bool) {
        isLit = isFocused
        setNeedsLayout()
    }

    /// The displayed time: the viewer's target while one is chosen.
    var shownPosition: Double { target ?? model.shownPosition }

    override var accessibilityValue: String? {
        get {
            guard model.isUsable else { return StringTable.current[.unknownTime] }
            return StringTable.current.position(TimeText.spoken(shownPosition), of: TimeText.spoken(model.duration))
        }
        set { super.accessibilityValue = newValue }
    }
    var accessibilityNumber: Double { shownPosition }
    var accessibilityRange: ClosedRange<Double> { 0...(model.isUsable ? model.duration : 0) }
    func setAccessibilityNumber(_ number: Double) { if model.isUsable { onStep(number - shownPosition) } }
    override func accessibilityIncrement() { onStep(KeyBindings.skipSeconds) }
    override func accessibilityDecrement() { onStep(-KeyBindings.skipSeconds) }

    override func layoutSubviews() {
        super.layoutSubviews()
        if model.width != Double(bounds.width) { model.width = Double(bounds.width) }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let height = look(TVLook.trackHeight)
        let middle = (bounds.height / 2).rounded()
        track.frame = CGRect(x: 0, y: middle - height / 2, width: bounds.width, height: height)
        let x = CGFloat(model.x(of: shownPosition)).rounded()
        played.frame = CGRect(x: 0, y: 0, width: x, height: height)
        fill(
            &loaded, below: played, PlayerLook.white(0.2),
            model.loadedSpans().map { CGRect(x: $0.start, y: 0, width: $0.length, height: height) })
        let chapters = model.spans(gap: Double(look(3)))
        fill(
            &gaps, below: nil, UIColor(white: 0, alpha: 0.5),
            zip(chapters, chapters.dropFirst()).map { before, _ in
                CGRect(x: CGFloat(before.end).rounded(), y: 0, width: look(3), height: height)
            })
        let dot = look(PlayerLook.breakDot)
        fill(
            &marks, below: nil, PlayerLook.breakColor,
            model.markSpans(dot: Double(dot)).map {
                CGRect(x: $0.start, y: (height - dot) / 2, width: $0.length, height: dot)
            })
        for mark in marks { mark.cornerRadius = dot / 2 }
        let size = look(target == nil ? 18 : 22)
        knob.isHidden = !model.isUsable || !isEnabled || !(isLit || target != nil)
        knob.cornerRadius = size / 2
        knob.frame = CGRect(
            x: max(size / 2, min(bounds.width - size / 2, x)) - size / 2, y: middle - size / 2, width: size,
            height: size)
        CATransaction.commit()
    }

    private func fill(_ layers: inout [CALayer], below sibling: CALayer?, _ color: UIColor, _ frames: [CGRect]) {
        while layers.count > frames.count { layers.removeLast().removeFromSuperlayer() }
        while layers.count < frames.count {
            let part = CALayer()
            part.backgroundColor = color.cgColor
            if let sibling { track.insertSublayer(part, below: sibling) } else { track.addSublayer(part) }
            layers.append(part)
        }
        for (part, frame) in zip(layers, frames) { part.frame = frame }
    }

    // MARK: Presses

    /// Passes all presses on to the player: Select on the bar plays, pauses or commits, at once and not when the key is released.
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesBegan(presses, with: event)
    }
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesEnded(presses, with: event)
    }

    // MARK: Pointer and touch

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard model.isUsable, isEnabled else { return false }
        onBegin()
        follow(touch)
        return true
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch)
        return true
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) { onEnd(target) }
    override func cancelTracking(with event: UIEvent?) { onEnd(nil) }

    private func follow(_ touch: UITouch) {
        onMove(model.reachable(model.time(at: Double(touch.location(in: self).x))))
    }
}
