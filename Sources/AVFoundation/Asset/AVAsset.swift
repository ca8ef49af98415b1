public import CoreGraphics
public import CoreMedia
public import Foundation
package import MediaEngine
import Synchronization

/// A protocol whose initializer makes `AVAsset(url:)` return an `AVURLAsset`; only a protocol extension can assign to
/// `self`.
public protocol _AVAssetMaking {}

extension _AVAssetMaking {
    /// Creates an `AVURLAsset` for the URL. Reads nothing yet.
    public init(url: URL) {
        guard let asset = AVURLAsset(url: url, options: nil) as? Self else {
            // Only AVURLAsset is backed by media at a URL; its own initializer takes precedence over this one.
            preconditionFailure("\(Self.self) cannot be created from a URL")
        }
        self = asset
    }
}

/// Timed media, such as a movie or a song: its tracks, metadata and duration, without playback.
///
/// Nothing is read until a property is requested. `load(_:)` and `loadValuesAsynchronously(forKeys:completionHandler:)` never block.
/// Reading a property that is not loaded yet blocks until it is: without a limit for files, at most ten seconds for other URLs, after which
/// the property has the value of an empty asset. Any thread may use an asset.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, KeyErrorProviding, _AVAssetMaking,
    @unchecked Sendable
{
    // Sendable: the mutable state is in `loader` and `cache`, which lock.
    let loader: AssetLoader
    private let cache = Mutex<AssetContents?>(nil)

    /// Creates an asset without media, for clients' subclasses that override its properties. Loading and playing it fail.
    public override init() {
        loader = AssetLoader(locator: MediaLocator(url: URL(fileURLWithPath: "/dev/null")), keys: Self.loadableKeys)
        super.init()
    }

    init(locator: MediaLocator) {
        loader = AssetLoader(locator: locator, keys: Self.loadableKeys)
        super.init()
    }

    /// The engine's asset, shared with the playback session, so that the media is opened at most once.
    package var mediaAsset: MediaAsset { loader.media }

    /// The media information of the engine, or nil while it is not loaded; never blocks.
    package var loadedMediaInfo: MediaInfo? { loader.info }

    /// Assets never change, so a copy is the same object.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        if let error = loader.error(of: key) { outError?.pointee = error as NSError }
        return loader.status(of: key)
    }

    @preconcurrency
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        loader.load(keys, completion: handler)
    }

    func error(forKey key: String) -> (any Error)? { loader.error(of: key) }

    /// Cancels every load in progress: its keys become `cancelled` permanently, and the completion handlers are called.
    open func cancelLoading() { loader.cancel() }

    /// The asset that is played in place of this one: a copy of a composition that may be changed, otherwise the asset itself.
    var forPlayback: AVAsset { self }

    /// The contents of the asset; blocks while they are not loaded. nil where loading failed or timed out.
    var contents: AssetContents? {
        if let contents = cache.withLock({ $0 }) { return contents }
        guard let info = loader.waitForInfo() else { return nil }
        return contents(of: info)
    }

    /// The contents of the asset if they are loaded; never blocks.
    package var loadedContents: AssetContents? {
        if let contents = cache.withLock({ $0 }) { return contents }
        return loader.info.map(contents(of:))
    }

    private func contents(of info: MediaInfo) -> AssetContents {
        let made = AssetContents(info: info, asset: self, captions: loader.captions)
        return cache.withLock { cache in
            if let cache { return cache }
            cache = made
            return made
        }
    }

    // MARK: Facts

    /// The duration of the whole asset; indefinite for live media.
    open var duration: CMTime { contents?.duration ?? .zero }
    open var preferredRate: Float { 1 }
    open var preferredVolume: Float { 1 }
    open var preferredTransform: CGAffineTransform { .identity }
    /// Whether the container has an index of all samples, so that seeking and duration are exact.
    open var providesPreciseDurationAndTiming: Bool { contents?.hasIndex ?? false }
    /// Invalid, as for all media that is not live.
    open var minimumTimeOffsetFromLive: CMTime { .invalid }
    open var overallDurationHint: CMTime { .invalid }

    /// Whether at least one audio or video track can be decoded on this machine.
    open var isPlayable: Bool { contents?.isPlayable ?? false }
    open var hasProtectedContent: Bool { false }
    open var isReadable: Bool { contents != nil }
    /// Apple: export and composition. Here: neither is supported.
    open var isExportable: Bool { false }
    open var isComposable: Bool { false }
    open var isCompatibleWithAirPlayVideo: Bool { false }
    open var isCompatibleWithSavedPhotosAlbum: Bool { false }
    open var canContainFragments: Bool { false }
    open var containsFragments: Bool { false }

    /// The refresh rate, in frames per second, and the video format that suit a display for this asset; the rate is 0 without video.
    open var preferredDisplayCriteria: AVDisplayCriteria {
        let track = tracks.first { $0.mediaType == .video }
        return AVDisplayCriteria(
            refreshRate: track?.nominalFrameRate ?? 0, formatDescription: track?.info.formatDescription)
    }

    // MARK: Tracks

    open var tracks: [AVAssetTrack] { contents?.tracks ?? [] }

    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    open var trackGroups: [AVAssetTrackGroup] { contents?.trackGroups ?? [] }

    // MARK: Metadata

    /// The creation date, where the file states one.
    open var creationDate: AVMetadataItem? { contents?.creationDate }
    open var lyrics: String? { contents?.lyrics }

    /// The items whose meaning is shared by all formats, such as title, artist and artwork.
    open var commonMetadata: [AVMetadataItem] { contents?.commonMetadata ?? [] }
    /// All metadata items, in the key spaces of the file.
    open var metadata: [AVMetadataItem] { contents?.metadata ?? [] }
    open var availableMetadataFormats: [AVMetadataFormat] { contents?.metadataFormats ?? [] }

    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        contents?.metadata(forFormat: format) ?? []
    }

    // MARK: Chapters

    /// The locales that have chapter titles; `und` where the file does not state a language.
    open var availableChapterLocales: [Locale] { contents?.chapters.locales ?? [] }

    /// Returns the chapters with titles in exactly that locale, by start time; none where the locale is not in `availableChapterLocales`.
    ///
    /// Each group has a title item, whose time range is that of the group. Of other common keys only artwork is supported: an image joins
    /// the groups that it overlaps in time.
    open func chapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
    ) -> [AVTimedMetadataGroup] {
        contents?.chapters.groups(titleLocale: locale, commonKeys: commonKeys ?? []) ?? []
    }

    /// Returns the chapters in the first of the languages that has any, with artwork.
    ///
    /// A language is matched exactly, then with fewer subtags, then with more. Without a match, the chapters without a language are
    /// returned, else those of the first available language. On Linux `Locale.preferredLanguages` is always `en-001`; the viewer's
    /// languages are used in its place.
    open func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
        -> [AVTimedMetadataGroup]
    {
        contents?.chapters.groups(preferredLanguages: preferredLanguages) ?? []
    }

    // MARK: Selection

    open var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
        contents?.selection.characteristics ?? []
    }

    /// Returns the group of audible, legible or visual options; nil where the asset has none.
    open func mediaSelectionGroup(forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic)
        -> AVMediaSelectionGroup?
    {
        contents?.selection.group(for: mediaCharacteristic)
    }

    /// The selection that plays where the client selects nothing.
    open var preferredMediaSelection: AVMediaSelection {
        AVMediaSelection(asset: self, groups: contents?.selection.groups ?? [])
    }

    /// Every combination of options of the groups, including empty selections where a group allows them.
    open var allMediaSelections: [AVMediaSelection] {
        AVMediaSelection.all(asset: self, groups: contents?.selection.groups ?? [])
    }

    // MARK: Loading without blocking

    open func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load(.tracks).first { $0.trackID == trackID }
    }

    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    open func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws
        -> [AVAssetTrack]
    {
        try await load(.tracks).filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    open func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        try await load(.metadata).filter { MetadataFormats.format(of: $0) == format }
    }

    open func loadChapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
    ) async throws -> [AVTimedMetadataGroup] {
        _ = try await load(.availableChapterLocales)
        return chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
    }

    open func loadChapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String]) async throws
        -> [AVTimedMetadataGroup]
    {
        _ = try await load(.availableChapterLocales)
        return chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
    }

    open func loadMediaSelectionGroup(for mediaCharacteristic: AVMediaCharacteristic) async throws
        -> AVMediaSelectionGroup?
    {
        _ = try await load(.availableMediaCharacteristicsWithMediaSelectionOptions)
        return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
    }

    @preconcurrency
    open func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        whenLoaded("tracks", completionHandler) { $0.track(withTrackID: trackID) }
    }

    @preconcurrency
    open func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        whenLoaded("tracks", completionHandler) { $0.tracks(withMediaType: mediaType) }
    }

    @preconcurrency
    open func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        whenLoaded("tracks", completionHandler) { $0.tracks(withMediaCharacteristic: mediaCharacteristic) }
    }

    @preconcurrency
    open func loadMetadata(
        for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
    ) {
        whenLoaded("metadata", completionHandler) { $0.metadata(forFormat: format) }
    }

    @preconcurrency
    open func loadChapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        whenLoaded("availableChapterLocales", completionHandler) {
            $0.chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
        }
    }

    @preconcurrency
    open func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        whenLoaded("availableChapterLocales", completionHandler) {
            $0.chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
        }
    }

    @preconcurrency
    open func loadMediaSelectionGroup(
        for mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
    ) {
        whenLoaded("availableMediaCharacteristicsWithMediaSelectionOptions", completionHandler) {
            $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
        }
    }
}
