import CoreGraphics
import Foundation
import UIKit

/// The actions of the television controls that the desktop idiom does not have.
@MainActor
protocol TVControlsDelegate: AnyObject {
    func tvButtonPressed(_ kind: TVButton.Kind)
    func tvMenuChosen()
    func tvTabFocused(_ index: Int)
    /// Reports that buttons, tabs and panels have been replaced because the window has another size.
    func tvControlsRebuilt()
    /// Requests new rows for the open menu and the visible panel.
    func tvRefresh()
}

/// A button of the transport bar, as a value.
struct TVButtonItem {
    var kind: TVButton.Kind
    var image: UIImage?
    var text: String?
    var name: String

    /// Whether the client determines the image.
    var isClients: Bool { if case .custom = kind { true } else { false } }
}

/// The controls over the video, television idiom: title, transport bar, buttons, tabs with panels, and menus. Operated by focus.
final class TVControlsView: ControlsOverlay, PlayerControls {
    /// The parts that the client allows, taken over when the controls appear.
    struct Parts: Equatable {
        var hasBar = true
        var hasTitle = true
        var hasTabs = true
    }

    weak var delegate: (any ControlsViewDelegate)?
    weak var television: (any TVControlsDelegate)?

    private let bottomScrim = ScrimView(edge: .bottom)
    private let titleLabel = UILabel(frame: .zero)
    private let subtitleLabel = UILabel(frame: .zero)
    private let timeLabel = UILabel(frame: .zero)
    private let restLabel = UILabel(frame: .zero)
    private let programmeClock = ProgrammeClock()
    private(set) var look = TVLook(size: CGSize(width: 1_280, height: 720))
    private(set) var bar = TVTimeBar(look: TVLook(size: CGSize(width: 1_280, height: 720)))
    private var preview = TVPreviewView(look: TVLook(size: CGSize(width: 1_280, height: 720)))
    private(set) var buttons: [TVButton] = []
    private var buttonItems: [TVButtonItem] = []
    private(set) var tabs: [TVPill] = []
    private var tabTitles: [String] = []
    private(set) var panel: (view: UIView, height: CGFloat, tab: Int)?
    private(set) var tvMenu: (view: TVMenuView, kind: TVButton.Kind)?
    private var layout = TVLayout(size: .zero)

    /// The part of the controls that direction presses may move the focus in.
    enum FocusRegion {
        case anywhere
        case one(of: [UIView])
        case within(UIView)
    }
    var focusRegion = FocusRegion.anywhere

    var parts = Parts() { didSet { if parts != oldValue { setNeedsLayout() } } }

    var content = ControlsContent() {
        didSet { if content != oldValue { contentDidChange() } }
    }

    override init(frame: CGRect) {
        super.init(frame: frame)
        scrims.addSubview(bottomScrim)
        for label in [subtitleLabel, titleLabel, timeLabel, restLabel] {
            label.textColor = .white
            label.shadowColor = PlayerLook.textShadow
            label.shadowOffset = PlayerLook.textShadowOffset
            addSubview(label)
        }
        for label in [timeLabel, restLabel] { label.accessibilityTraits = [.staticText, .updatesFrequently] }
        for label in [programmeClock.start, programmeClock.end] { addSubview(label) }
        subtitleLabel.textColor = PlayerLook.white(0.75)
        rebuild()
        contentDidChange()
    }

    required init?(coder: NSCoder) { nil }

    // MARK: PlayerControls

    var menu: GlassMenuView? { nil }
    var pointerTargets: [any PointerTarget] { [] }
    var occupiedHeight: CGFloat {
        let layout = layout.size == bounds.size ? layout : TVLayout(size: bounds.size, look: look, hasTabs: hasTabs)
        return bounds.height - (parts.hasTitle ? layout.titleTop : layout.barMiddle - look(30))
    }
    var sideMargin: CGFloat { look(TVLook.sideMargin) }
    var showsTitle: Bool { isBarShown && parts.hasTitle }

    func isOverControl(_ point: CGPoint) -> Bool { point.y >= layout.titleTop - look(8) }

    func updateMenu() { television?.tvRefresh() }
    func closeMenu() { removeMenu() }
    func showVolume(_ volume: Float) {}
    func forgetThumbnail() {
        preview.image = nil
        bar.target = nil
        preview.isHidden = true
    }

    func update(_ change: (inout ScrubberModel) -> Void) {
        var model = bar.model
        change(&model)
        guard model != bar.model else { return }
        bar.model = model
        updateTimes()
    }

    /// Refuses direction presses that would leave the region of the present mode.
    override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool {
        guard !context.focusHeading.isEmpty, let next = context.nextFocusedItem else { return true }
        switch focusRegion {
        case .anywhere: return true
        case .one(let views): return views.contains { $0 === next }
        case .within(let view): return UIFocusSystem.environment(view, contains: next)
        }
    }

