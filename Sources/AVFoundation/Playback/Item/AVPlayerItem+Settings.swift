public import CoreMedia
public import Foundation
import MediaEngine

/// What a client may wish of an item before and while it plays.
extension AVPlayerItem {
    /// Seconds to read ahead; 0 leaves it to the player. The player may read less ahead.
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

    /// How sound is made at other rates than 1.
    public nonisolated var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { core.read { $0.settings.pitch } }
        set {
            core.adjust { state in
                state.settings.pitch = newValue
                state.session?.setPitchAlgorithm(newValue == .varispeed ? .varispeed : .keepsPitch)
            }
        }
    }

    /// Most bits a second to be spent on the network; 0 is no limit.
    public nonisolated var preferredPeakBitRate: Double {
        get { core.read { $0.settings.limits.peakBitRate } }
        set { core.changeStreamSettings { $0.limits.peakBitRate = newValue } }
    }

    public nonisolated var preferredPeakBitRateForExpensiveNetworks: Double {
        get { core.read { $0.settings.limitsOnExpensiveNetworks.peakBitRate } }
        set { core.changeStreamSettings { $0.limitsOnExpensiveNetworks.peakBitRate = newValue } }
    }

    /// Largest picture to be chosen from a stream that offers several; zero is no limit.
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

    public nonisolated var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
        get { core.read { $0.settings.live.usesNetworkWhilePaused } }
        set { core.adjust { $0.settings.live.usesNetworkWhilePaused = newValue } }
    }

    /// How far behind the live edge to play; invalid leaves it to the stream, which says how near it can be played without stalls.
    /// Less than one part, or one segment, of the stream counts as that.
    public nonisolated var configuredTimeOffsetFromLive: CMTime {
        get { core.read { $0.settings.live.timeOffset } }
        set { core.changeStreamSettings { $0.live.timeOffset = newValue } }
    }

    /// What the stream asks for and what its news have been late by; invalid where the media is not live. A change is told by
    /// `recommendedTimeOffsetFromLiveDidChangeNotification`.
    public nonisolated var recommendedTimeOffsetFromLive: CMTime { core.read { $0.stream.recommendedOffset } }

    /// Whether playing comes back to its distance from the live edge, by a jump, after a stall or a pause.
    ///
    /// Here: small differences in a low-latency stream are made up for at a rate of up to 1.05, whatever this says.
    public nonisolated var automaticallyPreservesTimeOffsetFromLive: Bool {
        get { core.read { $0.settings.live.keepsTimeOffset } }
        set { core.changeStreamSettings { $0.live.keepsTimeOffset = newValue } }
    }
}

/// How sound is made at other rates than 1.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Here: as `timeDomain`.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")
    /// Keeps the pitch; good for speech.
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    /// Keeps the pitch; good for music. Here: as `timeDomain`.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    /// Pitch goes with the rate.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}
