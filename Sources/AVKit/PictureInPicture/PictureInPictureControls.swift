import CoreGraphics
import UIKit

/// The controls of a Picture in Picture window: close, return to the app, play, skip back and forward, and a thin progress bar.
final class PictureInPictureControls: UIView {
    enum Command: Equatable {
        case close, returnToApp, togglePlayback
        case skip(Double)
        case changeVolume(Float)
    }

    /// What the controls display.
    struct Content: Equatable {
        var isPlaying = false
        var hasEnded = false
        /// Whether skipping is possible; the buttons are hidden otherwise.
        var canSkip = false
        /// The played part, 0 to 1; nil where the duration is unknown.
        var progress: CGFloat?
    }

    static let progressHeight: CGFloat = 3
    private static let margin: CGFloat = 8
    private static let cornerButton: CGFloat = 32
    private static let playButton: CGFloat = 48
    private static let shadeAlpha: CGFloat = 0.45

    var handler: (Command) -> Void = { _ in }
    var content = Content() { didSet { if content != oldValue { contentDidChange() } } }
    /// Whether the ring of a long wait is shown in the middle, where the play button otherwise is.
    var isWaiting = false { didSet { if isWaiting != oldValue { play.isHidden = isWaiting } } }
    /// Whether the pointer is over the window.
    private(set) var isPointerInside = false

    private let close: CircleButton
    private let back: CircleButton
    private let play: CircleButton
    private let forward: CircleButton
    private let returning: CircleButton
    private let track = UIView(frame: .zero)
    private let played = UIView(frame: .zero)
    private let relay: Relay

    /// Forwards button actions to the view: the buttons are created before `self` can be captured.
    @MainActor
    private final class Relay {
        weak var view: PictureInPictureControls?
        func perform(_ command: Command) { view?.handler(command) }
    }

    override init(frame: CGRect) {
        let relay = Relay()
        self.relay = relay
        let strings = StringTable.current
        let seconds = KeyBindings.skipSeconds
        close = CircleButton(symbol: "xmark", label: strings[.close], ground: .glass) { relay.perform(.close) }
        returning = CircleButton(symbol: "pip.exit", label: strings[.returnToApp], ground: .glass) {
            relay.perform(.returnToApp)
        }
        play = CircleButton(symbol: "play.fill", label: strings[.play]) { relay.perform(.togglePlayback) }
        back = CircleButton(symbol: "gobackward.10", label: strings.text(.back, Int(seconds))) {
            relay.perform(.skip(-seconds))
        }
        forward = CircleButton(symbol: "goforward.10", label: strings.text(.forward, Int(seconds))) {
            relay.perform(.skip(seconds))
        }
        super.init(frame: frame)
        relay.view = self
        backgroundColor = UIColor(white: 0, alpha: Self.shadeAlpha)
        track.backgroundColor = PlayerLook.white(0.3)
        played.backgroundColor = .white
        for view in [track, played] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        for button in buttons { addSubview(button) }
        contentDidChange()
    }

    required init?(coder: NSCoder) { nil }

    /// The buttons in their reading order.
    var buttons: [CircleButton] { [close, returning, back, play, forward] }

    private func contentDidChange() {
        let strings = StringTable.current
        play.symbol = content.isPlaying ? "pause.fill" : content.hasEnded ? "arrow.counterclockwise" : "play.fill"
        play.accessibilityLabel = strings[content.isPlaying ? .pause : content.hasEnded ? .playAgain : .play]
        for button in [back, forward] { button.isHidden = !content.canSkip }
        track.isHidden = content.progress == nil
        played.isHidden = track.isHidden
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let (size, margin) = (bounds.size, Self.margin)
        // Three buttons and their gaps fit into the width, and the corner buttons above them.
        let middle = min(Self.playButton, ((size.width - 4 * margin) / 3).rounded(.down))
        let corner = min(Self.cornerButton, ((size.height - middle) / 2 - margin).rounded(.down))
        func place(_ button: CircleButton, centerX: CGFloat, y: CGFloat, side: CGFloat) {
            button.frame = CGRect(x: (centerX - side / 2).rounded(), y: y.rounded(), width: side, height: side)
        }
        let top = (size.height - middle) / 2
        let pitch = middle + margin * 2 > size.width / 3 ? middle + margin : middle + margin * 2
        place(play, centerX: size.width / 2, y: top, side: middle)
        place(back, centerX: size.width / 2 - pitch, y: top, side: middle)
        place(forward, centerX: size.width / 2 + pitch, y: top, side: middle)
        place(close, centerX: margin + corner / 2, y: margin, side: corner)
        place(returning, centerX: size.width - margin - corner / 2, y: margin, side: corner)
        let bar = CGRect(
            x: margin, y: size.height - margin - Self.progressHeight, width: max(0, size.width - 2 * margin),
            height: Self.progressHeight)
        track.frame = bar
        played.frame = CGRect(
            x: bar.minX, y: bar.minY, width: (bar.width * (content.progress ?? 0)).rounded(), height: bar.height)
        for view in [track, played] { view.layer.cornerRadius = Self.progressHeight / 2 }
    }

    /// Touches outside of the buttons move the window.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }

    /// Highlights the button under the pointer; nil: the pointer has left the window.
    /// - Returns: whether the pointer is over a button.
    @discardableResult
    func light(at point: CGPoint?) -> Bool {
        isPointerInside = point != nil
        var isOver = false
        for button in buttons {
            button.isHovered = point.map { !button.isHidden && button.frame.contains($0) } ?? false
            isOver = isOver || button.isHovered
        }
        return isOver
    }
}

extension PictureInPictureControls.Content {
    /// Sets the played part, in steps that the bar can show, so that equal contents are not laid out again.
    mutating func setProgress(_ part: Double) {
        progress = (CGFloat(min(max(part, 0), 1)) * 1000).rounded() / 1000
    }

    @MainActor
    init(_ model: PlayerModel) {
        isPlaying = model.isPlaying
        hasEnded = model.hasEnded
        canSkip = !model.isLinear && model.seekEnd != nil
        let scale = model.scale
        let (time, end) = (scale.shown(model.navigation.pendingTarget ?? model.time), scale.shown(model.end))
        if time.isFinite, end.isFinite, end > 0 { setProgress(time / end) }
    }
}
