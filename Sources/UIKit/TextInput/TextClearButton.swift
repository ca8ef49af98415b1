import CoreGraphics
import Foundation

/// The button that removes the text of a field.
final class TextClearButton: UIControl {
    private let image = UIImageView(image: nil)

    override init(frame: CGRect) {
        super.init(frame: frame)
        image.contentMode = .scaleAspectFit
        addSubview(image)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = TextInputStrings.current.clear
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let configuration = UIImage.SymbolConfiguration(pointSize: bounds.height * 0.85)
        image.image = UIImage(systemName: "xmark.circle.fill", withConfiguration: configuration)
        image.tintColor = tintColor
        image.alpha = isHighlighted ? 1 : 0.75
        image.frame = bounds
    }
}
