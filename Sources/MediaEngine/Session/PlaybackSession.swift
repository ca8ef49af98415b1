public import CoreMedia

/// What plays one `MediaAsset`: opens, decodes ahead, shows and sounds at the wanted rate.
///
/// Every method may be called on any thread, returns at once, and takes effect in the order of calls. Events arrive in order on one
/// queue of the session, and never before the call that caused them has returned. Times run from 0 at the start of the media.
public final class PlaybackSession: Sendable {
    public struct Options: Sendable {
        public var startTime: CMTime = .zero
        public var hostClock: any HostClock = SystemHostClock()
        /// nil: the default output of the machine, or none where there is no sound server.
        public var makeAudioOutput: (@Sendable () -> any AudioOutput)?
        public var volume: Float = 1
        public var isMuted = false
        public var playsVideo = true
        public var playsAudio = true
        /// Seconds to read ahead; 0: as the engine thinks best.
        public var forwardBufferSeconds: Double = 0
        /// What is wanted of a stream with variants.
        public var streaming = StreamingPreferences()
        public init() {}
    }

    public enum PitchAlgorithm: Sendable { case keepsPitch, varispeed }

    public let asset: MediaAsset
    /// What the picture is taken from; valid for the session's whole life.
    public let video: VideoOutput
    let core: SessionCore

    public init(asset: MediaAsset, options: Options = Options(), events: @escaping @Sendable (SessionEvent) -> Void) {
        self.asset = asset
        let video = VideoOutput(clock: options.hostClock)
        self.video = video
        core = SessionCore(asset: asset, options: options, video: video, deliver: events)
    }

    deinit { core.close() }

    /// Starts opening and decoding up to the first picture, at rate 0. Once.
    public func prepare() { core.prepare() }

    /// Media time now, from the clock that is in charge. Zero before ready.
    public var currentTime: CMTime { core.currentTime.time }

    /// The rate at which `currentTime` moves now: 0 while paused, waiting, seeking or ended.
    public var effectiveRate: Double { core.read { $0.clock.rate } }

    /// Wanted rate; 0 pauses. 0.5 to 2 are heard, others are mute. Negative rates play backwards where the media is seekable.
    public func setRate(_ rate: Double) {
        core.update { $0.setRate(rate) }
    }

    /// Goes to a time inside [time − before, time + after]; invalid tolerances count as unlimited.
    /// A later seek ends an earlier one that has not landed: its completion gets false.
    /// - Parameter completion: called on the session's event queue when the new picture is ready; the time is where it landed.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completion: @escaping @Sendable (_ finished: Bool, _ landed: CMTime) -> Void
    ) {
        guard let target = Nanoseconds(time) ?? (time == .positiveInfinity ? Nanoseconds.never : nil) else {
            return core.afterEvents { completion(false, .invalid) }
        }
        core.seek(
            to: target, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completion: completion)
    }

    public func cancelPendingSeeks() { core.cancelSeeks() }

    /// Shows the picture `count` frames on (or back, where negative). Only at rate 0.
    public func step(by count: Int, completion: @escaping @Sendable (_ finished: Bool) -> Void) {
        core.step(by: count, completion: completion)
    }

    /// 0 to 1; changes ramp over some milliseconds so that nothing clicks.
    public func setVolume(_ volume: Float) {
        core.audioDriver.setVolume(volume.isFinite ? min(max(volume, 0), 1) : 1)
    }

    public func setMuted(_ muted: Bool) {
        core.audioDriver.setMuted(muted)
    }

    public func setPitchAlgorithm(_ algorithm: PitchAlgorithm) {
        core.update { $0.setKeepsPitch(algorithm == .keepsPitch) }
    }

    /// Ends playing forward at this time instead of the media's end; invalid means the end.
    public func setForwardEndTime(_ time: CMTime) {
        core.update { $0.transport.endTime = Nanoseconds(time) }
    }

    public func setForwardBufferSeconds(_ seconds: Double) {
        core.update { $0.transport.forwardBuffer = Nanoseconds(seconds: seconds.clamped(0, 3600)) }
    }

    /// Changes what is wanted of a stream with variants: it holds for segments that are not under way yet.
    public func prefer(_ preferences: StreamingPreferences) {
        core.update { $0.transport.streaming = preferences }
        core.reader?.stream?.prefer(preferences)
    }

    /// Plays this track of the kind from now on, without a pause; nil plays none. Indexes are `TrackInfo.index`.
    public func select(_ kind: TrackInfo.Kind, trackIndex: Int?) {
        core.update { $0.select(kind, trackIndex) }
    }

    public func selectedTrack(_ kind: TrackInfo.Kind) -> Int? { core.read { $0.source.selected[kind] } }

    public var loadedRanges: [CMTimeRange] {
        guard let range = core.read({ $0.bufferedRange }) else { return [] }
        return [CMTimeRange(start: range.start.time, duration: (range.end - range.start).time)]
    }

    public var seekableRanges: [CMTimeRange] {
        let (isSeekable, duration) = core.read { ($0.source.info?.isSeekable == true, $0.source.duration) }
        guard isSeekable else { return [] }
        if let duration { return [CMTimeRange(start: .zero, duration: duration.time)] }
        guard let range = core.reader?.stream?.seekableRange else { return [] }
        return [CMTimeRange(start: range.lowerBound.time, duration: (range.upperBound - range.lowerBound).time)]
    }

    /// The date of the present time; nil where the media carries no dates.
    public var currentDate: Date? {
        core.reader?.stream?.date(at: core.currentTime)
    }

    /// The time to seek for a date; nil where the media carries no dates, or not this one.
    public func time(of date: Date) -> CMTime? {
        core.reader?.stream?.time(of: date)?.time
    }

    /// Of each playlist of a stream that plays: the end of a segment, or beginning, nearest to a time.
    public func segmentBoundaries(nearest time: CMTime) -> [CMTime] {
        guard let nanoseconds = Nanoseconds(time) else { return [] }
        return core.reader?.stream?.segmentBoundaries(nearest: nanoseconds).map(\.time) ?? []
    }

    /// Asks a stream's server which assets an interstitial has, for up to a minute.
    /// - Parameter completion: called once, on any thread, never inside the call.
    public func loadAssetList(
        _ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void
    ) {
        guard let reader = core.reader else {
            return core.afterEvents { completion(.failure(MediaError(.cancelled, "Nothing plays.", url: url))) }
        }
        guard let stream = reader.stream else {
            return core.afterEvents {
                completion(.failure(MediaError(.unsupported, "This media has no lists of assets.", url: url)))
            }
        }
        stream.loadAssetList(url, completion: completion)
    }

    public var statistics: SessionStatistics { core.read { $0.statistics } }

    /// Stops sound and picture and frees everything; idempotent. No event follows. Threads are gone within 100 ms.
    public func close() { core.close() }
}
