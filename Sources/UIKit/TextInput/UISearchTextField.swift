import CoreGraphics
import Foundation

/// The text field of a search bar, with a magnifying glass and a button that removes the text.
open class UISearchTextField: UITextField {
    private let glass = UIImageView(image: nil)
    /// Called for the Escape key; returns whether it has had an effect.
    var onEscape: () -> Bool = { false }
    private var hasEscapePress = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        borderStyle = .roundedRect
        clearButtonMode = .whileEditing
        returnKeyType = .search
        autocorrectionType = .no
        glass.contentMode = .center
        leftView = glass
        leftViewMode = .always
        updateGlass()
    }

    public required init?(coder: NSCoder) { nil }

    open override var font: UIFont? { didSet { if font != oldValue { updateGlass() } } }

    private func updateGlass() {
        let size = font?.pointSize ?? 17
        glass.image = UIImage(
            systemName: "magnifyingglass", withConfiguration: UIImage.SymbolConfiguration(pointSize: size))
        glass.bounds = CGRect(x: 0, y: 0, width: (size * 1.7).rounded(), height: (size * 1.3).rounded())
        glass.tintColor = .secondaryLabel
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        glass.tintColor = hasFocusHighlight ? BarLook.inverse : .secondaryLabel
        super.layoutSubviews()
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? TextInputStrings.current.search }
        set { super.accessibilityLabel = newValue }
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let isEscape = isEditing && presses.contains { $0.type == .menu } && traitCollection.userInterfaceIdiom != .tv
        if isEscape, onEscape() { return hasEscapePress = true }
        super.pressesBegan(presses, with: event)
    }

    /// The release of the key that has cancelled the search must not dismiss a controller.
    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if hasEscapePress, presses.contains(where: { $0.type == .menu }) { return hasEscapePress = false }
        super.pressesEnded(presses, with: event)
    }
}
