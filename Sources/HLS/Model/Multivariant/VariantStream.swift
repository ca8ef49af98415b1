/// A variant stream (EXT-X-STREAM-INF, EXT-X-I-FRAME-STREAM-INF, bis sections 4.4.6.2 and 4.4.6.3).
public struct VariantStream: Sendable, Hashable {
    public enum VideoRange: Sendable, Hashable {
        case standard, hybridLogGamma, perceptualQuantizer
        /// An unknown range: parsed, but never selected.
        case unknown(String)

        init(_ text: String) {
            self =
                switch text {
                case "SDR": .standard
                case "HLG": .hybridLogGamma
                case "PQ": .perceptualQuantizer
                default: .unknown(text)
                }
        }

        public var name: String {
            switch self {
            case .standard: "SDR"
            case .hybridLogGamma: "HLG"
            case .perceptualQuantizer: "PQ"
            case .unknown(let name): name
            }
        }
    }

    public enum CopyProtection: String, Sendable, Hashable, Codable {
        case none = "NONE"
        case type0 = "TYPE-0"
        case type1 = "TYPE-1"
    }

    /// The content protection required for one KEYFORMAT (ALLOWED-CPC).
    public struct AllowedProtection: Sendable, Hashable {
        public var keyFormat: String
        /// Any one of them is sufficient; an empty list means that no configuration is.
        public var labels: [String]
    }

    public enum ClosedCaptions: Sendable, Hashable {
        /// CLOSED-CAPTIONS=NONE: the video carries no captions.
        case none
        case group(String)
    }

    public var uri: String
    /// Peak bits per second of all renditions together.
    public var bandwidth: Int
    public var averageBandwidth: Int?
    public var score: Double?
    /// As written. Empty where the attribute is missing: the codecs are then unknown until the first segment.
    public var codecs: [String] = []
    /// As written, nil where the attribute is missing.
    public var statedCodecs: String?
    /// As written: `codec/brand/…`.
    public var supplementalCodecs: [String] = []
    public var resolution: PixelSize?
    public var frameRate: Double?
    public var copyProtection: CopyProtection?
    public var allowedProtection: [AllowedProtection] = []
    /// As written; nil means SDR.
    public var videoRange: VideoRange?
    /// REQ-VIDEO-LAYOUT, as written.
    public var videoLayout: [String] = []
    /// Unknown attributes that begin with REQ-: such a variant must not be played.
    public var unknownRequirements: [String] = []
    public var stableID: String?
    public var audioGroup: String?
    public var videoGroup: String?
    public var subtitleGroup: String?
    /// nil: the attribute is missing; the video may carry captions.
    public var closedCaptions: ClosedCaptions?
    /// As written; `pathway` applies the default.
    public var pathwayID: String?
    public var line: Int

    public static let defaultPathway = "."
    public var pathway: String { pathwayID ?? Self.defaultPathway }
}
