public import Foundation
import HLS

/// A condition on the variants of a stream that may be downloaded.
open class AVAssetVariantQualifier: NSObject, @unchecked Sendable {
    // Sendable: never changed; predicates are evaluated on the download's thread.
    private let fits: (AVAssetVariant) -> Bool

    private init(_ fits: @escaping (AVAssetVariant) -> Bool) {
        self.fits = fits
        super.init()
    }

    /// Allows the variants for which the predicate holds.
    public convenience init(predicate: NSPredicate) { self.init { predicate.evaluate(with: $0) } }

    /// Allows one of the asset's variants.
    public convenience init(variant: AVAssetVariant) { self.init { $0 == variant } }

    func allows(_ stream: VariantStream, of list: URL) -> Bool { fits(AVAssetVariant(stream, of: list)) }
}
