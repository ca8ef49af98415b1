import CoreGraphics
import Foundation

/// A row of a menu: a mark, a title with a subtitle, and an image or an arrow.
final class MenuRow: KeyControl {
    private let mark = UIImageView(image: nil)
    private let label = UILabel(frame: .zero)
    private let detail = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)
    private var isDestructive = false

    private static let side: CGFloat = 16
    private static let padding: CGFloat = 10

    /// - Parameter mark: the name of the symbol before the title.
    init(title: String, subtitle: String? = nil, image: UIImage? = nil, mark: String?) {
        super.init(frame: .zero)
        for view in [self.mark, label, detail, picture] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
        let look = UIImage.SymbolConfiguration(pointSize: Self.side)
        for view in [self.mark, picture] {
            view.preferredSymbolConfiguration = look
            view.contentMode = .scaleAspectFit
        }
        self.mark.image = mark.flatMap { UIImage(systemName: $0) }
        picture.image = image
        label.text = title
        detail.text = subtitle
        accessibilityLabel = title
        accessibilityValue = subtitle
    }

    convenience init(_ action: UIAction) {
        let mark: String? =
            switch action.state {
            case .on: "checkmark"
            case .mixed: "minus"
            case .off: nil
            }
        self.init(title: action.title, subtitle: action.subtitle, image: action.image, mark: mark)
        isEnabled = !action.attributes.contains(.disabled)
        isDestructive = action.attributes.contains(.destructive)
        if action.state == .on { accessibilityTraits = [.button, .selected] }
    }

    convenience init(_ menu: UIMenu, isMirrored: Bool) {
        let arrow = UIImage(systemName: isMirrored ? "chevron.left" : "chevron.right")
        self.init(title: menu.title, subtitle: menu.subtitle, image: arrow, mark: nil)
        isDestructive = menu.options.contains(.destructive)
    }

    required init?(coder: NSCoder) { nil }

    private var factor: CGFloat { traitCollection.preferredContentSizeCategory.factor }
    private var hasDetail: Bool { !(detail.text ?? "").isEmpty }
    var height: CGFloat { ((hasDetail ? 48 : 34) * max(1, factor)).rounded() }

    private func prepare() {
        label.font = .systemFont(ofSize: 15 * factor)
        detail.font = .systemFont(ofSize: 12 * factor)
    }

    var fittingWidth: CGFloat {
        prepare()
        return max(label.sizeThatFits(.zero).width, detail.sizeThatFits(.zero).width) + Self.side * 2
            + Self.padding * 4
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        prepare()
        let color: UIColor = hasFocusHighlight ? BarLook.inverse : isDestructive ? .systemRed : .label
        label.textColor = color
        detail.textColor = hasFocusHighlight ? BarLook.inverse : .secondaryLabel
        for view in [mark, picture] { view.tintColor = color }
        for view in [mark, label, detail, picture] { view.alpha = isEnabled ? 1 : 0.35 }
        let (side, padding) = (Self.side, Self.padding)
        let middle = ((bounds.height - side) / 2).rounded()
        mark.frame = mirroredIfNeeded(CGRect(x: padding, y: middle, width: side, height: side))
        picture.frame = mirroredIfNeeded(
            CGRect(x: bounds.width - padding - side, y: middle, width: side, height: side))
        let left = padding * 2 + side
        let room = max(0, bounds.width - left - padding - (picture.image == nil ? 0 : side + padding))
        let (first, second) = (label.sizeThatFits(.zero), hasDetail ? detail.sizeThatFits(.zero) : .zero)
        let top = ((bounds.height - first.height - second.height) / 2).rounded()
        label.frame = mirroredIfNeeded(
            CGRect(x: left, y: top, width: min(room, first.width.rounded(.up)), height: first.height))
        detail.frame = mirroredIfNeeded(
            CGRect(
                x: left, y: top + first.height, width: min(room, second.width.rounded(.up)), height: second.height))
    }
}
