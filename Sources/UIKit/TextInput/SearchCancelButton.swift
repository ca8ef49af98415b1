import CoreGraphics
import Foundation

/// The button of a search bar that cancels the search.
final class SearchCancelButton: KeyControl {
    private let label = UILabel(frame: .zero)

    override init(frame: CGRect) {
        super.init(frame: frame)
        label.text = TextInputStrings.current.cancel
        label.textAlignment = .center
        label.isAccessibilityElement = false
        accessibilityLabel = label.text
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    func fittingWidth(_ look: BarLook) -> CGFloat {
        label.font = look.buttonFont(isProminent: false)
        return label.sizeThatFits(.zero).width + look.padding * 2
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        label.frame = bounds
        label.textColor = hasFocusHighlight ? BarLook.inverse : tintColor
    }
}
