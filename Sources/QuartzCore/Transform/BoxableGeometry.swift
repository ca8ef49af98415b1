package import CoreGraphics
package import Foundation

/// A structure of numbers that `NSValue` can box.
package protocol BoxableGeometry: Sendable {
    /// The Objective-C type encoding of the structure.
    static var typeEncoding: StaticString { get }
}

extension CGPoint: BoxableGeometry {
    package static var typeEncoding: StaticString { "{CGPoint=dd}" }
}

extension CGVector: BoxableGeometry {
    package static var typeEncoding: StaticString { "{CGVector=dd}" }
}

extension CGSize: BoxableGeometry {
    package static var typeEncoding: StaticString { "{CGSize=dd}" }
}

extension CGRect: BoxableGeometry {
    package static var typeEncoding: StaticString { "{CGRect={CGPoint=dd}{CGSize=dd}}" }
}

extension CGAffineTransform: BoxableGeometry {
    package static var typeEncoding: StaticString { "{CGAffineTransform=dddddd}" }
}

extension CATransform3D: BoxableGeometry {
    package static var typeEncoding: StaticString { "{CATransform3D=dddddddddddddddd}" }
}
