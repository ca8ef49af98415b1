import CoreGraphics
import Foundation
import UIKit

/// Receives the commands and requests of the controls.
@MainActor
protocol ControlsViewDelegate: AnyObject {
    func controlsPerform(_ command: PlayerCommand)
    func controlsSetVolume(_ volume: Float)
    func controlsBeginScrub()
    func controlsScrub(to seconds: Double)
    func controlsEndScrub(at seconds: Double?)
    /// Reports whether the thumbnail preview covers the area of the captions.
    func controlsCoverCaptions(_ covers: Bool)
    func controlsWantThumbnail(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void)
    func controlsMenu(_ kind: ControlsView.MenuKind) -> [MenuSection]
    func controlsMenuDidChange(isOpen: Bool)
}

/// The controls over the video, desktop idiom. Every control is a view, so that hit testing and assistive technology find it.
final class ControlsView: UIView, PlayerControls {
    enum MenuKind { case chapters, captions, speed }

    weak var delegate: (any ControlsViewDelegate)?

    let scrubber = ScrubberView(frame: .zero)
    /// The dark gradients behind the controls. They are not subviews of the controls, so that captions can be placed between the two.
    let scrims = UIView(frame: .zero)
    private let topScrim = ScrimView(edge: .top, alpha: PlayerLook.topScrimAlpha)
    private let bottomScrim = ScrimView(edge: .bottom, alpha: PlayerLook.bottomScrimAlpha)
    private let titleLabel = UILabel(frame: .zero)
    private let subtitleLabel = UILabel(frame: .zero)
    private let timeLabel = UILabel(frame: .zero)
    private let remainingLabel = TimeToggle()
    private let chapterLabel = UILabel(frame: .zero)
    private let volumeSlider = VolumeSliderView(frame: .zero)
    private let scrubPreview = ScrubPreviewView(frame: .zero)
    private var buttons: [ControlsLayout.Part: CircleButton] = [:]
    private let closeButton: CircleButton
    private var relay: Relay
    private(set) var menu: GlassMenuView?
    private var menuKind: MenuKind?
    private var previewTime: Double?
    private var showsDuration = false
    private(set) var currentLayout: ControlsLayout?

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
            (.chapters, "list.bullet", strings[.chapters], { relay.toggle(.chapters) }),
            (.captions, "captions.bubble", strings[.subtitlesAndAudio], { relay.toggle(.captions) }),
            (.speed, "", strings[.speed], { relay.toggle(.speed) }),
            (.aspect, "aspectratio", strings[.fillScreen], { relay.perform(.toggleAspect) }),
            (.fullScreen, "viewfinder", strings[.fullScreen], { relay.perform(.toggleFullScreen) }),
        ]
        scrims.isUserInteractionEnabled = false
        scrims.addSubview(topScrim)
        scrims.addSubview(bottomScrim)
        for label in [titleLabel, subtitleLabel, timeLabel, chapterLabel] {
            label.shadowColor = PlayerLook.textShadow
            label.shadowOffset = PlayerLook.textShadowOffset
            addSubview(label)
        }
        titleLabel.font = PlayerLook.titleFont
        titleLabel.textColor = .white
        subtitleLabel.font = PlayerLook.subtitleFont
        subtitleLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        timeLabel.font = PlayerLook.timeFont
        timeLabel.textColor = .white
        timeLabel.accessibilityTraits = [.staticText, .updatesFrequently]
        chapterLabel.font = PlayerLook.chapterFont
        chapterLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        addSubview(closeButton)
        addSubview(scrubber)
        for (part, symbol, name, action) in list {
            let button = CircleButton(symbol: symbol, label: name, action: action)
            buttons[part] = button
            addSubview(button)
        }
        addSubview(volumeSlider)
        addSubview(remainingLabel)
        scrubPreview.isHidden = true
        addSubview(scrubPreview)
        connect()
        contentDidChange(from: nil)
    }

    required init?(coder: NSCoder) { nil }

    private func connect() {
        volumeSlider.onChange = { [weak self] in self?.delegate?.controlsSetVolume($0) }
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
        remainingLabel.addAction(
            UIAction { [weak self] _ in
                guard let self else { return }
                guard !content.isLive else {
                    delegate?.controlsPerform(.goLive)
                    return
                }
                showsDuration.toggle()
                updateTimes()
                setNeedsLayout()
            }, for: .primaryActionTriggered)
    }

    /// All views that are highlighted under the pointer, topmost first.
    var pointerTargets: [any PointerTarget] {
        var targets: [any PointerTarget] = []
        if let menu { targets.append(menu) }
        targets.append(closeButton)
        for part in ControlsLayout.Part.allCases { if let button = buttons[part] { targets.append(button) } }
        targets.append(volumeSlider)
        targets.append(scrubber)
        return targets
    }

    // Computed from the bounds: the views that are placed by these values are laid out before the controls.
    var occupiedHeight: CGFloat {
        bounds.height - ControlsLayout.scrubberFrame(in: bounds.size, height: ScrubberView.height).minY
    }
    var sideMargin: CGFloat { ControlsLayout.sideMargin(forWidth: bounds.width) }

    func button(_ part: ControlsLayout.Part) -> CircleButton? { buttons[part] }

    /// Returns whether a point is over a control, so that the controls must stay visible.
    func isOverControl(_ point: CGPoint) -> Bool {
        guard let layout = currentLayout else { return false }
        if let menu, menu.frame.contains(point) { return true }
        if point.y >= layout.scrubber.minY - 8 { return true }
        return !closeButton.isHidden && closeButton.frame.insetBy(dx: -8, dy: -8).contains(point)
    }

    /// Touches outside every control pass through to the client's overlay and the player's own gestures (R64).
    override var alpha: CGFloat {
        get { super.alpha }
        set {
            super.alpha = newValue
            scrims.alpha = newValue
        }
    }

    override var isHidden: Bool {
        get { super.isHidden }
        set {
            super.isHidden = newValue
            scrims.isHidden = newValue
        }
    }

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }

    // MARK: Content

    private func contentDidChange(from old: ControlsContent?) {
        let strings = StringTable.current
        titleLabel.text = content.title
        subtitleLabel.text = content.subtitle
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
        buttons[.captions]?.symbol = content.isSelectionActive ? "captions.bubble.fill" : "captions.bubble"
        buttons[.aspect]?.symbol = content.isFilled ? "aspectratio.fill" : "aspectratio"
        buttons[.aspect]?.accessibilityLabel = strings[content.isFilled ? .fitVideo : .fillScreen]
        buttons[.fullScreen]?.symbol = content.isFullScreen ? "viewfinder.inward" : "viewfinder"
        buttons[.fullScreen]?.accessibilityLabel = strings[content.isFullScreen ? .leaveFullScreen : .fullScreen]
        closeButton.isHidden = !content.canClose
        scrubber.isEnabled = content.canSeek
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
        if content.isLive {
            // The distance from the live edge; empty at the edge.
            let isBehind = model.isUsable && (model.isScrubbing || !content.isAtLiveEdge)
            let text = isBehind ? TimeText.remaining(position: position, duration: model.duration) : ""
            if text.isEmpty != (timeLabel.text ?? "").isEmpty { setNeedsLayout() }
            timeLabel.text = text
            timeLabel.accessibilityLabel = strings.behindLive(TimeText.spoken(model.duration - position))
            remainingLabel.showLive(isAtEdge: content.isAtLiveEdge)
        } else {
            timeLabel.text = TimeText.text(model.isUsable ? max(position, model.position) : 0)
            timeLabel.accessibilityLabel = TimeText.spoken(position)
            let rest: String
            if !model.isUsable {
                rest = TimeText.unknown
            } else if showsDuration {
                rest = TimeText.text(model.duration)
            } else {
                rest = TimeText.remaining(position: position, duration: model.duration)
            }
            remainingLabel.show("/ " + rest, spoken: showsDuration ? strings.duration(rest) : strings.remaining(rest))
        }
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
        if content.hasChapters { parts.formUnion([.chapters, .chapterName]) }
        if content.hasSelection { parts.insert(.captions) }
        if content.hasSpeeds { parts.insert(.speed) }
        if content.canChangeAspect { parts.insert(.aspect) }
        return parts
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = bounds.size
        let widest = scrubber.model.isUsable ? TimeText.widest(upTo: scrubber.model.duration) : "0:00"
        let hasTime = !(timeLabel.text ?? "").isEmpty
        let elapsedWidth = hasTime ? measure((content.isLive ? "\u{2212}" : "") + widest, timeLabel.font) : 0
        let restWidth = content.isLive ? remainingLabel.liveWidth : remainingLabel.width(for: "/ \u{2212}" + widest)
        let timeGap: CGFloat = hasTime ? (content.isLive ? 10 : 5) : 0
        let layout = ControlsLayout(
            size: size, wanted: wanted, timeWidth: elapsedWidth + timeGap + restWidth,
            chapterNameWidth: chapterLabel.sizeThatFits(.zero).width, scrubberHeight: ScrubberView.height)
        currentLayout = layout

        let topHeight = min(PlayerLook.topScrimHeight, size.height * 0.4)
        topScrim.frame = CGRect(x: 0, y: 0, width: size.width, height: topHeight)
        topScrim.isHidden = (content.title ?? "").isEmpty && !content.canClose
        let bottomHeight = min(PlayerLook.bottomScrimHeight, size.height * 0.7)
        bottomScrim.frame = CGRect(x: 0, y: size.height - bottomHeight, width: size.width, height: bottomHeight)

        scrubber.frame = layout.scrubber
        // The scrubber is hidden for a live stream that cannot be seeked.
        scrubber.isHidden = content.hasFailed || content.isLive && !content.canSeek
        bottomScrim.isHidden = content.hasFailed
        for (part, button) in buttons { place(button, layout.frames[part]) }
        place(volumeSlider, layout.frames[.volume])
        timeLabel.isHidden = layout.frames[.time] == nil
        remainingLabel.isHidden = timeLabel.isHidden
        if let frame = layout.frames[.time] {
            let height = timeLabel.sizeThatFits(.zero).height
            let now = hasTime ? timeLabel.sizeThatFits(.zero).width : 0
            timeLabel.frame = CGRect(x: frame.minX, y: (frame.midY - height / 2).rounded(), width: now, height: height)
            remainingLabel.frame = CGRect(
                x: frame.minX + now + timeGap, y: frame.minY, width: restWidth, height: frame.height)
        }
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

    private func layoutTop(_ layout: ControlsLayout, size: CGSize) {
        var left = layout.sideMargin
        if content.canClose {
            closeButton.frame = CGRect(
                x: left, y: layout.topMargin, width: PlayerLook.buttonSize, height: PlayerLook.buttonSize)
            left = closeButton.frame.maxX + 14
        }
        let width = max(0, size.width - left - layout.sideMargin)
        let title = titleLabel.sizeThatFits(.zero)
        let subtitle = subtitleLabel.sizeThatFits(.zero)
        let total = title.height + (subtitle.height > 0 ? subtitle.height : 0)
        let top = (layout.topMargin + (PlayerLook.buttonSize - total) / 2).rounded()
        titleLabel.frame = CGRect(x: left, y: top, width: min(width, title.width), height: title.height)
        subtitleLabel.frame = CGRect(
            x: left, y: top + title.height, width: min(width, subtitle.width), height: subtitle.height)
    }

    private func place(_ view: UIView, _ frame: CGRect?) {
        view.isHidden = frame == nil
        if let frame { view.frame = frame }
    }

    private func measure(_ text: String, _ font: UIFont) -> CGFloat {
        let label = UILabel(frame: .zero)
        label.font = font
        label.text = text
        return label.sizeThatFits(.zero).width
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
            content.isLive
            ? TimeText.remaining(position: place.time, duration: scrubber.model.duration) : TimeText.text(place.time)
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

    private var previewX: CGFloat = 0

    private func layoutPreview() {
        guard !scrubPreview.isHidden, let layout = currentLayout else { return }
        scrubPreview.frame = layout.scrubPreviewFrame(size: scrubPreview.wantedSize, overX: previewX, in: bounds.width)
    }

    func forgetThumbnail() { scrubPreview.image = nil }

    // MARK: Menus

    func toggleMenu(_ kind: MenuKind) {
        if menuKind == kind {
            closeMenu()
        } else {
            openMenu(kind)
        }
    }

    func openMenu(_ kind: MenuKind) {
        closeMenu()
        let sections = delegate?.controlsMenu(kind) ?? []
        guard sections.contains(where: { !$0.rows.isEmpty }) else { return }
        let view = GlassMenuView(sections: sections)
        view.onDone = { [weak self] in self?.closeMenu() }
        menu = view
        menuKind = kind
        showPreviewAtPointer(nil)
        addSubview(view)
        menuButton(kind)?.isOpen = true
        setNeedsLayout()
        delegate?.controlsMenuDidChange(isOpen: true)
    }

    func updateMenu() {
        guard let menu, let menuKind, let delegate, !menu.update(delegate.controlsMenu(menuKind)) else { return }
        openMenu(menuKind)
    }

    func closeMenu() {
        guard let menu, let menuKind else { return }
        menu.removeFromSuperview()
        menuButton(menuKind)?.isOpen = false
        self.menu = nil
        self.menuKind = nil
        delegate?.controlsMenuDidChange(isOpen: false)
    }

    private func menuButton(_ kind: MenuKind) -> CircleButton? {
        switch kind {
        case .chapters: buttons[.chapters]
        case .captions: buttons[.captions]
        case .speed: buttons[.speed]
        }
    }

    private func layoutMenu(_ layout: ControlsLayout, size: CGSize) {
        guard let menu, let menuKind, let button = menuButton(menuKind) else { return }
        let anchor = button.isHidden ? buttons[.fullScreen]?.frame ?? .zero : button.frame
        menu.frame = layout.menuFrame(
            size: CGSize(
                width: min(PlayerLook.menuWidth, size.width - 2 * layout.sideMargin), height: menu.wantedHeight),
            over: anchor, in: size)
    }
}
