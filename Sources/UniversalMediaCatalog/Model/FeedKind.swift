/// The kind of a feed.
public enum FeedKind: String, Sendable, CaseIterable, Codable {
    case catalog, availability, manifest
}
