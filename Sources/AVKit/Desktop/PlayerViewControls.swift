import CoreGraphics
import Foundation
import UIKit

/// The controls of an `AVPlayerView`: the controls of the desktop idiom, along the lower edge or in a floating panel, or one button.
final class PlayerViewControls: ControlsOverlay, PlayerControls {
    private let inner = ControlsView(frame: .zero)
    private let options: PlayerViewOptions
    private let panel = UIView(frame: .zero)
    private let toolbar = PlayerViewToolbar(frame: .zero)
    private var playButton: StartButton?
    private var actionMenu: GlassMenuView?

    /// The greatest width of the floating panel, and its distance from the edges of the view.
    private static let panelWidth: CGFloat = 600
    private static let panelMargin: CGFloat = 20
    /// The height of the panel above the scrubber and below the buttons.
    private static let panelPadding: CGFloat = 10

    init(_ options: PlayerViewOptions, frame: CGRect) {
        self.options = options
        super.init(frame: frame)
        switch options.style {
        case .inline: addSubview(inner)
        case .floating:
            panel.backgroundColor = PlayerLook.menuGlass
            panel.layer.cornerRadius = PlayerLook.glassRadius
            panel.layer.borderWidth = 1
            panel.layer.borderColor = PlayerLook.hairline.cgColor
            super.scrims.addSubview(panel)
            addSubview(inner)
        case .minimal:
            let button = StartButton { [weak self] in self?.delegate?.controlsPerform(.togglePlayback) }
            playButton = button
            addSubview(button)
        }
        if options.showsFrameStepping {
            toolbar.add("backward.frame.fill", .frameBack) { [weak self] in self?.delegate?.controlsPerform(.step(-1)) }
            toolbar.add("forward.frame.fill", .frameForward) { [weak self] in
                self?.delegate?.controlsPerform(.step(1))
            }
        }
        if options.menu != nil { toolbar.add("ellipsis", .more) { [weak self] in self?.toggleActionMenu() } }
        addSubview(toolbar)
    }

    required init?(coder: NSCoder) { nil }

    // MARK: PlayerControls

    weak var delegate: (any ControlsViewDelegate)? { didSet { inner.delegate = delegate } }

    var content: ControlsContent {
        get { inner.content }
        set {
            var content = newValue
            content.canFullScreen = newValue.canFullScreen && options.showsFullScreenButton
            // The floating panel has no place for a title.
            if options.style == .floating { (content.title, content.subtitle) = (nil, nil) }
            inner.content = content
            playButton?.show(isPlaying: content.isPlaying)
        }
    }

    override var scrims: UIView { options.style == .inline ? inner.scrims : super.scrims }
    var menu: GlassMenuView? { actionMenu ?? inner.menu }
    func updateMenu() { inner.updateMenu() }

    func closeMenu() {
        inner.closeMenu()
        guard let actionMenu else { return }
        self.actionMenu = nil
        actionMenu.removeFromSuperview()
        delegate?.controlsMenuDidChange(isOpen: false)
    }

    func update(_ change: (inout ScrubberModel) -> Void) { inner.update(change) }
    func showVolume(_ volume: Float) { inner.showVolume(volume) }
    func forgetThumbnail() { inner.forgetThumbnail() }

    private var isMinimal: Bool { options.style == .minimal }
    var occupiedHeight: CGFloat {
        switch options.style {
        case .inline: bounds.height - scrubberTop(in: bounds)
        case .floating: bounds.height - panelFrame.minY
        case .minimal: 0
        }
    }
    var sideMargin: CGFloat { inner.sideMargin }
    var showsTitle: Bool { !isMinimal && inner.showsTitle }
    var titleFrame: CGRect? {
        isMinimal ? nil : inner.titleFrame?.offsetBy(dx: inner.frame.minX, dy: inner.frame.minY)
    }

    var pointerTargets: [any PointerTarget] {
        var targets: [any PointerTarget] = []
        if let actionMenu { targets.append(actionMenu) }
        targets += toolbar.buttons as [any PointerTarget]
        if let playButton { return targets + [playButton] }
        return targets + inner.pointerTargets
    }

    func isOverControl(_ point: CGPoint) -> Bool {
        if toolbar.frame.contains(point), !toolbar.buttons.isEmpty { return true }
        if let playButton { return playButton.frame.contains(point) }
        return options.style == .floating ? panelFrame.contains(point) : inner.isOverControl(point)
    }

    func button(_ part: ControlsLayout.Part) -> CircleButton? { inner.button(part) }
    var toolButtons: [CircleButton] { toolbar.buttons }
    var startButton: StartButton? { playButton }
    var bar: ControlsView { inner }

