public import Foundation

/// The content of a navigation bar while a controller is displayed: the title and the buttons.
@preconcurrency @MainActor open class UINavigationItem: NSObject {
    /// What a back button that leads to this item displays.
    public enum BackButtonDisplayMode: Int, Sendable {
        /// The title where there is room, or else a general text, or else the arrow alone.
        case `default` = 0
        /// A general text.
        case generic = 1
        /// The arrow alone.
        case minimal = 2
    }

    open var title: String? { didSet { if title != oldValue { didChange() } } }
    /// A view in place of the title.
    open var titleView: UIView? { didSet { if titleView !== oldValue { didChange() } } }
    /// A line of text above the title.
    open var prompt: String? { didSet { if prompt != oldValue { didChange() } } }
    /// The title of the back button of the next item; nil: the title of this item.
    open var backButtonTitle: String? { didSet { if backButtonTitle != oldValue { didChange() } } }
    open var backButtonDisplayMode = BackButtonDisplayMode.default { didSet { didChange() } }
    /// The content of the back button of the next item. Its action is not called: the button goes back.
    open var backBarButtonItem: UIBarButtonItem? { didSet { didChange() } }
    /// Called by the back button of this item, in place of going back.
    open var backAction: UIAction? { didSet { didChange() } }
    open var hidesBackButton = false { didSet { if hidesBackButton != oldValue { didChange() } } }
    /// Whether the left items are displayed beside the back button, instead of replacing it.
    open var leftItemsSupplementBackButton = false { didSet { didChange() } }
    /// The appearance of the bar for this item; nil: that of the bar.
    open var standardAppearance: UINavigationBarAppearance? { didSet { didChange() } }
    /// The appearance while the content is at its upper edge; nil: that of the bar, or `standardAppearance`.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { didChange() } }

    private var left: [UIBarButtonItem]?
    private var right: [UIBarButtonItem]?
    /// The bar that has the item.
    weak var bar: UINavigationBar?

    public init(title: String) {
        super.init()
        self.title = title
    }

    override init() {
        super.init()
    }

    public required init?(coder: NSCoder) { nil }

    // MARK: Buttons

    /// The first item at the leading edge.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { left?.first }
        set { setLeftBarButton(newValue, animated: false) }
    }
    /// The items from the leading edge on.
    open var leftBarButtonItems: [UIBarButtonItem]? {
        get { left }
        set { setLeftBarButtonItems(newValue, animated: false) }
    }
    /// The first item at the trailing edge.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { right?.first }
        set { setRightBarButton(newValue, animated: false) }
    }
    /// The items from the trailing edge on.
    open var rightBarButtonItems: [UIBarButtonItem]? {
        get { right }
        set { setRightBarButtonItems(newValue, animated: false) }
    }

    /// - Parameter animated: whether the bar's content dissolves.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        setLeftBarButtonItems(item.map { [$0] }, animated: animated)
    }
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        setRightBarButtonItems(item.map { [$0] }, animated: animated)
    }
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        left = items
        didChange(animated: animated)
    }
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        right = items
        didChange(animated: animated)
    }
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
        guard hidesBackButton != self.hidesBackButton else { return }
        self.hidesBackButton = hidesBackButton
        if animated { didChange(animated: true) }
    }

    private func didChange(animated: Bool = false) { bar?.itemDidChange(self, animated: animated) }

    /// The title of a back button that leads to this item; nil: the arrow alone.
    var titleOfBackButton: String? {
        switch backButtonDisplayMode {
        case .minimal: nil
        case .generic: BarStrings.current.back
        case .default:
            [backBarButtonItem?.title, backButtonTitle, title].compactMap { $0 }.first { !$0.isEmpty }
                ?? BarStrings.current.back
        }
    }
}
