/// The meaning of a metadata item, as `key space/key`: `common/title`, `itsk/%A9nam`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The key of an identifier, as written in its key space.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The key of an additional attribute of a metadata item.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let valueURI = AVMetadataExtraAttributeKey(rawValue: "URL")
    public static let baseURI = AVMetadataExtraAttributeKey(rawValue: "baseURL")
    public static let info = AVMetadataExtraAttributeKey(rawValue: "info")
}
