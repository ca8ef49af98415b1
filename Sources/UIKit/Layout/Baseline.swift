import CoreGraphics

/// Where a base line of text lies below a view's top edge: a part of the view's height, and points on top of it.
struct Baseline: Equatable {
    var heightFactor: CGFloat
    var offset: CGFloat

    func distanceFromTop(height: CGFloat) -> CGFloat { heightFactor * height + offset }
}

/// A view whose text has base lines that constraints can meet.
@MainActor protocol BaselineView: UIView {
    var firstBaseline: Baseline { get }
    var lastBaseline: Baseline { get }
}

extension UIView {
    /// The view whose text decides, and where its base line lies. Views without text give their top and bottom edges.
    func baseline(isFirst: Bool) -> (view: UIView, line: Baseline) {
        let named = isFirst ? forFirstBaselineLayout : forLastBaselineLayout
        let view = named.isDescendant(of: self) ? named : self
        guard let text = view as? any BaselineView else {
            return (view, Baseline(heightFactor: isFirst ? 0 : 1, offset: 0))
        }
        return (view, isFirst ? text.firstBaseline : text.lastBaseline)
    }
}
