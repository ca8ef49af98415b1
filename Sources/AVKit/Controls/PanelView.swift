import CoreGraphics
import Foundation
import UIKit

/// Sizes and fonts of a panel: they follow the viewer's text size, and in the tv idiom the size of the screen, too.
struct PanelMetrics: Equatable {
    /// The scale of the tv idiom; nil in the desktop idiom.
    private let look: TVLook?
    /// The text size that the fonts were made for.
    private let textFactor = PlayerLook.textFactor

    @MainActor init(size: CGSize) { look = UIDevice.current.userInterfaceIdiom == .tv ? TVLook(size: size) : nil }

    private func points(_ desktop: CGFloat, _ tv: CGFloat) -> CGFloat { look?(tv) ?? desktop }
    private var growth: CGFloat { max(1, textFactor) }

    var width: CGFloat { points((460 * (1 + (growth - 1) * 0.5)).rounded(), 720) }
    var headerHeight: CGFloat { points((52 * (1 + (growth - 1) * 0.4)).rounded(), 76) }
    var rowHeight: CGFloat { points((38 * growth).rounded(), 56) }
    var sectionHeight: CGFloat { points((MenuGeometry.titleHeight * growth).rounded(), 44) }
    var inset: CGFloat { points(22, 30) }
    var keySize: CGFloat { points(40, 56) }
    /// The sides of the check mark and of the button that removes a row.
    var markSize: CGFloat { points((16 * growth).rounded(), 16) }
    var crossSize: CGFloat { points((32 * growth).rounded(), 32) }
    var titleFont: UIFont { look?.font(24, .bold) ?? .systemFont(ofSize: 17 * textFactor, weight: .semibold) }
    var sectionFont: UIFont { look?.font(15, .semibold) ?? PlayerLook.menuTitleFont }
    var rowFont: UIFont { look?.font(19, .medium) ?? PlayerLook.menuFont }
    /// Whether the selected row is filled with white, as the focus of the tv idiom is.
    var fillsSelection: Bool { look != nil }
}

/// A panel in the middle of the player: a title and rows on dark glass, operated by pointer, wheel, keys and remote. A click beside the
/// panel and Escape close it.
///
/// The view covers the player, so that nothing below receives input while the panel is open. The selected row is the first responder, so
/// that assistive technology reports it.
final class PanelView: UIView {
    private let glass = UIView(frame: .zero)
    private let titleLabel = UILabel(frame: .zero)
    private let clip = UIView(frame: .zero)
    private let rowsView = UIView(frame: .zero)
    private let entryView = PasscodeEntryView()
    private let make: @MainActor () -> PanelContent
    private var content: PanelContent
    private var metrics = PanelMetrics(size: .zero)
    private var geometry = MenuGeometry(sections: [], rowHeight: 0)
    private var rows: [Int: PanelRowView] = [:]
    private var others: [(slot: Int, view: UIView)] = []
    private var offset = 0.0
    private var wheelUsed: CGFloat = 0

    var onClose: @MainActor () -> Void = {}

    /// The slot of the row under the pointer, or of the row that was last selected by key.
    private var current: Int? {
        didSet {
            guard current != oldValue else { return }
            if let oldValue { rows[oldValue]?.isLit = false }
            if let current { rows[current]?.isLit = true }
        }
    }

