import CoreGraphics

/// The border of a text field and the images behind its text.
@MainActor final class TextFieldBorder {
    private unowned let field: UITextField
    let frameView = UIView(frame: .zero)
    private let imageView = UIImageView(image: nil)
    var style = UITextField.BorderStyle.none
    var image: UIImage? { didSet { field.setNeedsLayout() } }
    var disabledImage: UIImage? { didSet { field.setNeedsLayout() } }

    init(_ field: UITextField) {
        self.field = field
        frameView.isUserInteractionEnabled = false
        frameView.clipsToBounds = true
    }

    var cornerRadius: CGFloat { style == .roundedRect ? 7 : 0 }

    /// The space between the border and the text.
    var padding: CGFloat {
        switch style {
        case .none: 0
        case .line, .bezel: 5
        case .roundedRect: (field.usedFont.pointSize * 0.47).rounded()
        }
    }

    func layOut() {
        let hasHighlight = field.hasFocusHighlight
        frameView.frame = field.borderRect(forBounds: field.bounds)
        frameView.isHidden = style == .none && !hasHighlight
        frameView.layer.cornerRadius = cornerRadius
        frameView.layer.borderWidth = style == .none || hasHighlight ? 0 : 1
        frameView.layer.borderColor = TextInputStyle.fieldBorder.resolvedColor(with: field.traitCollection).cgColor
        frameView.backgroundColor = hasHighlight ? BarLook.highlight(1) : fill
        placeImage()
    }

    private var fill: UIColor {
        style == .roundedRect && field.backgroundColor == nil ? TextInputStyle.fieldBackground : .clear
    }

    private func placeImage() {
        let used = style == .roundedRect ? nil : field.isEnabled ? image : disabledImage ?? image
        if used != nil, imageView.superview == nil { field.insertSubview(imageView, at: 0) }
        imageView.image = used
        imageView.frame = field.bounds
    }
}
