/// The guide's property matrix: which keys each kind of content must and must not have.
public enum PropertyMatrix {
    public enum Demand: String, Sendable { case required, optional, forbidden }

    /// The keys of the matrix, in the guide's order.
    public static let keys: [NowPlayingKey] = [
        .playbackDuration, .elapsedPlaybackTime, .playbackRate, .currentPlaybackDate, .externalContentIdentifier,
        .serviceIdentifier, .isLiveStream, .playbackProgress,
    ]

    public static func demand(_ key: NowPlayingKey, in category: ContentCategory) -> Demand {
        switch (key, category) {
        case (.playbackDuration, .onDemand), (.elapsedPlaybackTime, .onDemand): .required
        case (.playbackDuration, _), (.elapsedPlaybackTime, _): .forbidden
        case (.playbackRate, _): .required
        case (.currentPlaybackDate, .onDemand), (.isLiveStream, .onDemand): .forbidden
        case (.currentPlaybackDate, _), (.isLiveStream, _): .required
        case (.externalContentIdentifier, .live): .forbidden
        case (.externalContentIdentifier, _): .required
        case (.serviceIdentifier, .live): .required
        case (.serviceIdentifier, _): .forbidden
        case (.playbackProgress, .onDemand): .optional
        case (.playbackProgress, _): .forbidden
        default: .optional
        }
    }

    /// A cell of the matrix that a dictionary violates.
    struct Violation: Hashable {
        var key: NowPlayingKey
        var demand: Demand
    }

    /// Returns the violated cells of a column, in the guide's order.
    static func violations(of info: NowPlayingInfo, in category: ContentCategory) -> [Violation] {
        keys.compactMap { key in
            let demand = demand(key, in: category)
            switch demand {
            case .required where !info.has(key), .forbidden where info.has(key):
                return Violation(key: key, demand: demand)
            // A required flag that says the opposite is as good as absent.
            case .required where key == .isLiveStream && info[key]?.boolean == false:
                return Violation(key: key, demand: demand)
            default: return nil
            }
        }
    }

    /// Returns the column that a dictionary violates least.
    /// - Parameter expected: the column that is chosen among equals.
    static func category(of info: NowPlayingInfo, expected: ContentCategory?) -> ContentCategory {
        let order = [expected].compactMap { $0 } + ContentCategory.allCases
        return order.min { violations(of: info, in: $0).count < violations(of: info, in: $1).count } ?? .onDemand
    }
}
