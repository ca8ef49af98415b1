import CoreGraphics
public import Foundation

/// A rectangle that takes part in layout and is not seen.
@preconcurrency @MainActor open class UILayoutGuide: NSObject {
    public internal(set) weak var owningView: UIView?
    open var identifier = ""
    private var solvedFrame = CGRect.zero
    /// Distance from the owning view's edges, for guides that follow them (safe area, margins).
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

    /// In the owning view's coordinates, as of the last layout.
    open internal(set) var layoutFrame: CGRect {
        get {
            guard let insets, let owningView else { return solvedFrame }
            return owningView.bounds.inset(by: insets(owningView))
        }
        set { solvedFrame = newValue }
    }
}

extension UIView {
    public var layoutGuides: [UILayoutGuide] { guides }

    public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
        layoutGuide.owningView = self
        guides.append(layoutGuide)
        layoutEngineChanged()
    }

    public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
        guard layoutGuide.owningView === self else { return }
        guides.removeAll { $0 === layoutGuide }
        layoutGuide.owningView = nil
        layoutEngineChanged()
    }
}
