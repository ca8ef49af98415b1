/// What a feed is.
public enum FeedKind: String, Sendable, CaseIterable, Codable {
    case catalog, availability, manifest
}
