public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// The volumes of the audio tracks of an item over its time. Immutable.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Sendable: the state is in `parameters`, which locks.
    private let parameters: Mutex<[AVAudioMixInputParameters]>

    public convenience override init() { self.init([]) }

    fileprivate init(_ parameters: [AVAudioMixInputParameters]) {
        self.parameters = Mutex(parameters)
        super.init()
    }

    /// The parameters of tracks; the other tracks play at their usual volume.
    open fileprivate(set) var inputParameters: [AVAudioMixInputParameters] {
        get { parameters.withLock { $0 } }
        set {
            // Released outside of the lock: the end of a tap calls the client.
            let former = parameters.withLock { parameters in
                defer { parameters = newValue }
                return parameters
            }
            withExtendedLifetime(former) {}
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any { AVAudioMix(copies) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = AVMutableAudioMix()
        copy.inputParameters = inputParameters
        return copy
    }

    private var copies: [AVAudioMixInputParameters] {
        inputParameters.map { AVAudioMixInputParameters($0.state) }
    }

    /// The mix as the engine applies it.
    var plan: AudioMixPlan {
        var ramps: [Int32: [AudioMixPlan.Ramp]] = [:]
        var taps: [Int32: AudioTap] = [:]
        for parameters in inputParameters {
            ramps[parameters.trackID, default: []] += parameters.state.planned
            if let tap = parameters.audioTapProcessor { taps[parameters.trackID] = tap.engineTap }
        }
        return AudioMixPlan(ramps: ramps, taps: taps)
    }
}

/// An audio mix whose parameters can be set.
///
/// A player item copies a mix when it is set as its `audioMix`: later changes of the mix have no effect before it is set again.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    open override var inputParameters: [AVAudioMixInputParameters] {
        get { super.inputParameters }
        set { super.inputParameters = newValue }
    }
}

/// The volume of one track over time. Immutable.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Sendable: the state is in `locked`.

    /// A change of the volume: at once where the range has no duration.
    struct Ramp: Sendable {
        var range: CMTimeRange
        var start: Float
        var end: Float
    }

    struct State: Sendable {
        var trackID = kCMPersistentTrackID_Invalid
        /// By start time.
        var ramps: [Ramp] = []
        var pitch: AVAudioTimePitchAlgorithm?
        var tap: MTAudioProcessingTap?

        mutating func add(_ ramp: Ramp) {
            ramps.removeAll { $0.range.start == ramp.range.start }
            ramps.append(ramp)
            ramps.sort { $0.range.start < $1.range.start }
        }

        var planned: [AudioMixPlan.Ramp] {
            ramps.map { ramp in
                AudioMixPlan.Ramp(
                    start: Self.nanoseconds(ramp.range.start), end: Self.nanoseconds(ramp.range.end), from: ramp.start,
                    to: ramp.end)
            }
        }

        private static func nanoseconds(_ time: CMTime) -> Int64 {
            CMTimeConvertScale(time, timescale: 1_000_000_000, method: .roundHalfAwayFromZero).value
        }
    }

    private let locked: Mutex<State>
    fileprivate(set) var state: State {
        get { locked.withLock { $0 } }
        set {
            // Released outside of the lock: the end of a tap calls the client.
            let former = locked.withLock { state in
                defer { state = newValue }
                return state
            }
            withExtendedLifetime(former) {}
        }
    }

    fileprivate init(_ state: State) {
        locked = Mutex(state)
        super.init()
    }

    public convenience override init() { self.init(State()) }

    open fileprivate(set) var trackID: CMPersistentTrackID {
        get { state.trackID }
        set { state.trackID = newValue }
    }

    /// The processing of the track at rates other than 1; nil: that of the item.
    ///
    /// Here: all tracks of an item are processed alike, as the first parameters with an algorithm say.
    open fileprivate(set) var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { state.pitch }
        set { state.pitch = newValue }
    }

    /// The processing of the track's audio by the client; nil: none.
    ///
    /// Here: the tracks of a composition have no processing, those of a stream do.
    open fileprivate(set) var audioTapProcessor: MTAudioProcessingTap? {
        get { state.tap }
        set { state.tap = newValue }
    }

    /// Returns the ramp at a time, or the constant volume there up to the next ramp.
    /// - Returns: false, and leaves the values unchanged, before the first ramp.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        let ramps = state.ramps
        guard time.isNumeric, let index = ramps.lastIndex(where: { $0.range.start <= time }) else { return false }
        let ramp = ramps[index]
        if ramp.range.duration > .zero, time < ramp.range.end {
            startVolume?.pointee = ramp.start
            endVolume?.pointee = ramp.end
            timeRange?.pointee = ramp.range
        } else {
            startVolume?.pointee = ramp.end
            endVolume?.pointee = ramp.end
            let next = index + 1 < ramps.count ? ramps[index + 1].range.start : .positiveInfinity
            timeRange?.pointee = CMTimeRange(start: ramp.range.end, end: next)
        }
        return true
    }

    open func copy(with zone: NSZone? = nil) -> Any { AVAudioMixInputParameters(state) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMixInputParameters(state) }
}

/// The volume of one track over time, which can be changed.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    /// - Parameter track: nil: the client sets `trackID`.
    public convenience init(track: AVAssetTrack?) {
        self.init(State(trackID: track?.trackID ?? kCMPersistentTrackID_Invalid))
    }

    open override var trackID: CMPersistentTrackID {
        get { super.trackID }
        set { super.trackID = newValue }
    }

    open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { super.audioTimePitchAlgorithm }
        set { super.audioTimePitchAlgorithm = newValue }
    }

    open override var audioTapProcessor: MTAudioProcessingTap? {
        get { super.audioTapProcessor }
        set { super.audioTapProcessor = newValue }
    }

    /// Changes the volume linearly; after the range the last volume stays up to the next change.
    /// - Parameters:
    ///   - startVolume: from 0 to 1; larger values amplify.
    ///   - endVolume: as the start.
    open func setVolumeRamp(
        fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange
    ) {
        guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric else { return }
        state.add(Ramp(range: timeRange, start: max(0, startVolume), end: max(0, endVolume)))
    }

    /// Sets the volume from a time on, up to the next change.
    open func setVolume(_ volume: Float, at time: CMTime) {
        guard time.isNumeric else { return }
        let volume = max(0, volume)
        state.add(Ramp(range: CMTimeRange(start: time, duration: .zero), start: volume, end: volume))
    }
}
