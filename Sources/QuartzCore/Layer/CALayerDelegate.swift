public import CoreGraphics

/// Whoever lays out, fills and animates a layer: its view.
///
/// A main-actor class conforms with `@preconcurrency CALayerDelegate`. All methods are optional: each has a default that does nothing.
public protocol CALayerDelegate: AnyObject {
    /// Sets `layer.contents`; called by `display()`.
    func display(_ layer: CALayer)
    func layerWillDraw(_ layer: CALayer)
    func layoutSublayers(of layer: CALayer)
    /// What to run when the property `event` is about to change: an animation, `NSNull()` for nothing, nil to look further.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    public func display(_ layer: CALayer) {}
    public func layerWillDraw(_ layer: CALayer) {}
    public func layoutSublayers(of layer: CALayer) {}
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// Something that a change of a layer's property sets off.
public protocol CAAction {
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// Whoever shows a tree of layers: the compositor.
///
/// Held weakly by the root layer. Called on the thread that changes the tree, which is the main one.
public protocol LayerTreeObserver: AnyObject {
    /// Something below the root has changed: a property, the tree, a need for layout or display, an animation.
    func layerTreeDidChange()

    /// The time that animations of the tree run on, in seconds.
    var layerTime: Double { get }
}
