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
        "variants",
    ]
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// Declares a property that `load(_:)` reads by the asset's own property, which a subclass may override, after its key has been loaded.
    private static func property<Value>(_ key: String, _ read: @escaping @Sendable (AVAsset) -> Value)
        -> AVAsyncProperty<Root, Value>
    {
        AVAsyncProperty(key) { read($0) }
    }

    public static var duration: AVAsyncProperty<Root, CMTime> { property("duration") { $0.duration } }
    public static var preferredRate: AVAsyncProperty<Root, Float> { property("preferredRate") { $0.preferredRate } }
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        property("preferredVolume") { $0.preferredVolume }
    }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        property("preferredTransform") { $0.preferredTransform }
    }
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        property("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
    }
    public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
        property("minimumTimeOffsetFromLive") { $0.minimumTimeOffsetFromLive }
    }
    public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
        property("overallDurationHint") { $0.overallDurationHint }
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
        property("availableMetadataFormats") { $0.availableMetadataFormats }
    }
    public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
        property("availableChapterLocales") { $0.availableChapterLocales }
    }
    public static var availableMediaCharacteristicsWithMediaSelectionOptions:
        AVAsyncProperty<Root, [AVMediaCharacteristic]>
    {
        property("availableMediaCharacteristicsWithMediaSelectionOptions") {
            $0.availableMediaCharacteristicsWithMediaSelectionOptions
        }
    }
    public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
        property("preferredMediaSelection") { $0.preferredMediaSelection }
    }
    public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
        property("allMediaSelections") { $0.allMediaSelections }
    }
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        property("hasProtectedContent") { $0.hasProtectedContent }
    }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { property("isPlayable") { $0.isPlayable } }
    public static var isReadable: AVAsyncProperty<Root, Bool> { property("isReadable") { $0.isReadable } }
    public static var isExportable: AVAsyncProperty<Root, Bool> { property("isExportable") { $0.isExportable } }
    public static var isComposable: AVAsyncProperty<Root, Bool> { property("isComposable") { $0.isComposable } }
    public static var isCompatibleWithAirPlayVideo: AVAsyncProperty<Root, Bool> {
        property("isCompatibleWithAirPlayVideo") { $0.isCompatibleWithAirPlayVideo }
    }
    public static var preferredDisplayCriteria: AVAsyncProperty<Root, AVDisplayCriteria> {
        property("preferredDisplayCriteria") { $0.preferredDisplayCriteria }
    }
    public static var canContainFragments: AVAsyncProperty<Root, Bool> {
        property("canContainFragments") { $0.canContainFragments }
    }
    public static var containsFragments: AVAsyncProperty<Root, Bool> {
        property("containsFragments") { $0.containsFragments }
    }
}

// Asynchronous forms: suspend without blocking a thread, and throw the loading error.
// Completion-handler forms: each handler is called once, on any thread, after the call has returned.
extension AVAsset {
    func whenLoaded<Value>(
        _ key: String, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ read: @escaping @Sendable (AVAsset) -> Value?
    ) {
        loadValuesAsynchronously(forKeys: [key]) { [self] in
            if statusOfValue(forKey: key, error: nil) == .loaded {
                handler(read(self), nil)
            } else {
                handler(nil, error(forKey: key) ?? AVError(.unknown))
            }
        }
    }
}
