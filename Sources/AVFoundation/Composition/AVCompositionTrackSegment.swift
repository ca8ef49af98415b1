public import CoreMedia
import Foundation
import MediaEngine

/// A range of a composition track: a range of a track of media at a URL, or empty. Immutable.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
    let segment: SegmentList.Segment

    /// The URL of the media; nil for an empty segment.
    open private(set) var sourceURL: URL?
    /// The track of the media; `kCMPersistentTrackID_Invalid` for an empty segment.
    open private(set) var sourceTrackID: CMPersistentTrackID

    /// Creates an empty segment.
    public convenience init(timeRange: CMTimeRange) {
        self.init(SegmentList.Segment(reference: nil, source: .invalid, target: timeRange))
    }

    /// Creates a segment that plays a range of a track.
    ///
    /// Here the file is opened and read, and blocks, when a track that has no other segment of it gets the segment.
    public convenience init(
        url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
    ) {
        let track = AVURLAsset(url: URL).track(withTrackID: trackID)
        self.init(
            SegmentList.Segment(
                reference: track.flatMap { CompositionSource.reference(to: $0) }, source: sourceTimeRange,
                target: targetTimeRange), url: URL, trackID: trackID)
    }

    init(_ segment: SegmentList.Segment, url: URL? = nil, trackID: CMPersistentTrackID? = nil) {
        self.segment = segment
        sourceURL = url ?? segment.reference?.locator.url
        sourceTrackID = trackID ?? segment.reference?.info.trackID ?? kCMPersistentTrackID_Invalid
        super.init(CMTimeMapping(source: segment.source, target: segment.target))
    }
}
