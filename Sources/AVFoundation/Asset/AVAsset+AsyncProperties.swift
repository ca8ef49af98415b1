public import CoreGraphics
public import CoreMedia
import Foundation

extension AVAsset {
    /// The key names that `statusOfValue(forKey:error:)` accepts. All keys become loaded together, because one reading of the headers
    /// yields every value.
    static let loadableKeys: Set<String> = [
        "duration", "preferredRate", "preferredVolume", "preferredTransform", "providesPreciseDurationAndTiming",
        "minimumTimeOffsetFromLive", "overallDurationHint", "tracks", "trackGroups", "creationDate", "lyrics",
        "commonMetadata", "metadata", "availableMetadataFormats", "availableChapterLocales",
        "availableMediaCharacteristicsWithMediaSelectionOptions", "preferredMediaSelection", "allMediaSelections",
        "hasProtectedContent", "isPlayable", "playable", "isExportable", "exportable", "isReadable", "readable",
        "isComposable", "composable", "isCompatibleWithAirPlayVideo", "compatibleWithAirPlayVideo",
        "isCompatibleWithSavedPhotosAlbum", "canContainFragments", "containsFragments", "preferredDisplayCriteria",
    ]
}

extension AVPartialAsyncProperty where Root: AVAsset {
    private static func property<Value>(_ key: String, _ read: @escaping @Sendable (AssetContents) -> Value)
        -> AVAsyncProperty<Root, Value>
    {
        AVAsyncProperty(key) { read(try $0.loaded()) }
    }

    /// Declares a property whose value does not depend on the media, but which counts as loaded only after the media has loaded.
    private static func constant<Value>(_ key: String, _ read: @escaping @Sendable (AVAsset) -> Value)
        -> AVAsyncProperty<Root, Value>
    {
        AVAsyncProperty(key) { read($0) }
    }

    public static var duration: AVAsyncProperty<Root, CMTime> { property("duration") { $0.duration } }
    public static var preferredRate: AVAsyncProperty<Root, Float> { constant("preferredRate") { $0.preferredRate } }
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        constant("preferredVolume") { $0.preferredVolume }
    }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        constant("preferredTransform") { $0.preferredTransform }
    }
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        property("providesPreciseDurationAndTiming") { $0.hasIndex }
    }
    public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
        constant("minimumTimeOffsetFromLive") { $0.minimumTimeOffsetFromLive }
    }
    public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
        constant("overallDurationHint") { $0.overallDurationHint }
    }
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { property("tracks") { $0.tracks } }
    public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> {
        property("trackGroups") { $0.trackGroups }
    }
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        property("creationDate") { $0.creationDate }
    }
    public static var lyrics: AVAsyncProperty<Root, String?> { property("lyrics") { $0.lyrics } }
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("commonMetadata") { $0.commonMetadata }
    }
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { property("metadata") { $0.metadata } }
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        property("availableMetadataFormats") { $0.metadataFormats }
    }
    public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
        property("availableChapterLocales") { $0.chapters.locales }
    }
    public static var availableMediaCharacteristicsWithMediaSelectionOptions:
        AVAsyncProperty<Root, [AVMediaCharacteristic]>
    {
        property("availableMediaCharacteristicsWithMediaSelectionOptions") { $0.selection.characteristics }
    }
    public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
        constant("preferredMediaSelection") { $0.preferredMediaSelection }
    }
    public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
        constant("allMediaSelections") { $0.allMediaSelections }
    }
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        constant("hasProtectedContent") { $0.hasProtectedContent }
    }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { property("isPlayable") { $0.isPlayable } }
    public static var isReadable: AVAsyncProperty<Root, Bool> { property("isReadable") { _ in true } }
    public static var isExportable: AVAsyncProperty<Root, Bool> { constant("isExportable") { $0.isExportable } }
    public static var isComposable: AVAsyncProperty<Root, Bool> { constant("isComposable") { $0.isComposable } }
    public static var isCompatibleWithAirPlayVideo: AVAsyncProperty<Root, Bool> {
        constant("isCompatibleWithAirPlayVideo") { $0.isCompatibleWithAirPlayVideo }
    }
    public static var preferredDisplayCriteria: AVAsyncProperty<Root, AVDisplayCriteria> {
        constant("preferredDisplayCriteria") { $0.preferredDisplayCriteria }
    }
    public static var canContainFragments: AVAsyncProperty<Root, Bool> {
        constant("canContainFragments") { $0.canContainFragments }
    }
    public static var containsFragments: AVAsyncProperty<Root, Bool> {
        constant("containsFragments") { $0.containsFragments }
    }
}

// Asynchronous forms: suspend without blocking a thread, and throw the loading error.
extension AVAsset {
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
        try await load(.tracks).first { $0.trackID == trackID }
    }

    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    public func loadTracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) async throws
        -> [AVAssetTrack]
    {
        try await load(.tracks).filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        try await load(.metadata).filter { MetadataFormats.format(of: $0) == format }
    }

    public func loadChapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
    ) async throws -> [AVTimedMetadataGroup] {
        _ = try await load(.availableChapterLocales)
        return chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
    }

    public func loadChapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String]) async throws
        -> [AVTimedMetadataGroup]
    {
        _ = try await load(.availableChapterLocales)
        return chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
    }

    public func loadMediaSelectionGroup(for mediaCharacteristic: AVMediaCharacteristic) async throws
        -> AVMediaSelectionGroup?
    {
        _ = try await load(.availableMediaCharacteristicsWithMediaSelectionOptions)
        return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
    }
}

// Completion-handler forms: each handler is called once, on any thread, after the call has returned.
extension AVAsset {
    @preconcurrency
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        whenLoaded("tracks", completionHandler) { $0.track(withTrackID: trackID) }
    }

    @preconcurrency
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        whenLoaded("tracks", completionHandler) { $0.tracks(withMediaType: mediaType) }
    }

    @preconcurrency
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        whenLoaded("tracks", completionHandler) { $0.tracks(withMediaCharacteristic: mediaCharacteristic) }
    }

    @preconcurrency
    public func loadMetadata(
        for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
    ) {
        whenLoaded("metadata", completionHandler) { $0.metadata(forFormat: format) }
    }

    @preconcurrency
    public func loadChapterMetadataGroups(
        withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        whenLoaded("availableChapterLocales", completionHandler) {
            $0.chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
        }
    }

    @preconcurrency
    public func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        whenLoaded("availableChapterLocales", completionHandler) {
            $0.chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
        }
    }

    @preconcurrency
    public func loadMediaSelectionGroup(
        for mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
    ) {
        whenLoaded("availableMediaCharacteristicsWithMediaSelectionOptions", completionHandler) {
            $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
        }
    }

    private func whenLoaded<Value>(
        _ key: String, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ read: @escaping @Sendable (AVAsset) -> Value?
    ) {
        loader.load([key]) { [self] in
            if loader.status(of: key) == .loaded {
                handler(read(self), nil)
            } else {
                handler(nil, loader.error(of: key) ?? AVError(.unknown))
            }
        }
    }
}
