import CoreGraphics
public import Foundation

/// An invisible rectangle that takes part in layout.
@preconcurrency @MainActor open class UILayoutGuide: NSObject {
    open internal(set) weak var owningView: UIView?
    open var identifier = ""
    private var solvedFrame = CGRect.zero
    /// The insets from the owning view's edges, for the safe area and margin guides; nil for other guides.
    let insets: ((UIView) -> UIEdgeInsets)?

    public override init() {
        insets = nil
        super.init()
    }

    init(owner: UIView, insets: @escaping (UIView) -> UIEdgeInsets) {
        self.insets = insets
        super.init()
        owningView = owner
    }

    /// The guide's frame in the owning view's coordinates, as of the last layout.
    open internal(set) var layoutFrame: CGRect {
        get {
            guard let insets, let owningView else { return solvedFrame }
            return owningView.bounds.inset(by: insets(owningView))
        }
        set { solvedFrame = newValue }
    }
}
