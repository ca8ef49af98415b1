public import CoreGraphics
public import Foundation

/// A layout that fills rows with cells, section after section; where it scrolls horizontally, it fills columns.
///
/// The items of full rows are spread over the whole width. Apple: cells can size themselves. Here: `itemSize` or the
/// delegate determines the size.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    open var scrollDirection = UICollectionView.ScrollDirection.vertical { didSet { invalidateLayout() } }
    open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
    open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
    open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
    open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
    open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }

    private var arrangement = FlowArrangement([], breadth: 0)
    private var isSideways: Bool { scrollDirection == .horizontal }

    open override func prepare() {
        super.prepare()
        guard let view = collectionView else { return }
        arrangement = FlowArrangement(
            (0..<view.numberOfSections).map { section($0, of: view) }, breadth: turned(view.layoutArea).width)
    }

    private func section(_ number: Int, of view: UICollectionView) -> FlowArrangement.Section {
        let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
        var sizes: [CGSize] = []
        for item in 0..<view.numberOfItems(inSection: number) {
            let path = IndexPath(item: item, section: number)
            let size = delegate?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize
            sizes.append(turned(CGSize(width: Self.usable(size.width), height: Self.usable(size.height))))
        }
        let inset = delegate?.collectionView(view, layout: self, insetForSectionAt: number) ?? sectionInset
        let line = delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: number)
        let between = delegate?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: number)
        let header =
            delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: number)
            ?? headerReferenceSize
        let footer =
            delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: number)
            ?? footerReferenceSize
        return FlowArrangement.Section(
            sizes: sizes,
            inset: isSideways
                ? UIEdgeInsets(top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom) : inset,
            lineSpacing: line ?? minimumLineSpacing, itemSpacing: between ?? minimumInteritemSpacing,
            headerLength: Self.usable(turned(header).height), footerLength: Self.usable(turned(footer).height))
    }

    private static func usable(_ length: CGFloat) -> CGFloat { length.isFinite ? max(0, length) : 0 }

    private func turned(_ size: CGSize) -> CGSize {
        isSideways ? CGSize(width: size.height, height: size.width) : size
    }
    private func turned(_ rect: CGRect) -> CGRect {
        isSideways ? CGRect(x: rect.minY, y: rect.minX, width: rect.height, height: rect.width) : rect
    }

    open override var collectionViewContentSize: CGSize {
        guard let view = collectionView else { return .zero }
        return turned(CGSize(width: turned(view.layoutArea).width, height: arrangement.length))
    }

    open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let area = turned(rect)
        var found: [UICollectionViewLayoutAttributes] = []
        for line in arrangement.lines(in: area.minY...max(area.minY, area.maxY)) {
            for item in line.items where arrangement.frames[line.section][item].intersects(area) {
                let path = IndexPath(item: item, section: line.section)
                if let attributes = layoutAttributesForItem(at: path) { found.append(attributes) }
            }
        }
        for section in arrangement.headers.indices {
            for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
                let path = IndexPath(item: 0, section: section)
                if let attributes = layoutAttributesForSupplementaryView(ofKind: kind, at: path),
                    attributes.frame.intersects(rect)
                {
                    found.append(attributes)
                }
            }
        }
        return found
    }

    open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        guard arrangement.frames.indices.contains(indexPath.section),
            arrangement.frames[indexPath.section].indices.contains(indexPath.item)
        else { return nil }
        let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        attributes.frame = turned(arrangement.frames[indexPath.section][indexPath.item])
        return attributes
    }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        let strips =
            elementKind == UICollectionView.elementKindSectionHeader ? arrangement.headers : arrangement.footers
        guard strips.indices.contains(indexPath.section), let strip = strips[indexPath.section] else { return nil }
        let attributes = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: elementKind, with: indexPath)
        attributes.frame = turned(strip)
        return attributes
    }

    /// The rows depend on the size across the scroll direction.
    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let view = collectionView else { return false }
        return turned(newBounds.size).width != turned(view.sizeOfLayout).width
    }
}
