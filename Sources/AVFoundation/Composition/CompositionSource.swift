import CoreMedia
import MediaEngine

/// The media of tracks that are inserted into compositions.
enum CompositionSource {
    /// Returns a reference to the media of a track; nil for a track of a composition, and for kinds of tracks that compositions cannot play.
    static func reference(to track: AVAssetTrack) -> TrackReference? {
        guard let locator = track.locator, track.info.kind == .video || track.info.kind == .audio else { return nil }
        return TrackReference(locator: locator, info: track.info)
    }

    /// Returns the segments that play a range of a track, with times that start at zero.
    /// - Throws: `AVError` where the range has no duration or is not in the track, or the track cannot be composed.
    static func segments(of track: AVAssetTrack, in range: CMTimeRange) throws -> [SegmentList.Segment] {
        guard range.isValid, range.start.isNumeric, range.start >= .zero else {
            throw AVError(.invalidCompositionTrackSegmentSourceStartTime)
        }
        guard range.duration.isNumeric, range.duration > .zero else {
            throw AVError(.invalidCompositionTrackSegmentSourceDuration)
        }
        if let composed = track as? AVCompositionTrack { return composed.list.extract(range) }
        guard let reference = reference(to: track) else { throw AVError(.operationNotSupportedForAsset) }
        let end = track.timeRange.end
        guard !end.isNumeric || range.start < end else {
            throw AVError(.invalidCompositionTrackSegmentSourceStartTime)
        }
        return [
            SegmentList.Segment(
                reference: reference, source: range, target: CMTimeRange(start: .zero, duration: range.duration))
        ]
    }
}