    // MARK: Content

    private func contentDidChange() {
        titleLabel.text = content.title
        subtitleLabel.text = content.subtitle
        bar.isEnabled = content.canSeek
        buttons.first { $0.kind == .speed }?.text = AVPlaybackSpeed.numericName(of: content.speed)
        updateTimes()
        setNeedsLayout()
    }

    private func updateTimes() {
        let strings = StringTable.current
        let model = bar.model
        programmeClock.show(model.programme)
        let position = bar.shownPosition
        if content.isLive {
            let isBehind = model.isUsable && (bar.target != nil || !content.isAtLiveEdge)
            timeLabel.text = isBehind ? TimeText.remaining(position: position, duration: model.edge) : nil
            timeLabel.accessibilityLabel = strings.behindLive(TimeText.spoken(model.edge - position))
            restLabel.text = strings[.liveBadge]
            restLabel.textColor = content.isAtLiveEdge ? PlayerLook.liveColor : PlayerLook.white(0.7)
            restLabel.accessibilityLabel = strings[content.isAtLiveEdge ? .live : .goToLive]
        } else {
            timeLabel.text = TimeText.text(model.isUsable ? position : 0)
            timeLabel.accessibilityLabel = TimeText.spoken(position)
            let rest =
                model.isUsable ? TimeText.remaining(position: position, duration: model.duration) : TimeText.unknown
            restLabel.text = rest
            restLabel.textColor = .white
            restLabel.accessibilityLabel = strings.remaining(rest)
        }
        setNeedsLayout()
    }

    // MARK: Parts that the client determines

    func setButtons(_ items: [TVButtonItem]) {
        let isSame =
            items.map(\.kind) == buttonItems.map(\.kind) && items.map(\.name) == buttonItems.map(\.name)
            && zip(items, buttonItems).allSatisfy { !$0.isClients || $0.image === $1.image }
        buttonItems = items
        if isSame {
            for (button, item) in zip(buttons, items) { button.text = item.text }
        } else {
            makeButtons()
        }
    }

    func setTabs(_ titles: [String]) {
        guard titles != tabTitles else { return }
        tabTitles = titles
        makeTabs()
    }

    private func makeButtons() {
        let focused = buttons.first(where: \.isFocused)?.kind
        for button in buttons { button.removeFromSuperview() }
        buttons = buttonItems.map { item in
            let button = TVButton(item.kind, look: look, image: item.image, text: item.text, name: item.name)
            button.addAction(
                UIAction { [weak self] _ in self?.television?.tvButtonPressed(item.kind) },
                for: .primaryActionTriggered)
            addSubview(button)
            return button
        }
        setNeedsLayout()
        if focused != nil { television?.tvControlsRebuilt() }
    }

    private func makeTabs() {
        let hadFocus = tabs.contains(where: \.isFocused)
        for tab in tabs { tab.removeFromSuperview() }
        tabs = tabTitles.enumerated().map { index, title in
            let tab = TVPill(title: title, isTab: true, look: look)
            tab.onFocus = { [weak self] in self?.television?.tvTabFocused(index) }
            tab.addAction(
                UIAction { [weak self] _ in self?.television?.tvTabFocused(index) }, for: .primaryActionTriggered)
            addSubview(tab)
            return tab
        }
        setNeedsLayout()
        if hadFocus { television?.tvControlsRebuilt() }
    }

    private func rebuild() {
        titleLabel.font = look.font(Self.titleSize, .bold)
        subtitleLabel.font = look.font(18, .semibold)
        for label in [timeLabel, restLabel] { label.font = look.digits(17, .semibold) }
        programmeClock.font = look.digits(17, .semibold)
        let old = bar
        bar.removeFromSuperview()
        bar = TVTimeBar(look: look)
        bar.model = old.model
        bar.target = old.target
        bar.isEnabled = old.isEnabled
        bar.onStep = { [weak self] in self?.delegate?.controlsPerform(.skip($0)) }
        bar.onBegin = { [weak self] in self?.delegate?.controlsBeginScrub() }
        bar.onMove = { [weak self] in
            self?.delegate?.controlsScrub(to: $0)
            self?.showTarget($0)
        }
        bar.onEnd = { [weak self] in
            self?.delegate?.controlsEndScrub(at: $0)
            self?.showTarget(nil)
        }
        addSubview(bar)
        let image = preview.image
        preview.removeFromSuperview()
        preview = TVPreviewView(look: look)
        preview.image = image
        preview.isHidden = true
        addSubview(preview)
        makeButtons()
        makeTabs()
    }

    // MARK: Choosing a time

