import CoreGraphics
import Foundation
import UIKit

/// A menu on a dark translucent background: sections of rows with a check mark, operated by pointer or keys.
///
/// Each row is a view of its own, so that hit testing and assistive technology find it. A menu higher than its frame scrolls.
final class GlassMenuView: UIView, PointerTarget {
    private let rowsView = UIView(frame: .zero)
    private let geometry: MenuGeometry
    private let titles: [String?]
    /// Whether rows have pictures, so that the menu is a wider list that opens at its selected row.
    let hasPictures: Bool
    private var isPlaced = false
    private var rows: [Int: MenuRowView] = [:]
    private var others: [(slot: Int, view: UIView)] = []
    private var offset = 0.0
    private let scrollMark = UIView(frame: .zero)

    /// The row under the pointer, or the row that was last selected by key.
    private var current: Int? {
        didSet {
            guard current != oldValue else { return }
            if let oldValue { rows[oldValue]?.isLit = false }
            if let current { rows[current]?.isLit = true }
        }
    }

    /// Called with a row that was pressed. The receiver performs the row's action.
    var onChoose: @MainActor (MenuSection.Row) -> Void = { _ in }
    /// Whether one of the rows receives the keys.
    var hasKeys: Bool { rows.values.contains(where: \.isFirstResponder) }

    var isHovered = false { didSet { if !isHovered { current = nil } } }

    init(sections: [MenuSection]) {
        geometry = Self.geometry(of: sections)
        titles = sections.map(\.title)
        hasPictures = sections.contains(where: \.hasPictures)
        super.init(frame: CGRect(x: 0, y: 0, width: PlayerLook.menuWidth, height: geometry.height))
        backgroundColor = PlayerLook.menuGlass
        layer.cornerRadius = PlayerLook.glassRadius
        layer.borderWidth = 1
        layer.borderColor = PlayerLook.hairline.cgColor
        layer.masksToBounds = true
        addSubview(rowsView)
        for (index, slot) in geometry.slots.enumerated() {
            switch slot.element {
            case .separator:
                let line = UIView(frame: .zero)
                line.backgroundColor = PlayerLook.hairline
                add(line, slot: index)
            case .title(let section):
                let label = UILabel(frame: .zero)
                label.text = sections[section].title
                label.font = PlayerLook.menuTitleFont
                label.textColor = PlayerLook.white(PlayerLook.isHighContrast ? 1 : 0.62)
                label.accessibilityTraits = .header
                add(label, slot: index)
            case .row(let section, let row):
                let view = MenuRowView(sections[section].rows[row])
                view.addAction(
                    UIAction { [weak self, weak view] _ in
                        if let view { self?.onChoose(view.content) }
                    }, for: .primaryActionTriggered)
                view.onGain = { [weak self] in self?.show(index) }
                rows[index] = view
                rowsView.addSubview(view)
            }
        }
        scrollMark.backgroundColor = PlayerLook.white(0.35)
        scrollMark.layer.cornerRadius = 1.5
        scrollMark.isUserInteractionEnabled = false
        addSubview(scrollMark)
        accessibilityLabel = StringTable.current[.menu]
    }

    required init?(coder: NSCoder) { nil }

    private func add(_ view: UIView, slot: Int) {
        view.isUserInteractionEnabled = false
        rowsView.addSubview(view)
        others.append((slot, view))
    }

    private static func geometry(of sections: [MenuSection]) -> MenuGeometry {
        MenuGeometry(
            sections: sections.map { ($0.rows.count, $0.title != nil) }, rowHeight: Double(PlayerLook.menuRowHeight),
            heights: sections.map {
                Double($0.hasPictures ? PlayerLook.pictureRowHeight : PlayerLook.menuRowHeight)
            },
            titleHeight: MenuGeometry.titleHeight * Double(max(1, PlayerLook.textFactor)))
    }

    /// Changes check marks and texts of the rows in place, so that the highlighted row and the scroll offset stay.
    /// - Returns: false, without a change, if the sections have other titles or another number of rows.
    func update(_ sections: [MenuSection]) -> Bool {
        guard Self.geometry(of: sections) == geometry, sections.map(\.title) == titles else { return false }
        for (index, slot) in geometry.slots.enumerated() {
            if case .row(let section, let row) = slot.element { rows[index]?.content = sections[section].rows[row] }
        }
        requestPictures()
        return true
    }

    var wantedHeight: CGFloat { CGFloat(geometry.height) }
    var wantedWidth: CGFloat { hasPictures ? PlayerLook.pictureMenuWidth : PlayerLook.menuWidth }

    /// The first selected row.
    private var selectedSlot: Int? { rows.filter(\.value.content.isOn).keys.min() }

