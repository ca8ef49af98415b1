import CoreGraphics

/// A segment of a segmented control.
final class SegmentButton: KeyControl {
    private let label = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)
    /// The width that the client has set; 0: that of the content.
    var width: CGFloat = 0
    /// Whether the segment is the selected one, rather than pressed.
    var isCurrent = false { didSet { if isCurrent != oldValue { stateDidChange() } } }
    var title: String? { didSet { show() } }
    var image: UIImage? { didSet { show() } }

    init(title: String?, image: UIImage?) {
        self.title = title
        self.image = image
        super.init(frame: .zero)
        for view in [label, picture] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
        label.textAlignment = .center
        picture.contentMode = .scaleAspectFit
        picture.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 16)
        show()
    }

    required init?(coder: NSCoder) { nil }

    private func show() {
        label.text = title
        picture.image = image
        accessibilityLabel = title
        setNeedsLayout()
    }

    override var accessibilityTraits: UIAccessibilityTraits {
        get { isCurrent ? super.accessibilityTraits.union(.selected) : super.accessibilityTraits }
        set { super.accessibilityTraits = newValue.subtracting(.selected) }
    }

    private func setFont() { label.font = BarLook(traitCollection).segmentFont(isBold: isCurrent) }

    var fittingWidth: CGFloat {
        if width > 0 { return width }
        setFont()
        return max(image == nil ? label.sizeThatFits(.zero).width : picture.sizeThatFits(.zero).width, 20) + 24
    }

    override var highlightFrame: CGRect { bounds.insetBy(dx: 2, dy: 2) }
    override var highlightRadius: CGFloat { 7 }

    override func layoutSubviews() {
        super.layoutSubviews()
        setFont()
        label.isHidden = image != nil
        label.textColor = hasFocusHighlight ? BarLook.inverse : .label
        picture.tintColor = label.textColor
        for view in [label, picture] {
            view.alpha = isEnabled ? 1 : 0.35
            view.frame = bounds.insetBy(dx: 4, dy: 0)
        }
        label.frame = bounds.insetBy(dx: 6, dy: 0)
    }
}
