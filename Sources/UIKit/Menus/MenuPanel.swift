import CoreGraphics
import Foundation

/// The rows of a menu on a material, which scroll where they have no room.
final class MenuPanel: UIView {
    enum Choice {
        case back
        case submenu(UIMenu)
        /// An action, with the menu that contains it.
        case action(UIAction, in: UIMenu)
    }

    /// An element of a menu in the order of display.
    enum Element {
        case line
        case title(String)
        case submenu(UIMenu)
        case action(UIAction, in: UIMenu)
    }

    static let width: CGFloat = 250
    private static let lineHeight: CGFloat = 9
    private static let margin: CGFloat = 5

    private let scroll = UIScrollView(frame: .zero)
    private var views: [UIView] = []
    /// Called with the row that was pressed.
    var onChoose: @MainActor (Choice) -> Void = { _ in }

    init() {
        super.init(frame: .zero)
        backgroundColor = .tertiarySystemBackground
        layer.cornerRadius = 12
        layer.borderWidth = 1
        clipsToBounds = true
        addSubview(scroll)
    }

    required init?(coder: NSCoder) { nil }

    /// Returns the visible elements: inline menus are sections, and lines separate sections.
    static func elements(of menu: UIMenu) -> [Element] {
        var sections: [[Element]] = [[]]
        for child in menu.children {
            if let action = child as? UIAction {
                if !action.attributes.contains(.hidden) {
                    sections[sections.count - 1].append(.action(action, in: menu))
                }
            } else if let submenu = child as? UIMenu {
                let inner = elements(of: submenu)
                if inner.isEmpty { continue }
                guard submenu.options.contains(.displayInline) else {
                    sections[sections.count - 1].append(.submenu(submenu))
                    continue
                }
                sections.append((submenu.title.isEmpty ? [] : [.title(submenu.title)]) + inner)
                sections.append([])
            }
        }
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [.line]))
    }

    func show(_ menu: UIMenu, isSubmenu: Bool) {
        for view in views { view.removeFromSuperview() }
        views = []
        if isSubmenu {
            add(MenuRow(title: menu.title, mark: isRightToLeft ? "chevron.right" : "chevron.left"), .back)
        } else if !menu.title.isEmpty {
            add(Self.makeTitle(menu.title))
        }
        for element in Self.elements(of: menu) {
            switch element {
            case .line: add(Self.makeLine())
            case .title(let title): add(Self.makeTitle(title))
            case .submenu(let submenu):
                add(MenuRow(submenu, isMirrored: isRightToLeft), .submenu(submenu))
            case .action(let action, let menu): add(MenuRow(action), .action(action, in: menu))
            }
        }
        scroll.contentOffset = .zero
        setNeedsLayout()
    }

    private func add(_ view: UIView) {
        views.append(view)
        scroll.addSubview(view)
    }

    private func add(_ row: MenuRow, _ choice: Choice) {
        row.addAction(UIAction { [weak self] _ in self?.onChoose(choice) }, for: .primaryActionTriggered)
        add(row)
    }

    private static func makeLine() -> UIView {
        let view = UIView(frame: .zero)
        view.backgroundColor = .separator
        return view
    }

    private static func makeTitle(_ text: String) -> UILabel {
        let label = UILabel(frame: .zero)
        label.text = text
        label.font = .systemFont(ofSize: 13)
        label.textColor = .secondaryLabel
        label.accessibilityTraits = .header
        return label
    }

    // MARK: Layout

    private func height(of view: UIView) -> CGFloat {
        if let row = view as? MenuRow { return row.height }
        return view is UILabel ? 28 : Self.lineHeight
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let widest = views.compactMap { ($0 as? MenuRow)?.fittingWidth }.max() ?? 0
        return CGSize(
            width: max(Self.width, min(widest + Self.margin * 2, size.width / 2)),
            height: views.map(height).reduce(0, +) + Self.margin * 2)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.borderColor = UIColor.separator.resolvedColor(with: traitCollection).cgColor
        scroll.frame = bounds
        var top = Self.margin
        for view in views {
            let height = height(of: view)
            view.frame = CGRect(x: Self.margin, y: top, width: max(0, bounds.width - Self.margin * 2), height: height)
            if view is UILabel { view.frame = view.frame.insetBy(dx: 12, dy: 0) }
            if !(view is UILabel || view is MenuRow) {
                view.frame = view.frame.insetBy(dx: 8, dy: (Self.lineHeight - 1) / 2)
            }
            top += height
        }
        scroll.contentSize = CGSize(width: bounds.width, height: top + Self.margin)
    }

    // MARK: Keys

    /// Gives the keys to the next (1) or previous (-1) row; the first one follows the last.
    func moveKeys(by step: Int) {
        let rows = views.compactMap { $0 as? MenuRow }.filter(\.canBecomeFirstResponder)
        guard !rows.isEmpty else { return }
        let place = rows.firstIndex(where: \.isFirstResponder).map { $0 + step } ?? (step > 0 ? 0 : rows.count - 1)
        let row = rows[(place % rows.count + rows.count) % rows.count]
        row.becomeFirstResponder()
        scroll.scrollRectToVisible(row.frame, animated: false)
    }
}
