import CoreGraphics
public import Foundation

/// The view of a list content configuration.
open class UIListContentView: UIView, UIContentView {
    private var content: UIListContentConfiguration
    private let label = UILabel(frame: .zero)
    private let secondaryLabel = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)

    public init(configuration: UIListContentConfiguration) {
        content = configuration
        super.init(frame: .zero)
        for view in [picture, label, secondaryLabel] { addSubview(view) }
        display()
    }

    public required init?(coder: NSCoder) { nil }

    /// Must be a `UIListContentConfiguration`; others are ignored.
    open var configuration: any UIContentConfiguration {
        get { content }
        set {
            guard let new = newValue as? UIListContentConfiguration, new != content else { return }
            content = new
            display()
        }
    }

    private func display() {
        display(content.text, content.textProperties, in: label)
        display(content.secondaryText, content.secondaryTextProperties, in: secondaryLabel)
        let properties = content.imageProperties
        picture.preferredSymbolConfiguration = properties.preferredSymbolConfiguration
        picture.image = content.image
        picture.tintColor = properties.tintColor
        picture.contentMode = .scaleAspectFit
        picture.layer.cornerRadius = properties.cornerRadius
        picture.clipsToBounds = properties.cornerRadius > 0
        setNeedsLayout()
    }

    private func display(_ text: String?, _ properties: UIListContentConfiguration.TextProperties, in label: UILabel) {
        label.text =
            switch properties.transform {
            case .none: text
            case .uppercase: text?.localizedUppercase
            case .lowercase: text?.localizedLowercase
            case .capitalized: text?.localizedCapitalized
            }
        label.accessibilityLabel = properties.transform == .none ? nil : text
        label.font = properties.font
        label.textColor = properties.color
        label.numberOfLines = properties.numberOfLines
        label.lineBreakMode = properties.lineBreakMode
        label.adjustsFontSizeToFitWidth = properties.adjustsFontSizeToFitWidth
        label.minimumScaleFactor = properties.minimumScaleFactor
        label.textAlignment =
            switch properties.alignment {
            case .natural: .natural
            case .center: .center
            case .justified: .justified
            }
        label.isHidden = (text ?? "").isEmpty
    }

    // MARK: Layout

    private func arrangement(width: CGFloat) -> ListContentArrangement {
        let properties = content.imageProperties
        let isSide = content.prefersSideBySideTextAndSecondaryText
        return ListContentArrangement(
            placement: isSide ? .sides : .stacked,
            image: picture.sizeThatFits(.zero).reduced(
                to: properties.maximumSize, orWidth: width / 2),
            reserved: properties.reservedLayoutSize, margins: content.directionalLayoutMargins,
            imageGap: content.imageToTextPadding, textGap: content.textToSecondaryTextVerticalPadding,
            sideGap: content.textToSecondaryTextHorizontalPadding)
    }

    private func frames(width: CGFloat, height: CGFloat?) -> ListContentArrangement.Frames {
        arrangement(width: width).frames(
            width: width, height: height, text: label.measureIfShown, detail: secondaryLabel.measureIfShown)
    }

    /// Where the texts begin, from the leading edge.
    var textStart: CGFloat { arrangement(width: bounds.width).textStart }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: frames(width: size.width, height: nil).height)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let frames = frames(width: bounds.width, height: bounds.height)
        picture.frame = mirroredIfNeeded(frames.image)
        label.frame = mirroredIfNeeded(frames.text)
        secondaryLabel.frame = mirroredIfNeeded(frames.detail)
        align(label, content.textProperties)
        align(secondaryLabel, content.secondaryTextProperties)
    }

    private func align(_ label: UILabel, _ properties: UIListContentConfiguration.TextProperties) {
        guard properties.alignment == .natural else { return }
        label.textAlignment = isRightToLeft ? .right : .left
    }
}

extension UILabel {
    /// Measures the text at a width; nil for a label without text.
    var measureIfShown: ListContentArrangement.Measure? {
        guard let text, !text.isEmpty else { return nil }
        return { [unowned self] width in self.sizeThatFits(CGSize(width: width, height: 0)) }
    }
}

extension CGSize {
    /// Returns the size scaled down to fit into a size, of which a zero length is no limit.
    /// - Parameter width: the greatest width where `limit` has none.
    func reduced(to limit: CGSize, orWidth width: CGFloat) -> CGSize {
        guard self.width > 0, height > 0 else { return .zero }
        let widest = limit.width > 0 ? limit.width : max(1, width)
        let factor = min(1, widest / self.width, limit.height > 0 ? limit.height / height : 1)
        return CGSize(width: (self.width * factor).rounded(), height: (height * factor).rounded())
    }
}
