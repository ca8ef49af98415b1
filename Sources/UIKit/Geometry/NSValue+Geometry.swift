public import CoreGraphics
public import Foundation
public import QuartzCore

extension UIEdgeInsets: BoxableGeometry {
    package static var typeEncoding: StaticString { "{UIEdgeInsets=dddd}" }
}

extension NSDirectionalEdgeInsets: BoxableGeometry {
    package static var typeEncoding: StaticString { "{NSDirectionalEdgeInsets=dddd}" }
}

extension UIOffset: BoxableGeometry {
    package static var typeEncoding: StaticString { "{UIOffset=dd}" }
}

/// Boxes of geometric values, for notifications, and for the values of animations.
extension _NSValueBoxingGeometry {
    public init(cgPoint point: CGPoint) { self = Self.box(point) }
    public init(cgVector vector: CGVector) { self = Self.box(vector) }
    public init(cgSize size: CGSize) { self = Self.box(size) }
    public init(cgRect rect: CGRect) { self = Self.box(rect) }
    public init(cgAffineTransform transform: CGAffineTransform) { self = Self.box(transform) }
    public init(uiEdgeInsets insets: UIEdgeInsets) { self = Self.box(insets) }
    public init(directionalEdgeInsets insets: NSDirectionalEdgeInsets) { self = Self.box(insets) }
    public init(uiOffset insets: UIOffset) { self = Self.box(insets) }
}

/// The boxed values. A box of another kind gives zero, or the identity.
extension NSValue {
    public var cgPointValue: CGPoint { unboxed() ?? .zero }
    public var cgVectorValue: CGVector { unboxed() ?? CGVector() }
    public var cgSizeValue: CGSize { unboxed() ?? .zero }
    public var cgRectValue: CGRect { unboxed() ?? .zero }
    public var cgAffineTransformValue: CGAffineTransform { unboxed() ?? .identity }
    public var uiEdgeInsetsValue: UIEdgeInsets { unboxed() ?? .zero }
    public var directionalEdgeInsetsValue: NSDirectionalEdgeInsets { unboxed() ?? .zero }
    public var uiOffsetValue: UIOffset { unboxed() ?? .zero }
}
