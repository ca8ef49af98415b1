import CoreGraphics
import Foundation
import UIKit

/// The controls over the video, desktop idiom. Every control is a view, so that hit testing and assistive technology find it.
final class ControlsView: ControlsOverlay, PlayerControls {
    typealias MenuKind = ControlsMenuKind

    weak var delegate: (any ControlsViewDelegate)?

    let scrubber = ScrubberView(frame: .zero)
    private let topScrim = ScrimView(edge: .top)
    private let bottomScrim = ScrimView(edge: .bottom)
    private let title = TitleView(frame: .zero)
    let time = TimeDisplay(frame: .zero)
    private let chapterLabel = UILabel(frame: .zero)
    private let programmeClock = ProgrammeClock()
    private let volumeSlider = VolumeSliderView(frame: .zero)
    private let scrubPreview = ScrubPreviewView(frame: .zero)
    private var buttons: [ControlsLayout.Part: CircleButton] = [:]
    private let closeButton: CircleButton
    let routePicker = AVRoutePickerView(
        frame: CGRect(x: 0, y: 0, width: PlayerLook.buttonSize, height: PlayerLook.buttonSize))
    private var relay: Relay
    private let menus = ControlsMenu()
    private var previewTime: Double?
    private var previewX: CGFloat = 0
    private(set) var currentLayout: ControlsLayout?
    private var contrastObserver: (any NSObjectProtocol)?
    /// Buttons in the upper corner opposite to the close button, from the edge inwards.
    var topButtons: [CircleButton] = [] {
        didSet {
            for button in oldValue where !topButtons.contains(where: { $0 === button }) { button.removeFromSuperview() }
            for button in topButtons where button.superview !== self { addSubview(button) }
            setNeedsLayout()
        }
    }

    var content = ControlsContent() {
        didSet { if content != oldValue { contentDidChange(from: oldValue) } }
    }

    /// Forwards button actions to the view: the buttons are created before `self` can be captured.
    @MainActor
    private final class Relay {
        weak var view: ControlsView?
        func perform(_ command: PlayerCommand) { view?.delegate?.controlsPerform(command) }
        func toggle(_ kind: MenuKind) { view?.toggleMenu(kind) }
    }

    override init(frame: CGRect) {
        let relay = Relay()
        self.relay = relay
        closeButton = CircleButton(symbol: "xmark", label: StringTable.current[.close], ground: .glass) {
            relay.perform(.leave)
        }
        super.init(frame: frame)
        relay.view = self
        let strings = StringTable.current
        let skip = Int(KeyBindings.skipSeconds)
        let list: [(ControlsLayout.Part, String, String, @MainActor () -> Void)] = [
            (.play, "play.fill", strings[.play], { relay.perform(.togglePlayback) }),
            (.previous, "backward.end.fill", strings[.previous], { relay.perform(.previousItem) }),
            (.back, "gobackward.10", strings.text(.back, skip), { relay.perform(.skip(-KeyBindings.skipSeconds)) }),
            (.forward, "goforward.10", strings.text(.forward, skip), { relay.perform(.skip(KeyBindings.skipSeconds)) }),
            (.next, "forward.end.fill", strings[.next], { relay.perform(.nextItem) }),
            (.mute, "speaker.wave.2.fill", strings[.mute], { relay.perform(.toggleMute) }),
            (.info, "info.circle", strings[.information], { relay.perform(.toggleInformation) }),
            (.chapters, "list.bullet", strings[.chapters], { relay.toggle(.chapters) }),
            (.captions, "captions.bubble", strings[.subtitlesAndAudio], { relay.toggle(.captions) }),
            (.speed, "", strings[.speed], { relay.toggle(.speed) }),
            (.aspect, "aspectratio", strings[.fillScreen], { relay.perform(.toggleAspect) }),
            (.pictureInPicture, "pip.enter", strings[.pictureInPicture], { relay.perform(.togglePictureInPicture) }),
            (.more, "ellipsis", strings[.more], { relay.toggle(.more) }),
            (.fullScreen, "viewfinder", strings[.fullScreen], { relay.perform(.toggleFullScreen) }),
        ]
        scrims.addSubview(topScrim)
        scrims.addSubview(bottomScrim)
        chapterLabel.shadowColor = PlayerLook.textShadow
        chapterLabel.shadowOffset = PlayerLook.textShadowOffset
        addSubview(title)
        addSubview(chapterLabel)
        addSubview(closeButton)
        addSubview(routePicker)
        addSubview(scrubber)
        for label in [programmeClock.start, programmeClock.end] { addSubview(label) }
        for (part, symbol, name, action) in list {
            let button = CircleButton(symbol: symbol, label: name, action: action)
            button.keyName = KeyNames.name(of: part)
            buttons[part] = button
            addSubview(button)
        }
        addSubview(volumeSlider)
        addSubview(time)
        scrubPreview.isHidden = true
        addSubview(scrubPreview)
        closeButton.keyName = KeyNames.escape
        menus.attach(self)
        updateLook()
        connect()
        contentDidChange(from: nil)
    }

