import CoreGraphics
public import Foundation

/// The edge of the content at which a bar is.
public enum UIBarPosition: Int, Sendable {
    case any = 0
    case bottom = 1
    case top = 2
    case topAttached = 3
}

/// An object with a position relative to content.
@preconcurrency @MainActor public protocol UIBarPositioning: NSObjectProtocol {
    var barPosition: UIBarPosition { get }
}

/// Determines at which edge of the content a bar is.
@preconcurrency @MainActor public protocol UIBarPositioningDelegate: NSObjectProtocol {
    func position(for bar: any UIBarPositioning) -> UIBarPosition
}

extension UIBarPositioningDelegate {
    public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}

@preconcurrency @MainActor public protocol UIToolbarDelegate: UIBarPositioningDelegate {}

/// A row of buttons, usually at the lower edge of a window.
open class UIToolbar: UIView, UIBarPositioning {
    open weak var delegate: (any UIToolbarDelegate)? { didSet { setNeedsLayout() } }
    open var items: [UIBarButtonItem]? {
        get { shown }
        set { setItems(newValue, animated: false) }
    }
    /// The color behind the buttons; nil: that of the system.
    open var barTintColor: UIColor? { didSet { updateLook() } }
    /// The appearance of the background; `barTintColor` precedes its color.
    open var standardAppearance = UIToolbarAppearance() { didSet { updateLook() } }

    private let background = BarBackground(frame: .zero)
    private var shown: [UIBarButtonItem]?
    private var views: [UIView?] = []
    /// The responder from which methods without a target are searched: the displayed controller of a navigation controller.
    weak var actionStart: UIResponder?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        insertSubview(background, at: 0)
        updateLook()
    }

    public required init?(coder: NSCoder) { nil }

    /// Replaces the items.
    /// - Parameter animated: whether the new items fade in.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        for view in views { view?.removeFromSuperview() }
        observers = []
        shown = items
        views = (items ?? []).map { item in item.isSpace ? nil : makeView(item) }
        for view in views.compactMap({ $0 }) { addSubview(view) }
        setNeedsLayout()
        window?.focusableContentDidChange()
        guard animated, window != nil else { return }
        UIView.performWithoutAnimation { for view in views { view?.alpha = 0 } }
        UIView.animate(withDuration: 0.25) { for view in self.views { view?.alpha = 1 } }
    }

    private func makeView(_ item: UIBarButtonItem) -> UIView {
        if let custom = item.customView {
            let observer = BarItemObserver { [weak self] in self?.itemsDidChange() }
            item.display = observer
            observers.append(observer)
            return custom
        }
        return BarButton(item) { [weak self] in
            self?.actionStart ?? self
        } itemDidChange: { [weak self] in
            self?.itemsDidChange()
        }
    }
    private var observers: [BarItemObserver] = []

    /// Lays out again, with a new view where an item has gained or lost its custom view.
    private func itemsDidChange() {
        let isStale = zip(shown ?? [], views).contains { item, view in
            !item.isSpace && (item.customView.map { $0 !== view } ?? !(view is BarButton))
        }
        if isStale { setItems(shown, animated: false) } else { setNeedsLayout() }
    }

    open var barPosition: UIBarPosition {
        let position = delegate?.position(for: self) ?? .any
        return position == .any ? .bottom : position
    }

    private func updateLook() {
        background.show(standardAppearance, color: barTintColor)
    }

    private var look: BarLook { BarLook(traitCollection) }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: look.height)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: look.height) }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        background.frame = bounds
        background.hairlineEdge = barPosition == .bottom ? .top : .bottom
        let look = look
        let pairs = zip(shown ?? [], views).filter { !$0.0.isHidden }
        let parts = pairs.map { item, view -> ToolbarArrangement.Part in
            if item.isFlexible { return .flexibleSpace }
            if item.isSpace { return .fixedSpace(item.width) }
            return .content(BarContent.width(of: item, view))
        }
        let safe = bounds.inset(
            by: UIEdgeInsets(top: 0, left: safeAreaInsets.left, bottom: 0, right: safeAreaInsets.right))
        let area = safe.insetBy(dx: min(look.edge, safe.width / 2), dy: 0)
        let places = ToolbarArrangement.places(
            of: parts, in: area.width, gap: look.gap, leastWidth: look.leastWidth)
        for ((item, view), place) in zip(pairs, places) {
            guard let view else { continue }
            let height = item.customView == nil ? bounds.height : BarContent.height(of: view, in: bounds.height)
            view.frame = mirroredIfNeeded(
                CGRect(
                    x: area.minX + place.start, y: ((bounds.height - height) / 2).rounded(), width: place.width,
                    height: height))
        }
        for (item, view) in zip(shown ?? [], views) { view?.isHidden = item.isHidden }
    }
}