    /// Shows the time that the viewer is about to seek to, with the frame there; nil removes it.
    func showTarget(_ seconds: Double?) {
        bar.target = seconds
        updateTimes()
        let isChoosing = seconds != nil
        UIView.animate(withDuration: TVLook.focusTime) { [self] in
            for view in [titleLabel, subtitleLabel] + buttons as [UIView] { view.alpha = isChoosing ? 0 : 1 }
        }
        delegate?.controlsCoverCaptions(isChoosing)
        guard let seconds else {
            preview.isHidden = true
            return
        }
        let model = bar.model
        preview.show(
            time: content.isLive ? model.liveText(at: seconds) : TimeText.text(seconds),
            chapter: model.chapter(at: seconds)?.chapter.title)
        preview.isHidden = false
        placePreview()
        delegate?.controlsWantThumbnail(at: seconds) { [weak self] image in
            guard let self, bar.target != nil, let image else { return }
            preview.image = image
            placePreview()
        }
    }

    var shownPreview: TVPreviewView? { preview.isHidden ? nil : preview }

    private func placePreview() {
        guard !preview.isHidden, let target = bar.target else { return }
        let size = preview.wantedSize
        let x = bar.frame.minX + CGFloat(bar.model.x(of: target)) - size.width / 2
        let edge = look(TVLook.sideMargin)
        preview.frame = CGRect(
            x: max(edge, min(bounds.width - edge - size.width, x)).rounded(),
            y: layout.barMiddle - look(22) - size.height, width: size.width, height: size.height)
    }

    // MARK: Panels

    /// Shows the panel of a tab, which slides in and fades; nil removes the panel.
    func showPanel(_ view: UIView?, height: CGFloat = 0, tab: Int = 0) {
        let slide = UIAccessibility.isReduceMotionEnabled ? 0 : look(TVLook.panelSlide)
        if let old = panel?.view, old !== view {
            TVLook.spring(TVLook.panelTime) {
                old.alpha = 0
                old.transform = CGAffineTransform(translationX: 0, y: slide)
            } completion: { [weak self] in
                if self?.panel?.view !== old { old.removeFromSuperview() }
            }
        }
        let isNew = view !== panel?.view
        panel = view.map { ($0, height, tab) }
        for (index, pill) in tabs.enumerated() { pill.isChosen = view != nil && index == tab }
        if let view, isNew {
            UIView.performWithoutAnimation {
                view.transform = .identity
                addSubview(view)
                layout = TVLayout(size: bounds.size, look: look, hasTabs: hasTabs, panelHeight: panel?.height)
                view.place(layout.panel)
                view.layoutIfNeeded()
                view.alpha = 0
                view.transform = CGAffineTransform(translationX: 0, y: slide)
            }
        }
        setNeedsLayout()
        TVLook.spring(TVLook.panelTime) { [self] in
            view?.alpha = 1
            view?.transform = .identity
            layoutIfNeeded()
        }
    }

    // MARK: Menus

    func showMenu(_ sections: [MenuSection], kind: TVButton.Kind) {
        removeMenu()
        guard sections.contains(where: { !$0.rows.isEmpty }) else { return }
        let view = TVMenuView(sections: sections, look: look)
        view.onDone = { [weak self] in self?.television?.tvMenuChosen() }
        tvMenu = (view, kind)
        for button in buttons { button.isOpen = button.kind == kind }
        addSubview(view)
        setNeedsLayout()
        layoutIfNeeded()
        let slide = UIAccessibility.isReduceMotionEnabled ? 0 : look(TVLook.panelSlide)
        UIView.performWithoutAnimation {
            view.alpha = 0.02
            view.transform = CGAffineTransform(translationX: 0, y: slide)
        }
        TVLook.spring(TVLook.panelTime) {
            view.alpha = 1
            view.transform = .identity
        }
        delegate?.controlsMenuDidChange(isOpen: true)
    }

    func removeMenu() {
        guard let view = tvMenu?.view else { return }
        tvMenu = nil
        for button in buttons { button.isOpen = false }
        view.isUserInteractionEnabled = false
        TVLook.spring(TVLook.panelTime) {
            view.alpha = 0
        } completion: {
            view.removeFromSuperview()
        }
        delegate?.controlsMenuDidChange(isOpen: false)
    }

