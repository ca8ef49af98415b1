public import Foundation

extension UIImage {
    /// The traits for which an image is selected.
    open class Configuration: NSObject, @unchecked Sendable {
        // Unchecked: the stored property is a constant.

        /// nil where the configuration specifies no traits.
        public let traitCollection: UITraitCollection?

        init(traits: UITraitCollection?) { traitCollection = traits }

        public convenience init(traitCollection: UITraitCollection?) { self.init(traits: traitCollection) }

        /// Returns this configuration with what another one specifies.
        open func applying(_ otherConfiguration: Configuration?) -> Self {
            let merged = Configuration(traits: otherConfiguration?.traitCollection ?? traitCollection)
            return merged as? Self ?? self
        }

        /// Returns this configuration with other traits.
        open func withTraitCollection(_ traitCollection: UITraitCollection?) -> Self {
            applying(Configuration(traits: traitCollection))
        }

        open override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Configuration else { return false }
            return traitCollection == other.traitCollection
        }

        open override var hash: Int { traitCollection?.hash ?? 0 }
    }
}
