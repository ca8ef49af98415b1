import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import QuartzCore
import UIKit

/// Receives the drags and requests of the viewer in a Picture in Picture window.
@MainActor
protocol PictureInPictureViewDelegate: AnyObject {
    func viewDidBegin(_ touch: UITouch)
    func viewDidMove(_ touch: UITouch)
    func viewDidEnd()
    func viewWantsScale(by factor: CGFloat)
    func viewWantsStop(_ reason: PictureInPictureStopReason)
}

/// The content of a Picture in Picture window: the video, captions, and controls that are shown while the pointer is over the window.
final class PictureInPictureView: UIView {
    /// The change of the window's size by one notch of the wheel.
    private static let scalePerNotch: CGFloat = 1.1
    private static let pointsPerNotch: CGFloat = 40
    /// Interval of updates of the progress bar while the controls are visible.
    private static let progressInterval = Duration.milliseconds(250)

    weak var delegate: (any PictureInPictureViewDelegate)?
    private let surface = PictureInPictureSurface(frame: .zero)
    private let captions = CaptionView(frame: .zero)
    private let spinner = WaitingView(frame: .zero)
    let controls = PictureInPictureControls(frame: .zero)
    private var visibility = ControlsVisibility<ContinuousClock.Instant>()
    private let clock = ContinuousClock()
    private let hideTimer = MainTimer()
    private let progressTimer = MainTimer()
    private let hover = UIHoverGestureRecognizer()
    private let wheel = UIPanGestureRecognizer()
    private var wheelUsed: CGFloat = 0
    private var hasMoved = false
    private var touchStart = CGPoint.zero

