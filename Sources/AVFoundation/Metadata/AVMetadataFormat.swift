/// The format of metadata in a file.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension AVMetadataFormat {
    public static let hlsMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.HLS")
    public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
    public static let isoUserData = AVMetadataFormat(rawValue: "org.mp4ra")
    public static let quickTimeMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.mdta")
    public static let quickTimeUserData = AVMetadataFormat(rawValue: "com.apple.quicktime.udta")
    public static let unknown = AVMetadataFormat(rawValue: "public.unknown")
    public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataFormatHLSMetadata = AVMetadataFormat.hlsMetadata
public let AVMetadataFormatID3Metadata = AVMetadataFormat.id3Metadata
public let AVMetadataFormatISOUserData = AVMetadataFormat.isoUserData
public let AVMetadataFormatQuickTimeMetadata = AVMetadataFormat.quickTimeMetadata
public let AVMetadataFormatQuickTimeUserData = AVMetadataFormat.quickTimeUserData
public let AVMetadataFormatUnknown = AVMetadataFormat.unknown
public let AVMetadataFormatiTunesMetadata = AVMetadataFormat.iTunesMetadata
