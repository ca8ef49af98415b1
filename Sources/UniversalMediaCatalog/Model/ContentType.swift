/// The type of an item (umc-catalog.md 3.3).
public enum ContentType: String, Sendable, CaseIterable, Codable {
    case movie
    case show = "tv_show"
    case season = "tv_season"
    case episode = "tv_episode"
    case sportingEvent = "sporting_event"
    case extra

    /// Whether the item itself can be played.
    public var isPlayable: Bool { self != .show && self != .season }
}
