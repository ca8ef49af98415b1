public import Foundation

/// A protocol whose initializers let `NSValue(cgPoint:)` return a subclass.
///
/// Apple: NSValue copies the struct by its Objective-C type. Here: Foundation's boxing of structs traps, so values are boxed in a subclass,
/// which only a protocol initializer can return in place of NSValue.
public protocol _NSValueBoxingGeometry {}

extension NSValue: _NSValueBoxingGeometry {}

extension _NSValueBoxingGeometry {
    /// Boxes a transform, for the values of animations.
    public init(caTransform3D t: CATransform3D) { self = Self.box(t) }

    package static func box<Content: BoxableGeometry>(_ content: Content) -> Self {
        guard let boxed = GeometryBox(content) as? Self else {
            // Only NSValue itself conforms to the protocol; a subclass that is named explicitly cannot box a value.
            preconditionFailure("geometric values can only be boxed in NSValue, not in \(Self.self)")
        }
        return boxed
    }
}

extension NSValue {
    /// The boxed transform; the identity for other values.
    public var caTransform3DValue: CATransform3D { unboxed() ?? CATransform3DIdentity }

    package func unboxed<Content: BoxableGeometry>() -> Content? { (self as? GeometryBox<Content>)?.content }
}
