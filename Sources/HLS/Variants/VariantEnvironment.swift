/// The capabilities and limits of the player that determine which variants can be selected.
public struct VariantEnvironment: Sendable, Hashable {
    /// The copy protection of the video output.
    public enum OutputProtection: Int, Sendable, Comparable {
        case none, type0, type1
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Codec families that can be decoded in real time.
    public var codecs: Set<Codec.Family> = [
        .h264, .hevc, .av1, .vp9, .motionJPEG, .aac, .mp3, .ac3, .enhancedAC3, .alac, .flac, .opus, .timedText, .webVTT,
    ]
    /// Whether the screen displays HLG or PQ natively; otherwise they are tone-mapped.
    public var showsHighDynamicRange = false
    /// Supported tokens of REQ-VIDEO-LAYOUT.
    public var videoLayouts: Set<String> = ["CH-MONO", "PROJ-RECT"]
    public var outputProtection = OutputProtection.none
    /// Whether variants may be played on an output with less protection than they require, where no others are left. Set by the
    /// application.
    public var allowsUnprotectedOutput = false
    /// The labels of ALLOWED-CPC that are satisfied, by KEYFORMAT. Formats that are not listed are unrestricted.
    public var protectionLabels: [String: Set<String>] = [:]
    /// Bits per second; nil means no limit.
    public var preferredPeakBitRate: Double?
    public var preferredMaximumResolution: PixelSize?
    /// Whether the network is metered: the two limits below then apply too.
    public var isExpensiveNetwork = false
    public var preferredPeakBitRateForExpensiveNetworks: Double?
    public var preferredMaximumResolutionForExpensiveNetworks: PixelSize?
    /// The size of the video area on the screen in device pixels; nil without one.
    public var viewSize: PixelSize?
    /// URIs of variants that are excluded for a time because decoding them was too slow.
    public var bannedURIs: Set<String> = []
    /// URIs of variants whose media turned out to have a codec that cannot be decoded, whatever CODECS declares.
    public var undecodableURIs: Set<String> = []
    /// The pathway that may be used; nil for all.
    public var pathway: String?

    public init() {}

    /// The environment without the limits that may change during a session: the application's preferences, the view size and temporary
    /// exclusions.
    public var withoutLimits: VariantEnvironment {
        var copy = self
        copy.preferredPeakBitRate = nil
        copy.preferredMaximumResolution = nil
        copy.preferredPeakBitRateForExpensiveNetworks = nil
        copy.preferredMaximumResolutionForExpensiveNetworks = nil
        copy.viewSize = nil
        copy.bannedURIs = []
        return copy
    }
}