    override func layoutSubviews() {
        super.layoutSubviews()
        if hasPictures, !isPlaced, bounds.height > 0 {
            isPlaced = true
            if let selectedSlot {
                offset = geometry.scroll(toShow: selectedSlot, from: offset, visible: Double(bounds.height))
            }
        }
        offset = geometry.clamp(offset, visible: Double(bounds.height))
        rowsView.frame = CGRect(x: 0, y: -offset, width: Double(bounds.width), height: geometry.height)
        for (index, view) in rows {
            let slot = geometry.slots[index]
            view.frame = CGRect(x: 0, y: slot.top, width: Double(bounds.width), height: slot.height)
        }
        requestPictures()
        for (index, view) in others {
            let slot = geometry.slots[index]
            switch slot.element {
            case .separator:
                view.frame = CGRect(
                    x: 0, y: slot.top + (slot.height / 2).rounded(.down), width: Double(bounds.width), height: 1)
            default:
                let room = Double(bounds.width) - 34
                let width = min(room, Double(view.sizeThatFits(.zero).width))
                let x = StringTable.current.isRightToLeft ? 17 + room - width : 17
                view.frame = CGRect(x: x, y: slot.top, width: width, height: slot.height)
            }
        }
        let isScrolling = geometry.height > Double(bounds.height) + 0.5
        scrollMark.isHidden = !isScrolling
        if isScrolling {
            let room = Double(bounds.height) - 12
            let length = max(24, room * Double(bounds.height) / geometry.height)
            let part = offset / max(1, geometry.height - Double(bounds.height))
            scrollMark.frame = CGRect(
                x: StringTable.current.isRightToLeft ? 3 : Double(bounds.width) - 6, y: 6 + (room - length) * part,
                width: 3, height: length)
        }
    }

    /// Requests the pictures of the rows that are visible, from the top.
    private func requestPictures() {
        guard hasPictures else { return }
        for (index, view) in rows.sorted(by: { $0.key < $1.key }) {
            let slot = geometry.slots[index]
            if slot.top + slot.height > offset, slot.top < offset + Double(bounds.height) { view.requestPicture() }
        }
    }

    // MARK: Input

    func pointerMoved(to point: CGPoint) {
        current = geometry.row(at: Double(point.y) + offset)
    }

    func scroll(by points: Double) {
        offset = geometry.clamp(offset + points, visible: Double(bounds.height))
        setNeedsLayout()
    }

    func moveSelection(by step: Int) {
        // A list with pictures is entered at its selected row.
        let entry = current == nil && hasPictures ? selectedSlot : nil
        guard let next = entry ?? geometry.row(after: current, by: step) else { return }
        // The row gets the keys, so that assistive technology reports it.
        if rows[next]?.becomeFirstResponder() != true { show(next) }
    }

    /// Highlights a row and scrolls it into view.
    private func show(_ slot: Int) {
        current = slot
        offset = geometry.scroll(toShow: slot, from: offset, visible: Double(bounds.height))
        setNeedsLayout()
    }

    /// Opens the page of the highlighted row.
    /// - Returns: false if the row has no page.
    func choosePage() -> Bool {
        guard let current, let row = rows[current], case .page = row.content.role else { return false }
        row.sendActions(for: .primaryActionTriggered)
        return true
    }

    func chooseSelection() {
        guard let current else { return }
        rows[current]?.sendActions(for: .primaryActionTriggered)
    }
}

/// One row of a menu. In a right-to-left language the check mark is at the right and the badge at the left.
final class MenuRowView: PlayerControl {
    private let mark = UIImageView(image: nil)
    private let label = UILabel(frame: .zero)
    private let badge = UILabel(frame: .zero)
    private let badgeFrame = UIView(frame: .zero)

    private let chevron = UIImageView(image: nil)
    private var picture: RowPictureView?
    /// Called when the row gets the keys.
    var onGain: @MainActor () -> Void = {}

    var isLit = false { didSet { if isLit != oldValue { setNeedsLayout() } } }
    var content: MenuSection.Row { didSet { showContent() } }

    init(_ content: MenuSection.Row) {
        self.content = content
        super.init(frame: .zero)
        let isMirrored = StringTable.current.isRightToLeft
        chevron.image = UIImage(systemName: isMirrored ? "chevron.left" : "chevron.right")
        chevron.tintColor = PlayerLook.white(PlayerLook.secondary)
        chevron.contentMode = .scaleAspectFit
        mark.tintColor = .white
        mark.contentMode = .scaleAspectFit
        label.font = PlayerLook.menuFont
        label.textColor = .white
        badge.font = PlayerLook.badgeFont
        badge.textColor = PlayerLook.white(0.9)
        badge.textAlignment = .center
        badgeFrame.layer.borderWidth = 1
        badgeFrame.layer.borderColor = PlayerLook.white(0.6).cgColor
        badgeFrame.layer.cornerRadius = 4
        for view in [mark, label, badgeFrame, badge, chevron] {
            view.isUserInteractionEnabled = false
            view.isAccessibilityElement = false
            addSubview(view)
        }
        isAccessibilityElement = true
        showContent()
    }

    required init?(coder: NSCoder) { nil }

    override var tooltip: String? { nil }
    override var ringInset: CGPoint { CGPoint(x: 2, y: 1) }
    override var ringRadius: CGFloat { 8 }

