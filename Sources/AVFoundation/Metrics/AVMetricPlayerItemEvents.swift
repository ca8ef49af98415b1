public import CoreMedia
public import Foundation
import MediaEngine

/// There was enough to go on without a stall: at the start, after a stall, after a seek.
public class AVMetricPlayerItemLikelyToKeepUpEvent: AVMetricEvent, @unchecked Sendable {
    // As its base class: constants alone.
    public let variant: AVAssetVariant?
    /// Seconds since loading, the stall or the seek began.
    public let timeTaken: TimeInterval
    public let loadedTimeRanges: [CMTimeRange]

    init(_ moment: Moment, variant: AVAssetVariant?, timeTaken: TimeInterval, loaded: [CMTimeRange]) {
        self.variant = variant
        self.timeTaken = timeTaken
        loadedTimeRanges = loaded
        super.init(moment)
    }
}

/// The first of them, with all that was asked for on the way.
public final class AVMetricPlayerItemInitialLikelyToKeepUpEvent: AVMetricPlayerItemLikelyToKeepUpEvent,
    @unchecked Sendable  // As its base class.
{
    public let playlistRequestEvents: [AVMetricHLSPlaylistRequestEvent]
    public let mediaSegmentRequestEvents: [AVMetricHLSMediaSegmentRequestEvent]
    public let contentKeyRequestEvents: [AVMetricContentKeyRequestEvent]

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

/// Time moves at another rate from now on.
public class AVMetricPlayerItemRateChangeEvent: AVMetricEvent, @unchecked Sendable {
    // As its base class: constants alone.
    public let rate: Double
    public let previousRate: Double
    public let variant: AVAssetVariant?

    init(_ moment: Moment, from previous: Double, to rate: Double, variant: AVAssetVariant?) {
        previousRate = previous
        self.rate = rate
        self.variant = variant
        super.init(moment)
    }
}

/// It stands still for want of data.
public final class AVMetricPlayerItemStallEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {
    // As its base class: constants alone.
}

/// It stands still for a seek.
public final class AVMetricPlayerItemSeekEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {
    // As its base class: constants alone.
}

/// A seek has landed.
public final class AVMetricPlayerItemSeekDidCompleteEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {
    // As its base class: constants alone.
    /// Whether what was sought was there.
    public let didSeekInBuffer: Bool

    init(_ moment: Moment, from previous: Double, to rate: Double, variant: AVAssetVariant?, inBuffer: Bool) {
        didSeekInBuffer = inBuffer
        super.init(moment, from: previous, to: rate, variant: variant)
    }
}

/// Segments are loaded of another variant from now on.
public final class AVMetricPlayerItemVariantSwitchEvent: AVMetricEvent, @unchecked Sendable {
    // As its base class: constants alone.
    /// nil for the first variant of all.
    public let fromVariant: AVAssetVariant?
    public let toVariant: AVAssetVariant
    public let loadedTimeRanges: [CMTimeRange]
    public let didSucceed: Bool
    /// Bits a second that the network was taken to carry; nil where nothing was known. OpenAVKit's own.
    public let estimatedBitRate: Double?
    /// Why it was chosen, for people. OpenAVKit's own.
    public let explanation: String

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

/// How all of it went, told when the item leaves its player.
public final class AVMetricPlayerItemPlaybackSummaryEvent: AVMetricEvent, @unchecked Sendable {
    // As its base class: constants alone.
    /// What ended playing before its time.
    public let errorEvent: AVMetricErrorEvent?
    public let recoverableErrorCount: Int
    public let stallCount: Int
    public let variantSwitchCount: Int
    /// Seconds during which time moved.
    public let playbackDuration: Int
    public let mediaResourceRequestCount: Int
    public let timeSpentRecoveringFromStall: TimeInterval
    public let timeSpentInInitialStartup: TimeInterval
    /// Declared bits per second of what was played, each variant by how long it was; 0 where none declared any.
    public let timeWeightedAverageBitrate: Int
    public let timeWeightedPeakBitrate: Int

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
    /// 0 for what is no number.
    fileprivate init(clamping number: Double) {
        self = number.isFinite ? Int(Swift.min(Swift.max(number, 0), 1e15)) : 0
    }
}
