import AVFoundation
import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// The view with everything that a player shows. It moves as a whole between the inline view and full screen.
///
/// From back to front: video, title card and the gradients of the controls, captions, the client's overlay, spinner, statistics, controls,
/// error, list of shortcuts, tooltip. In the desktop idiom the card is in front of the gradients.
final class PlayerContentView: UIView, KeyFocusHolder, KeyReceiver {
    let surface = PlayerSurfaceView(frame: .zero)
    let overlay = OverlayView(frame: .zero)
    private(set) var captions: CaptionView?
    /// Shows the captions that the player's layer draws, in front of the gradients of the controls.
    private(set) var drawnCaptions: UIView?
    private(set) var card: TitleCardView?
    /// The displayed reason why the item's video is missing; nil for media without video.
    var problem: String? { if case .problem(let text) = card?.reason { text } else { nil } }
    private(set) var spinner: WaitingView?
    private(set) var errorView: ErrorView?
    private(set) var controls: (any PlayerControls)?
    private(set) var hint: HintView?
    private(set) var breakView: BreakView?
    private(set) lazy var keyFocus = KeyFocus(content: self)
    private(set) lazy var panels = PlayerPanels(content: self)
    /// The guide that the client has asked for; nil before, so that a player costs no constraints.
    private var usedUnobscured: UnobscuredArea?
    /// Whether the client has enabled the controls, for the area that they occupy.
    var hasControls = true {
        didSet {
            guard hasControls != oldValue else { return }
            updateUnobscured()
            adaptCards()
        }
    }
    /// Called when a press outside the controls has ended near the place where it began.
    var pressHandler: @MainActor (PlayerPress) -> Void = { _ in }
    /// The safe area of the last layout.
    private var placedInsets = UIEdgeInsets.zero
    /// The press in progress.
    private var press: PlayerPress?
    /// The device of the last press, which may have become a drag since.
    private(set) var pressDevice: PlayerPress.Device?
    weak var actions: ContextualActionsView?
    /// Returns the frame of the video; nil: the video fills the view.
    var videoFrame: (@MainActor () -> CGRect)?

    override init(frame: CGRect) {
        super.init(frame: frame)
        // Panels and controls are over video, in every color scheme of the desktop.
        overrideUserInterfaceStyle = .dark
        addSubview(surface)
        addSubview(overlay)
        surface.playerLayer.showCaptions { [weak self] in self?.captionHost }
    }

    required init?(coder: NSCoder) { nil }

    /// The video is inside the safe area unless it fills the view (R29); the controls always are.
    override func layoutSubviews() {
        placedInsets = safeAreaInsets
        updateUnobscured()
        super.layoutSubviews()
        let safe = bounds.inset(by: safeAreaInsets)
        let filling: [UIView?] = [overlay, controls?.scrims, drawnCaptions, captions, errorView]
        for view in filling { view?.frame = bounds }
        controls?.frame = safe
        let occupied = occupiedBySize
        panels.layout(
            in: safe, below: occupied.top + 8, above: occupied.bottom + 8,
            margin: ControlsLayout.sideMargin(forWidth: safe.width))
        layOutVideo()
        placeCaptions()
        adaptCards()
        if let spinner {
            let side = WaitingView.side
            spinner.frame = CGRect(
                x: ((bounds.width - side) / 2).rounded(), y: ((bounds.height - side) / 2).rounded(), width: side,
                height: side)
        }
        hint?.place(in: bounds)
    }

