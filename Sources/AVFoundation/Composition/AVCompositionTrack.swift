public import CoreGraphics
public import CoreMedia
public import Foundation
package import MediaEngine

/// A track of a composition: ranges of the tracks of other assets, one after another.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
    // Sendable: the state is in `composition`, which locks, and loading a weak reference is atomic.
    let composition: CompositionCore
    private let id: CMPersistentTrackID

    init(_ track: CompositionCore.Track, of composition: CompositionCore, asset: AVAsset) {
        self.composition = composition
        id = track.trackID
        super.init(info: track.info, formats: MetadataFormats(container: "composition"), asset: nil)
        owner = asset
    }

    private weak var owner: AVAsset?
    open override var asset: AVAsset? { owner }

    /// The state of the track; that of an empty one after the track was removed from its composition.
    var state: CompositionCore.Track {
        composition.track(id) ?? CompositionCore.Track(trackID: id, kind: super.info.kind)
    }

    var list: SegmentList { state.list }

    package override var info: TrackInfo { state.info }
    open override var trackID: CMPersistentTrackID { id }
    open override var isEnabled: Bool { state.isEnabled }
    open override var preferredVolume: Float { state.volume }
    open override var preferredTransform: CGAffineTransform { state.transform ?? super.preferredTransform }
    /// From the start of the media to the end of the last segment. A track that begins with an empty segment has a start after zero.
    open override var timeRange: CMTimeRange { CMTimeRange(start: list.start, end: list.end) }
    open override var segments: [AVAssetTrackSegment] { compositionSegments }

    var compositionSegments: [AVCompositionTrackSegment] { list.segments.map { AVCompositionTrackSegment($0) } }
}

/// A composition track that can be edited.
///
/// Edits do not affect players of the composition: a player item plays the composition as it was when the item was created.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    private func change(_ body: (inout CompositionCore.Track) -> Void) {
        // A track that was removed from its composition stays empty.
        composition.changeTrack(trackID, body)
    }

    open override var isEnabled: Bool {
        get { super.isEnabled }
        set { change { $0.isEnabled = newValue } }
    }
    open override var naturalTimeScale: CMTimeScale {
        get { super.naturalTimeScale }
        set { change { $0.timescale = newValue > 0 ? newValue : nil } }
    }
    open override var preferredTransform: CGAffineTransform {
        get { super.preferredTransform }
        set { change { $0.transform = newValue } }
    }
    open override var preferredVolume: Float {
        get { super.preferredVolume }
        set { change { $0.volume = newValue } }
    }
    /// The BCP 47 tag; nil: that of the first media.
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { change { $0.language = newValue } }
    }
    open override var languageCode: String? {
        get { super.languageCode }
        set { change { $0.language = newValue } }
    }

    /// The segments of the track. Setting segments that `validateSegments(_:)` rejects has no effect.
    open override var segments: [AVAssetTrackSegment] {
        get { super.segments }
        set {
            let new = newValue.compactMap { ($0 as? AVCompositionTrackSegment)?.segment }
            guard new.count == newValue.count, (try? SegmentList.validate(new)) != nil else { return }
            change { $0.list = SegmentList(new) }
        }
    }

    /// Inserts a range of a track and moves what follows.
    /// - Parameters:
    ///   - timeRange: the range in `track`. What lies beyond the end of the track is silent, and displays its last frame.
    ///   - track: a video or audio track, of the kind of this track, of a file or of a composition.
    ///   - startTime: the place in this track; invalid: the end. After the end, the range up to it becomes empty.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        guard track.mediaType == mediaType else { throw AVError(.incompatibleAsset) }
        try insert(CompositionSource.segments(of: track, in: timeRange), at: startTime)
    }

    /// Inserts ranges of tracks one after another.
    open func insertTimeRanges(
        _ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime
    ) throws {
        guard timeRanges.count == tracks.count else { throw AVError(.operationNotAllowed) }
        var all = SegmentList()
        for (range, track) in zip(timeRanges, tracks) {
            guard track.mediaType == mediaType else { throw AVError(.incompatibleAsset) }
            all.insert(try CompositionSource.segments(of: track, in: range.timeRangeValue), at: .invalid)
        }
        try insert(all.segments, at: startTime)
    }

    private func insert(_ segments: [SegmentList.Segment], at time: CMTime) throws {
        guard !time.isNumeric || time >= .zero else { throw AVError(.operationNotAllowed) }
        guard composition.changeTrack(trackID, { $0.list.insert(segments, at: time) }) == .changed else {
            throw AVError(.operationNotAllowed)
        }
    }

    /// Inserts an empty range and moves what follows. At or after the end it has no effect.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        guard CompositionCore.isUsable(timeRange) else { return }
        change { $0.list.insertEmpty(timeRange) }
    }

    /// Removes a range; what follows moves to its start.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        guard CompositionCore.isUsable(timeRange) else { return }
        change { $0.list.remove(timeRange) }
    }

    /// Changes the duration of a range, whose media is then played faster or slower. Audio keeps its pitch, and is silent where it is more
    /// than four times as fast or as slow.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard CompositionCore.isUsable(timeRange), duration.isNumeric, duration > .zero else { return }
        change { $0.list.scale(timeRange, to: duration) }
    }

    /// Checks that segments can form the track.
    /// - Throws: an `AVError` that says whether a start, a duration or the order is wrong.
    open func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
        for segment in trackSegments where segment.sourceURL != nil && segment.segment.reference == nil {
            throw AVError(.invalidSourceMedia)
        }
        try SegmentList.validate(trackSegments.map(\.segment))
    }
}

extension CompositionCore {
    static func isUsable(_ range: CMTimeRange) -> Bool {
        range.isValid && range.start.isNumeric && range.start >= .zero && range.duration.isNumeric
            && range.duration > .zero
    }
}
