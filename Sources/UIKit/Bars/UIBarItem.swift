public import Foundation

/// The base class of the items of bars: a title or an image, and whether the item can be used.
@preconcurrency @MainActor open class UIBarItem: NSObject {
    open var title: String? { didSet { if title != oldValue { didChange() } } }
    open var image: UIImage? { didSet { if image !== oldValue { didChange() } } }
    open var isEnabled = true { didSet { if isEnabled != oldValue { didChange() } } }
    /// The distances by which the image is moved from its place, in points.
    open var imageInsets = UIEdgeInsets.zero { didSet { if imageInsets != oldValue { didChange() } } }
    /// A number for the client, which finds the item by it.
    open var tag = 0

    open var accessibilityIdentifier: String? { didSet { didChange() } }
    /// The spoken name; nil: the title, or the name of a system item.
    open var accessibilityLabel: String? { didSet { didChange() } }
    open var accessibilityHint: String? { didSet { didChange() } }
    open var accessibilityValue: String? { didSet { didChange() } }

    /// The attributes of the title by the raw value of a state.
    private var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]
    /// The view that displays the item.
    weak var display: (any BarItemDisplay)?

    public override init() {
        super.init()
    }

    public required init?(coder: NSCoder) { nil }

    /// Sets the font (`.font`) and color (`.foregroundColor`) of the title in a state. States without attributes have those of `.normal`.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        self.attributes[state.rawValue] = attributes
        didChange()
    }

    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        attributes[state.rawValue]
    }

    /// The attributes in a state: its own ones, completed by those of the normal state.
    func effectiveAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any] {
        let normal = attributes[UIControl.State.normal.rawValue] ?? [:]
        return normal.merging(attributes[state.rawValue] ?? [:]) { _, own in own }
    }

    func didChange() { display?.barItemDidChange() }
}

/// A view that displays a bar item and follows its changes.
@MainActor protocol BarItemDisplay: AnyObject {
    func barItemDidChange()
}
