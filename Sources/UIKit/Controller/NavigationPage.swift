import CoreGraphics

/// The container of one controller's view in a navigation controller. It moves during transitions, while the safe area of its content stays.
final class NavigationPage: UIView {
    let content: UIViewController
    /// The parts of the page that bars cover.
    var covered = UIEdgeInsets.zero {
        didSet {
            guard covered != oldValue else { return }
            setNeedsLayout()
            content.viewIfLoaded?.safeAreaDidChange()
            content.viewSafeAreaInsetsDidChange()
        }
    }
    /// The edges at which the content extends below the bars.
    var extendedEdges = UIRectEdge.all { didSet { if extendedEdges != oldValue { setNeedsLayout() } } }

    /// The scroll view of the content that begins at the upper edge.
    private weak var scrollView: UIScrollView?
    /// Called after that scroll view has scrolled.
    var onScroll: @MainActor () -> Void = {}

    /// Whether nothing of the content is scrolled below the bar.
    var isAtTop: Bool { scrollView.map { $0.contentOffset.y <= -$0.adjustedContentInset.top + 0.5 } ?? true }

    func didScroll(_ view: UIScrollView) {
        guard view === content.viewIfLoaded || view.superview === content.viewIfLoaded, view.frame.minY <= 0 else {
            return
        }
        scrollView = view
        onScroll()
    }

    init(_ content: UIViewController, frame: CGRect) {
        self.content = content
        super.init(frame: frame)
        backgroundColor = .systemBackground
        clipsToBounds = true
        addSubview(content.view)
    }

    required init?(coder: NSCoder) { nil }

    override var safeAreaInsets: UIEdgeInsets { covered }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let view = content.viewIfLoaded, view.superview === self else { return }
        let hidden = UIEdgeInsets(
            top: extendedEdges.contains(.top) ? 0 : covered.top, left: 0,
            bottom: extendedEdges.contains(.bottom) ? 0 : covered.bottom, right: 0)
        view.frame = bounds.inset(by: hidden)
    }
}

extension UIView {
    /// Reports a change of the safe area to this view and the views in it.
    func safeAreaDidChange() {
        safeAreaInsetsDidChange()
        layoutEngineChanged()
        setNeedsLayout()
        for child in subviews { child.safeAreaDidChange() }
    }
}
