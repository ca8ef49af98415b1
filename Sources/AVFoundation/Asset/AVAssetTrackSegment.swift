public import CoreMedia
public import Foundation

/// A range of a track, and the range of media that is played in it. Immutable.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    // Sendable: the property never changes, and subclasses of this module only add constants.

    /// The media's range, invalid for an empty segment, and the range on the timeline of the track.
    open private(set) var timeMapping: CMTimeMapping

    init(_ timeMapping: CMTimeMapping) {
        self.timeMapping = timeMapping
        super.init()
    }

    /// Whether the segment plays nothing.
    open var isEmpty: Bool { !timeMapping.source.isValid }
}
