public import Foundation
import Synchronization

/// The asset, variants and media selections to download, and the title of the download. Any thread may use it.
open class AVAssetDownloadConfiguration: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        var artworkData: Data?
        var auxiliaryContentConfigurations: [AVAssetDownloadContentConfiguration] = []
        var optimizesAuxiliaryContentConfigurations = true
        var downloadsInterstitialAssets = false
    }

    let asset: AVURLAsset
    let title: String
    private let state = Mutex(State())

    public init(asset: AVURLAsset, title: String) {
        self.asset = asset
        self.title = title
        super.init()
    }

    /// Artwork that is stored beside the media.
    open var artworkData: Data? {
        get { state.withLock { $0.artworkData } }
        set { state.withLock { $0.artworkData = newValue } }
    }

    /// The configuration of the variant that is downloaded.
    open private(set) var primaryContentConfiguration = AVAssetDownloadContentConfiguration()

    /// Configurations of additional audio and subtitles.
    ///
    /// Apple: variants of their own. Here: their media selections are added to those of the primary variant.
    open var auxiliaryContentConfigurations: [AVAssetDownloadContentConfiguration] {
        get { state.withLock { $0.auxiliaryContentConfigurations } }
        set { state.withLock { $0.auxiliaryContentConfigurations = newValue } }
    }

    /// Stored without effect. Here: resources that several selections share are always downloaded once.
    open var optimizesAuxiliaryContentConfigurations: Bool {
        get { state.withLock { $0.optimizesAuxiliaryContentConfigurations } }
        set { state.withLock { $0.optimizesAuxiliaryContentConfigurations = newValue } }
    }

    /// Stored without effect. Here: interstitial assets are not downloaded.
    open var downloadsInterstitialAssets: Bool {
        get { state.withLock { $0.downloadsInterstitialAssets } }
        set { state.withLock { $0.downloadsInterstitialAssets = newValue } }
    }
}

/// The variants, audio and subtitles to download. Any thread may use it.
open class AVAssetDownloadContentConfiguration: NSObject, @unchecked Sendable {
    private let state = Mutex<(qualifiers: [AVAssetVariantQualifier], selections: [AVMediaSelection])>(([], []))

    /// Qualifiers in order of preference: the best variant that the first qualifier allows is downloaded; if it allows
    /// none, the best variant that the next one allows. Empty: the best variant of all.
    open var variantQualifiers: [AVAssetVariantQualifier] {
        get { state.withLock { $0.qualifiers } }
        set { state.withLock { $0.qualifiers = newValue } }
    }

    /// The media selections to download. Empty: the selection that would play.
    open var mediaSelections: [AVMediaSelection] {
        get { state.withLock { $0.selections } }
        set { state.withLock { $0.selections = newValue } }
    }
}
