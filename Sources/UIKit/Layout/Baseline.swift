import CoreGraphics

/// The position of a text baseline below a view's top edge: a fraction of the view's height plus an offset in points.
struct Baseline: Equatable {
    var heightFactor: CGFloat
    var offset: CGFloat

    func distanceFromTop(height: CGFloat) -> CGFloat { heightFactor * height + offset }
}

/// A view with text whose baselines constraints can refer to.
@MainActor protocol BaselineView: UIView {
    var firstBaseline: Baseline { get }
    var lastBaseline: Baseline { get }
}

extension UIView {
    /// Returns the view that provides the baseline, and the baseline's position. A view without text uses its top edge
    /// as the first baseline and its bottom edge as the last.
    func baseline(isFirst: Bool) -> (view: UIView, line: Baseline) {
        let named = isFirst ? forFirstBaselineLayout : forLastBaselineLayout
        let view = named.isDescendant(of: self) ? named : self
        guard let text = view as? any BaselineView else {
            return (view, Baseline(heightFactor: isFirst ? 0 : 1, offset: 0))
        }
        return (view, isFirst ? text.firstBaseline : text.lastBaseline)
    }
}
