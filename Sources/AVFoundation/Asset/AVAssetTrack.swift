public import CoreGraphics
public import CoreMedia
public import Foundation
import Localization
package import MediaEngine

/// A track of an asset. All its properties are loaded as soon as the track exists; any thread may read them.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    // Sendable: all properties are constant, and loading a weak reference is atomic.

    /// The engine's description of the track; playback sessions select tracks by `info.index`.
    package var info: TrackInfo { fixedInfo }
    private let fixedInfo: TrackInfo
    /// The media of the track; nil for tracks of compositions.
    let locator: MediaLocator?
    private let formats: MetadataFormats
    open var asset: AVAsset? { fixedAsset }
    private weak var fixedAsset: AVAsset?

    init(info: TrackInfo, formats: MetadataFormats, asset: AVAsset?) {
        fixedInfo = info
        locator = asset?.mediaAsset.locator
        self.formats = formats
        fixedAsset = asset
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns `.loaded` for every key.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus { .loaded }

    @preconcurrency
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        guard let handler else { return }
        DispatchQueue.global().async(execute: handler)
    }

    open var trackID: CMPersistentTrackID { info.trackID }
    open var mediaType: AVMediaType { info.mediaType }

    /// One `CMFormatDescription`.
    open var formatDescriptions: [Any] { [info.formatDescription] }
    open var isPlayable: Bool { info.isDecodable }
    open var isDecodable: Bool { info.isDecodable }
    /// Whether the track plays where the client selects nothing.
    open var isEnabled: Bool { info.isDefault || info.kind == .video }
    open var isSelfContained: Bool { true }
    /// Always 0: sample data is not counted.
    open var totalSampleDataLength: Int64 { 0 }

    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        info.mediaCharacteristics.contains(mediaCharacteristic)
    }

    /// The ranges of media that the track plays, one after another.
    open var segments: [AVAssetTrackSegment] {
        [AVAssetTrackSegment(CMTimeMapping(source: timeRange, target: timeRange))]
    }

    /// Returns the segment that is played at a time; nil outside the track.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) }
    }

    open var timeRange: CMTimeRange { CMTimeRange(start: info.startTime, duration: info.duration) }
    open var naturalTimeScale: CMTimeScale { info.timescale }
    /// Bits per second; 0 where unknown.
    open var estimatedDataRate: Float { Float(info.bitsPerSecond ?? 0) }

    /// The ISO 639-2/T code, as in Apple's API; nil where unknown.
    open var languageCode: String? { info.language.map(LanguageMatching.threeLetterCode) }
    /// The BCP 47 tag; nil where unknown.
    open var extendedLanguageTag: String? { info.language }

    /// The size in square pixels before rotation; zero for anything but video.
    open var naturalSize: CGSize { info.video?.naturalSize ?? .zero }
    /// The transform that rotates the video upright.
    open var preferredTransform: CGAffineTransform { info.video?.transform ?? .identity }

    /// Frames per second; 0 where unknown.
    open var nominalFrameRate: Float { Float(info.video?.frameRate ?? 0) }
    open var minFrameDuration: CMTime { info.video?.frameDuration ?? .invalid }
    open var requiresFrameReordering: Bool { info.video?.hasReordering ?? false }

    open var preferredVolume: Float { 1 }
    open var hasAudioSampleDependencies: Bool { false }

    open var metadata: [AVMetadataItem] { formats.items(entries: info.metadata, covers: []) }
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    open var availableMetadataFormats: [AVMetadataFormat] {
        metadata.isEmpty ? [] : [formats.format]
    }

    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { MetadataFormats.format(of: $0) == format }
    }

    // MARK: Associations

    /// The relations to other tracks of the asset that the file declares, in its order; empty for other media than MP4 and QuickTime files.
    open var availableTrackAssociationTypes: [AssociationType] {
        var types: [AssociationType] = []
        for type in info.references.map({ AssociationType(rawValue: $0.type) })
        where !types.contains(type) && !associatedTracks(ofType: type).isEmpty { types.append(type) }
        return types
    }

    /// Returns the tracks of the asset to which this track refers, in the order of the file.
    ///
    /// Apple: the tracks of chapters are tracks of the asset. Here: they are not, and `chapterList` has no tracks.
    open func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
        let ids = info.references.filter { $0.type == trackAssociationType.rawValue }.flatMap(\.trackIDs)
        guard !ids.isEmpty, let tracks = asset?.tracks else { return [] }
        return ids.compactMap { id in tracks.first { $0.trackID == id } }
    }

    /// Loads the tracks of the asset to which this track refers. Never throws, because tracks are loaded with their asset.
    open func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
        associatedTracks(ofType: trackAssociationType)
    }

    /// - Parameter completionHandler: called once, on a queue of the system, without an error.
    @preconcurrency
    open func loadAssociatedTracks(
        ofType trackAssociationType: AssociationType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        let tracks = associatedTracks(ofType: trackAssociationType)
        DispatchQueue.global().async { completionHandler(tracks, nil) }
    }

    /// A relation from a track to others.
    public struct AssociationType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// From audio to the same audio in a format that more devices decode.
        public static let audioFallback = AssociationType(rawValue: "fall")
        public static let chapterList = AssociationType(rawValue: "chap")
        /// From subtitles to those of their lines that are displayed while no subtitles are selected.
        public static let forcedSubtitlesOnly = AssociationType(rawValue: "forc")
        /// From a track to the one that is to be selected with it.
        public static let selectionFollower = AssociationType(rawValue: "folw")
        public static let timecode = AssociationType(rawValue: "tmcd")
        /// From metadata to the track that it describes.
        public static let metadataReferent = AssociationType(rawValue: "cdsc")
    }

    open override var description: String {
        "<AVAssetTrack \(trackID) '\(mediaType.rawValue)' \(info.codec)\(info.language.map { " " + $0 } ?? "")>"
    }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    private static func property<Value>(_ key: String, _ read: @escaping @Sendable (AVAssetTrack) -> Value)
        -> AVAsyncProperty<Root, Value>
    {
        AVAsyncProperty(key) { read($0) }
    }

    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        property("formatDescriptions") { [$0.info.formatDescription] }
    }
    public static var isPlayable: AVAsyncProperty<Root, Bool> { property("isPlayable") { $0.isPlayable } }
    public static var isDecodable: AVAsyncProperty<Root, Bool> { property("isDecodable") { $0.isDecodable } }
    public static var isEnabled: AVAsyncProperty<Root, Bool> { property("isEnabled") { $0.isEnabled } }
    public static var isSelfContained: AVAsyncProperty<Root, Bool> {
        property("isSelfContained") { $0.isSelfContained }
    }
    public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
        property("mediaCharacteristics") { $0.info.mediaCharacteristics }
    }
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { property("timeRange") { $0.timeRange } }
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        property("naturalTimeScale") { $0.naturalTimeScale }
    }
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        property("estimatedDataRate") { $0.estimatedDataRate }
    }
    public static var languageCode: AVAsyncProperty<Root, String?> { property("languageCode") { $0.languageCode } }
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        property("extendedLanguageTag") { $0.extendedLanguageTag }
    }
    public static var naturalSize: AVAsyncProperty<Root, CGSize> { property("naturalSize") { $0.naturalSize } }
    public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
        property("preferredTransform") { $0.preferredTransform }
    }
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        property("nominalFrameRate") { $0.nominalFrameRate }
    }
    public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
        property("minFrameDuration") { $0.minFrameDuration }
    }
    public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
        property("requiresFrameReordering") { $0.requiresFrameReordering }
    }
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        property("preferredVolume") { $0.preferredVolume }
    }
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { property("metadata") { $0.metadata } }
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        property("commonMetadata") { $0.commonMetadata }
    }
    public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
        property("availableTrackAssociationTypes") { $0.availableTrackAssociationTypes }
    }
}

/// A group of tracks of which one plays at a time.
open class AVAssetTrackGroup: NSObject, @unchecked Sendable {
    private let numbers: [CMPersistentTrackID]

    init(trackIDs: [CMPersistentTrackID]) {
        numbers = trackIDs
        super.init()
    }

    open var trackIDs: [NSNumber] { numbers.map { NSNumber(value: $0) } }
}
