public import CoreMedia

/// Plays one `MediaAsset`: opens it, decodes ahead, and displays video and plays audio at the requested rate.
///
/// Every method may be called on any thread, returns at once, and takes effect in the order of calls. Events are delivered in order on one
/// queue of the session, and never before the call that caused them has returned. Times start at 0 at the start of the media.
public final class PlaybackSession: Sendable {
    public struct Options: Sendable {
        public var startTime: CMTime = .zero
        /// Whether a seek that was requested before the media is open is cancelled where its target turns out to lie outside the media, so
        /// that playback starts at `startTime`. Otherwise the target is moved to the nearest time of the media.
        public var cancelsSeeksOutside = false
        public var hostClock: any HostClock = SystemHostClock()
        /// Nil: the machine's default output, or none if there is no audio server.
        public var makeAudioOutput: (@Sendable () -> any AudioOutput)?
        public var volume: Float = 1
        public var isMuted = false
        public var playsVideo = true
        public var playsAudio = true
        /// Seconds to read ahead; 0: the default of the media.
        public var forwardBufferSeconds: Double = 0
        /// The client's requirements for variants of a stream.
        public var streaming = StreamingPreferences()
        public init() {}
    }

    public enum PitchAlgorithm: Sendable { case keepsPitch, varispeed }

    public let asset: MediaAsset
    /// The video output; valid as long as the session.
    public let video: VideoOutput
    let core: SessionCore

    public init(asset: MediaAsset, options: Options = Options(), events: @escaping @Sendable (SessionEvent) -> Void) {
        self.asset = asset
        let video = VideoOutput(clock: options.hostClock)
        self.video = video
        core = SessionCore(asset: asset, options: options, video: video, deliver: events)
    }

    deinit { core.close() }

    /// Starts opening and decoding up to the first frame, at rate 0. Repeated calls have no effect.
    public func prepare() { core.prepare() }

    /// The current media time. Zero before `ready`.
    public var currentTime: CMTime { core.currentTime.time }

    /// The rate at which `currentTime` moves now: 0 while paused, waiting, seeking or ended.
    public var effectiveRate: Double { core.read { $0.clock.rate } }

    /// Sets the rate; 0 pauses. Audio plays at rates from 0.25 to 4. Negative rates play backwards where the media is seekable.
    public func setRate(_ rate: Double) {
        core.update { $0.setRate(rate) }
    }

    /// Seeks to a time inside [time − before, time + after]; invalid tolerances count as unlimited.
    /// A later seek cancels a pending one, whose completion is called with false.
    /// - Parameter completion: called on the session's event queue when the new frame is ready, with its position.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completion: @escaping @Sendable (_ finished: Bool, _ reachedTime: CMTime) -> Void
    ) {
        guard let target = Nanoseconds(time) ?? (time == .positiveInfinity ? Nanoseconds.never : nil) else {
            return core.afterEvents { completion(false, .invalid) }
        }
        core.seek(
            to: target, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completion: completion)
    }

    public func cancelPendingSeeks() { core.cancelSeeks() }

    /// Displays the frame `count` frames after the current one, or before it where negative. Only at rate 0.
    public func step(by count: Int, completion: @escaping @Sendable (_ finished: Bool) -> Void) {
        core.step(by: count, completion: completion)
    }

    /// Sets the volume, from 0 to 1. Changes ramp over some milliseconds to avoid clicks.
    public func setVolume(_ volume: Float) {
        core.audioDriver.setVolume(volume.isFinite ? min(max(volume, 0), 1) : 1)
    }

    public func setMuted(_ muted: Bool) {
        core.audioDriver.setMuted(muted)
    }

    /// Moves the sound of two channels from the left, -1, to the right, 1; 0, the initial value, changes nothing. Ramps as the volume does.
    public func setPan(_ pan: Float) {
        core.audioDriver.setPan(pan.isFinite ? min(max(pan, -1), 1) : 0)
    }

    /// Begins or ends the measurement of levels.
    public func setMetering(_ isEnabled: Bool) { core.audioDriver.setMetering(isEnabled) }

    /// Returns the level of each channel in the samples that the audio device has taken since the call before, after volume, muting and pan.
    /// Empty while levels are not measured and before the first sample.
    public func takeAudioLevels() -> [AudioLevel] { core.audioDriver.ring?.takeLevels() ?? [] }

    /// Plays audio later than its media time, relative to the video; negative: earlier. At most 60 seconds. A change restarts the audio at the
    /// current time.
    public func setAudioDelay(_ seconds: Double) {
        core.audioDriver.setDelay(Nanoseconds(seconds: seconds.clamped(-60, 60)))
        core.update { $0.resyncAudio() }
    }

    /// Sets the volumes of audio tracks over time. The audio restarts at the current time, so that the change is audible at once.
    package func setAudioMix(_ mix: AudioMixPlan) {
        core.audioDriver.setMix(mix)
        core.update { $0.resyncAudio() }
    }

    /// Converts the audio ahead for a rate at which the paused session will play next.
    public func prepareAudio(atRate rate: Double) {
        core.update { $0.prepareAudio(atRate: rate) }
    }

    public func setPitchAlgorithm(_ algorithm: PitchAlgorithm) {
        core.update { $0.setKeepsPitch(algorithm == .keepsPitch) }
    }

    /// Sets the time at which forward playback ends, at once where that time has passed; invalid: the end of the media.
    public func setForwardEndTime(_ time: CMTime) {
        core.update { $0.setEndTime(Nanoseconds(time)) }
    }

    public func setForwardBufferSeconds(_ seconds: Double) {
        core.update { $0.transport.forwardBuffer = Nanoseconds(seconds: seconds.clamped(0, 3600)) }
    }

    /// Changes the requirements for variants of a stream, for segments that are not requested yet.
    public func prefer(_ preferences: StreamingPreferences) {
        core.update { $0.prefer(preferences) }
        core.reader?.stream?.prefer(preferences)
    }

    /// Selects the track of a kind, without a pause of playback; nil selects none. The index is `TrackInfo.index`.
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

    /// The date of the current time; nil for media without dates.
    public var currentDate: Date? {
        core.reader?.stream?.date(at: core.currentTime)
    }

    /// Returns the time of a date; nil for media without dates, or without this date.
    public func time(of date: Date) -> CMTime? {
        core.reader?.stream?.time(of: date)?.time
    }

    /// Returns the segment boundary nearest to a time, for each playlist that plays.
    public func segmentBoundaries(nearest time: CMTime) -> [CMTime] {
        guard let nanoseconds = Nanoseconds(time) else { return [] }
        return core.reader?.stream?.segmentBoundaries(nearest: nanoseconds).map(\.time) ?? []
    }

    /// Requests the asset list of an interstitial. The request times out after at most a minute.
    /// - Parameter completion: called once, on any thread, never inside the call.
    public func loadAssetList(
        _ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void
    ) {
        guard let reader = core.reader else {
            return core.afterEvents { completion(.failure(MediaError(.cancelled, "Nothing is playing.", url: url))) }
        }
        guard let stream = reader.stream else {
            return core.afterEvents {
                completion(.failure(MediaError(.unsupported, "This media has no lists of assets.", url: url)))
            }
        }
        stream.loadAssetList(url, completion: completion)
    }

    public var statistics: SessionStatistics { core.read { $0.statistics } }

    /// Stops playback and frees all resources; idempotent. No event follows. Threads end within 100 ms.
    public func close() { core.close() }
}
