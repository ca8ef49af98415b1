public import CoreGraphics

/// The object that lays out, draws and animates a layer: usually its view.
///
/// A main-actor class conforms with `@preconcurrency CALayerDelegate`. All methods are optional, with defaults that do nothing.
public protocol CALayerDelegate: AnyObject {
    /// Sets `layer.contents`; called by `display()`.
    func display(_ layer: CALayer)
    func layerWillDraw(_ layer: CALayer)
    func layoutSublayers(of layer: CALayer)
    /// Returns the action to run when the property `event` is about to change: an animation, `NSNull()` for none, nil to continue the
    /// lookup.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    public func display(_ layer: CALayer) {}
    public func layerWillDraw(_ layer: CALayer) {}
    public func layoutSublayers(of layer: CALayer) {}
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// An action triggered by a change of a layer's property.
public protocol CAAction {
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension NSNull: CAAction {
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// An observer of a layer tree: the compositor.
///
/// Referenced weakly by the root layer. Called on the thread that changes the tree, which is the main one.
package protocol LayerTreeObserver: AnyObject {
    /// Called after a change below the root: a property, the tree, a request for layout or display, an animation.
    func layerTreeDidChange()

    /// The present time of the tree's animations, in seconds.
    var layerTime: Double { get }
}
