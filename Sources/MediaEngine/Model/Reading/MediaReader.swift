import Foundation
import HLS

/// What gives a session its packets: one container, or a presentation that is put together from many.
///
/// One thread reads and seeks; `cancel` and `resume` may be called by any.
protocol MediaReader: AnyObject, Sendable {
    /// The URL of the media, for error messages.
    var url: URL { get }
    var info: MediaInfo { get }
    var bytesRead: Int64 { get }

    /// Whether `info` is all there is to say: a stream's pictures may be here before its sound is. Reading goes on to it.
    var isComplete: Bool { get }

    /// Waits until `info` is all there is to say; blocks. For those who do not read.
    func complete() throws(MediaError)

    /// How a track begins; single packets may bear another format.
    func format(of track: Int) -> StreamFormat?

    /// The next packet of any track; blocks. Nil at the end.
    func read() throws(MediaError) -> Packet?

    /// Moves so that reading goes on at the last key frame of `track` at or before `time`, or at the first one there is.
    func seek(to time: Nanoseconds, track: Int?) throws(MediaError)

    /// Reads nothing of the other tracks from now on.
    func discardAll(except tracks: Set<Int>)

    /// Tracks that were selected and cannot be had, each told of once: reading goes on without them. Does not block.
    func takeLostTracks() -> Set<Int>

    /// Where playback stands; called now and then by the reading thread.
    func tell(playHead: Nanoseconds, rate: Double)

    /// Media ahead of the play head that is enough for it; nil: as much as may be held.
    var preferredForwardBuffer: Nanoseconds? { get }

    /// Bytes that may be held ahead of the play head, however short a time they last.
    var forwardMemory: Int { get }

    /// Media ahead of the play head from which playing is expected to go on; nil: as the session thinks best. Close to the end of a live
    /// stream there is never much.
    var comfortableAhead: Nanoseconds? { get }

    /// The rate up to which every picture is read, forwards and backwards; beyond, single ones are shown.
    var fastestWhole: Double { get }

    /// Whether it goes back for what comes before all that is held, so that every picture can be shown backwards.
    var readsBackwards: Bool { get }

    /// Whether it says itself what could not be had, so that an end before the time that was promised is no sign of a file that was cut off.
    var tellsWhatIsMissing: Bool { get }

    /// Whether tracks that are not selected cost something, so that they are not read in advance.
    var readsSelectedTracksOnly: Bool { get }

    /// What the app and its screen want of a stream with variants.
    func prefer(_ preferences: StreamingPreferences)

    /// The decoder makes nothing of the pictures of a rung, or not in time: it is left out for a while. Does not block.
    /// - Returns: whether there is another one, which comes after a seek.
    func leave(rung: Int, because fault: DecoderLimits.Fault, _ error: MediaError) -> Bool

    /// The decoder has lost a picture of this time, or broken it. Does not block.
    func pictureHarmed(at time: Nanoseconds, isLost: Bool)

    /// Tells of what happens while reading goes on, from any thread; faults of opening come first.
    func listen(_ listener: @escaping @Sendable (StreamEvent) -> Void)

    /// Where playing begins unless somebody says otherwise.
    var startPosition: Nanoseconds { get }

    /// What may be sought, where that is not the whole: the window of a live stream.
    var seekableRange: ClosedRange<Nanoseconds>? { get }

    /// Where a live stream is to be played at the latest; nil for everything else.
    var livePlace: LivePlace? { get }

