import CoreGraphics

/// The sizes of the views of bar items.
@MainActor enum BarContent {
    /// Returns the width that the view of an item takes.
    static func width(of item: UIBarButtonItem, _ view: UIView?) -> CGFloat {
        guard let view else { return item.width }
        if let button = view as? BarButton { return button.fittingWidth }
        return item.width > 0 ? item.width : size(of: view).width
    }

    static func height(of view: UIView, in room: CGFloat) -> CGFloat { min(room, size(of: view).height) }

    /// Returns the size of a client's view: that of its constraints or content, or else the one that it has.
    static func size(of view: UIView) -> CGSize {
        let own = view.intrinsicContentSize
        let fitting =
            LayoutEngine.hasConstraints(view) || own.width >= 0 && own.height >= 0
            ? view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) : .zero
        return CGSize(
            width: fitting.width > 0 ? fitting.width : view.bounds.width,
            height: fitting.height > 0 ? fitting.height : view.bounds.height)
    }
}

/// Follows the changes of an item that has a view of the client.
final class BarItemObserver: BarItemDisplay {
    private let onChange: @MainActor () -> Void

    init(_ onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

    func barItemDidChange() { onChange() }
}

/// The background of a bar with the hairline at the edge towards the content.
final class BarBackground: UIView {
    enum Edge { case top, bottom }

    private let hairline = UIView(frame: .zero)
    private let picture = UIImageView(image: nil)
    var hairlineEdge = Edge.top { didSet { if hairlineEdge != oldValue { setNeedsLayout() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        clipsToBounds = true
        addSubview(picture)
        addSubview(hairline)
    }

    required init?(coder: NSCoder) { nil }

    /// - Parameter color: precedes the color of the appearance.
    func show(_ appearance: UIBarAppearance, color: UIColor?) {
        backgroundColor = color ?? appearance.effectiveBackground
        picture.image = appearance.backgroundImage
        picture.contentMode = appearance.backgroundImageContentMode
        hairline.backgroundColor = appearance.shadowColor
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        picture.frame = bounds
        let height = 1 / max(1, traitCollection.displayScale)
        hairline.frame = CGRect(
            x: 0, y: hairlineEdge == .top ? 0 : bounds.height - height, width: bounds.width, height: height)
    }
}
