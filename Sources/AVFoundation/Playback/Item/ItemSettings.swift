import CoreGraphics
import CoreMedia

/// The client's settings of an item.
struct ItemSettings: Sendable {
    /// The limits of the variants on one kind of network; 0 and zero: no limit.
    struct VariantLimits: Sendable {
        /// Bits per second.
        var peakBitRate = 0.0
        /// Pixels.
        var maximumResolution = CGSize.zero
    }

    /// The settings for live streams.
    struct Live: Sendable {
        var usesNetworkWhilePaused = false
        /// Invalid: the stream's recommendation.
        var timeOffset = CMTime.invalid
        var keepsTimeOffset = false
    }

    struct Interstitials: Sendable {
        var areHandled = true
        var areTranslated = false
    }

    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    /// The time at which each pass of a looper starts.
    var loopStart = CMTime.zero
    /// 0: automatic.
    var forwardBufferSeconds = 0.0
    var pitch = AVAudioTimePitchAlgorithm.timeDomain
    /// A copy of the client's mix.
    var audioMix: AVAudioMix?
    /// The processing of audio at other rates than 1: the mix decides before the item.
    var effectivePitch: AVAudioTimePitchAlgorithm {
        audioMix?.inputParameters.lazy.compactMap(\.audioTimePitchAlgorithm).first ?? pitch
    }
    var limits = VariantLimits()
    var limitsOnExpensiveNetworks = VariantLimits()
    var startsOnFirstEligibleVariant = false
    var live = Live()
    var interstitials = Interstitials()
}
