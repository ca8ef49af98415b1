import CoreMedia
import Foundation
import MediaEngine
import VideoFrames

/// The interface of `PlaybackSession` that player items use.
protocol ItemPlayback: AnyObject, Sendable {
    var videoOutput: any ItemVideo { get }
    var currentTime: CMTime { get }
    var effectiveRate: Double { get }
    var loadedRanges: [CMTimeRange] { get }
    var seekableRanges: [CMTimeRange] { get }
    var statistics: SessionStatistics { get }
    /// The date of the current time, and the time of a date; nil where the media carries no dates.
    var currentDate: Date? { get }
    func time(of date: Date) -> CMTime?

    /// Returns, for each playlist of the playing stream, the segment boundary nearest to a time.
    func segmentBoundaries(nearest time: CMTime) -> [CMTime]
    func loadAssetList(_ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void)

    func prepare()
    func setRate(_ rate: Double)
    func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completion: @escaping @Sendable (_ finished: Bool, _ reachedTime: CMTime) -> Void)
    func cancelPendingSeeks()
    func step(by count: Int, completion: @escaping @Sendable (_ finished: Bool) -> Void)
    func setVolume(_ volume: Float)
    func setMuted(_ muted: Bool)
    func setAudioDelay(_ seconds: Double)
    func setPan(_ pan: Float)
    func setMetering(_ isEnabled: Bool)
    func takeAudioLevels() -> [AudioLevel]
    /// Converts the audio ahead for a rate at which the paused session will play next.
    func prepareAudio(atRate rate: Double)
    func setAudioMix(_ mix: AudioMixPlan)
    func setPitchAlgorithm(_ algorithm: PlaybackSession.PitchAlgorithm)
    func setForwardEndTime(_ time: CMTime)
    func setForwardBufferSeconds(_ seconds: Double)
    func prefer(_ preferences: StreamingPreferences)
    func select(_ kind: TrackInfo.Kind, trackIndex: Int?)
    func selectedTrack(_ kind: TrackInfo.Kind) -> Int?
    func close()
}

extension ItemPlayback {
    var currentDate: Date? { nil }
    func time(of date: Date) -> CMTime? { nil }
    func segmentBoundaries(nearest time: CMTime) -> [CMTime] { [] }
    func setAudioDelay(_ seconds: Double) {}
    func setPan(_ pan: Float) {}
    func setMetering(_ isEnabled: Bool) {}
    func takeAudioLevels() -> [AudioLevel] { [] }
    func prepareAudio(atRate rate: Double) {}
    func setAudioMix(_ mix: AudioMixPlan) {}
}

extension PlaybackSession: ItemPlayback {
    var videoOutput: any ItemVideo { video }
}

/// The interface of `VideoOutput` that this layer uses.
protocol ItemVideo: AnyObject, Sendable {
    var generation: UInt64 { get }
    var currentFrame: NumberedFrame? { get }
    /// Returns the recently displayed frame at an item time, or else the current frame; nil if there is none.
    func frame(at time: CMTime?) -> VideoFrame?
    func didDraw(generation: UInt64)
    func setChangeHandler(for key: ObjectIdentifier, _ handler: (@Sendable () -> Void)?)
}

extension VideoOutput: ItemVideo {}
