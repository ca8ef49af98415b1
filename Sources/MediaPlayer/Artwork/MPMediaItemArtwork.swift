import CoreGraphics
public import Foundation
public import UIKit

/// A picture of an item in the sizes that are requested. Immutable; any thread may use it.
open class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    // Unchecked: every stored property is a constant.

    /// The bounds of the full size; the origin is zero.
    open private(set) var bounds: CGRect
    private let requestHandler: @Sendable (CGSize) -> UIImage

    /// - Parameter requestHandler: returns the picture for a size, which is never larger than `boundsSize`. Called on any thread and any
    ///   number of times.
    public init(boundsSize: CGSize, requestHandler: @escaping @Sendable (CGSize) -> UIImage) {
        bounds = CGRect(
            origin: .zero, size: CGSize(width: Self.side(boundsSize.width), height: Self.side(boundsSize.height)))
        self.requestHandler = requestHandler
        super.init()
    }

    @available(*, deprecated, message: "Use init(boundsSize:requestHandler:).")
    public convenience init(image: UIImage) {
        self.init(boundsSize: image.size) { _ in image }
    }

    /// The part of the picture that contains the artwork: the whole picture.
    @available(*, deprecated, message: "The whole picture is the artwork.")
    open var imageCropRect: CGRect { bounds }

    /// Returns the picture for a size. A larger size than the bounds is reduced to the bounds.
    open func image(at size: CGSize) -> UIImage? {
        guard size.width > 0, size.height > 0, bounds.width > 0, bounds.height > 0 else { return nil }
        return requestHandler(CGSize(width: min(size.width, bounds.width), height: min(size.height, bounds.height)))
    }

    private static func side(_ side: CGFloat) -> CGFloat { side.isFinite && side > 0 ? side : 0 }
}
