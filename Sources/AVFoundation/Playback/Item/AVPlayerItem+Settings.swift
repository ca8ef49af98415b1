public import CoreMedia
public import Foundation
import MediaEngine

/// The settings of an item, which a client may change before and during playback.
extension AVPlayerItem {
    /// Seconds to buffer ahead; 0 lets the player choose. The player may buffer less.
    public nonisolated var preferredForwardBufferDuration: TimeInterval {
        get { core.read { $0.settings.forwardBufferSeconds } }
        set {
            let seconds = newValue.isFinite ? max(0, newValue) : 0
            core.adjust { state in
                state.settings.forwardBufferSeconds = seconds
                state.session?.setForwardBufferSeconds(seconds)
            }
        }
    }

    /// The processing of audio at rates other than 1.
    public nonisolated var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { core.read { $0.settings.pitch } }
        set {
            core.adjust { state in
                state.settings.pitch = newValue
                state.session?.setPitchAlgorithm(state.settings.effectivePitch == .varispeed ? .varispeed : .keepsPitch)
            }
        }
    }

    /// The volumes of the audio tracks over time; nil: their usual volumes. The item copies the mix. A change is audible at once.
    ///
    /// The parameters name tracks of the item's asset. Of a file only the selected audio track is audible; the audio tracks of a composition
    /// are mixed.
    public var audioMix: AVAudioMix? {
        get { core.read { $0.settings.audioMix } }
        set {
            let copy = newValue?.copy() as? AVAudioMix
            core.adjust { state in
                state.settings.audioMix = copy
                state.session?.setAudioMix(copy?.plan ?? AudioMixPlan())
                state.session?.setPitchAlgorithm(state.settings.effectivePitch == .varispeed ? .varispeed : .keepsPitch)
            }
        }
    }

    /// The highest bit rate of the variants to select, in bits per second; 0 is no limit.
    public nonisolated var preferredPeakBitRate: Double {
        get { core.read { $0.settings.limits.peakBitRate } }
        set { core.changeStreamSettings { $0.limits.peakBitRate = newValue } }
    }

    public nonisolated var preferredPeakBitRateForExpensiveNetworks: Double {
        get { core.read { $0.settings.limitsOnExpensiveNetworks.peakBitRate } }
        set { core.changeStreamSettings { $0.limitsOnExpensiveNetworks.peakBitRate = newValue } }
    }

    /// The largest resolution of the variants to select; zero is no limit.
    public nonisolated var preferredMaximumResolution: CGSize {
        get { core.read { $0.settings.limits.maximumResolution } }
        set { core.changeStreamSettings { $0.limits.maximumResolution = newValue } }
    }

    public nonisolated var preferredMaximumResolutionForExpensiveNetworks: CGSize {
        get { core.read { $0.settings.limitsOnExpensiveNetworks.maximumResolution } }
        set { core.changeStreamSettings { $0.limitsOnExpensiveNetworks.maximumResolution = newValue } }
    }

    public nonisolated var startsOnFirstEligibleVariant: Bool {
        get { core.read { $0.settings.startsOnFirstEligibleVariant } }
        set { core.changeStreamSettings { $0.startsOnFirstEligibleVariant = newValue } }
    }

    /// Whether `seekableTimeRanges` of a live stream are kept up to date while playback is paused.
    ///
    /// False by default: a paused live stream requests neither playlists nor segments once enough is buffered to
    /// resume.
    public nonisolated var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
        get { core.read { $0.settings.live.usesNetworkWhilePaused } }
        set { core.changeStreamSettings { $0.live.usesNetworkWhilePaused = newValue } }
    }

    /// The distance from the live edge; invalid uses the stream's recommendation, which is short but safe against stalls. The distance is
    /// at least one partial segment, or one segment, of the stream.
    public nonisolated var configuredTimeOffsetFromLive: CMTime {
        get { core.read { $0.settings.live.timeOffset } }
        set { core.changeStreamSettings { $0.live.timeOffset = newValue } }
    }

    /// The recommended distance from the live edge: the stream's hold-back, enlarged by the observed delay of playlist updates; invalid
    /// where the media is not live. `recommendedTimeOffsetFromLiveDidChangeNotification` reports changes.
    public nonisolated var recommendedTimeOffsetFromLive: CMTime { core.read { $0.stream.recommendedOffset } }

    /// Whether playback returns to its distance from the live edge by a jump, after a stall or a pause.
    ///
    /// Here: in a low-latency stream small differences are corrected by a rate of up to 1.05, independent of this property.
    public nonisolated var automaticallyPreservesTimeOffsetFromLive: Bool {
        get { core.read { $0.settings.live.keepsTimeOffset } }
        set { core.changeStreamSettings { $0.live.keepsTimeOffset = newValue } }
    }
}
