public import Foundation
import MediaEngine

/// A movie file: an asset in QuickTime's container or one derived from it. Immutable.
///
/// Apple: also reads movie headers without their media, and writes them. Here: the contents of an asset at a URL.
open class AVMovie: AVAsset, @unchecked Sendable {
    // Sendable: the one property never changes.
    open private(set) var url: URL?

    /// - Parameter options: those of `AVURLAsset`.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(locator: AVURLAsset.locator(url: URL, options: options ?? [:]))
    }

    /// The types of file that are movies.
    open class func movieTypes() -> [AVFileType] { [.mov, .mp4, .m4v, .m4a, .mobile3GPP, .mobile3GPP2] }
}
