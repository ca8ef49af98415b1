public import Foundation
import MediaEngine

/// The part of an asset that plays without a network.
open class AVAssetCache: NSObject, @unchecked Sendable {
    private let url: URL

    init(_ url: URL) {
        self.url = url
        super.init()
    }

    /// Whether everything that was selected for download is complete. Reads the manifest of the download.
    open var isPlayableOffline: Bool { DownloadedPackage.isComplete(url) }

    /// Returns the downloaded options; a downloaded asset has no others.
    open func mediaSelectionOptions(in mediaSelectionGroup: AVMediaSelectionGroup) -> [AVMediaSelectionOption] {
        isPlayableOffline ? mediaSelectionGroup.options : []
    }
}

extension AVURLAsset {
    /// nil for assets that were not downloaded by an `AVAssetDownloadURLSession`.
    public var assetCache: AVAssetCache? { DownloadedPackage.isPackage(url) ? AVAssetCache(url) : nil }
}