    /// How much of a stretch is known to be without pictures.
    func knownHole(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds

    /// How far from a live stream's end it plays without stalls, as it seems: its own distance and what its news are late by.
    var recommendedLiveDistance: Nanoseconds? { get }

    /// The time nearest to `target` that may be sought now; blocks where that must be asked for. On the reading thread.
    func resolve(_ target: Nanoseconds) throws(MediaError) -> Nanoseconds

    /// The date that belongs to a time, and the other way round; nil without dates.
    func date(at time: Nanoseconds) -> Date?
    func time(of date: Date) -> Nanoseconds?

    /// The captions of a track that show between two times, as far as they are here; starts to fetch what is missing. Does not block.
    /// - Returns: nil for a track whose captions come as packets.
    func captions(of track: Int, from start: Nanoseconds, through end: Nanoseconds) -> [TimedText]?

    /// Tells of a stream's date ranges, at once where there are any and whenever they change, from any thread. The listener must be quick
    /// and must not call back.
    func listenForDateRanges(_ listener: @escaping @Sendable ([DateRange]) -> Void)

    /// The same for what is to be played in between.
    func listenForInterstitials(_ listener: @escaping @Sendable (StreamInterstitials) -> Void)

    /// Of each playlist that plays the boundary of segments that is nearest to a time.
    func segmentBoundaries(nearest time: Nanoseconds) -> [Nanoseconds]

    /// Asks a stream's server for a list of assets; calls back once, on any thread, never inside the call.
    func loadAssetList(_ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void)

    /// Tells of captions that have come since they were asked for, from any thread.
    func listenForCaptions(_ listener: @escaping @Sendable () -> Void)

    /// Ends a read under way with `MediaError.Code.cancelled`, and every later one until `resume`.
    func cancel()
    func resume()

    /// Ends a read that waits, or the next one that would, with `MediaError.Code.cancelled`; nothing is lost by it. `seek` forgets it.
    /// Does not block.
    func interrupt()
}

extension MediaReader {
    func loadAssetList(_ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void) {
        // Only streams name lists.
        EngineThread.start("list") {
            completion(.failure(MediaError(.unsupported, "This media has no lists of assets.", url: url)))
        }
    }
    /// Containers say at their beginning what is in them.
    var isComplete: Bool { true }
    func complete() throws(MediaError) {}
    /// Files are read in pieces that come soon.
    func interrupt() {}
    /// What is in a container is there.
    func takeLostTracks() -> Set<Int> { [] }
    func tell(playHead: Nanoseconds, rate: Double) {}
    func prefer(_ preferences: StreamingPreferences) {}
    func listen(_ listener: @escaping @Sendable (StreamEvent) -> Void) {}
    func leave(rung: Int, because fault: DecoderLimits.Fault, _ error: MediaError) -> Bool { false }
    func pictureHarmed(at time: Nanoseconds, isLost: Bool) {}
    var startPosition: Nanoseconds { 0 }
    var seekableRange: ClosedRange<Nanoseconds>? { nil }
    var livePlace: LivePlace? { nil }
    func knownHole(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds { 0 }
    var recommendedLiveDistance: Nanoseconds? { nil }
    func resolve(_ target: Nanoseconds) throws(MediaError) -> Nanoseconds { target }
    func date(at time: Nanoseconds) -> Date? { nil }
    func time(of date: Date) -> Nanoseconds? { nil }
    func captions(of track: Int, from start: Nanoseconds, through end: Nanoseconds) -> [TimedText]? { nil }
    func listenForCaptions(_ listener: @escaping @Sendable () -> Void) {}
    func listenForDateRanges(_ listener: @escaping @Sendable ([DateRange]) -> Void) {}
    func listenForInterstitials(_ listener: @escaping @Sendable (StreamInterstitials) -> Void) {}
    func segmentBoundaries(nearest time: Nanoseconds) -> [Nanoseconds] { [] }
    var preferredForwardBuffer: Nanoseconds? { nil }
    var forwardMemory: Int { ForwardMemory.usual }
    var comfortableAhead: Nanoseconds? { nil }
    var readsSelectedTracksOnly: Bool { false }
    var tellsWhatIsMissing: Bool { false }
    var readsBackwards: Bool { true }
    /// What a processor decodes of an ordinary film.
    var fastestWhole: Double { 8 }
}