    @discardableResult
    override func becomeFirstResponder() -> Bool {
        guard super.becomeFirstResponder() else { return false }
        onGain()
        return true
    }

    private var isPage: Bool { if case .page = content.role { true } else { false } }
    private var isBack: Bool { if case .back = content.role { true } else { false } }

    private func showContent() {
        let isMirrored = StringTable.current.isRightToLeft
        mark.image = UIImage(systemName: isBack ? isMirrored ? "chevron.right" : "chevron.left" : "checkmark")
        mark.isHidden = !(content.isOn || isBack)
        chevron.isHidden = !isPage
        if label.text != content.title || badge.text != content.badge {
            label.text = content.title
            badge.text = content.badge
            badge.isHidden = content.badge == nil
            badgeFrame.isHidden = badge.isHidden || !content.isBadgeFramed
            setNeedsLayout()
        }
        showPicture()
        accessibilityLabel = content.title
        let strings = StringTable.current
        let selected = content.isOn ? strings[.selected] : nil
        accessibilityValue =
            content.spokenBadge.map { [$0, selected].compactMap { $0 }.joined(separator: strings[.listSeparator]) }
            ?? selected ?? content.badge
        accessibilityTraits = content.isOn ? [.button, .selected] : .button
    }

    private func showPicture() {
        guard let place = content.picture?.place else {
            picture?.removeFromSuperview()
            picture = nil
            return
        }
        let view = picture ?? RowPictureView(frame: .zero)
        if picture == nil {
            picture = view
            addSubview(view)
            badge.font = PlayerLook.pictureTimeFont
            badge.textColor = PlayerLook.white(PlayerLook.secondary)
            setNeedsLayout()
        }
        view.show(place: place, isPresent: content.isOn)
        badgeFrame.isHidden = true
    }

    /// The picture of the row; nil before it is known.
    var image: CGImage? { picture?.image }

    /// Requests the picture unless that has been done.
    func requestPicture() {
        guard let picture, let source = content.picture, picture.needsRequest else { return }
        picture.needsRequest = false
        source.request { [weak picture] image in
            guard let picture, picture.place == source.place else { return }
            picture.image = image
        }
    }

    /// The left edge of the text or picture, beside the check mark.
    private var textLeft: CGFloat { 24 + PlayerLook.markSize }

    override func layoutSubviews() {
        super.layoutSubviews()
        let height = bounds.height
        backgroundColor =
            isHighlighted
            ? PlayerLook.white(PlayerLook.pressedFill) : isLit ? PlayerLook.white(PlayerLook.hoverFill) : nil
        let side = PlayerLook.markSize
        mark.frame = CGRect(x: 15, y: (height - side) / 2, width: side, height: side)
        var right = bounds.width - 17
        if !chevron.isHidden {
            let side = PlayerLook.arrowSize
            chevron.frame = CGRect(x: right - side, y: (height - side) / 2, width: side, height: side)
            right -= side + 6
        }
        if let picture {
            layOut(picture)
        } else if !badge.isHidden {
            var size = badge.sizeThatFits(.zero)
            size.width = min(size.width, ((bounds.width - 17 - textLeft) / 2).rounded())
            badgeFrame.frame = CGRect(
                x: right - size.width - 10, y: ((height - size.height - 4) / 2).rounded(), width: size.width + 10,
                height: size.height + 4)
            badge.frame = CGRect(
                x: right - size.width - 5, y: ((height - size.height) / 2).rounded(), width: size.width,
                height: size.height)
            right = badgeFrame.frame.minX - 8
        }
        if picture == nil {
            let size = label.sizeThatFits(.zero)
            label.frame = CGRect(
                x: textLeft, y: ((height - size.height) / 2).rounded(),
                width: max(0, min(size.width, right - textLeft)), height: size.height)
        }
        guard StringTable.current.isRightToLeft else { return }
        for view in [mark, chevron, badgeFrame, badge, label] + [picture].compactMap({ $0 }) {
            view.frame.origin.x = bounds.width - view.frame.maxX
        }
    }

    /// Places the picture, the title beside it in up to two lines, and the label below the title.
    private func layOut(_ picture: RowPictureView) {
        let height = bounds.height
        let pictureHeight = height - 12
        picture.frame = CGRect(
            x: textLeft, y: 6, width: min((pictureHeight * 16 / 9).rounded(), max(0, bounds.width * 0.4)),
            height: pictureHeight)
        let left = picture.frame.maxX + 12
        let room = max(0, bounds.width - 14 - left)
        label.numberOfLines = 2
        let title = label.sizeThatFits(CGSize(width: room, height: 0))
        let time = badge.sizeThatFits(.zero)
        let top = ((height - title.height - time.height - 2) / 2).rounded()
        label.frame = CGRect(x: left, y: top, width: min(title.width.rounded(.up), room), height: title.height)
        badge.frame = CGRect(
            x: left, y: label.frame.maxY + 2, width: min(time.width.rounded(.up), room), height: time.height)
    }
}
