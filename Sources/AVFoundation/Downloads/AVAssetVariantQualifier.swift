public import Foundation
import HLS

/// Which variants of a stream may be taken.
public final class AVAssetVariantQualifier: NSObject, @unchecked Sendable {
    // Never changed; predicates are called on the download's thread.
    private let fits: (AVAssetVariant) -> Bool

    private init(_ fits: @escaping (AVAssetVariant) -> Bool) {
        self.fits = fits
        super.init()
    }

    /// Those that a predicate holds for.
    public convenience init(predicate: NSPredicate) { self.init { predicate.evaluate(with: $0) } }

    /// One of an asset's own.
    public convenience init(variant: AVAssetVariant) { self.init { $0 == variant } }

    func allows(_ stream: VariantStream, of list: URL) -> Bool { fits(AVAssetVariant(stream, of: list)) }
}
