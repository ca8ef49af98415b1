import CoreGraphics
public import Foundation

/// A text field for a search, with a button that cancels it.
open class UISearchBar: UIView {
    public enum Style: UInt, Sendable {
        case `default` = 0
        case prominent
        /// Without a background.
        case minimal
    }

    open weak var delegate: (any UISearchBarDelegate)?
    /// The field of the text. Its delegate is the bar's own.
    open var searchTextField: UISearchTextField { field }

    private let field = UISearchTextField(frame: .zero)
    private let cancelButton = SearchCancelButton(frame: .zero)
    private lazy var fieldDelegate = SearchFieldDelegate(self)

    public override init(frame: CGRect) {
        super.init(frame: frame)
        field.delegate = fieldDelegate
        field.addAction(
            UIAction { [weak self] _ in
                if let self { delegate?.searchBar(self, textDidChange: field.text ?? "") }
            }, for: .editingChanged)
        field.onEscape = { [weak self] in
            guard let self, showsCancelButton else { return false }
            cancel()
            return true
        }
        cancelButton.isHidden = true
        cancelButton.addAction(UIAction { [weak self] _ in self?.cancel() }, for: .primaryActionTriggered)
        addSubview(field)
        addSubview(cancelButton)
    }

    public required init?(coder: NSCoder) { nil }

    /// The text; never nil.
    open var text: String? {
        get { field.text }
        set { field.text = newValue }
    }
    open var placeholder: String? {
        get { field.placeholder }
        set { field.placeholder = newValue }
    }
    open var searchBarStyle = Style.default { didSet { setNeedsLayout() } }
    /// The color of the bar's background.
    open var barTintColor: UIColor? { didSet { setNeedsLayout() } }

    open var showsCancelButton: Bool {
        get { !cancelButton.isHidden }
        set { setShowsCancelButton(newValue, animated: false) }
    }

    open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
        guard showsCancelButton != self.showsCancelButton else { return }
        cancelButton.isHidden = !showsCancelButton
        setNeedsLayout()
        guard animated, window != nil else { return }
        UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() }
    }

    private func cancel() { delegate?.searchBarCancelButtonClicked(self) }

    // MARK: First responder

    open override var canBecomeFirstResponder: Bool { field.canBecomeFirstResponder }
    open override var isFirstResponder: Bool { field.isFirstResponder }
    @discardableResult open override func becomeFirstResponder() -> Bool { field.becomeFirstResponder() }
    @discardableResult open override func resignFirstResponder() -> Bool { field.resignFirstResponder() }

    // MARK: Layout

    private var look: BarLook { BarLook(traitCollection) }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: look.height + look.gap * 3)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: intrinsicContentSize.height)
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let background = searchBarStyle == .minimal ? nil : barTintColor ?? BarLook.background
        layer.backgroundColor = (backgroundColor ?? background)?.resolvedColor(with: traitCollection).cgColor
        field.font = look.searchFont
        let height = min(bounds.height, look.segmentHeight * 36 / 32).rounded()
        let edge = look.edge
        let cancelWidth = showsCancelButton ? cancelButton.fittingWidth(look) + look.gap : 0
        let y = ((bounds.height - height) / 2).rounded()
        field.frame = mirroredIfNeeded(
            CGRect(x: edge, y: y, width: max(0, bounds.width - edge * 2 - cancelWidth), height: height))
        let start = max(edge, bounds.width - edge - cancelWidth + look.gap)
        cancelButton.frame = mirroredIfNeeded(
            CGRect(x: start, y: y, width: max(0, cancelWidth - look.gap), height: height))
    }
}
