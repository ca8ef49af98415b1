import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// The view with everything that a player shows. It moves as a whole between the inline view and full screen.
///
/// From back to front: video, title card, the gradients of the controls, captions, the client's overlay, spinner, controls, error.
final class PlayerContentView: UIView {
    let surface = PlayerSurfaceView(frame: .zero)
    let overlay = OverlayView(frame: .zero)
    private(set) var captions: CaptionView?
    private(set) var card: TitleCardView?
    private(set) var spinner: WaitingView?
    private(set) var errorView: ErrorView?
    private(set) var controls: (any PlayerControls)?
    private(set) var hint: HintView?
    private(set) var breakView: BreakView?
    /// Called when a press outside the controls has ended, with the number of consecutive presses and whether a pointer was used.
    var touchHandler: @MainActor (_ count: Int, _ isPointer: Bool) -> Void = { _, _ in }
    /// Whether the touch in progress is a finger's or the primary button's.
    private var isPrimaryPress = true

    override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(surface)
        addSubview(overlay)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let filling: [UIView?] = [surface, overlay, card, controls?.scrims, captions, controls, errorView]
        for view in filling { view?.frame = bounds }
        placeCaptions()
        if let spinner {
            let side = WaitingView.side
            spinner.frame = CGRect(
                x: ((bounds.width - side) / 2).rounded(), y: ((bounds.height - side) / 2).rounded(), width: side,
                height: side)
        }
        hint?.place(in: bounds)
    }

    /// Focusable, because presses of the remote's keys apply to the whole player: they skip and change the volume.
    override var canBecomeFocused: Bool { true }
    /// The receiver of the keys of a player that is one of several views in its window.
    override var canBecomeFirstResponder: Bool { true }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        isPrimaryPress = event?.buttonMask.isEmpty ?? true || event?.buttonMask == .primary
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isPrimaryPress, let touch = touches.first, bounds.contains(touch.location(in: self)) else { return }
        touchHandler(touch.tapCount, touch.type == .indirectPointer)
    }

    func install(_ controls: any PlayerControls) {
        self.controls = controls
        controls.frame = bounds
        controls.scrims.frame = bounds
        insertSubview(controls.scrims, belowSubview: captions ?? overlay)
        insertSubview(controls, aboveSubview: spinner ?? overlay)
        if let errorView { bringSubviewToFront(errorView) }
    }

    func showCaptions(_ texts: [NSAttributedString]) {
        if captions == nil, !texts.isEmpty {
            let view = CaptionView(frame: bounds)
            captions = view
            insertSubview(view, belowSubview: overlay)
        }
        captions?.show(texts)
        placeCaptions()
    }

    /// Shows the state of an interstitial; nil removes the view.
    func showBreak(_ content: BreakContent?, skip: @escaping @MainActor () -> Void) {
        guard let content else {
            breakView?.removeFromSuperview()
            breakView = nil
            return
        }
        let view = breakView ?? BreakView(skip: skip)
        if breakView == nil {
            breakView = view
            insertSubview(view, aboveSubview: (controls as UIView?) ?? spinner ?? overlay)
        }
        view.show(content)
        placeBreak()
    }

    private var visibleControls: (any PlayerControls)? {
        controls.flatMap { !$0.isHidden && $0.alpha > 0 ? $0 : nil }
    }

    private func placeBreak() {
        let height = visibleControls.map { $0.occupiedHeight + 6 } ?? 0
        breakView?.place(in: bounds, above: height, margin: visibleControls?.sideMargin ?? PlayerLook.sideMargin)
    }

    func placeCaptions() {
        placeBreak()
        guard let captions else { return }
        captions.videoRect = surface.playerLayer.videoRect
        captions.controlsHeight = visibleControls?.occupiedHeight ?? 0
    }

    func showSpinner(_ isOn: Bool) {
        if isOn, spinner == nil {
            let view = WaitingView(frame: .zero)
            spinner = view
            insertSubview(view, aboveSubview: overlay)
            setNeedsLayout()
        }
        spinner?.show(isOn)
    }

    /// - Parameter problem: the reason why the item's video is missing; nil for media without video.
    func showCard(_ description: MediaDescription?, problem: String? = nil) {
        guard let description else {
            card?.removeFromSuperview()
            card = nil
            return
        }
        if card == nil {
            let view = TitleCardView(frame: bounds)
            card = view
            insertSubview(view, aboveSubview: surface)
        }
        card?.show(
            title: description.title, subtitle: description.subtitle, cover: description.cover, problem: problem)
    }

    /// - Parameter make: configures the error view; nil removes it.
    func showError(_ make: ((ErrorView) -> Void)?) {
        guard let make else {
            errorView?.removeFromSuperview()
            errorView = nil
            return
        }
        let view = errorView ?? ErrorView(frame: bounds)
        if errorView == nil {
            errorView = view
            addSubview(view)
        }
        make(view)
        setNeedsLayout()
    }

    /// Shows a short hint that confirms a key press, such as the new volume.
    func flash(_ text: String, symbol: String, seconds: Double = HintView.seconds) {
        let view = hint ?? HintView(frame: .zero)
        if hint == nil {
            hint = view
            addSubview(view)
        }
        view.show(text, symbol: symbol, seconds: seconds)
        view.place(in: bounds)
    }
}
