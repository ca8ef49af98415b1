import CoreGraphics
public import Foundation

/// A view of a collection view that is reused for another item after it has been scrolled away.
open class UICollectionReusableView: UIView {
    open internal(set) var reuseIdentifier: String?
    /// The supplementary view kind; nil for cells.
    var elementKind: String?

    /// Called before the view is reused. Overrides reset the changes of the previous use.
    open func prepareForReuse() {}

    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

    func place(_ attributes: UICollectionViewLayoutAttributes) {
        if transform != attributes.transform { transform = attributes.transform }
        if bounds.size != attributes.size { bounds.size = attributes.size }
        if center != attributes.center { center = attributes.center }
        if alpha != attributes.alpha { alpha = attributes.alpha }
        if isHidden != attributes.isHidden { isHidden = attributes.isHidden }
        let depth = CGFloat(attributes.zIndex)
        if layer.zPosition != depth { layer.zPosition = depth }
        apply(attributes)
    }
}

extension UICollectionReusableView: ReusableView {
    var reuseKey: CellPool.Key? { reuseIdentifier.map { CellPool.Key(kind: elementKind, identifier: $0) } }
}

/// A view that displays one item of a collection view. Custom subviews belong in `contentView`.
open class UICollectionViewCell: UICollectionReusableView {
    open private(set) var contentView = UIView(frame: .zero)
    open var isSelected = false { didSet { if isSelected != oldValue { stateDidChange() } } }
    open var isHighlighted = false { didSet { if isHighlighted != oldValue { stateDidChange() } } }

    /// The view behind the content, as large as the cell.
    open var backgroundView: UIView? { didSet { exchange(oldValue, backgroundView) } }
    /// The view above the background view that is visible while the cell is selected or highlighted.
    open var selectedBackgroundView: UIView? {
        didSet {
            exchange(oldValue, selectedBackgroundView)
            stateDidChange()
        }
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        fill(contentView)
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) { nil }

    private func fill(_ view: UIView) {
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    private func exchange(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        guard let new else { return }
        fill(new)
        insertSubview(new, belowSubview: contentView)
        if let backgroundView { sendSubviewToBack(backgroundView) }
    }

    private func stateDidChange() { selectedBackgroundView?.isHidden = !isSelected && !isHighlighted }

    /// The collection view that contains the cell.
    var collectionView: UICollectionView? {
        var above = superview
        while let present = above {
            if let collection = present as? UICollectionView { return collection }
            above = present.superview
        }
        return nil
    }

    /// Whether the delegate allows the focus; true by default within a collection view.
    open override var canBecomeFocused: Bool { collectionView?.canFocus(self) ?? false }
}
