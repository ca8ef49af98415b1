import CoreMedia
import Foundation
import MediaEngine

/// The values of an `AVPlayerItem`'s observable properties at one moment.
struct ItemSnapshot: ObservedSnapshot {
    private(set) var duration = CMTime.indefinite
    private(set) var tracks: [AVPlayerItemTrack] = []
    private(set) var presentationSize = ItemState.Size()
    private(set) var abilities = TransportState.Abilities()
    private(set) var seekableRanges: [CMTimeRange] = []
    private(set) var loadedRanges: [CMTimeRange] = []
    private(set) var error: (any Error)?
    private(set) var status = ItemState.Status.unknown
    private(set) var buffer = ItemState.emptyBuffer
    private(set) var forwardEnd = CMTime.invalid
    private(set) var reverseEnd = CMTime.invalid
    private(set) var timedMetadata: [AVMetadataItem]?
    private(set) var isSeekPending = false

    init() {}

    init(_ state: borrowing ItemCore.State) {
        duration = state.item.duration
        tracks = state.tracks
        presentationSize = state.item.presentationSize
        abilities = state.item.abilities
        seekableRanges = state.item.seekableRanges
        loadedRanges = state.item.loadedRanges
        error = state.item.error
        status = state.item.status
        buffer = state.item.buffer
        forwardEnd = state.settings.forwardEnd
        reverseEnd = state.settings.reverseEnd
        timedMetadata = state.timed.lastItems
        isSeekPending = state.seeks.isSeeking
    }

    /// The order of the properties: readiness before the buffer (semantics section 7).
    static let properties: [ObservedProperty<ItemSnapshot>] = [
        ObservedProperty("duration", \.duration),
        ObservedProperty("tracks", \.tracks, isEqual: { $0.elementsEqual($1, by: ===) }, as: { $0 }),
        ObservedProperty("presentationSize", \.presentationSize) { CGSize(width: $0.width, height: $0.height) },
        ObservedProperty("canPlayFastForward", \.abilities.fastForward),
        ObservedProperty("canPlaySlowForward", \.abilities.slowForward),
        ObservedProperty("canPlayReverse", \.abilities.reverse),
        ObservedProperty("canPlaySlowReverse", \.abilities.slowReverse),
        ObservedProperty("canPlayFastReverse", \.abilities.fastReverse),
        ObservedProperty("canStepForward", \.abilities.stepForward),
        ObservedProperty("canStepBackward", \.abilities.stepBackward),
        ObservedProperty("seekableTimeRanges", \.seekableRanges) { $0.map(NSValue.init(timeRange:)) },
        ObservedProperty("loadedTimeRanges", \.loadedRanges) { $0.map(NSValue.init(timeRange:)) },
        // An error is set at most once.
        ObservedProperty("error", \.error, isEqual: { ($0 == nil) == ($1 == nil) }, as: { $0.map(clientError) }),
        ObservedProperty("status", \.status) { AVPlayerItem.Status($0) },
        ObservedProperty("isPlaybackBufferEmpty", \.buffer.isEmpty),
        ObservedProperty("isPlaybackBufferFull", \.buffer.isFull),
        ObservedProperty("isPlaybackLikelyToKeepUp", \.buffer.isLikelyToKeepUp),
        ObservedProperty("forwardPlaybackEndTime", \.forwardEnd),
        ObservedProperty("reversePlaybackEndTime", \.reverseEnd),
        ObservedProperty(
            "timedMetadata", \.timedMetadata,
            isEqual: { $0?.map(ObjectIdentifier.init) == $1?.map(ObjectIdentifier.init) },
            as: { $0 }),
        ObservedProperty("isSeekPending", \.isSeekPending),
    ]
}
