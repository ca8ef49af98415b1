public import CoreGraphics
public import Foundation

/// The position and appearance of one cell or supplementary view in a layout.
@preconcurrency @MainActor open class UICollectionViewLayoutAttributes: NSObject {
    open var indexPath: IndexPath
    open var center = CGPoint.zero
    open var size = CGSize.zero
    open var transform = CGAffineTransform.identity
    open var alpha: CGFloat = 1
    /// The stacking order; views with higher values are in front.
    open var zIndex = 0
    open var isHidden = false
    open var representedElementCategory: UICollectionView.ElementCategory { kind == nil ? .cell : .supplementaryView }
    open var representedElementKind: String? { kind }
    private let kind: String?

    private init(_ indexPath: IndexPath, kind: String?) {
        self.indexPath = indexPath
        self.kind = kind
    }

    public convenience init(forCellWith indexPath: IndexPath) { self.init(indexPath, kind: nil) }
    public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
        self.init(indexPath, kind: elementKind)
    }

    open var frame: CGRect {
        get {
            CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
        }
        set {
            size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: size) }
        set { size = newValue.size }
    }
}

/// Determines the frames of a collection view's cells. Subclasses override the methods that return attributes.
@preconcurrency @MainActor open class UICollectionViewLayout: NSObject {
    open internal(set) weak var collectionView: UICollectionView?
    var isPrepared = false

    public override init() {
        super.init()
    }

    /// Called before the first request for attributes, and after each invalidation.
    open func prepare() {}
    open var collectionViewContentSize: CGSize { .zero }
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    /// Returns the offset at which scrolling stops.
    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { proposedContentOffset }

    open func invalidateLayout() {
        isPrepared = false
        collectionView?.setNeedsLayout()
    }
}
