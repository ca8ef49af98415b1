/// The media type of a track, as a four-character code.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension AVMediaType {
    public static let audio = AVMediaType(rawValue: "soun")
    public static let closedCaption = AVMediaType(rawValue: "clcp")
    public static let depthData = AVMediaType(rawValue: "dpth")
    public static let metadata = AVMediaType(rawValue: "meta")
    public static let metadataObject = AVMediaType(rawValue: "mobj")
    public static let muxed = AVMediaType(rawValue: "muxx")
    public static let subtitle = AVMediaType(rawValue: "sbtl")
    public static let text = AVMediaType(rawValue: "text")
    public static let timecode = AVMediaType(rawValue: "tmcd")
    public static let video = AVMediaType(rawValue: "vide")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMediaTypeAudio = AVMediaType.audio
public let AVMediaTypeClosedCaption = AVMediaType.closedCaption
public let AVMediaTypeDepthData = AVMediaType.depthData
public let AVMediaTypeMetadata = AVMediaType.metadata
public let AVMediaTypeMuxed = AVMediaType.muxed
public let AVMediaTypeSubtitle = AVMediaType.subtitle
public let AVMediaTypeText = AVMediaType.text
public let AVMediaTypeTimecode = AVMediaType.timecode
public let AVMediaTypeVideo = AVMediaType.video
