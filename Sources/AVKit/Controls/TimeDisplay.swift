import CoreGraphics
import UIKit

/// The times beside the transport buttons: elapsed and total time; a click on the total switches to the remaining time. For a live stream,
/// the distance from the live edge and a button that goes there.
final class TimeDisplay: UIView {
    private let elapsed = UILabel(frame: .zero)
    private let toggle = TimeToggle()
    private var duration: Double?
    private var isLive = false

    /// Whether the remaining time is displayed in place of the total.
    private(set) var showsRemaining = false
    /// Whether there is room for one time only.
    var isShort = false { didSet { if isShort != oldValue { setNeedsLayout() } } }
    var onGoLive: @MainActor () -> Void = {}
    /// Called when another text was chosen.
    var onChange: @MainActor () -> Void = {}

    override init(frame: CGRect) {
        super.init(frame: frame)
        elapsed.shadowColor = PlayerLook.textShadow
        elapsed.shadowOffset = PlayerLook.textShadowOffset
        elapsed.textColor = .white
        elapsed.accessibilityTraits = [.staticText, .updatesFrequently]
        addSubview(elapsed)
        addSubview(toggle)
        toggle.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                if isLive { onGoLive() } else { toggleRemaining() }
            }, for: .primaryActionTriggered)
        updateLook()
    }

    required init?(coder: NSCoder) { nil }

    /// The button with the total or remaining time, as a target of the pointer.
    var target: any PointerTarget { toggle }

    func toggleRemaining() {
        showsRemaining.toggle()
        onChange()
    }

    /// Applies the viewer's text size and contrast.
    func updateLook() {
        elapsed.font = PlayerLook.timeFont
        toggle.updateFont()
        setNeedsLayout()
    }

    /// - Returns: whether the width of the times has changed.
    func show(_ model: ScrubberModel, isLive: Bool, isAtLiveEdge: Bool) -> Bool {
        let strings = StringTable.current
        let position = model.shownPosition
        let before = (hasElapsed, self.isLive, duration)
        self.isLive = isLive
        duration = model.isUsable ? model.duration : nil
        if isLive {
            // The distance from the live edge; empty at the edge.
            let isBehind = model.isUsable && (model.isScrubbing || !isAtLiveEdge)
            elapsed.text = isBehind ? TimeText.remaining(position: position, duration: model.edge) : ""
            elapsed.accessibilityLabel = strings.behindLive(TimeText.spoken(model.edge - position))
            toggle.showLive(isAtEdge: isAtLiveEdge)
        } else {
            elapsed.text = TimeText.text(model.isUsable ? max(position, model.position) : 0)
            elapsed.accessibilityLabel = TimeText.spoken(position)
            let rest =
                !model.isUsable
                ? TimeText.unknown
                : showsRemaining
                    ? TimeText.remaining(position: position, duration: model.duration)
                    : TimeText.text(model.duration)
            toggle.show("/ " + rest, spoken: showsRemaining ? strings.remaining(rest) : strings.duration(rest))
        }
        setNeedsLayout()
        return before != (hasElapsed, isLive, duration)
    }

    private var hasElapsed: Bool { !(elapsed.text ?? "").isEmpty }
    private var gap: CGFloat { hasElapsed ? (isLive ? 10 : 5) : 0 }

    private var widest: String { duration.map(TimeText.widest) ?? "0:00" }
    private var elapsedWidth: CGFloat {
        hasElapsed ? toggle.width(for: (isLive ? "\u{2212}" : "") + widest) : 0
    }
    private var toggleWidth: CGFloat { isLive ? toggle.liveWidth : toggle.width(for: "/ \u{2212}" + widest) }

    /// The width of the widest times up to the duration, so that the layout does not jump.
    var wantedWidth: CGFloat { elapsedWidth + gap + toggleWidth }
    /// The width of one time.
    var shortWidth: CGFloat { isLive ? toggleWidth : elapsedWidth }

    override func layoutSubviews() {
        super.layoutSubviews()
        let height = elapsed.sizeThatFits(.zero).height
        elapsed.isHidden = isShort && isLive
        toggle.isHidden = isShort && !isLive
        let now = elapsed.isHidden ? 0 : min(elapsed.sizeThatFits(.zero).width, bounds.width)
        elapsed.frame = CGRect(x: 0, y: ((bounds.height - height) / 2).rounded(), width: now, height: height)
        toggle.frame = CGRect(
            x: elapsed.isHidden ? 0 : now + gap, y: 0, width: toggleWidth, height: bounds.height)
    }

    /// Touches beside the times pass through.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}
