public import CoreGraphics
public import CoreMedia
public import Foundation
package import MediaEngine
import Synchronization

/// What makes `AVAsset(url:)` return an AVURLAsset, as only an initialiser of a protocol can.
public protocol _AVAssetMaking {}

extension _AVAssetMaking {
    /// An `AVURLAsset` of that URL; nothing is read yet.
    public init(url: URL) {
        guard let asset = AVURLAsset(url: url, options: nil) as? Self else {
            // AVURLAsset is the only class with media behind it, and has an initialiser of its own.
            preconditionFailure("\(Self.self) is not made from a URL")
        }
        self = asset
    }
}

/// A film, a piece of music: what is in it, without playing it.
///
/// Nothing is read before something is asked for. `load(_:)` and `loadValuesAsynchronously(forKeys:completionHandler:)` never block; reading a
/// property that is not loaded yet waits for it: for files until it is known, for others at most ten seconds, after which it has the value
/// that an empty film would have. Any thread may use it.
public class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, KeyErrorKnowing, _AVAssetMaking,
    @unchecked Sendable
{
    // Sendable: what changes is in `loader` and `cache`, which lock.
    let loader: AssetLoader
    private let cache = Mutex<AssetContents?>(nil)

    init(locator: MediaLocator) {
        loader = AssetLoader(locator: locator, keys: Self.loadableKeys)
        super.init()
    }

    /// The engine's asset, for whoever plays it; opened at most once for both.
    package var mediaAsset: MediaAsset { loader.media }

    /// What the engine has found, if it has been loaded; never blocks.
    package var loadedMediaInfo: MediaInfo? { loader.info }

    /// Assets never change, so a copy is the same object.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        if let error = loader.error(of: key) { outError?.pointee = error as NSError }
        return loader.status(of: key)
    }

    @preconcurrency
    public func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        loader.load(keys, completion: handler)
    }

    func error(forKey key: String) -> (any Error)? { loader.error(of: key) }

    /// Ends every load under way: its keys become cancelled, for good, and handlers are called.
    public func cancelLoading() { loader.cancel() }

    /// What is in the asset; waits where it is not loaded. nil where loading failed or takes too long.
    var contents: AssetContents? {
        if let contents = cache.withLock({ $0 }) { return contents }
        guard let info = loader.waitForInfo() else { return nil }
        return contents(of: info)
    }

    /// The same without waiting.
    package var loadedContents: AssetContents? {
        if let contents = cache.withLock({ $0 }) { return contents }
        return loader.info.map(contents(of:))
    }

    private func contents(of info: MediaInfo) -> AssetContents {
        let made = AssetContents(info: info, asset: self)
        return cache.withLock { cache in
            if let cache { return cache }
            cache = made
            return made
        }
    }

    func loaded() throws -> AssetContents {
        guard let contents = loadedContents else { throw AVError(.failedToLoadMediaData) }
        return contents
    }

    // MARK: Facts

    /// The whole length; indefinite for live media.
    public var duration: CMTime { contents?.duration ?? .zero }
    public var preferredRate: Float { 1 }
    public var preferredVolume: Float { 1 }
    public var preferredTransform: CGAffineTransform { .identity }
    /// Whether the container has an index of all samples, so that seeking and duration are exact.
    public var providesPreciseDurationAndTiming: Bool { contents?.hasIndex ?? false }
    /// Invalid, as for everything that is not live.
    public var minimumTimeOffsetFromLive: CMTime { .invalid }
    public var overallDurationHint: CMTime { .invalid }

    /// Whether there is a track that this machine can decode.
    public var isPlayable: Bool { contents?.isPlayable ?? false }
    public var hasProtectedContent: Bool { false }
    public var isReadable: Bool { contents != nil }
    /// Apple: exporting and composing. Here: there is neither.
    public var isExportable: Bool { false }
    public var isComposable: Bool { false }
    public var isCompatibleWithAirPlayVideo: Bool { false }
    public var isCompatibleWithSavedPhotosAlbum: Bool { false }
    public var canContainFragments: Bool { false }
    public var containsFragments: Bool { false }

    /// How often a second, and with what picture, a display shows the asset best; 0 without a picture.
    public var preferredDisplayCriteria: AVDisplayCriteria {
        let track = tracks.first { $0.mediaType == .video }
        return AVDisplayCriteria(
            refreshRate: track?.nominalFrameRate ?? 0, formatDescription: track?.info.formatDescription)
    }

    // MARK: Tracks

    public var tracks: [AVAssetTrack] { contents?.tracks ?? [] }

    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    public var trackGroups: [AVAssetTrackGroup] { contents?.trackGroups ?? [] }

    // MARK: Metadata

    /// When it was made, where the file says.
    public var creationDate: AVMetadataItem? { contents?.creationDate }
    public var lyrics: String? { contents?.lyrics }

    /// The items whose meaning every format shares: title, artist, artwork.
    public var commonMetadata: [AVMetadataItem] { contents?.commonMetadata ?? [] }
    /// Everything, in the key spaces of the file.
    public var metadata: [AVMetadataItem] { contents?.metadata ?? [] }
    public var availableMetadataFormats: [AVMetadataFormat] { contents?.metadataFormats ?? [] }

    public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        contents?.metadata(forFormat: format) ?? []
    }

    // MARK: Chapters

    /// The locales that have chapter titles; `und` where the file does not say which.
    public var availableChapterLocales: [Locale] { contents?.chapters.locales ?? [] }

    /// The chapters with titles in exactly that locale, by start; none where it is not among `availableChapterLocales`.
    ///
    /// Each has a title item, whose time range is the group's. Of further common keys only artwork counts: pictures join the groups that they overlap.
    public func chapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
    ) -> [AVTimedMetadataGroup] {
        contents?.chapters.groups(titleLocale: locale, commonKeys: commonKeys ?? []) ?? []
    }

    /// The chapters in the first of the languages that has any, with artwork.
    ///
    /// A language is found exactly, then with fewer subtags, then with more. Without any hit: those without a language, else the first there are.
    /// `Locale.preferredLanguages`, which is always `en-001` on Linux, stands for the viewer's languages.
    public func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
        -> [AVTimedMetadataGroup]
    {
        contents?.chapters.groups(preferredLanguages: preferredLanguages) ?? []
    }

    // MARK: Selection

    public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
        contents?.selection.characteristics ?? []
    }

    /// The choices between tracks that are heard, read or seen; nil where there are none.
    public func mediaSelectionGroup(forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic)
        -> AVMediaSelectionGroup?
    {
        contents?.selection.group(for: mediaCharacteristic)
    }

    /// What plays where nobody chooses.
    public var preferredMediaSelection: AVMediaSelection {
        AVMediaSelection(asset: self, groups: contents?.selection.groups ?? [])
    }

    /// Every combination of an audible and a legible option that can be chosen.
    public var allMediaSelections: [AVMediaSelection] {
        AVMediaSelection.all(asset: self, groups: contents?.selection.groups ?? [])
    }
}
