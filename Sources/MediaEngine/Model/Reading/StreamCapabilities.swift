import Foundation
import HLS

/// The capabilities of a stream's reader beyond reading packets.
typealias StreamCapabilities = ProgressiveReader & VariantReader & LiveReader & CaptionSource & TimelineSource

/// A reader that may be opened before every track is available, and whose tracks may fail individually.
protocol ProgressiveReader: AnyObject, Sendable {
    /// Whether `info` is final. The video of a stream may be available before its audio; reading also loads the rest.
    var isComplete: Bool { get }

    /// Blocks until `info` is final. For callers that do not read.
    func complete() throws(MediaError)

    /// Returns the selected tracks that have failed since the last call; reading continues without these tracks. Does not block.
    func takeFailedTracks() -> Set<Int>

    /// Ends a read that waits for the network, or the next one that would, with `MediaError.Code.cancelled`. No packet is lost. `seek`
    /// cancels the interruption. Does not block; thread-safe.
    func interrupt()

    /// Replaces the listener of the stream's events; errors during opening are delivered first. The listener is called on any thread.
    func observeEvents(_ listener: @escaping @Sendable (StreamEvent) -> Void)
}

/// A reader that chooses between variants of the same media.
protocol VariantReader: AnyObject, Sendable {
    /// Applies the requirements of the app and the display for variants and renditions.
    func prefer(_ preferences: StreamingPreferences)

    /// Reports the position of playback. The reader thread calls it before each read.
    func reportPlayHead(_ playHead: Nanoseconds, rate: Double)

    /// Excludes a variant for a while because its video cannot be decoded, or not in real time. Does not block.
    /// - Returns: `switched` if playback continues in another variant, whose packets follow after a seek.
    func switchAway(
        fromVariant variant: Int, because fault: DecoderLimits.Fault, _ error: MediaError
    ) -> VariantSwitch

    /// Reports that the frame at `time` was decoded with errors, or, if `isLost`, not at all. Does not block.
    func reportCorruptFrame(at time: Nanoseconds, isLost: Bool)
}

/// The outcome of excluding a variant.
enum VariantSwitch {
    /// Playback continues in another variant, or at another position.
    case switched
    case noAlternative
}

/// A reader whose media may grow at its end and expire at its start.
protocol LiveReader: AnyObject, Sendable {
    /// The start position of playback, unless the client sets a start time.
    var startPosition: Nanoseconds { get }

    /// The seekable window; nil if the whole media is seekable.
    var seekableRange: ClosedRange<Nanoseconds>? { get }

    /// The target position of live playback; nil if the stream is not live.
    var liveTarget: LiveTarget? { get }

    /// Returns the duration between `start` and `end` that is known to have no video.
    func knownGap(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds

    /// Returns the seekable time nearest to `target`. Blocks while a playlist is requested; called on the reader thread.
    func nearestSeekable(to target: Nanoseconds) throws(MediaError) -> Nanoseconds

    /// Requests the playlists that are due, so that the window stays up to date, and no media. Blocks until the reader is interrupted or
    /// cancelled, or the stream ends; on the reading thread.
    func followWindow() throws(MediaError)
}

/// A reader whose subtitles are not delivered as packets.
protocol CaptionSource: AnyObject, Sendable {
    /// Returns the captions of a track between two times that are loaded, and starts to load the missing ones. Does not block.
    /// - Returns: nil for a track whose captions are packets.
    func captions(of track: Int, from start: Nanoseconds, through end: Nanoseconds) -> [TimedText]?

    /// Replaces the listener that is called, on any thread, when requested captions have been loaded.
    func observeCaptions(_ listener: @escaping @Sendable () -> Void)
}

/// A reader whose timeline has dates, segments and interstitials.
protocol TimelineSource: AnyObject, Sendable {
    /// Returns the date of a time; nil for media without dates.
    func date(at time: Nanoseconds) -> Date?

    /// Returns the time of a date; nil for media without dates, or without this date.
    func time(of date: Date) -> Nanoseconds?

    /// Returns the segment boundary nearest to a time, for each playlist that plays.
    func segmentBoundaries(nearest time: Nanoseconds) -> [Nanoseconds]

    /// Replaces the listener of date ranges. It is called at once if there are any, and after each change, on any thread. The listener must
    /// return quickly and must not call the reader.
    func observeDateRanges(_ listener: @escaping @Sendable ([DateRange]) -> Void)

    /// Replaces the listener of interstitials, under the same conditions as `observeDateRanges`.
    func observeInterstitials(_ listener: @escaping @Sendable (StreamInterstitials) -> Void)

    /// Requests an asset list of an interstitial. The completion is called once, on any thread, never inside the call.
    func loadAssetList(_ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void)
}
