import CoreGraphics
import CoreMedia

/// What a client sets on an item before and while it plays.
struct ItemSettings: Sendable {
    /// Limits of a stream's variants on one kind of network; 0 and zero: no limit.
    struct VariantLimits: Sendable {
        /// Bits a second.
        var peakBitRate = 0.0
        /// Pixels.
        var maximumResolution = CGSize.zero
    }

    /// How a live stream is played.
    struct Live: Sendable {
        var usesNetworkWhilePaused = false
        /// Invalid: as the stream recommends.
        var timeOffset = CMTime.invalid
        var keepsTimeOffset = false
    }

    struct Interstitials: Sendable {
        var areHandled = true
        var areTranslated = false
    }

    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    /// Where each pass of a looper begins.
    var loopStart = CMTime.zero
    /// 0: automatic.
    var forwardBufferSeconds = 0.0
    var pitch = AVAudioTimePitchAlgorithm.timeDomain
    var limits = VariantLimits()
    var limitsOnExpensiveNetworks = VariantLimits()
    var startsOnFirstEligibleVariant = false
    var live = Live()
    var interstitials = Interstitials()
}
