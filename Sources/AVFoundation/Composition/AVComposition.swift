import CoreGraphics
public import CoreMedia
public import Foundation
package import MediaEngine
import Synchronization

/// An asset that is composed of ranges of the tracks of other assets. Its media is read where it is played.
///
/// Here: video and audio of files. Of several video tracks the first one that is enabled is displayed; audio tracks are mixed.
open class AVComposition: AVAsset, NSMutableCopying, @unchecked Sendable {
    // Sendable: the state is in `composition` and `made`, which lock.
    let composition: CompositionCore
    private let made = Mutex(Made())

    /// The objects that represent the state.
    private struct Made: Sendable {
        var tracks: [CMPersistentTrackID: AVCompositionTrack] = [:]
        var contents: (version: Int, contents: AssetContents)?
    }

    init(_ composition: CompositionCore) {
        self.composition = composition
        var locator = MediaLocator(url: composition.url)
        locator.composition = composition.snapshot.plan
        super.init(locator: locator)
    }

    /// The options with which the assets of segments are opened; none here.
    open var urlAssetInitializationOptions: [String: Any] { [:] }

    /// The size of the video in pixels: that of its largest media, unless the client has set one.
    open var naturalSize: CGSize { composition.naturalSize }

    open override func copy(with zone: NSZone? = nil) -> Any { AVComposition(CompositionCore(composition.snapshot)) }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableComposition(CompositionCore(composition.snapshot))
    }

    // MARK: Contents, which are known without loading

    func makeTrack(_ track: CompositionCore.Track) -> AVCompositionTrack {
        AVCompositionTrack(track, of: composition, asset: self)
    }

    /// The tracks, in the order in which they were added; the same objects each time.
    var compositionTracks: [AVCompositionTrack] {
        let state = composition.snapshot
        return made.withLock { made in
            state.tracks.map { track in
                if let known = made.tracks[track.trackID] { return known }
                let new = makeTrack(track)
                made.tracks[track.trackID] = new
                return new
            }
        }
    }

    open override var tracks: [AVAssetTrack] { compositionTracks }
    open override var duration: CMTime { composition.duration }

    override var contents: AssetContents? {
        let state = composition.snapshot
        if let known = made.withLock({ $0.contents }), known.version == state.version { return known.contents }
        let contents = AssetContents(info: state.info, asset: self, tracks: compositionTracks)
        made.withLock { $0.contents = (state.version, contents) }
        return contents
    }

    package override var loadedContents: AssetContents? { contents }

    open override func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        Self.loadableKeys.contains(key) ? .loaded : super.statusOfValue(forKey: key, error: outError)
    }

    @preconcurrency
    open override func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
    ) {
        guard let handler else { return }
        DispatchQueue.global().async(execute: handler)
    }

    override func error(forKey key: String) -> (any Error)? {
        Self.loadableKeys.contains(key) ? nil : super.error(forKey: key)
    }

    open override var isReadable: Bool { true }
    open override var isComposable: Bool { true }
    open override var providesPreciseDurationAndTiming: Bool { true }
}

