/// Why a variant is not to be chosen.
public enum VariantExclusion: Sendable, Hashable, CustomStringConvertible {
    /// It asks for something unknown here.
    case requirement(String)
    case videoLayout(String)
    case codec(String)
    /// What its segments hold cannot be decoded, whatever the playlist says of it.
    case media
    /// The group of its audio has no member that can be decoded.
    case audioGroup(String)
    case videoRange(String)
    /// Another range was chosen for the session.
    case otherVideoRange
    case outputProtection(VariantStream.CopyProtection)
    /// No allowed configuration of a KEYFORMAT is met.
    case contentProtection(keyFormat: String)
    case pathway(String)
    /// Above what the app prefers.
    case bitRate
    case resolution
    /// Larger than what the view shows.
    case viewSize
    /// The decoder did not keep up with it.
    case decoding
    /// Sound only, where there are pictures.
    case audioOnly
    /// Another that costs no more has a better SCORE.
    case score

    public var description: String {
        switch self {
        case .requirement(let name): "\(name) is not supported"
        case .videoLayout(let name): "the layout \(name) cannot be shown"
        case .codec(let name): "\(name) cannot be decoded"
        case .media: "its segments hold what cannot be decoded"
        case .audioGroup(let group): "no audio of the group \(group) can be decoded"
        case .videoRange(let name): "the video range \(name) is not known"
        case .otherVideoRange: "another video range was chosen"
        case .outputProtection(let level): "the output is not protected by HDCP \(level.rawValue)"
        case .contentProtection(let format): "no configuration that \(format) allows is met"
        case .pathway(let name): "the pathway \(name) is not the present one"
        case .bitRate: "above the preferred peak bit rate"
        case .resolution: "above the preferred maximum resolution"
        case .viewSize: "larger than the view"
        case .decoding: "decoding did not keep up"
        case .audioOnly: "it has no picture"
        case .score: "another that costs no more has a better SCORE"
        }
    }
}
