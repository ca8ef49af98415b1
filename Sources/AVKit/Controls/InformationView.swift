import CoreGraphics
import Foundation
import UIKit

/// The information panel of the desktop idiom, on dark glass above the controls: tabs where the client has controllers of its own, the page
/// with the facts about the item, and a button that closes the panel.
final class InformationView: UIView {
    private static let padding: CGFloat = 20
    private static let headerHeight: CGFloat = 56
    /// Below this height the panel covers the player instead of lying above the controls.
    private static let leastHeight: CGFloat = 190

    private let titleLabel = UILabel(frame: .zero)
    private let closeButton: CircleButton
    private var tabs: [PanelTab] = []
    private let scroll = UIScrollView(frame: .zero)
    let page = InformationPage(frame: .zero)
    /// The container of the view of a client's controller.
    let holder = UIView(frame: .zero)
    /// The height that the client wishes for its view; nil while the page is displayed.
    private var clientHeight: CGFloat?
    private let choose: @MainActor (Int) -> Void

    /// - Parameters:
    ///   - choose: called with the index of the tab that the viewer chooses.
    ///   - close: called when the close button is pressed.
    init(choose: @escaping @MainActor (Int) -> Void, close: @escaping @MainActor () -> Void) {
        self.choose = choose
        closeButton = CircleButton(symbol: "xmark", label: StringTable.current[.close], action: close)
        super.init(frame: .zero)
        backgroundColor = PlayerLook.menuGlass
        layer.cornerRadius = PlayerLook.glassRadius
        layer.borderWidth = 1
        layer.borderColor = PlayerLook.hairline.cgColor
        layer.masksToBounds = true
        titleLabel.textColor = .white
        titleLabel.accessibilityTraits = .header
        closeButton.keyName = KeyNames.escape
        scroll.addSubview(page)
        holder.clipsToBounds = true
        for view in [titleLabel, scroll, holder, closeButton] as [UIView] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    var pointerTargets: [any PointerTarget] { tabs as [any PointerTarget] + page.buttons + [closeButton] }
    var tabTitles: [String] { tabs.map(\.title) }
    func tab(_ index: Int) -> PanelTab? { tabs.indices.contains(index) ? tabs[index] : nil }
    /// The control that gets the keys first.
    var firstControl: PlayerControl? {
        tabs.first(where: \.isChosen) ?? (clientHeight == nil ? page.buttons.first : nil) ?? closeButton
    }

    /// - Parameters:
    ///   - titles: the titles of all pages; a single page has a heading instead of tabs.
    ///   - clientHeight: the height of the client's view; nil for the page with the facts.
    func show(titles: [String], chosen: Int, clientHeight: CGFloat?) {
        if titles != tabTitles {
            for tab in tabs { tab.removeFromSuperview() }
            tabs =
                titles.count < 2
                ? []
                : titles.enumerated().map { index, title in
                    let tab = PanelTab(title: title) { [weak self] in self?.choose(index) }
                    addSubview(tab)
                    return tab
                }
        }
        for (index, tab) in tabs.enumerated() { tab.isChosen = index == chosen }
        titleLabel.text = tabs.isEmpty ? titles.first : nil
        accessibilityLabel = titles.indices.contains(chosen) ? titles[chosen] : nil
        self.clientHeight = clientHeight
        scroll.isHidden = clientHeight != nil
        holder.isHidden = clientHeight == nil
        scroll.contentOffset = .zero
        setNeedsLayout()
    }

    /// Scrolls the page by a key.
    func scroll(by points: CGFloat) {
        let most = max(0, scroll.contentSize.height - scroll.bounds.height)
        scroll.contentOffset.y = max(0, min(most, scroll.contentOffset.y + points))
    }

    // MARK: Layout

    private var headerHeight: CGFloat { (Self.headerHeight * max(1, 1 + (PlayerLook.textFactor - 1) * 0.4)).rounded() }

    private func wantedHeight(forWidth width: CGFloat) -> CGFloat {
        headerHeight + (clientHeight ?? page.height(forWidth: width - 2 * Self.padding) + Self.padding)
    }

    /// Places the panel above the controls at the trailing edge, or in the middle of the area where that space is too low.
    func place(in area: CGRect, top: CGFloat, bottom: CGFloat, margin: CGFloat) {
        let room = area.height - top - bottom
        let isLow = room < Self.leastHeight
        let edge = isLow ? min(12, margin) : margin
        let width = max(0, min(PlayerLook.informationWidth, area.width - 2 * edge))
        let height = min(wantedHeight(forWidth: width), isLow ? area.height - 16 : room).rounded()
        let isMirrored = StringTable.current.isRightToLeft
        let x =
            isLow
            ? area.midX - width / 2 : isMirrored ? area.minX + edge : area.maxX - edge - width
        frame = CGRect(
            x: x.rounded(), y: (isLow ? area.midY - height / 2 : area.maxY - bottom - height).rounded(), width: width,
            height: max(0, height))
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isMirrored = StringTable.current.isRightToLeft
        func mirrored(_ rect: CGRect) -> CGRect {
            isMirrored
                ? CGRect(x: bounds.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
        }
        let header = headerHeight
        let side = PlayerLook.buttonSize
        closeButton.frame = mirrored(
            CGRect(x: bounds.width - side - 8, y: ((header - side) / 2).rounded(), width: side, height: side))
        titleLabel.font = PlayerLook.titleFont
        let title = titleLabel.sizeThatFits(.zero)
        let room = max(0, bounds.width - 2 * Self.padding - side)
        titleLabel.frame = mirrored(
            CGRect(
                x: Self.padding, y: ((header - title.height) / 2).rounded(), width: min(title.width, room),
                height: title.height))
        layOutTabs(header, room: room, mirrored)
        let body = CGRect(x: 0, y: header, width: bounds.width, height: max(0, bounds.height - header))
        holder.frame = body
        scroll.frame = body
        let width = max(0, bounds.width - 2 * Self.padding)
        let height = page.height(forWidth: width)
        page.frame = CGRect(x: Self.padding, y: 0, width: width, height: height)
        scroll.contentSize = CGSize(width: body.width, height: height + Self.padding)
    }

    /// Tabs that do not fit become narrower in proportion.
    private func layOutTabs(_ header: CGFloat, room: CGFloat, _ mirrored: (CGRect) -> CGRect) {
        let gap: CGFloat = 6
        let widths = tabs.map { $0.sizeThatFits(.zero).width }
        let total = widths.reduce(0, +)
        let free = room + Self.padding / 2 - gap * CGFloat(max(0, tabs.count - 1))
        let factor = total > free ? max(0, free / max(1, total)) : 1
        var x = Self.padding / 2
        for (tab, width) in zip(tabs, widths) {
            let height = tab.sizeThatFits(.zero).height
            tab.frame = mirrored(
                CGRect(
                    x: x.rounded(), y: ((header - height) / 2).rounded(), width: (width * factor).rounded(.down),
                    height: height))
            x += width * factor + gap
        }
    }
}

/// A tab of the information panel.
final class PanelTab: PlayerControl {
    private let label = UILabel(frame: .zero)
    var isChosen = false {
        didSet {
            accessibilityTraits = isChosen ? [.button, .selected] : .button
            if isChosen != oldValue { setNeedsLayout() }
        }
    }

    init(title: String, action: @escaping @MainActor () -> Void) {
        super.init(frame: .zero)
        label.text = title
        label.font = PlayerLook.titleFont
        label.isAccessibilityElement = false
        addSubview(label)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = title
        addAction(UIAction { _ in action() }, for: .primaryActionTriggered)
    }

    required init?(coder: NSCoder) { nil }

    var title: String { label.text ?? "" }
    override var tooltip: String? { nil }
    override var ringInset: CGPoint { CGPoint(x: -2, y: -2) }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let text = label.sizeThatFits(.zero)
        return CGSize(width: text.width.rounded(.up) + 26, height: text.height.rounded(.up) + 12)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = bounds.height / 2
        let lit: CGFloat =
            isHighlighted
            ? PlayerLook.pressedFill : isHovered || isChosen ? PlayerLook.hoverFill + (isChosen ? 0.06 : 0) : 0
        backgroundColor = lit > 0 ? PlayerLook.white(lit) : nil
        label.textColor = isChosen ? .white : PlayerLook.white(PlayerLook.secondary)
        let size = label.sizeThatFits(.zero)
        let width = min(size.width, max(0, bounds.width - 12))
        label.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: ((bounds.height - size.height) / 2).rounded(), width: width,
            height: size.height)
    }
}
