/// The stable name of a rule, such as `hls.extinf.missing`. Tools may match on it; messages may change, names do not.
public struct PlaylistRule: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }
}