    required init?(coder: NSCoder) { nil }

    private func connect() {
        routePicker.tintColor = .white
        routePicker.listHandler = { [weak self] isOpen in
            self?.delegate?.controlsMenuDidChange(isOpen: isOpen)
            self?.setNeedsLayout()
        }
        volumeSlider.onChange = { [weak self] in self?.delegate?.controlsSetVolume($0) }
        volumeSlider.onStep = { [weak self] in
            self?.delegate?.controlsPerform(.changeVolume(Float($0) * KeyBindings.volumeStep))
        }
        scrubber.onBegin = { [weak self] in self?.delegate?.controlsBeginScrub() }
        scrubber.onMove = { [weak self] in
            self?.delegate?.controlsScrub(to: $0)
            self?.updateTimes()
        }
        scrubber.onEnd = { [weak self] in
            self?.delegate?.controlsEndScrub(at: $0)
            self?.updateTimes()
        }
        scrubber.onStep = { [weak self] in self?.delegate?.controlsPerform(.skip($0)) }
        scrubber.onPreview = { [weak self] in self?.showPreviewAtPointer($0) }
        time.onGoLive = { [weak self] in self?.delegate?.controlsPerform(.goLive) }
        time.onChange = { [weak self] in
            self?.updateTimes()
            self?.setNeedsLayout()
        }
        contrastObserver = NotificationCenter.default.addObserver(
            forName: UIAccessibility.darkerSystemColorsStatusDidChangeNotification, object: nil, queue: nil
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.updateLook() }
        }
    }

    isolated deinit {
        if let contrastObserver { NotificationCenter.default.removeObserver(contrastObserver) }
    }

    /// Applies the viewer's text size and contrast.
    private func updateLook() {
        title.updateLook()
        time.updateLook()
        programmeClock.font = PlayerLook.timeFont
        chapterLabel.font = PlayerLook.chapterFont
        chapterLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        setNeedsLayout()
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        closeMenu()
        updateLook()
    }

    /// All views that are highlighted under the pointer, topmost first.
    var pointerTargets: [any PointerTarget] {
        var targets: [any PointerTarget] = []
        if let menu { targets.append(menu) }
        targets.append(closeButton)
        targets += topButtons
        if !routePicker.isHidden { targets.append(routePicker.pointerTarget) }
        for part in ControlsLayout.Part.allCases { if let button = buttons[part] { targets.append(button) } }
        targets.append(volumeSlider)
        targets.append(time.target)
        targets.append(scrubber)
        return targets
    }

    // Computed from the bounds: the views that are placed by these values are laid out before the controls.
    var occupiedHeight: CGFloat {
        bounds.height - ControlsLayout.scrubberFrame(in: bounds.size, height: ScrubberView.height).minY
    }
    var sideMargin: CGFloat { ControlsLayout.sideMargin(forWidth: bounds.width) }
    var showsTitle: Bool { !title.isEmpty }
    var titleFrame: CGRect? {
        layoutIfNeeded()
        let frame = title.textFrame
        return frame.isEmpty ? nil : frame
    }

    func button(_ part: ControlsLayout.Part) -> CircleButton? { buttons[part] }
    var firstKeyTarget: PlayerControl? { buttons[.play] }

    /// Returns whether a point is over a control, so that the controls must stay visible.
    func isOverControl(_ point: CGPoint) -> Bool {
        guard let layout = currentLayout else { return false }
        if let menu, menu.frame.contains(point) { return true }
        if point.y >= layout.scrubber.minY - 8 { return true }
        return ([closeButton, routePicker] as [UIView] + topButtons).contains {
            !$0.isHidden && $0.frame.insetBy(dx: -8, dy: -8).contains(point)
        }
    }

    // MARK: Content

    private func contentDidChange(from old: ControlsContent?) {
        let strings = StringTable.current
        title.show(title: content.title, subtitle: content.subtitle)
        let play = buttons[.play]
        play?.symbol = content.isPlaying ? "pause.fill" : content.hasEnded ? "arrow.counterclockwise" : "play.fill"
        play?.accessibilityLabel = strings[content.isPlaying ? .pause : content.hasEnded ? .playAgain : .play]
        let loudness = content.isMuted ? 0 : content.volume
        buttons[.mute]?.symbol =
            loudness <= 0.001 ? "speaker.slash.fill" : loudness < 0.5 ? "speaker.wave.1.fill" : "speaker.wave.2.fill"
        buttons[.mute]?.accessibilityLabel = strings[content.isMuted ? .unmute : .mute]
        volumeSlider.value = content.shownVolume
        buttons[.next]?.isEnabled = content.hasNext
        buttons[.speed]?.text = AVPlaybackSpeed.numericName(of: content.speed)
        buttons[.speed]?.accessibilityValue = AVPlaybackSpeed.numericName(of: content.speed)
        buttons[.info]?.isOpen = content.isInformationOpen
        buttons[.captions]?.accessibilityValue = content.captionName ?? strings[.off]
        buttons[.captions]?.symbol = content.isSelectionActive ? "captions.bubble.fill" : "captions.bubble"
        buttons[.aspect]?.symbol = content.isFilled ? "aspectratio.fill" : "aspectratio"
        buttons[.aspect]?.accessibilityLabel = strings[content.isFilled ? .fitVideo : .fillScreen]
        buttons[.fullScreen]?.symbol = content.isFullScreen ? "viewfinder.inward" : "viewfinder"
        buttons[.fullScreen]?.accessibilityLabel = strings[content.isFullScreen ? .leaveFullScreen : .fullScreen]
        let isInPictureInPicture = content.pictureInPicture == .stop
        buttons[.pictureInPicture]?.symbol = isInPictureInPicture ? "pip.exit" : "pip.enter"
        buttons[.pictureInPicture]?.accessibilityLabel =
            strings[isInPictureInPicture ? .leavePictureInPicture : .pictureInPicture]
        closeButton.isHidden = !content.canClose
        scrubber.isEnabled = content.canSeek
        routePicker.offersScreens = content.allowsScreens
        for part in [ControlsLayout.Part.back, .forward] { buttons[part]?.isEnabled = content.canSeek }
        updateTimes()
        setNeedsLayout()
    }

    /// Changes the values of the scrubber, the only ones that change while an item plays.
    func update(_ change: (inout ScrubberModel) -> Void) {
        var model = scrubber.model
        let before = model.duration
        change(&model)
        guard model != scrubber.model else { return }
        scrubber.model = model
        updateTimes()
        if before != model.duration { setNeedsLayout() }
    }

    /// Shows an intermediate volume while the player fades out to mute or fades in.
    func showVolume(_ volume: Float) { volumeSlider.value = volume }

    private func updateTimes() {
        let strings = StringTable.current
        let model = scrubber.model
        let position = model.shownPosition
        if time.show(model, isLive: content.isLive, isAtLiveEdge: content.isAtLiveEdge) { setNeedsLayout() }
        if programmeClock.show(model.programme) { setNeedsLayout() }
        let name = model.chapter(at: position).map { found in
            found.chapter.title.map { strings.chapter(found.index + 1, title: $0) } ?? strings.chapter(found.index + 1)
        }
        if chapterLabel.text != name {
            chapterLabel.text = name
            setNeedsLayout()
        }
    }

    // MARK: Layout

    private var wanted: Set<ControlsLayout.Part> {
        if content.hasFailed { return content.canFullScreen ? [.fullScreen] : [] }
        var parts: Set<ControlsLayout.Part> = [.play, .mute, .volume, .time]
        if content.canFullScreen { parts.insert(.fullScreen) }
        if !content.isLive || content.canSeek { parts.formUnion([.back, .forward]) }
        if content.hasQueue { parts.formUnion([.previous, .next]) }
        if content.hasInformation { parts.insert(.info) }
        if content.hasChapters { parts.formUnion([.chapters, .chapterName]) }
        if content.hasSelection { parts.insert(.captions) }
        if content.hasSpeeds { parts.insert(.speed) }
        if content.canChangeAspect { parts.insert(.aspect) }
        if content.pictureInPicture != .none { parts.insert(.pictureInPicture) }
        return parts
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = bounds.size
        let before = currentLayout
        let scrubberWidth = Double(
            programmeClock.bar(in: ControlsLayout.scrubberFrame(in: size, height: ScrubberView.height)).width)
        if scrubber.model.width != scrubberWidth {
            // Without a width, the times are unknown. A paused item does not report its time again.
            scrubber.model.width = scrubberWidth
            updateTimes()
        }
        let layout = ControlsLayout(
            size: size, wanted: wanted, timeWidth: time.wantedWidth, shortTimeWidth: time.shortWidth,
            chapterNameWidth: chapterLabel.sizeThatFits(.zero).width, scrubberHeight: ScrubberView.height,
            hasClientItems: content.hasClientItems)
        currentLayout = layout
        if menus.rootKind == .more, let before, before.overflow != layout.overflow { closeMenu() }
        routePicker.isHidden = !routePicker.hasChoice || content.hasFailed
        layoutScrims(layout)

        scrubber.frame = programmeClock.bar(in: layout.scrubber)
        // The scrubber is hidden for a live stream that cannot be seeked, except that a programme's progress is displayed.
        scrubber.isHidden =
            content.hasFailed || content.isLive && !content.canSeek && scrubber.model.programme == nil
        programmeClock.place(in: layout.scrubber, isHidden: scrubber.isHidden)
        for (part, button) in buttons { place(button, layout.frames[part]) }
        place(volumeSlider, layout.frames[.volume])
        place(time, layout.frames[.time])
        time.isShort = layout.isTimeShort
        if let frame = layout.frames[.chapterName] {
            let height = chapterLabel.sizeThatFits(.zero).height
            chapterLabel.isHidden = false
            chapterLabel.frame = CGRect(
                x: frame.minX, y: (frame.midY - height / 2).rounded(), width: frame.width, height: height)
        } else {
            chapterLabel.isHidden = true
        }
        layoutTop(layout, size: size)
        layoutMenu(layout, size: size)
        layoutPreview()
    }

    /// The gradients cover the whole area, also outside the safe area in which the controls are.
    private func layoutScrims(_ layout: ControlsLayout) {
        let area = scrims.bounds
        topScrim.place(
            in: area, solid: frame.minY + topBlockHeight(layout),
            fade: min(PlayerLook.topScrimFade, area.height * 0.2),
            alpha: PlayerLook.topScrimAlpha)
        topScrim.isHidden = title.isEmpty && !content.canClose && topButtons.isEmpty && routePicker.isHidden
        bottomScrim.place(
            in: area, solid: max(0, area.height - frame.minY - layout.scrubber.minY),
            fade: min(PlayerLook.bottomScrimFade, area.height * 0.25), alpha: PlayerLook.bottomScrimAlpha)
        bottomScrim.isHidden = content.hasFailed
    }

    /// The height of the title and the buttons beside it, with the margin above.
    private func topBlockHeight(_ layout: ControlsLayout) -> CGFloat {
        layout.topMargin + max(layout.buttonSize, title.wantedHeight)
    }

    /// In a right-to-left language, the close button and the title are at the right.
    private func layoutTop(_ layout: ControlsLayout, size: CGSize) {
        let side = layout.buttonSize
        var (left, right) = (layout.sideMargin, size.width - layout.sideMargin)
        let isMirrored = StringTable.current.isRightToLeft
        func takeLeft(_ button: UIView, gap: CGFloat) {
            button.frame = CGRect(x: left, y: layout.topMargin, width: side, height: side)
            left += side + gap
        }
        func takeRight(_ button: UIView, gap: CGFloat) {
            button.frame = CGRect(x: right - side, y: layout.topMargin, width: side, height: side)
            right -= side + gap
        }
        if content.canClose {
            if isMirrored { takeRight(closeButton, gap: 14) } else { takeLeft(closeButton, gap: 14) }
        }
        for button in [routePicker] as [UIView] + topButtons where !button.isHidden {
            if isMirrored { takeLeft(button, gap: 10) } else { takeRight(button, gap: 10) }
        }
        let height = title.wantedHeight
        title.frame = CGRect(
            x: left, y: layout.topMargin + max(0, ((side - height) / 2).rounded()), width: max(0, right - left),
            height: height)
    }

    private func place(_ view: UIView, _ frame: CGRect?) {
        view.isHidden = frame == nil
        if let frame { view.frame = frame }
    }

    // MARK: Peek

    private func showPreviewAtPointer(_ place: (time: Double, x: CGFloat)?) {
        defer { delegate?.controlsCoverCaptions(!scrubPreview.isHidden) }
        guard let place, menu == nil else {
            previewTime = nil
            scrubPreview.isHidden = true
            return
        }
        previewTime = place.time
        let time =
            content.isLive ? scrubber.model.liveText(at: place.time) : TimeText.text(place.time)
        scrubPreview.show(time: time, chapter: scrubber.model.chapter(at: place.time)?.chapter.title)
        scrubPreview.isHidden = false
        previewX = place.x
        layoutPreview()
        delegate?.controlsWantThumbnail(at: place.time) { [weak self] image in
            guard let self, previewTime != nil, let image else { return }
            scrubPreview.image = image
            layoutPreview()
        }
    }

    private func layoutPreview() {
        guard !scrubPreview.isHidden, let layout = currentLayout else { return }
        scrubPreview.limit = CGSize(width: bounds.width - 2 * layout.sideMargin, height: layout.previewHeight)
        let x = previewX + scrubber.frame.minX - layout.scrubber.minX
        scrubPreview.frame = layout.scrubPreviewFrame(size: scrubPreview.wantedSize, overX: x, in: bounds.width)
    }

    func forgetThumbnail() { scrubPreview.image = nil }

    // MARK: Menus

    var menu: GlassMenuView? { menus.view }
    /// Whether a control of the player has the ring of the keyboard.
    var hasKeyFocus: Bool { (superview as? any KeyFocusHolder)?.keyFocus.current != nil }
    /// The parts of the "More" menu.
    var overflow: [ControlsLayout.Part] {
        layoutIfNeeded()
        return currentLayout?.overflow ?? []
    }
    /// The parts that apply to the item, displayed or in a menu.
    var available: Set<ControlsLayout.Part> { wanted }

    func toggleMenu(_ kind: MenuKind) { menus.toggle(kind) }
    func openMenu(_ kind: MenuKind) { menus.show(kind, .button) }
    func openContextMenu(at point: CGPoint) { menus.show(.context, .point(point)) }
    func updateMenu() { menus.update() }
    func closeMenu() { menus.close() }
    func leaveMenuPage() -> Bool { menus.goBack() }

    func menuWillOpen(_ kind: MenuKind) {
        showPreviewAtPointer(nil)
        menuButton(kind)?.isOpen = true
    }

    /// - Parameter hadKeys: whether a row had the keys, which return to the menu's button, or to the player.
    func menuDidClose(_ kind: MenuKind?, hadKeys: Bool) {
        let button = kind.flatMap(menuButton)
        button?.isOpen = false
        guard hadKeys, button?.becomeFirstResponder() != true else { return }
        superview?.becomeFirstResponder()
    }

    /// The visible button whose menu has this kind; nil for the context menu.
    private func menuButton(_ kind: MenuKind) -> CircleButton? {
        let part: ControlsLayout.Part
        switch kind {
        case .chapters: part = .chapters
        case .captions: part = .captions
        case .speed: part = .speed
        case .more: part = .more
        case .context: return nil
        }
        return buttons[part].flatMap { $0.isHidden ? buttons[.more] : $0 }
    }

    private func layoutMenu(_ layout: ControlsLayout, size: CGSize) {
        guard let kind = menus.rootKind else { return }
        let button = menuButton(kind).flatMap { $0.isHidden ? nil : $0 } ?? buttons[.fullScreen]
        menus.place(layout, over: button?.frame ?? layout.scrubber, in: size)
    }
}
