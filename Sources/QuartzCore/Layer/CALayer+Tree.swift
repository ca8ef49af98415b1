import CoreGraphics

/// A weak reference to an observer of a tree.
final class TreeObserverBox {
    weak var observer: (any LayerTreeObserver)?

    init(_ observer: any LayerTreeObserver) {
        self.observer = observer
    }
}

extension CALayer {
    /// Adds an observer of all changes below this layer, while it is the root. The observer is referenced weakly; adding it twice has no
    /// effect.
    package func addTreeObserver(_ observer: any LayerTreeObserver) {
        observers.removeAll { $0.observer == nil || $0.observer === observer }
        observers.append(TreeObserverBox(observer))
    }

    package func removeTreeObserver(_ observer: any LayerTreeObserver) {
        observers.removeAll { $0.observer == nil || $0.observer === observer }
    }

    var root: CALayer {
        var layer = self
        while let above = layer.superlayer { layer = above }
        return layer
    }

    /// Whether the layer's tree has an observer, such as the compositor.
    var isShown: Bool { root.observers.contains { $0.observer != nil } }

    func treeChanged() {
        for box in root.observers { box.observer?.layerTreeDidChange() }
    }

    func appearanceChanged() {
        appearanceVersion &+= 1
        treeChanged()
    }

    func replaceChildren(with layers: [CALayer]) {
        for child in children where !layers.contains(where: { $0 === child }) { child.detach() }
        for (index, layer) in layers.enumerated() { insert(layer, at: index) }
    }

    func insert(_ layer: CALayer, nextTo sibling: CALayer?, above: Bool) {
        guard layer !== sibling else { return }
        guard let sibling, let index = children.firstIndex(where: { $0 === sibling }) else {
            return insert(layer, at: above ? children.count : 0)
        }
        // Removing the layer first may shift the sibling by one.
        let own = children.firstIndex { $0 === layer }
        let shift = own.map { $0 < index ? 1 : 0 } ?? 0
        insert(layer, at: index - shift + (above ? 1 : 0))
    }

    func insert(_ layer: CALayer, at index: Int) {
        guard layer !== self, !layer.isAncestor(of: self) else { return }
        if layer.superlayer === self, let own = children.firstIndex(where: { $0 === layer }) {
            if own == min(index, children.count - 1) { return }
            children.remove(at: own)
        } else {
            layer.detach()
        }
        children.insert(layer, at: min(max(index, 0), children.count))
        layer.superlayer = self
        setNeedsLayout()
        treeChanged()
    }

    func detach() {
        guard let above = superlayer else { return }
        if above.mask === self { above.mask = nil }
        above.children.removeAll { $0 === self }
        superlayer = nil
        above.setNeedsLayout()
        above.treeChanged()
    }

    private func isAncestor(of layer: CALayer) -> Bool {
        var next: CALayer? = layer
        while let one = next {
            if one === self { return true }
            next = one.superlayer
        }
        return false
    }

    /// Sublayers from back to front, ordered by `zPosition`.
    package var sublayersInDrawingOrder: [CALayer] {
        guard children.contains(where: { $0.zPosition != 0 || !$0.runningAnimations.isEmpty }) else { return children }
        return children.enumerated()
            .sorted { a, b in
                let (first, second) = (a.element.shownZPosition, b.element.shownZPosition)
                return first == second ? a.offset < b.offset : first < second
            }
            .map(\.element)
    }

    private var shownZPosition: CGFloat {
        guard runningAnimations.contains(where: { $0.animation.keyPaths.contains("zPosition") }) else {
            return zPosition
        }
        return presentation()?.zPosition ?? zPosition
    }
}

extension CALayer {
    /// The maximum number of layout passes before the rest waits for the next update.
    private static let maximumLayoutPasses = 16

    /// A superlayer that is being laid out is not laid out again from here: its own layout continues with what it needs afterwards.
    func layoutTree() {
        var top = self
        var next = superlayer
        while let above = next, !above.isBeingLaidOut {
            if above.layoutIsNeeded { top = above }
            next = above.superlayer
        }
        for _ in 0..<Self.maximumLayoutPasses {
            guard top.layoutOnce() else { return }
        }
    }

    private func layoutOnce() -> Bool {
        var did = false
        if layoutIsNeeded, !isBeingLaidOut {
            layoutIsNeeded = false
            isBeingLaidOut = true
            layoutSublayers()
            isBeingLaidOut = false
            did = true
        }
        if let mask, mask.layoutOnce() { did = true }
        for child in children where child.layoutOnce() { did = true }
        return did
    }
}
