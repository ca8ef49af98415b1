/// What a player can decode, show and afford: the side of a choice that no playlist knows.
public struct VariantEnvironment: Sendable, Hashable {
    /// How protected the way to the screen is.
    public enum OutputProtection: Int, Sendable, Comparable {
        case none, type0, type1
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Families that can be decoded fast enough.
    public var codecs: Set<Codec.Family> = [
        .h264, .hevc, .av1, .vp9, .motionJPEG, .aac, .mp3, .ac3, .enhancedAC3, .alac, .flac, .opus, .timedText, .webVTT,
    ]
    /// The screen shows HLG or PQ itself; without, they are tone-mapped.
    public var showsHighDynamicRange = false
    /// Tokens of REQ-VIDEO-LAYOUT.
    public var videoLayouts: Set<String> = ["CH-MONO", "PROJ-RECT"]
    public var outputProtection = OutputProtection.none
    /// Play what asks for protection that is not there, where nothing else is left. The app's decision.
    public var allowsUnprotectedOutput = false
    /// Labels of ALLOWED-CPC that are met, by KEYFORMAT: those that are implemented. Others are unrestricted.
    public var protectionLabels: [String: Set<String>] = [:]
    /// Bits per second; nil means no limit.
    public var preferredPeakBitRate: Double?
    public var preferredMaximumResolution: PixelSize?
    /// The network costs money by the byte: the two limits after this one hold too.
    public var isExpensiveNetwork = false
    public var preferredPeakBitRateForExpensiveNetworks: Double?
    public var preferredMaximumResolutionForExpensiveNetworks: PixelSize?
    /// The picture's area on the screen in device pixels; nil where there is none to fit.
    public var viewSize: PixelSize?
    /// Variants that were found too much for the decoder, by URI, until the ban is over.
    public var bannedURIs: Set<String> = []
    /// Variants, by URI, whose media turned out to be of a codec that nobody decodes, whatever CODECS says.
    public var undecodableURIs: Set<String> = []
    /// Pathways that may be used; nil for all.
    public var pathway: String?

    public init() {}

    /// What can be played at all: without what the app prefers, what the view shows and what failed for now, all of which may change while
    /// a ladder stands.
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
