import CoreGraphics
public import Foundation

/// A header or footer of a section: a text, or the client's views in `contentView`. Reused as cells are.
open class UITableViewHeaderFooterView: UIView {
    open private(set) var contentView = UIView(frame: .zero)
    open private(set) var reuseIdentifier: String?
    private let label = UILabel(frame: .zero)
    private let detailLabel = UILabel(frame: .zero)
    private let plate = UIView(frame: .zero)
    private var configuredView: (any UIView & UIContentView)?
    /// The style of the table and the kind of the view, which determine the look of the text. Set by the table.
    var look = (style: UITableView.Style.plain, kind: TableKind.header) { didSet { updateLook() } }
    /// The font that was set last. One that the client has set does not follow the text size.
    private var ownFont: UIFont?

    /// The argument of views that are made from registered classes.
    static var reuseIdentifierOfNewView: String?

    public init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
        for view in [plate, contentView] { addSubview(view) }
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        for view in [label, detailLabel] { contentView.addSubview(view) }
        label.numberOfLines = 0
        detailLabel.numberOfLines = 0
        updateLook()
    }

    /// Called for views of registered classes, whose own initializer this calls.
    public override convenience init(frame: CGRect) {
        self.init(reuseIdentifier: Self.reuseIdentifierOfNewView)
        self.frame = frame
    }

    public required init?(coder: NSCoder) { nil }

    /// The title of the section.
    open var textLabel: UILabel? { label }
    /// A second text below the title.
    open var detailTextLabel: UILabel? { detailLabel }
    /// The view behind the content, as large as the header.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, belowSubview: contentView) }
            setNeedsLayout()
        }
    }
    /// The background; nil for that of the table's style.
    open var backgroundConfiguration: UIBackgroundConfiguration? { didSet { setNeedsLayout() } }

    /// The content, in place of the labels.
    open var contentConfiguration: (any UIContentConfiguration)? {
        didSet {
            configuredView?.removeFromSuperview()
            configuredView = contentConfiguration?.makeContentView()
            if let configuredView { contentView.addSubview(configuredView) }
            superview?.setNeedsLayout()
            setNeedsLayout()
        }
    }

    /// Returns a configuration with the look of titles in the table's style, without content.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        let table = TableLook(traitCollection)
        return look.kind == TableKind.footer ? .footer(table, look.style) : .header(table, look.style)
    }

    /// Shows a title as the table's style has it.
    func show(title: String) {
        let isUppercase = defaultContentConfiguration().textProperties.transform == .uppercase
        label.text = isUppercase ? title.localizedUppercase : title
        label.accessibilityLabel = title
        setNeedsLayout()
    }

    open func prepareForReuse() {
        label.text = nil
        label.accessibilityLabel = nil
        detailLabel.text = nil
    }

    private func updateLook() {
        let content = defaultContentConfiguration()
        if ownFont == nil || label.font == ownFont {
            label.font = content.textProperties.font
            ownFont = label.font
            label.textColor = content.textProperties.color
            detailLabel.font = content.secondaryTextProperties.font
            detailLabel.textColor = content.secondaryTextProperties.color
        }
        label.accessibilityTraits = look.kind == TableKind.header ? [.staticText, .header] : .staticText
        setNeedsLayout()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        updateLook()
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        setNeedsLayout()
    }

    // MARK: Layout

    private func frames(width: CGFloat, height: CGFloat?) -> ListContentArrangement.Frames {
        let content = defaultContentConfiguration()
        return ListContentArrangement(
            margins: content.directionalLayoutMargins, textGap: content.textToSecondaryTextVerticalPadding
        )
        .frames(width: width, height: height, text: label.measureIfShown, detail: detailLabel.measureIfShown)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        for view in [configuredView ?? contentView] where LayoutEngine.hasConstraints(view) {
            return CGSize(width: size.width, height: LayoutEngine(root: view).fittingHeight(width: size.width))
        }
        if let configuredView { return configuredView.sizeThatFits(size) }
        return CGSize(width: size.width, height: frames(width: size.width, height: nil).height)
    }

    open override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { sizeThatFits(targetSize) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        for view in [plate, contentView] + [backgroundView].compactMap({ $0 }) { view.frame = bounds }
        configuredView?.frame = contentView.bounds
        let frames = frames(width: bounds.width, height: bounds.height)
        for (view, frame) in [(label, frames.text), (detailLabel, frames.detail)] {
            view.isHidden = configuredView != nil
            view.frame = mirroredIfNeeded(frame)
            if view.textAlignment != .center { view.textAlignment = isRightToLeft ? .right : .left }
        }
        // A header that floats covers the rows below.
        plate.backgroundColor =
            backgroundConfiguration?.resolvedBackgroundColor(for: tintColor)
            ?? (look.style == .plain && backgroundView == nil && backgroundColor == nil ? plainBackground : nil)
        plate.layer.cornerRadius = backgroundConfiguration?.cornerRadius ?? 0
    }

    private var plainBackground: UIColor? { superview?.backgroundColor ?? .systemBackground }
}

extension UITableViewHeaderFooterView: ReusableView {
    var reuseKey: CellPool.Key? {
        reuseIdentifier.map { CellPool.Key(kind: UITableView.headerFooterKind, identifier: $0) }
    }
}
