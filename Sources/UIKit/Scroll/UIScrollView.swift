import CoreGraphics
public import Foundation

@preconcurrency @MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}

/// A view of content larger than itself, scrolled by drags, the wheel and code.
open class UIScrollView: UIView {
    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentSize = CGSize.zero { didSet { clamp() } }
    open var contentInset = UIEdgeInsets.zero { didSet { clamp() } }
    open var adjustedContentInset: UIEdgeInsets { contentInset + safeAreaInsets }
    open var isScrollEnabled = true
    open var isPagingEnabled = false
    open var bounces = true
    open var alwaysBounceVertical = false
    open var alwaysBounceHorizontal = false
    open var showsVerticalScrollIndicator = true
    open var showsHorizontalScrollIndicator = true
    open private(set) var isDragging = false
    open private(set) var isDecelerating = false
    open var isTracking: Bool { isDragging }
    open private(set) var panGestureRecognizer = UIPanGestureRecognizer()
    private var dragStart = CGPoint.zero
    /// The view's size for which the offset was last clamped.
    private var sizeOfOffset = CGSize.zero
    /// The insets for which the offset was last clamped.
    private var insetOfOffset = UIEdgeInsets.zero

    public override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
        panGestureRecognizer.addAction { [weak self] _ in self?.panned() }
        panGestureRecognizer.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
        addGestureRecognizer(panGestureRecognizer)
    }

    public required init?(coder: NSCoder) { nil }

    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { setContentOffset(newValue, animated: false) }
    }

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard contentOffset != bounds.origin, contentOffset.x.isFinite, contentOffset.y.isFinite else { return }
        if animated {
            scrollingWillAnimate(to: contentOffset)
            UIView.animate(withDuration: 0.3) {
                self.bounds.origin = contentOffset
            } completion: { _ in
                self.scrollingDidAnimate()
                self.delegate?.scrollViewDidEndScrollingAnimation(self)
            }
        } else {
            bounds.origin = contentOffset
        }
        setNeedsLayout()
        delegate?.scrollViewDidScroll(self)
        reportScroll()
    }

    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        var offset = contentOffset
        let inset = adjustedContentInset
        let (right, bottom) = (bounds.width - inset.right, bounds.height - inset.bottom)
        if rect.maxX > offset.x + right { offset.x = rect.maxX - right }
        if rect.minX < offset.x + inset.left { offset.x = rect.minX - inset.left }
        if rect.maxY > offset.y + bottom { offset.y = rect.maxY - bottom }
        if rect.minY < offset.y + inset.top { offset.y = rect.minY - inset.top }
        setContentOffset(limited(offset), animated: animated)
    }

    /// Whether a drag in the direction of a movement can scroll: in the content's other direction, or where everything
    /// is visible, the drag is left to an enclosing scroll view or to the content.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === panGestureRecognizer else {
            return super.gestureRecognizerShouldBegin(gestureRecognizer)
        }
        let moved = panGestureRecognizer.translation(in: self)
        let inset = adjustedContentInset
        let isAcross = abs(moved.x) > abs(moved.y)
        return isScrollEnabled
            && (isAcross
                ? contentSize.width + inset.left + inset.right > bounds.width
                : contentSize.height + inset.top + inset.bottom > bounds.height)
    }

    /// Called before an animation to `offset`. The bounds change immediately; only the display is animated.
    func scrollingWillAnimate(to offset: CGPoint) {}
    func scrollingDidAnimate() {}

    /// Returns the nearest offset at which no area beyond the content and its insets is visible.
    func limited(_ offset: CGPoint) -> CGPoint {
        let inset = adjustedContentInset
        let maxX = max(-inset.left, contentSize.width + inset.right - bounds.width)
        let maxY = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
        return CGPoint(x: min(max(offset.x, -inset.left), maxX), y: min(max(offset.y, -inset.top), maxY))
    }

    /// Clamps the offset after the view's size or the safe area has changed. Content at its upper edge stays there.
    open override func layoutSubviews() {
        super.layoutSubviews()
        let inset = adjustedContentInset
        guard bounds.size != sizeOfOffset || inset != insetOfOffset else { return }
        let wasAtTop = contentOffset.y <= -insetOfOffset.top
        let isMoved = wasAtTop && inset.top != insetOfOffset.top && !isDragging
        sizeOfOffset = bounds.size
        insetOfOffset = inset
        if isMoved { contentOffset.y = -inset.top }
        clamp()
        reportScroll()
    }

    /// Reports the offset to a navigation controller that contains the view.
    private func reportScroll() {
        var view = superview
        while let present = view {
            if let page = present as? NavigationPage { return page.didScroll(self) }
            view = present.superview
        }
    }

    /// Moves the offset together with the content, which has changed its length above the visible area.
    final func moveContent(by distance: CGFloat) {
        dragStart.y += distance
        bounds.origin.y = limited(CGPoint(x: bounds.minX, y: bounds.minY + distance)).y
    }

    private func clamp() {
        if !isDragging { contentOffset = limited(contentOffset) }
    }

    private func panned() {
        guard isScrollEnabled else { return }
        switch panGestureRecognizer.state {
        case .began:
            isDragging = true
            dragStart = contentOffset
            delegate?.scrollViewWillBeginDragging(self)
        case .changed:
            let moved = panGestureRecognizer.translation(in: self)
            contentOffset = limited(CGPoint(x: dragStart.x - moved.x, y: dragStart.y - moved.y))
        case .ended, .cancelled:
            isDragging = false
            // A cancelled drag ends where the content is.
            let speed = panGestureRecognizer.state == .ended ? panGestureRecognizer.velocity(in: self) : .zero
            var target = limited(CGPoint(x: contentOffset.x - speed.x * 0.2, y: contentOffset.y - speed.y * 0.2))
            if isPagingEnabled, bounds.width > 0, bounds.height > 0 {
                target.x = (target.x / bounds.width).rounded() * bounds.width
                target.y = (target.y / bounds.height).rounded() * bounds.height
                target = limited(target)
            }
            let glides = target != contentOffset
            delegate?.scrollViewDidEndDragging(self, willDecelerate: glides)
            guard glides else { return }
            isDecelerating = true
            scrollingWillAnimate(to: target)
            UIView.animate(withDuration: 0.4, options: .curveEaseOut) {
                self.bounds.origin = target
            } completion: { _ in
                self.isDecelerating = false
                self.scrollingDidAnimate()
                self.delegate?.scrollViewDidEndDecelerating(self)
            }
            delegate?.scrollViewDidScroll(self)
        default: break
        }
    }

    func scroll(byWheel turn: CGPoint) -> Bool {
        guard isScrollEnabled else { return false }
        let target = limited(CGPoint(x: contentOffset.x - turn.x, y: contentOffset.y - turn.y))
        guard target != contentOffset else { return false }
        contentOffset = target
        return true
    }
}