    /// The displayed video. Not retained by its owner beyond the session.
    var content: (any PictureInPictureContent)? {
        didSet { if content !== oldValue || surface.player !== content?.player { update() } }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        overrideUserInterfaceStyle = .dark
        backgroundColor = .black
        controls.isHidden = true
        controls.alpha = 0
        for view in [surface, captions, spinner, controls] as [UIView] { addSubview(view) }
        controls.handler = { [weak self] in self?.perform($0) }
        hover.addAction { [weak self] recognizer in self?.hovered(recognizer) }
        addGestureRecognizer(hover)
        wheel.allowedScrollTypesMask = .all
        wheel.allowedTouchTypes = []
        wheel.addAction { [weak self] _ in self?.wheeled() }
        addGestureRecognizer(wheel)
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFirstResponder: Bool { true }

    override func layoutSubviews() {
        super.layoutSubviews()
        for view in [surface, captions, controls] as [UIView] { view.frame = bounds }
        let side = WaitingView.side
        spinner.frame = CGRect(
            x: ((bounds.width - side) / 2).rounded(), y: ((bounds.height - side) / 2).rounded(), width: side,
            height: side)
        placeCaptions()
        reportSize()
    }

    /// Reports the size of the video, which fills the window.
    private func reportSize() {
        let scale = window?.screen.scale ?? 1
        content?.windowDidResize(
            to: CMVideoDimensions(
                width: Int32((bounds.width * scale).rounded()), height: Int32((bounds.height * scale).rounded())))
    }

    private func placeCaptions() {
        captions.videoRect = surface.playerLayer.videoRect
        captions.controlsHeight = visibility.isVisible ? PictureInPictureControls.progressHeight + 6 : 0
        surface.playerLayer.captionInset = captions.controlsHeight
    }

    // MARK: State

    /// Shows the present state of the video.
    func update() {
        surface.show(content)
        guard let content else { return }
        controls.content = content.windowControls
        perform(visibility.hold(.paused, !content.isPlaying && controls.isPointerInside, at: clock.now))
        placeCaptions()
    }

    func showCaptions(_ texts: [NSAttributedString]) {
        captions.show(texts)
        placeCaptions()
    }

    func showSpinner(_ isShown: Bool) {
        spinner.show(isShown)
        controls.isWaiting = isShown
    }

    private func perform(_ command: PictureInPictureControls.Command) {
        showControls()
        guard let content else { return }
        switch command {
        case .close: delegate?.viewWantsStop(.closedByViewer)
        case .returnToApp: delegate?.viewWantsStop(.returnToApp)
        case .togglePlayback, .skip, .changeVolume: content.perform(command)
        }
        update()
    }

    // MARK: Controls

    func showControls() { perform(visibility.input(at: clock.now)) }

    func hideControls() {
        perform(visibility.hold(.paused, false, at: clock.now))
        perform(visibility.hold(.hovering, false, at: clock.now))
        perform(visibility.dismiss(at: clock.now))
    }

    private func perform(_ action: ControlsAction?) {
        switch action {
        case .show(let time): fade(in: true, over: time)
        case .hide(let time): fade(in: false, over: time)
        case nil: break
        }
        guard let deadline = visibility.deadline else { return hideTimer.cancel() }
        hideTimer.fire(after: clock.now.duration(to: deadline)) { [weak self] in
            guard let self else { return }
            perform(visibility.tick(at: clock.now))
        }
    }

    private func fade(in isIn: Bool, over time: Duration) {
        if isIn {
            controls.isHidden = false
            updateProgress()
        }
        let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
        UIView.animate(withDuration: seconds, delay: 0, options: [.curveEaseOut, .beginFromCurrentState]) {
            self.controls.alpha = isIn ? 1 : 0
            self.placeCaptions()
        } completion: { [weak self] _ in
            // Hidden, not only transparent, so that video frames go straight into the window.
            guard let self, !visibility.isVisible else { return }
            controls.isHidden = true
            progressTimer.cancel()
        }
    }

    private func updateProgress() {
        if let content { controls.content = content.windowControls }
        guard visibility.isVisible else { return }
        progressTimer.fire(after: Self.progressInterval) { [weak self] in self?.updateProgress() }
    }

    // MARK: Pointer and touches

    private func hovered(_ recognizer: UIGestureRecognizer) {
        switch recognizer.state {
        case .began, .changed:
            let isOver = controls.light(at: recognizer.location(in: controls))
            perform(visibility.input(at: clock.now))
            perform(visibility.hold(.hovering, isOver, at: clock.now))
            perform(visibility.hold(.paused, content?.isPlaying == false, at: clock.now))
        default:
            controls.light(at: nil)
            hideControls()
        }
    }

    private func wheeled() {
        if wheel.state == .began { wheelUsed = 0 }
        guard wheel.state == .began || wheel.state == .changed else { return }
        let notches = ((wheel.translation(in: self).y - wheelUsed) / Self.pointsPerNotch).rounded(.towardZero)
        guard notches != 0 else { return }
        wheelUsed += notches * Self.pointsPerNotch
        delegate?.viewWantsScale(by: pow(Self.scalePerNotch, notches))
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first, event?.buttonMask.isEmpty ?? true || event?.buttonMask == .primary else {
            return
        }
        hasMoved = false
        touchStart = touch.location(in: self)
        becomeFirstResponder()
        delegate?.viewDidBegin(touch)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        // The window follows the pointer, so that the position in the window changes only at first.
        let point = touch.location(in: self)
        if hypot(point.x - touchStart.x, point.y - touchStart.y) >= 3 { hasMoved = true }
        if hasMoved { delegate?.viewDidMove(touch) }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        if !hasMoved, let touch = touches.first, touch.type == .direct {
            if visibility.isVisible { hideControls() } else { showControls() }
        }
        delegate?.viewDidEnd()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { delegate?.viewDidEnd() }

    // MARK: Keys

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { press in
            guard let command = Self.command(of: press.type) else { return true }
            perform(command)
            return false
        }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    private static func command(of press: UIPress.PressType) -> PictureInPictureControls.Command? {
        switch press {
        case .playPause: .togglePlayback
        case .leftArrow, .rewind: .skip(-KeyBindings.skipSeconds)
        case .rightArrow, .fastForward: .skip(KeyBindings.skipSeconds)
        case .upArrow, .volumeUp: .changeVolume(KeyBindings.volumeStep)
        case .downArrow, .volumeDown: .changeVolume(-KeyBindings.volumeStep)
        case .menu: .returnToApp
        default: nil
        }
    }
}

/// The view that displays the video at its own aspect ratio (R112): that of a player in its own layer, other video in a layer above it.
final class PictureInPictureSurface: UIView {
    override class var layerClass: AnyClass { AVPlayerLayer.self }

    /// The view's layer; the cast succeeds because of `layerClass`.
    var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }
    var player: AVPlayer? {
        get { playerLayer.player }
        set { playerLayer.player = newValue }
    }

    private var mirror: CALayer?

    func show(_ content: (any PictureInPictureContent)?) {
        if player !== content?.player { player = content?.player }
        guard let frames = content?.frames else {
            mirror?.removeFromSuperlayer()
            mirror = nil
            return
        }
        let layer = mirror ?? CALayer()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        if mirror == nil {
            layer.contentsGravity = .resizeAspect
            playerLayer.addSublayer(layer)
            mirror = layer
        }
        if layer.contents as AnyObject? !== frames { layer.contents = frames }
        layer.frame = bounds
        CATransaction.commit()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        mirror?.frame = bounds
        CATransaction.commit()
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        // The content mode of a view would otherwise stretch the video.
        playerLayer.videoGravity = .resizeAspect
        isUserInteractionEnabled = false
        accessibilityLabel = StringTable.current[.video]
    }

    required init?(coder: NSCoder) { nil }
}

/// The root controller of a Picture in Picture window.
final class PictureInPictureRootController: UIViewController {
    private let content: PictureInPictureView

    init(_ content: PictureInPictureView) {
        self.content = content
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = content }
}
