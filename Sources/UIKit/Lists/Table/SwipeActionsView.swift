import CoreGraphics
import Foundation

/// The buttons behind a row that is swiped. They share the visible width.
final class SwipeActionsView: UIView {
    let isTrailing: Bool
    let configuration: UISwipeActionsConfiguration
    private let buttons: [SwipeActionButton]

    init(
        _ configuration: UISwipeActionsConfiguration, isTrailing: Bool, perform: @escaping (UIContextualAction) -> Void
    ) {
        self.configuration = configuration
        self.isTrailing = isTrailing
        buttons = configuration.actions.map { action in
            let button = SwipeActionButton(action)
            button.addAction(UIAction { _ in perform(action) }, for: .primaryActionTriggered)
            return button
        }
        super.init(frame: .zero)
        clipsToBounds = true
        for button in buttons { addSubview(button) }
    }

    required init?(coder: NSCoder) { nil }

    /// The width at which all titles are visible.
    var naturalWidth: CGFloat { buttons.reduce(0) { $0 + $1.naturalWidth } }

    override func layoutSubviews() {
        super.layoutSubviews()
        let natural = naturalWidth
        guard natural > 0 else { return }
        // The first action is at the edge of the row.
        let isFromRight = isTrailing != isRightToLeft
        var place: CGFloat = 0
        for button in isFromRight ? buttons.reversed() : buttons {
            let width = bounds.width * button.naturalWidth / natural
            button.frame = CGRect(x: place, y: 0, width: width, height: bounds.height)
            place += width
        }
    }
}

/// The button of an action behind a row.
final class SwipeActionButton: UIControl {
    private let action: UIContextualAction
    private let title = UILabel(frame: .zero)
    private let image = UIImageView(image: nil)

    private static let leastWidth: CGFloat = 74
    private static let margin: CGFloat = 16

    init(_ action: UIContextualAction) {
        self.action = action
        super.init(frame: .zero)
        clipsToBounds = true
        title.text = action.title
        title.textAlignment = .center
        title.textColor = .white
        image.image = action.image
        image.tintColor = .white
        image.contentMode = .center
        addSubview(image)
        addSubview(title)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = action.title
    }

    required init?(coder: NSCoder) { nil }

    var naturalWidth: CGFloat { max(Self.leastWidth, title.sizeThatFits(.zero).width + Self.margin * 2) }

    override func layoutSubviews() {
        super.layoutSubviews()
        let look = TableLook(traitCollection)
        title.font = look.font(.body)
        backgroundColor = action.backgroundColor ?? (action.style == .destructive ? .systemRed : .systemGray)
        alpha = isHighlighted ? 0.8 : 1
        // While the row moves, titles keep their width and are cut off at the edges.
        let width = max(bounds.width, naturalWidth)
        let picture = action.image?.size.height ?? 0
        // A low row has no space for both.
        title.isHidden = picture > 0 && picture + title.sizeThatFits(.zero).height + Self.margin / 2 > bounds.height
        let text = title.isHidden ? 0 : title.sizeThatFits(.zero).height
        let top = ((bounds.height - picture - text) / 2).rounded()
        let left = (bounds.width - width) / 2
        image.frame = CGRect(x: left, y: top, width: width, height: picture)
        title.frame = CGRect(x: left, y: top + picture, width: width, height: text)
    }
}
