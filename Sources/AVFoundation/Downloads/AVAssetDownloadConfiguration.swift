public import Foundation
import Synchronization

/// What is to be downloaded, and how it is to be called. Any thread.
public final class AVAssetDownloadConfiguration: NSObject, Sendable {
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

    /// Kept beside the film.
    public var artworkData: Data? {
        get { state.withLock { $0.artworkData } }
        set { state.withLock { $0.artworkData = newValue } }
    }

    /// The film itself.
    public let primaryContentConfiguration = AVAssetDownloadContentConfiguration()

    /// Further sound and subtitles.
    ///
    /// Apple: variants of their own. Here: their media selections are added to the film's variant.
    public var auxiliaryContentConfigurations: [AVAssetDownloadContentConfiguration] {
        get { state.withLock { $0.auxiliaryContentConfigurations } }
        set { state.withLock { $0.auxiliaryContentConfigurations = newValue } }
    }

    /// Kept. Here: what several selections have in common is always taken once.
    public var optimizesAuxiliaryContentConfigurations: Bool {
        get { state.withLock { $0.optimizesAuxiliaryContentConfigurations } }
        set { state.withLock { $0.optimizesAuxiliaryContentConfigurations = newValue } }
    }

    /// Kept. Here: advertisements are not downloaded.
    public var downloadsInterstitialAssets: Bool {
        get { state.withLock { $0.downloadsInterstitialAssets } }
        set { state.withLock { $0.downloadsInterstitialAssets = newValue } }
    }
}

/// Which of a stream's versions, sounds and subtitles are taken. Any thread.
public final class AVAssetDownloadContentConfiguration: NSObject, Sendable {
    private let state = Mutex<(qualifiers: [AVAssetVariantQualifier], selections: [AVMediaSelection])>(([], []))

    /// The best variant that the first of them allows; of the next one where there is none. Empty: the best there is.
    public var variantQualifiers: [AVAssetVariantQualifier] {
        get { state.withLock { $0.qualifiers } }
        set { state.withLock { $0.qualifiers = newValue } }
    }

    /// Empty: the sound that would play.
    public var mediaSelections: [AVMediaSelection] {
        get { state.withLock { $0.selections } }
        set { state.withLock { $0.selections = newValue } }
    }
}
