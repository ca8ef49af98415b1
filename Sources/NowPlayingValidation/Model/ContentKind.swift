/// The kind of content that plays. Movies and episodes have the same properties.
public enum ContentKind: String, Sendable, Hashable, CaseIterable {
    case movie, episode, event, live

    /// The column of the guide's property matrix.
    public var category: ContentCategory {
        switch self {
        case .movie, .episode: .onDemand
        case .event: .event
        case .live: .live
        }
    }
}

/// A column of the guide's property matrix.
public enum ContentCategory: String, Sendable, Hashable, CaseIterable {
    /// VOD: a movie or an episode.
    case onDemand
    /// EBS: an event with a stream of its own.
    case event
    /// A live service.
    case live

    /// The words of messages.
    public var title: String {
        switch self {
        case .onDemand: "video on demand"
        case .event: "an event-based stream"
        case .live: "a live service"
        }
    }

    /// The heading of the guide's column.
    public var column: String {
        switch self {
        case .onDemand: "VOD (movie, episode)"
        case .event: "EBS (event)"
        case .live: "Live"
        }
    }
}
