public import CoreMedia
public import Foundation
import MediaEngine

/// The buffer became sufficient to play without a stall: at the start, after a stall or after a seek.
open class AVMetricPlayerItemLikelyToKeepUpEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    open private(set) var variant: AVAssetVariant?
    /// Seconds since loading, the stall or the seek began.
    open private(set) var timeTaken: TimeInterval
    open private(set) var loadedTimeRanges: [CMTimeRange]

    init(_ moment: Moment, variant: AVAssetVariant?, timeTaken: TimeInterval, loaded: [CMTimeRange]) {
        self.variant = variant
        self.timeTaken = timeTaken
        loadedTimeRanges = loaded
        super.init(moment)
    }
}

/// The first likely-to-keep-up event of an item, with all requests that preceded it.
open class AVMetricPlayerItemInitialLikelyToKeepUpEvent: AVMetricPlayerItemLikelyToKeepUpEvent,
    @unchecked Sendable  // As its base class.
{
    open private(set) var playlistRequestEvents: [AVMetricHLSPlaylistRequestEvent]
    open private(set) var mediaSegmentRequestEvents: [AVMetricHLSMediaSegmentRequestEvent]
    open private(set) var contentKeyRequestEvents: [AVMetricContentKeyRequestEvent]

    init(
        _ moment: Moment, variant: AVAssetVariant?, timeTaken: TimeInterval, loaded: [CMTimeRange],
        requests: [AVMetricEvent]
    ) {
        playlistRequestEvents = requests.compactMap { $0 as? AVMetricHLSPlaylistRequestEvent }
        mediaSegmentRequestEvents = requests.compactMap { $0 as? AVMetricHLSMediaSegmentRequestEvent }
        contentKeyRequestEvents = requests.compactMap { $0 as? AVMetricContentKeyRequestEvent }
        super.init(moment, variant: variant, timeTaken: timeTaken, loaded: loaded)
    }
}

/// The playback rate changed.
open class AVMetricPlayerItemRateChangeEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    open private(set) var rate: Double
    open private(set) var previousRate: Double
    open private(set) var variant: AVAssetVariant?

    init(_ moment: Moment, from previous: Double, to rate: Double, variant: AVAssetVariant?) {
        previousRate = previous
        self.rate = rate
        self.variant = variant
        super.init(moment)
    }
}

/// Playback stalled because the buffer is empty.
open class AVMetricPlayerItemStallEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
}

/// Playback stopped for a seek.
open class AVMetricPlayerItemSeekEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
}

/// A seek completed.
open class AVMetricPlayerItemSeekDidCompleteEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    /// Whether the target of the seek was buffered.
    open private(set) var didSeekInBuffer: Bool

    init(_ moment: Moment, from previous: Double, to rate: Double, variant: AVAssetVariant?, inBuffer: Bool) {
        didSeekInBuffer = inBuffer
        super.init(moment, from: previous, to: rate, variant: variant)
    }
}

/// Segments are loaded from another variant from now on.
open class AVMetricPlayerItemVariantSwitchEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    /// nil for the first variant of the item.
    open private(set) var fromVariant: AVAssetVariant?
    open private(set) var toVariant: AVAssetVariant
    open private(set) var loadedTimeRanges: [CMTimeRange]
    open private(set) var didSucceed: Bool
    /// The estimated bandwidth of the network in bits per second; nil where there was no estimate. OpenAVKit's own.
    package private(set) var estimatedBitRate: Double?
    /// The reason for the choice of the variant, as text. OpenAVKit's own.
    package private(set) var explanation: String

    init(_ moment: Moment, from: AVAssetVariant?, to fresh: StreamVariant, loaded: [CMTimeRange]) {
        fromVariant = from
        toVariant = AVAssetVariant(fresh)
        loadedTimeRanges = loaded
        didSucceed = true
        estimatedBitRate = fresh.estimate
        explanation = fresh.explanation
        super.init(moment)
    }
}

/// A summary of the playback of an item, delivered when the item leaves its player.
open class AVMetricPlayerItemPlaybackSummaryEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    /// The error that ended playback early; nil without one.
    open private(set) var errorEvent: AVMetricErrorEvent?
    open private(set) var recoverableErrorCount: Int
    open private(set) var stallCount: Int
    open private(set) var variantSwitchCount: Int
    /// The seconds during which time advanced.
    open private(set) var playbackDuration: Int
    open private(set) var mediaResourceRequestCount: Int
    open private(set) var timeSpentRecoveringFromStall: TimeInterval
    open private(set) var timeSpentInInitialStartup: TimeInterval
    /// The declared bits per second of the variants, weighted by their playback time; 0 where none declared any.
    open private(set) var timeWeightedAverageBitrate: Int
    open private(set) var timeWeightedPeakBitrate: Int

    init(_ moment: Moment, _ tally: MetricTally, error: (any Error)?) {
        errorEvent = error.map { AVMetricErrorEvent(moment, $0, didRecover: false) }
        recoverableErrorCount = tally.recoverableErrors
        stallCount = tally.stalls
        variantSwitchCount = tally.switches
        playbackDuration = Int(clamping: tally.played)
        mediaResourceRequestCount = tally.requests
        timeSpentRecoveringFromStall = tally.stalled
        timeSpentInInitialStartup = tally.startup ?? 0
        timeWeightedAverageBitrate = Int(clamping: tally.mean(tally.averageBits))
        timeWeightedPeakBitrate = Int(clamping: tally.mean(tally.peakBits))
        super.init(moment)
    }
}

extension Int {
    /// Converts a number to an integer in range; 0 for a value that is not finite.
    fileprivate init(clamping number: Double) {
        self = number.isFinite ? Int(Swift.min(Swift.max(number, 0), 1e15)) : 0
    }
}
