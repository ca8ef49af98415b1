public import Foundation
import MediaEngine

/// What of an asset plays without a network.
public final class AVAssetCache: NSObject, Sendable {
    private let url: URL

    init(_ url: URL) {
        self.url = url
        super.init()
    }

    /// Whether all of what was chosen is here. Reads the list of the download.
    public var isPlayableOffline: Bool { DownloadedPackage.isComplete(url) }

    /// The options that were downloaded: a downloaded film has no others.
    public func mediaSelectionOptions(in mediaSelectionGroup: AVMediaSelectionGroup) -> [AVMediaSelectionOption] {
        isPlayableOffline ? mediaSelectionGroup.options : []
    }
}

extension AVURLAsset {
    /// nil for what was not downloaded by an `AVAssetDownloadURLSession`.
    public var assetCache: AVAssetCache? { DownloadedPackage.isPackage(url) ? AVAssetCache(url) : nil }
}