    // MARK: Layout

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        // The viewer's text size may have changed.
        setNeedsLayout()
    }

    private var hasTabs: Bool { parts.hasTabs && !tabs.isEmpty && !content.hasFailed }
    private var isBarShown: Bool { parts.hasBar && !content.hasFailed }

    override func layoutSubviews() {
        super.layoutSubviews()
        let present = TVLook(size: bounds.size)
        if present != look, !bounds.isEmpty {
            look = present
            removeMenu()
            rebuild()
            // Not within the layout, which may be part of a focus update.
            Task { [weak self] in self?.television?.tvControlsRebuilt() }
        }
        layout = TVLayout(size: bounds.size, look: look, hasTabs: hasTabs, panelHeight: panel?.height)
        bottomScrim.place(
            in: CGRect(origin: .zero, size: bounds.size), solid: layout.scrim.height * 0.6,
            fade: layout.scrim.height * 0.4, alpha: 0.86)
        bottomScrim.isHidden = content.hasFailed
        let isRight = isLaidOutFromRight
        layoutTitle(isRight)
        layoutBar()
        layoutTabs(isRight)
        if let view = panel?.view { view.place(layout.panel) }
        if let tvMenu, let anchor = buttons.first(where: { $0.kind == tvMenu.kind }) {
            tvMenu.view.place(
                layout.menu(
                    height: tvMenu.view.wantedHeight, over: anchor.center, look: look))
        }
        placePreview()
    }

    private func layoutTitle(_ isRight: Bool) {
        let edge = look(TVLook.sideMargin)
        let pitch = look(TVLook.buttonPitch)
        let side = look(TVLook.buttonSize)
        for (index, button) in buttons.enumerated() {
            let fromEnd = CGFloat(buttons.count - 1 - index) * pitch
            button.isHidden = !isBarShown
            button.place(
                CGRect(
                    x: isRight ? edge + fromEnd : bounds.width - edge - side - fromEnd,
                    y: layout.buttonsMiddle - side / 2, width: side, height: side))
        }
        let room = max(0, bounds.width - 2 * edge - CGFloat(buttons.count) * pitch - look(20))
        fitTitle(in: room)
        for (label, middle) in [(subtitleLabel, layout.subtitleMiddle), (titleLabel, layout.titleMiddle)] {
            label.isHidden = !isBarShown || !parts.hasTitle
            let size = label.sizeThatFits(.zero)
            let width = min(size.width.rounded(.up), room)
            label.frame = CGRect(
                x: isRight ? bounds.width - edge - width : edge, y: (middle - size.height / 2).rounded(), width: width,
                height: size.height)
        }
    }

    /// The size of the title in points of the design, and the part of it to which a long title shrinks before it is cut off.
    private static let titleSize: CGFloat = 34
    private static let smallestTitle: CGFloat = 0.7

    /// Sets another font only where the size changes: a change of the font requests a layout, in which this is called.
    private func fitTitle(in room: CGFloat) {
        let full = look.font(Self.titleSize, .bold)
        let width = (titleLabel.text ?? "").size(withAttributes: [.font: full]).width
        let isTooWide = width > room && room > 0
        let share = isTooWide ? max(Self.smallestTitle, room / width) : 1
        let font = isTooWide ? look.font(Self.titleSize * share, .bold) : full
        if titleLabel.font.pointSize != font.pointSize { titleLabel.font = font }
    }

    private func layoutBar() {
        let edge = look(TVLook.sideMargin)
        let height = look(TVTimeBar.height)
        bar.place(
            CGRect(
                x: edge, y: layout.barMiddle - height / 2, width: max(0, bounds.width - 2 * edge), height: height))
        bar.isHidden = !isBarShown || content.isLive && !content.canSeek && bar.model.programme == nil
        let width = bar.model.width
        bar.layoutIfNeeded()
        // Without a width, the times are unknown. A paused item does not report its time again.
        if bar.model.width != width { updateTimes() }
        timeLabel.isHidden = !isBarShown
        restLabel.isHidden = !isBarShown
        // The clock times of a programme are below the ends of its bar, the other times between them.
        let row = CGRect(x: edge, y: layout.timesMiddle, width: max(0, bounds.width - 2 * edge), height: 0)
        programmeClock.place(in: row, isHidden: bar.isHidden)
        let inner = programmeClock.bar(in: row)
        let rest = restLabel.sizeThatFits(.zero)
        restLabel.frame = CGRect(
            x: inner.maxX - rest.width.rounded(.up), y: (layout.timesMiddle - rest.height / 2).rounded(),
            width: rest.width.rounded(.up), height: rest.height)
        let time = timeLabel.sizeThatFits(.zero)
        timeLabel.frame = CGRect(
            x: inner.minX, y: (layout.timesMiddle - time.height / 2).rounded(), width: time.width.rounded(.up),
            height: time.height)
    }

    private func layoutTabs(_ isRight: Bool) {
        let gap = look(12)
        let widths = tabs.map(\.wantedWidth)
        let total = widths.reduce(-gap) { $0 + $1 + gap }
        var x = ((bounds.width - total) / 2).rounded()
        for index in isRight ? Array(tabs.indices.reversed()) : Array(tabs.indices) {
            tabs[index].isHidden = !hasTabs
            tabs[index].place(
                CGRect(
                    x: x, y: layout.tabsMiddle - look(TVLook.tabHeight) / 2, width: widths[index],
                    height: look(TVLook.tabHeight)))
            x += widths[index] + gap
        }
    }
}