    /// Focusable, because presses of the remote's keys apply to the whole player: they skip and change the volume.
    override var canBecomeFocused: Bool { videoFrame == nil }
    /// The receiver of the keys of a player that is one of several views in its window.
    override var canBecomeFirstResponder: Bool { true }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        panels.tooltip.dismiss()
        press = PlayerPress(touch, buttons: event?.buttonMask ?? [], in: self)
        pressDevice = press?.device
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let touch = touches.first, press?.contains(touch.location(in: self)) == false { press = nil }
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { press = nil }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let press, let touch = touches.first, press.contains(touch.location(in: self)) else { return }
        self.press = nil
        pressHandler(press)
    }

    // MARK: Areas

    /// The heights that the controls occupy at the upper and lower edge of the safe area, by the size alone.
    private var occupiedBySize: (top: CGFloat, bottom: CGFloat) {
        ControlsLayout.occupied(
            in: bounds.inset(by: safeAreaInsets).size, scrubberHeight: ScrubberView.height,
            titleHeight: (36 * max(1, PlayerLook.textFactor)).rounded())
    }

    var unobscured: UnobscuredArea {
        if let usedUnobscured { return usedUnobscured }
        let area = UnobscuredArea(content: self)
        usedUnobscured = area
        updateUnobscured()
        return area
    }

    /// Places everything again if the safe area differs from that of the last layout.
    func safeAreaMayHaveChanged() { if safeAreaInsets != placedInsets { setNeedsLayout() } }

    private func updateUnobscured() {
        guard let usedUnobscured else { return }
        var insets = safeAreaInsets
        if hasControls {
            let occupied = occupiedBySize
            insets.top += min(occupied.top, bounds.height / 2)
            insets.bottom += min(occupied.bottom, bounds.height / 2)
        }
        usedUnobscured.set(insets)
    }

    func insertStatistics(_ view: StatisticsView) {
        if let controls { insertSubview(view, belowSubview: controls) } else { addSubview(view) }
    }

    func install(_ controls: any PlayerControls) {
        self.controls = controls
        controls.frame = bounds.inset(by: safeAreaInsets)
        controls.scrims.frame = bounds
        insertSubview(controls.scrims, belowSubview: cardAboveGradients ?? drawnCaptions ?? captions ?? overlay)
        insertSubview(controls, aboveSubview: spinner ?? overlay)
        for view in [errorView, panels.information.view, panels.shortcuts] { if let view { bringSubviewToFront(view) } }
        if panels.tooltip.superview == nil { addSubview(panels.tooltip) }
    }

    func removeControls() {
        controls?.scrims.removeFromSuperview()
        controls?.removeFromSuperview()
        controls = nil
        adaptCards()
    }

    /// Adapts captions and title cards to controls that have been shown or hidden.
    func controlsDidChange() {
        placeCaptions()
        adaptCards()
    }

    /// Keeps the title cards clear of the controls. A card displays the title only while the controls do not.
    func adaptCards() {
        let cards = subviews.compactMap { $0 as? TitleCardView }
        guard !cards.isEmpty else { return }
        var occupied = UIEdgeInsets.zero
        if videoFrame == nil, UIDevice.current.userInterfaceIdiom == .tv {
            // Hidden controls leave the whole screen to the card.
            occupied.bottom = occupiedHeight ?? 0
        } else if videoFrame == nil, hasControls {
            occupied = safeAreaInsets
            occupied.top += occupiedBySize.top
            occupied.bottom += controls?.occupiedHeight ?? occupiedBySize.bottom
        }
        let isTitleElsewhere = videoFrame == nil && visibleControls?.showsTitle == true
        for card in cards { card.adapt(isTitleElsewhere: isTitleElsewhere, occupied: occupied) }
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

    private var captionHost: CALayer {
        if let drawnCaptions { return drawnCaptions.layer }
        let view = UIView(frame: bounds)
        view.isUserInteractionEnabled = false
        drawnCaptions = view
        insertSubview(view, belowSubview: captions ?? overlay)
        hideCaptions(videoFrame != nil)
        return view.layer
    }

    /// Hides the captions while the video is not the whole player.
    func hideCaptions(_ isHidden: Bool) {
        for view in [captions, drawnCaptions] { view?.isHidden = isHidden }
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
    /// The height that the visible controls occupy at the lower edge of the content.
    private var occupiedHeight: CGFloat? { visibleControls.map { $0.occupiedHeight + safeAreaInsets.bottom } }

    /// The upper edge of the visible controls at the lower edge; nil while they are hidden.
    var controlsTop: CGFloat? { occupiedHeight.map { bounds.height - $0 } }

    private func placeBreak() {
        let height = occupiedHeight.map { $0 + 6 } ?? 0
        let margin = controls?.sideMargin ?? marginWithoutControls
        breakView?.place(in: bounds, above: height, margin: margin)
        actions?.place(in: bounds, above: height, margin: margin)
    }

    /// The margin that controls would have.
    private var marginWithoutControls: CGFloat {
        UIDevice.current.userInterfaceIdiom == .tv
            ? TVLook(size: bounds.size)(TVLook.sideMargin) : ControlsLayout.sideMargin(forWidth: bounds.width)
    }

    /// The rectangle of the video; empty without video.
    var videoRect: CGRect {
        let rect = surface.playerLayer.videoRect
        return rect.isEmpty ? rect : rect.offsetBy(dx: surface.frame.minX, dy: surface.frame.minY)
    }

    func placeCaptions() {
        placeBreak()
        surface.playerLayer.captionInset = heightBelowCaptions
        surface.playerLayer.placeCaptions()
        guard let captions else { return }
        captions.videoRect = videoRect
        captions.controlsHeight = heightBelowCaptions
        captions.titleFrame = visibleControls.flatMap { controls in
            controls.titleFrame?.offsetBy(dx: controls.frame.minX, dy: controls.frame.minY)
        }
    }

    /// The height at the lower edge that the controls, and an open information panel above them, cover. A panel that leaves less than a third
    /// of the height above it covers the captions, as it covers the video.
    private var heightBelowCaptions: CGFloat {
        let controls = occupiedHeight ?? 0
        guard let panel = panels.information.view, panel.frame.minY >= bounds.height / 3 else { return controls }
        return max(controls, bounds.height - panel.frame.minY)
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

    /// The card where the gradients are behind it: the desktop idiom has no texts over the card, which is dark, and gradients would dim its
    /// texts.
    private var cardAboveGradients: TitleCardView? { UIDevice.current.userInterfaceIdiom == .tv ? nil : card }

    /// - Parameter problem: why the item's video cannot be displayed; nil for media without video.
    func showCard(_ description: MediaDescription?, problem: String? = nil) {
        guard let description else {
            card?.removeFromSuperview()
            card = nil
            return
        }
        if card == nil {
            let view = TitleCardView(frame: bounds)
            card = view
            insertSubview(view, aboveSubview: cardAboveGradients.flatMap { _ in controls?.scrims } ?? surface)
        }
        card?.show(
            title: description.title, subtitle: description.subtitle, cover: description.cover,
            reason: problem.map(TitleCardView.Reason.problem))
        adaptCards()
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
