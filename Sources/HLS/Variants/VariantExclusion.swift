/// The reason why a variant is not eligible.
public enum VariantExclusion: Sendable, Hashable, CustomStringConvertible {
    /// The variant has an unknown requirement.
    case requirement(String)
    case videoLayout(String)
    case codec(String)
    /// The media of its segments cannot be decoded, whatever the playlist declares.
    case media
    /// No member of its audio group can be decoded.
    case audioGroup(String)
    case videoRange(String)
    /// Another video range was selected for the session.
    case otherVideoRange
    case outputProtection(VariantStream.CopyProtection)
    /// No allowed configuration of a KEYFORMAT is met.
    case contentProtection(keyFormat: String)
    case pathway(String)
    /// Above the limit of the application.
    case bitRate
    case resolution
    /// Larger than the view.
    case viewSize
    /// The decoder was too slow for it.
    case decoding
    /// Audio only, where variants with video are eligible.
    case audioOnly
    /// Another variant of the same or a lower bit rate has a better SCORE.
    case score

    public var description: String {
        switch self {
        case .requirement(let name): "\(name) is not supported"
        case .videoLayout(let name): "the video layout \(name) is not supported"
        case .codec(let name): "\(name) cannot be decoded"
        case .media: "the media in its segments cannot be decoded"
        case .audioGroup(let group): "no audio rendition of the group \(group) can be decoded"
        case .videoRange(let name): "the video range \(name) is unknown"
        case .otherVideoRange: "another video range was selected"
        case .outputProtection(let level): "the output is not protected by HDCP \(level.rawValue)"
        case .contentProtection(let format): "no allowed protection configuration of \(format) is satisfied"
        case .pathway(let name): "the pathway \(name) is not the current one"
        case .bitRate: "above the preferred peak bit rate"
        case .resolution: "above the preferred maximum resolution"
        case .viewSize: "larger than the view"
        case .decoding: "decoding is too slow"
        case .audioOnly: "it has no video"
        case .score: "another variant of the same or a lower bit rate has a better SCORE"
        }
    }
}