    // MARK: View

    /// The area of the controls along the lower edge: the whole view, or that of the panel up to the upper edge, where menus open.
    private var innerFrame: CGRect {
        guard options.style == .floating else { return bounds }
        let width = min(Self.panelWidth, max(0, bounds.width - 2 * Self.panelMargin))
        return CGRect(x: ((bounds.width - width) / 2).rounded(), y: 0, width: width, height: bounds.height)
    }

    private func scrubberTop(in frame: CGRect) -> CGFloat {
        ControlsLayout.scrubberFrame(in: frame.size, height: ScrubberView.height).minY
    }

    /// The floating panel, which ends as far below the row of buttons as it begins above the scrubber.
    private var panelFrame: CGRect {
        let frame = innerFrame
        let top = scrubberTop(in: frame) - Self.panelPadding
        return CGRect(x: frame.minX, y: top, width: frame.width, height: bounds.height - Self.panelMargin - top)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        inner.frame = innerFrame
        if options.style == .inline { inner.scrims.frame = bounds }
        panel.frame = panelFrame
        playButton?.center = CGPoint(x: bounds.midX.rounded(), y: bounds.midY.rounded())
        let margin = ControlsLayout.sideMargin(forWidth: bounds.width)
        toolbar.buttonSize = ControlsLayout.buttonSize(in: bounds.size)
        let size = toolbar.wantedSize
        toolbar.frame = CGRect(x: bounds.width - margin - size.width, y: margin, width: size.width, height: size.height)
        if let actionMenu {
            let height = min(actionMenu.wantedHeight, max(60, bounds.height - toolbar.frame.maxY - 16))
            let width = min(PlayerLook.menuWidth, bounds.width - 2 * margin)
            actionMenu.frame = CGRect(
                x: bounds.width - margin - width, y: toolbar.frame.maxY + 8, width: width, height: height)
        }
    }

    // MARK: The client's menu

    private func toggleActionMenu() {
        guard actionMenu == nil, let menu = options.menu else { return closeMenu() }
        inner.closeMenu()
        let view = GlassMenuView(sections: Self.sections(of: menu))
        view.onChoose = { [weak self] row in
            row.action()
            self?.closeMenu()
        }
        actionMenu = view
        addSubview(view)
        delegate?.controlsMenuDidChange(isOpen: true)
    }

    /// The actions of a menu; those of a submenu become a section.
    private static func sections(of menu: UIMenu) -> [MenuSection] {
        var sections: [MenuSection] = []
        var rows: [MenuSection.Row] = []
        for element in menu.children {
            switch element {
            case let action as UIAction where !action.attributes.contains(.hidden):
                rows.append(
                    MenuSection.Row(title: action.title, isOn: action.state == .on) {
                        action.performWithSender(nil, target: nil)
                    })
            case let submenu as UIMenu:
                let title = submenu.title.isEmpty ? nil : submenu.title
                sections += Self.sections(of: submenu).map { MenuSection(title: $0.title ?? title, rows: $0.rows) }
            default: break
            }
        }
        if !rows.isEmpty {
            sections.insert(MenuSection(title: menu.title.isEmpty ? nil : menu.title, rows: rows), at: 0)
        }
        return sections
    }
}

/// A row of buttons on glass in the upper corner of an `AVPlayerView`.
final class PlayerViewToolbar: UIView {
    private(set) var buttons: [CircleButton] = []
    private static let padding: CGFloat = 4
    /// The side of a button, in points.
    var buttonSize = PlayerLook.buttonSize { didSet { if buttonSize != oldValue { setNeedsLayout() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
        backgroundColor = PlayerLook.darkGlass
        layer.borderWidth = 1
        layer.borderColor = PlayerLook.hairline.cgColor
    }

    required init?(coder: NSCoder) { nil }

    func add(_ symbol: String, _ name: TextKey, action: @escaping @MainActor () -> Void) {
        let button = CircleButton(symbol: symbol, label: StringTable.current[name], action: action)
        buttons.append(button)
        addSubview(button)
        isHidden = false
    }

    var wantedSize: CGSize {
        CGSize(
            width: buttonSize * CGFloat(buttons.count) + 2 * Self.padding, height: buttonSize + 2 * Self.padding)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = bounds.height / 2
        for (index, button) in buttons.enumerated() {
            button.frame = CGRect(
                x: Self.padding + CGFloat(index) * buttonSize, y: Self.padding, width: buttonSize, height: buttonSize)
        }
    }
}
