/// The namespace of a metadata key.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension AVMetadataKeySpace {
    public static let audioFile = AVMetadataKeySpace(rawValue: "caaf")
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    public static let hlsDateRange = AVMetadataKeySpace(rawValue: "lsdr")
    public static let id3 = AVMetadataKeySpace(rawValue: "org.id3")
    public static let isoUserData = AVMetadataKeySpace(rawValue: "uiso")
    public static let icy = AVMetadataKeySpace(rawValue: "icy")
    public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
    public static let quickTimeUserData = AVMetadataKeySpace(rawValue: "udta")
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataKeySpaceAudioFile = AVMetadataKeySpace.audioFile
public let AVMetadataKeySpaceCommon = AVMetadataKeySpace.common
public let AVMetadataKeySpaceHLSDateRange = AVMetadataKeySpace.hlsDateRange
public let AVMetadataKeySpaceID3 = AVMetadataKeySpace.id3
public let AVMetadataKeySpaceISOUserData = AVMetadataKeySpace.isoUserData
public let AVMetadataKeySpaceIcy = AVMetadataKeySpace.icy
public let AVMetadataKeySpaceQuickTimeMetadata = AVMetadataKeySpace.quickTimeMetadata
public let AVMetadataKeySpaceQuickTimeUserData = AVMetadataKeySpace.quickTimeUserData
public let AVMetadataKeySpaceiTunes = AVMetadataKeySpace.iTunes
