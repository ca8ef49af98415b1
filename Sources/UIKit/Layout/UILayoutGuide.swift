import CoreGraphics
public import Foundation

/// An invisible rectangle that takes part in layout.
@preconcurrency @MainActor open class UILayoutGuide: NSObject {
    open internal(set) weak var owningView: UIView?
    open var identifier = ""
    private var solvedFrame = CGRect.zero
    /// The insets from the owning view's edges, for the safe area and margin guides; nil for other guides.
    let insets: ((UIView) -> UIEdgeInsets)?
    /// The part of the owning view's width and height by which the guide extends beyond each edge; 0 for other guides.
    let growth: CGFloat

    public override init() {
        insets = nil
        growth = 0
        super.init()
    }

    init(owner: UIView, insets: @escaping (UIView) -> UIEdgeInsets) {
        self.insets = insets
        growth = 0
        super.init()
        owningView = owner
    }

    init(owner: UIView, growth: CGFloat) {
        insets = nil
        self.growth = growth
        super.init()
        owningView = owner
    }

    /// The guide's frame in the owning view's coordinates, as of the last layout.
    open internal(set) var layoutFrame: CGRect {
        get {
            if growth != 0, let area = owningView?.bounds {
                return area.insetBy(dx: -area.width * growth, dy: -area.height * growth)
            }
            guard let insets, let owningView else { return solvedFrame }
            return owningView.bounds.inset(by: insets(owningView))
        }
        set { solvedFrame = newValue }
    }
}
