import CoreGraphics
public import Foundation
import WindowSystem

/// A row of dots, one for each page, of which that of the current page is highlighted.
///
/// A press on the leading or trailing half, and the arrow keys, go to the previous or next page and send `.valueChanged`.
open class UIPageControl: UIControl {
    private static let dot: CGFloat = 7
    private static let pitch: CGFloat = 16
    private static let height: CGFloat = 26

    private var dots: [UIView] = []

    open var numberOfPages = 0 {
        didSet {
            numberOfPages = max(0, numberOfPages)
            guard numberOfPages != oldValue else { return }
            currentPage = min(currentPage, max(0, numberOfPages - 1))
            renewDots()
        }
    }
    /// The index of the current page, within the pages.
    open var currentPage = 0 {
        didSet {
            currentPage = max(0, min(currentPage, max(0, numberOfPages - 1)))
            guard currentPage != oldValue else { return }
            accessibilityDidChange(.value)
            setNeedsLayout()
        }
    }
    /// Whether the dots are hidden where there is one page.
    open var hidesForSinglePage = false { didSet { setNeedsLayout() } }
    /// The color of the dots of other pages; nil: that of the system.
    open var pageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The color of the dot of the current page; nil: that of the system.
    open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsLayout() } }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isAccessibilityElement = true
        accessibilityTraits = .adjustable
    }

    public required init?(coder: NSCoder) { nil }

    /// Returns the size of the dots of a number of pages.
    open func size(forNumberOfPages pageCount: Int) -> CGSize {
        CGSize(width: CGFloat(max(1, pageCount)) * Self.pitch + 12, height: Self.height)
    }

    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { self.size(forNumberOfPages: numberOfPages) }

    private func renewDots() {
        for dot in dots { dot.removeFromSuperview() }
        dots = (0..<numberOfPages).map { _ in
            let view = UIView(frame: .zero)
            view.isUserInteractionEnabled = false
            view.layer.cornerRadius = Self.dot / 2
            addSubview(view)
            return view
        }
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// The distance of two dots: smaller where there is no room.
    private var pitch: CGFloat { min(Self.pitch, bounds.width / CGFloat(max(1, numberOfPages))) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let start = bounds.midX - pitch * CGFloat(numberOfPages) / 2
        for (index, dot) in dots.enumerated() {
            dot.isHidden = hidesForSinglePage && numberOfPages == 1
            dot.backgroundColor =
                index == currentPage
                ? currentPageIndicatorTintColor ?? .label : pageIndicatorTintColor ?? .tertiaryLabel
            dot.frame = mirroredIfNeeded(
                CGRect(
                    x: start + pitch * (CGFloat(index) + 0.5) - Self.dot / 2, y: bounds.midY - Self.dot / 2,
                    width: Self.dot, height: Self.dot))
        }
    }

    // MARK: Input

    private func turn(by step: Int) {
        let before = currentPage
        currentPage += step
        if currentPage != before { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        guard let touch, bounds.contains(touch.location(in: self)) else { return }
        turn(by: (touch.location(in: self).x > bounds.midX) != isRightToLeft ? 1 : -1)
    }

    /// The touch has turned the page.
    override func primaryAction() {}

    open override func accessibilityIncrement() { turn(by: 1) }
    open override func accessibilityDecrement() { turn(by: -1) }
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? ControlStrings.current.page(currentPage, of: numberOfPages) }
        set { super.accessibilityValue = newValue }
    }

    override var isKeyStop: Bool { true }
    open override var canBecomeFocused: Bool { isEnabled && !isHidden && numberOfPages > 1 }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard isFirstResponder || isFocused, let press = presses.first,
            press.type == .leftArrow || press.type == .rightArrow
        else { return super.pressesBegan(presses, with: event) }
        let step = (press.type == .rightArrow) != isRightToLeft ? 1 : -1
        let isPossible = (0..<numberOfPages).contains(currentPage + step)
        // At the last page, the remote's focus moves on.
        if isPossible { turn(by: step) } else { super.pressesBegan(presses, with: event) }
    }
}
