import CoreGraphics
import Foundation
import UIKit

/// The menu of a button of the transport bar: sections of rows with a check mark, chosen with the focus.
final class TVMenuView: UIView {
    private static let padding: CGFloat = 8
    private static let titleHeight: CGFloat = 40

    private let look: TVLook
    private let scroll = UIScrollView(frame: .zero)
    private var titles: [(section: Int, label: UILabel)] = []
    private(set) var rows: [TVMenuRow] = []
    private let sections: [(title: String?, count: Int)]
    /// Called after a row has been chosen.
    var onDone: @MainActor () -> Void = {}

    init(sections: [MenuSection], look: TVLook) {
        self.look = look
        self.sections = sections.map { ($0.title, $0.rows.count) }
        super.init(frame: .zero)
        backgroundColor = PlayerLook.menuGlass
        layer.cornerRadius = look(PlayerLook.glassRadius)
        layer.borderWidth = 1
        layer.borderColor = PlayerLook.hairline.cgColor
        layer.masksToBounds = true
        scroll.showsVerticalScrollIndicator = false
        addSubview(scroll)
        for (index, section) in sections.enumerated() {
            if let title = section.title, !section.rows.isEmpty {
                let label = UILabel(frame: .zero)
                label.text = title
                label.font = look.font(15, .semibold)
                label.textColor = PlayerLook.white(0.6)
                label.accessibilityTraits = .header
                titles.append((index, label))
                scroll.addSubview(label)
            }
            for row in section.rows {
                let view = TVMenuRow(row, look: look)
                view.addAction(
                    UIAction { [weak self, weak view] _ in
                        view?.content.action()
                        self?.onDone()
                    }, for: .primaryActionTriggered)
                rows.append(view)
                scroll.addSubview(view)
            }
        }
        accessibilityLabel = StringTable.current[.menu]
    }

    required init?(coder: NSCoder) { nil }

    /// The texts of titles and rows; a selected row has a check mark before its text.
    var texts: [String] {
        titles.map { $0.label.text ?? "" }
            + rows.map { ($0.content.isOn ? "\u{2713} " : "") + $0.content.title }
    }

    /// Changes check marks in place. - Returns: false, without a change, if the rows are others.
    func update(_ sections: [MenuSection]) -> Bool {
        let now = sections.flatMap(\.rows)
        guard now.map(\.title) == rows.map(\.content.title) else { return false }
        for (view, row) in zip(rows, now) { view.content = row }
        return true
    }

    /// The selected row, so that the focus enters the menu there.
    override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        (rows.filter(\.content.isOn) + rows.prefix(1)).map { $0 as any UIFocusEnvironment }
    }

    var wantedHeight: CGFloat {
        2 * look(Self.padding) + CGFloat(rows.count) * look(TVLook.menuRowHeight)
            + CGFloat(titles.count) * look(Self.titleHeight)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        scroll.frame = bounds
        let isRight = isLaidOutFromRight
        var y = look(Self.padding)
        var next = 0
        for (index, section) in sections.enumerated() {
            if let label = titles.first(where: { $0.section == index })?.label {
                let size = label.sizeThatFits(.zero)
                let width = min(size.width.rounded(.up), bounds.width - look(36))
                label.frame = CGRect(
                    x: isRight ? bounds.width - look(18) - width : look(18),
                    y: y + look(Self.titleHeight) - size.height - look(6), width: width, height: size.height)
                y += look(Self.titleHeight)
            }
            for row in rows[next..<(next + section.count)] {
                row.place(
                    CGRect(
                        x: look(8), y: y, width: bounds.width - look(16), height: look(TVLook.menuRowHeight)))
                y += look(TVLook.menuRowHeight)
            }
            next += section.count
        }
        scroll.contentSize = CGSize(width: bounds.width, height: y + look(Self.padding))
    }
}

/// One row of a television menu.
final class TVMenuRow: FocusControl {
    private let mark = UIImageView(image: UIImage(systemName: "checkmark"))
    private let label = UILabel(frame: .zero)
    private let badge = UILabel(frame: .zero)
    var content: MenuSection.Row { didSet { showContent() } }

    init(_ content: MenuSection.Row, look: TVLook) {
        self.content = content
        super.init(look: look)
        mark.contentMode = .scaleAspectFit
        label.font = look.font(19, .medium)
        badge.font = look.digits(15, .semibold)
        for view in [mark, label, badge] {
            view.isUserInteractionEnabled = false
            view.isAccessibilityElement = false
            addSubview(view)
        }
        layer.cornerRadius = look(10)
        showContent()
        showFocus(false)
    }

    required init?(coder: NSCoder) { nil }

    private func showContent() {
        label.text = content.title
        badge.text = content.badge
        mark.isHidden = !content.isOn
        accessibilityLabel = content.title
        accessibilityValue = content.isOn ? StringTable.current[.selected] : nil
        accessibilityTraits = content.isOn ? [.button, .selected] : .button
        setNeedsLayout()
    }

    override func showFocus(_ isFocused: Bool) {
        backgroundColor = isFocused ? TVLook.focusedFill : .clear
        label.textColor = isFocused ? TVLook.focusedInk : .white
        badge.textColor = isFocused ? TVLook.focusedInk.withAlphaComponent(0.7) : PlayerLook.white(0.7)
        mark.tintColor = isFocused ? TVLook.focusedInk : .white
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isRight = isLaidOutFromRight
        func mirrored(_ rect: CGRect) -> CGRect {
            isRight
                ? CGRect(x: bounds.width - rect.maxX, y: rect.minY, width: rect.width, height: rect.height) : rect
        }
        let side = look(18)
        mark.frame = mirrored(CGRect(x: look(12), y: (bounds.height - side) / 2, width: side, height: side))
        let end = badge.text == nil ? .zero : badge.sizeThatFits(.zero)
        badge.frame = mirrored(
            CGRect(
                x: bounds.width - look(14) - end.width, y: ((bounds.height - end.height) / 2).rounded(),
                width: end.width, height: end.height))
        let size = label.sizeThatFits(.zero)
        let width = min(size.width.rounded(.up), max(0, bounds.width - look(42) - look(24) - end.width))
        label.frame = mirrored(
            CGRect(x: look(42), y: ((bounds.height - size.height) / 2).rounded(), width: width, height: size.height))
    }
}