    /// - Parameter make: returns the present content; called again by `reload()`.
    init(_ make: @escaping @MainActor () -> PanelContent) {
        self.make = make
        content = make()
        super.init(frame: .zero)
        backgroundColor = UIColor(white: 0, alpha: 0.45)
        glass.backgroundColor = PlayerLook.menuGlass
        glass.layer.cornerRadius = PlayerLook.glassRadius
        glass.layer.borderWidth = 1
        glass.layer.borderColor = PlayerLook.hairline.cgColor
        glass.layer.masksToBounds = true
        addSubview(glass)
        titleLabel.textColor = .white
        titleLabel.accessibilityTraits = .header
        clip.clipsToBounds = true
        clip.addSubview(rowsView)
        for view in [titleLabel, clip, entryView] as [UIView] { glass.addSubview(view) }
        entryView.onCancel = { [weak self] in self?.onClose() }
        let hover = UIHoverGestureRecognizer()
        hover.addAction { [weak self] in self?.hovered($0) }
        addGestureRecognizer(hover)
        let wheel = UIPanGestureRecognizer()
        wheel.allowedScrollTypesMask = .all
        wheel.allowedTouchTypes = []
        wheel.addAction { [weak self, weak wheel] _ in if let wheel { self?.wheeled(wheel) } }
        addGestureRecognizer(wheel)
        build()
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFirstResponder: Bool { true }
    override var canBecomeFocused: Bool { true }

    /// Shows the present content; the selected row and the scroll position stay where the rows stay.
    func reload() {
        content = make()
        build()
    }

    private func build() {
        let hadKeys = rows.values.contains(where: \.isFirstResponder)
        for view in rows.values { view.removeFromSuperview() }
        for other in others { other.view.removeFromSuperview() }
        rows = [:]
        others = []
        titleLabel.text = content.title
        accessibilityLabel = content.title
        entryView.isHidden = content.entry == nil
        clip.isHidden = content.entry != nil
        titleLabel.font = metrics.titleFont
        entryView.show(content.entry, metrics)
        geometry = MenuGeometry(
            sections: content.sections.map { ($0.rows.count, $0.title != nil) }, rowHeight: Double(metrics.rowHeight),
            titleHeight: Double(metrics.sectionHeight))
        for (index, slot) in geometry.slots.enumerated() {
            switch slot.element {
            case .separator: break
            case .title(let section):
                let label = UILabel(frame: .zero)
                label.text = content.sections[section].title
                label.font = metrics.sectionFont
                label.textColor = PlayerLook.white(PlayerLook.isHighContrast ? 1 : 0.65)
                label.accessibilityTraits = .header
                rowsView.addSubview(label)
                others.append((index, label))
            case .row(let section, let row):
                let view = PanelRowView(content.sections[section].rows[row], metrics)
                view.onGain = { [weak self] in self?.show(index) }
                rows[index] = view
                rowsView.addSubview(view)
            }
        }
        if let current { if rows[current] == nil { self.current = nil } else { rows[current]?.isLit = true } }
        // A row that shows another value is another view; the keys stay at its place.
        if hadKeys, current.flatMap({ rows[$0]?.becomeFirstResponder() }) != true { becomeFirstResponder() }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let present = PanelMetrics(size: bounds.size)
        if present != metrics, !bounds.isEmpty {
            metrics = present
            build()
        }
        let header = metrics.headerHeight
        let inset = metrics.inset
        let width = max(0, min(metrics.width, bounds.width - 24))
        let wanted = content.entry == nil ? CGFloat(geometry.height) : entryView.wantedHeight
        let height = max(0, min(header + wanted, bounds.height - 24))
        glass.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: ((bounds.height - height) / 2).rounded(), width: width,
            height: height)
        let title = titleLabel.sizeThatFits(.zero)
        titleLabel.frame = line(
            inset, ((header - title.height) / 2).rounded(), CGSize(width: title.width, height: title.height), in: width)
        let area = CGRect(x: 0, y: header, width: width, height: max(0, height - header))
        clip.frame = area
        entryView.frame = area
        offset = geometry.clamp(offset, visible: Double(area.height))
        rowsView.frame = CGRect(x: 0, y: -offset, width: Double(width), height: geometry.height)
        for (index, view) in rows {
            let slot = geometry.slots[index]
            view.frame = CGRect(x: 8, y: slot.top, width: Double(width) - 16, height: slot.height)
        }
        for (index, view) in others {
            let slot = geometry.slots[index]
            let text = view.sizeThatFits(.zero)
            view.frame = line(inset, CGFloat(slot.top), CGSize(width: text.width, height: slot.height), in: width)
        }
    }

    /// Returns the frame of a text at the leading edge.
    private func line(_ inset: CGFloat, _ y: CGFloat, _ text: CGSize, in width: CGFloat) -> CGRect {
        let room = min(text.width, max(0, width - 2 * inset))
        let x = StringTable.current.isRightToLeft ? width - inset - room : inset
        return CGRect(x: x, y: y, width: room, height: text.height)
    }

    // MARK: Input

    private func slot(at point: CGPoint) -> Int? {
        guard content.entry == nil, clip.bounds.contains(clip.convert(point, from: self)) else { return nil }
        return geometry.row(at: Double(rowsView.convert(point, from: self).y))
    }

    private func hovered(_ recognizer: UIGestureRecognizer) {
        switch recognizer.state {
        case .began, .changed: current = slot(at: recognizer.location(in: self))
        default: current = nil
        }
    }

    private func wheeled(_ wheel: UIPanGestureRecognizer) {
        if wheel.state == .began { wheelUsed = 0 }
        guard wheel.state == .began || wheel.state == .changed else { return }
        let moved = wheel.translation(in: self).y
        offset = geometry.clamp(offset - Double(moved - wheelUsed), visible: Double(clip.bounds.height))
        wheelUsed = moved
        setNeedsLayout()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        if !glass.frame.contains(touch.location(in: self)) { onClose() }
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { !pressed($0) }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    /// - Returns: whether the key belongs to the panel. Keys with modifiers are the program's.
    func pressed(_ press: UIPress) -> Bool {
        let flags = press.key?.modifierFlags ?? []
        guard flags.isDisjoint(with: [.control, .alternate, .command]) else { return false }
        if press.type == .menu {
            onClose()
            return true
        }
        if content.entry != nil {
            entryView.pressed(press)
            return true
        }
        let row = current.flatMap { rows[$0]?.content }
        let forward = StringTable.current.isRightToLeft ? -1 : 1
        switch press.type {
        case .upArrow: select(by: -1)
        case .downArrow: select(by: 1)
        case .leftArrow: row?.adjust?(-forward)
        case .rightArrow: row?.adjust?(forward)
        case .select, .playPause: if !press.isRepeat { row?.choose() }
        default:
            switch press.key?.keyCode {
            case .keyboardTab?: select(by: flags.contains(.shift) ? -1 : 1)
            case .keyboardDeleteForward?, .keyboardDeleteOrBackspace?: row?.remove?()
            default: break
            }
        }
        // All other keys are ignored rather than passed to the player below.
        return true
    }

    private func select(by step: Int) {
        guard let next = geometry.row(after: current, by: step) else { return }
        if rows[next]?.becomeFirstResponder() != true { show(next) }
    }

    /// Selects the first row, where the viewer has no pointer.
    func selectFirst() {
        layoutIfNeeded()
        if content.entry == nil { select(by: 1) }
    }

    /// Highlights a row and scrolls it into view.
    private func show(_ slot: Int) {
        current = slot
        offset = geometry.scroll(toShow: slot, from: offset, visible: Double(clip.bounds.height))
        setNeedsLayout()
    }
}