/// A composition that can be edited.
///
/// An `AVPlayerItem` and an `AVAssetImageGenerator` use the composition as it is when they are created.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    public convenience init() { self.init(CompositionCore()) }

    /// - Parameter URLAssetInitializationOptions: ignored here.
    public convenience init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]? = nil) {
        self.init(CompositionCore())
    }

    override var forPlayback: AVAsset { AVComposition(CompositionCore(composition.snapshot)) }
    package override var mediaAsset: MediaAsset { forPlayback.mediaAsset }

    override func makeTrack(_ track: CompositionCore.Track) -> AVCompositionTrack {
        AVMutableCompositionTrack(track, of: composition, asset: self)
    }

    open override var naturalSize: CGSize {
        get { super.naturalSize }
        set { composition.change { $0.naturalSize = newValue } }
    }

    /// Adds an empty track.
    /// - Parameter preferredTrackID: the ID of the track; `kCMPersistentTrackID_Invalid`: any.
    /// - Returns: nil where another track has the ID, and for media types other than video and audio, which compositions cannot play here.
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        let kind: TrackInfo.Kind
        switch mediaType {
        case .video: kind = .video
        case .audio: kind = .audio
        default: return nil
        }
        let id = composition.change { state -> CMPersistentTrackID? in
            guard let id = state.trackID(preferred: preferredTrackID) else { return nil }
            state.tracks.append(CompositionCore.Track(trackID: id, kind: kind))
            return id
        }
        return id.flatMap { mutableTrack($0) }
    }

    private func mutableTrack(_ id: CMPersistentTrackID) -> AVMutableCompositionTrack? {
        compositionTracks.first { $0.trackID == id } as? AVMutableCompositionTrack
    }

    open func removeTrack(_ track: AVCompositionTrack) {
        composition.change { $0.tracks.removeAll { $0.trackID == track.trackID } }
    }

    /// Returns a track into which ranges of another track can be inserted; nil where there is none.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        compositionTracks.lazy.compactMap { $0 as? AVMutableCompositionTrack }.first { $0.mediaType == track.mediaType }
    }

    /// Inserts a range of all enabled video and audio tracks of an asset, and moves what follows in every track. Tracks are added where none is
    /// compatible. The tracks that the asset does not fill are empty in the range.
    ///
    /// Reads the tracks of the asset, and blocks where they are not loaded.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        let playable = asset.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
        // Alternatives, such as other languages, must not be mixed.
        let first = playable.first { $0.mediaType == .audio }
        let hasEnabled = playable.contains { $0.mediaType == .audio && $0.isEnabled }
        let sources = playable.filter { $0.isEnabled || !hasEnabled && $0 === first }
        guard !sources.isEmpty else { throw AVError(.invalidSourceMedia) }
        guard !startTime.isNumeric || startTime >= .zero else { throw AVError(.operationNotAllowed) }
        let start = startTime.isNumeric ? startTime : duration
        let pieces = try sources.map { track in
            (track, SegmentList(try CompositionSource.segments(of: track, in: timeRange)))
        }
        // Nothing is changed before every range is known to be valid.
        var free = compositionTracks.map(\.trackID)
        var targets: [(CMPersistentTrackID, [SegmentList.Segment], AVAssetTrack)] = []
        for (track, list) in pieces {
            let known = free.first { mutableTrack($0)?.mediaType == track.mediaType }
            guard
                let id = known
                    ?? addMutableTrack(
                        withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)?.trackID
            else { continue }
            free.removeAll { $0 == id }
            targets.append((id, list.segments, track))
        }
        composition.change { state in
            for index in state.tracks.indices {
                if let target = targets.first(where: { $0.0 == state.tracks[index].trackID }) {
                    let isNew = state.tracks[index].list.segments.isEmpty
                    if isNew, target.2.preferredTransform != .identity {
                        state.tracks[index].transform = target.2.preferredTransform
                    }
                    state.tracks[index].list.insert(target.1, at: start)
                } else {
                    state.tracks[index].list.insertEmpty(CMTimeRange(start: start, duration: timeRange.duration))
                }
            }
        }
    }

    /// Inserts an empty range into every track.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        editAll(timeRange) { $0.insertEmpty(timeRange) }
    }

    /// Removes a range of every track. Tracks that become empty stay.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        editAll(timeRange) { $0.remove(timeRange) }
    }

    /// Changes the duration of a range of every track.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard duration.isNumeric, duration > .zero else { return }
        editAll(timeRange) { $0.scale(timeRange, to: duration) }
    }

    private func editAll(_ range: CMTimeRange, _ body: (inout SegmentList) -> Void) {
        guard CompositionCore.isUsable(range) else { return }
        composition.change { state in
            for index in state.tracks.indices { body(&state.tracks[index].list) }
        }
    }
}
