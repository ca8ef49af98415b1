import Foundation
import HLS
import MediaEngine
import Synchronization

/// The asset, variants and media selections that a task downloads.
struct DownloadOrder: @unchecked Sendable {
    // Sendable: the options are not changed, and are read when the download starts.
    let asset: AVURLAsset
    let title: String
    var artwork: Data?
    var options: [String: Any]?
    var selections: [AVMediaSelection] = []
    var qualifiers: [AVAssetVariantQualifier] = []
    /// The package of an interrupted download that this one continues.
    var package: URL?

    init(
        asset: AVURLAsset, title: String, artwork: Data? = nil, options: [String: Any]? = nil, package: URL? = nil
    ) {
        self.asset = asset
        self.title = title
        self.artwork = artwork
        self.options = options
        self.package = package
        if let selection = options?[AVAssetDownloadTaskMediaSelectionKey] as? AVMediaSelection {
            selections = [selection]
        }
    }

    init(_ configuration: AVAssetDownloadConfiguration) {
        self.init(asset: configuration.asset, title: configuration.title, artwork: configuration.artworkData)
        let primary = configuration.primaryContentConfiguration
        qualifiers = primary.variantQualifiers
        selections =
            primary.mediaSelections + configuration.auxiliaryContentConfigurations.flatMap(\.mediaSelections)
    }

    var choice: DownloadChoice {
        var choice = DownloadChoice()
        choice.minimumBitRate = (options?[AVAssetDownloadTaskMinimumRequiredMediaBitrateKey] as? NSNumber)?.doubleValue
        if let size = options?[AVAssetDownloadTaskMinimumRequiredPresentationSizeKey] as? CGSize,
            let width = Int(exactly: size.width.rounded(.up)), let height = Int(exactly: size.height.rounded(.up))
        {
            choice.minimumSize = PixelSize(width: width, height: height)
        }
        choice.prefersHighDynamicRange = isSet(AVAssetDownloadTaskPrefersHDRKey)
        choice.prefersLosslessAudio = isSet(AVAssetDownloadTaskPrefersLosslessAudioKey)
        choice.qualifiers = qualifiers.map { qualifier in { [url = asset.url] in qualifier.allows($0, of: url) } }
        if !selections.isEmpty {
            choice.tracks = Set(selections.flatMap { $0.state.withLock { $0.options.values.map(\.track.index) } })
        }
        return choice
    }

    private func isSet(_ key: String) -> Bool {
        switch options?[key] {
        case let value as Bool: value
        case let value as NSNumber: value.boolValue
        default: false
        }
    }

    /// A text that identifies the selection of variants and tracks among those of the same asset.
    var name: String {
        let keys = (options ?? [:]).keys.sorted().filter { $0 != AVAssetDownloadTaskMediaSelectionKey }
        let tracks = choice.tracks?.sorted().map(String.init).joined(separator: ",") ?? ""
        return keys.map { "\($0)=\(options?[$0] ?? "")" }.joined(separator: "&") + "#\(tracks)#\(qualifiers.count)"
    }
}
