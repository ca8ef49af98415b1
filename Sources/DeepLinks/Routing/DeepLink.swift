public import Foundation

/// A request to play or to open content, parsed from a link.
public struct DeepLink: Sendable, Hashable {
    public enum Action: String, Sendable, Hashable {
        /// Shows the content's page.
        case open
        /// Starts playback at once.
        case play
    }

    public enum Target: Sendable, Hashable {
        /// The identifier of a movie, show, season, episode or event in the app's catalog.
        case content(String)
        /// The identifier of a live channel.
        case service(String)
        /// The app itself, for a route without an identifier.
        case app
    }

    public var url: URL
    public var action: Action
    public var target: Target
    /// The time in seconds at which playback starts. It precedes a stored position; nil leaves the choice to the app.
    public var resumeTime: Int?
    /// The campaign that brought the viewer.
    public var campaign: String?
    /// The viewer profile to which the app switches before playback.
    public var profile: String?
    /// The other parameters, in the order of the link.
    public var parameters: [LinkText.Parameter]

    public init(url: URL, action: Action, target: Target) {
        self.url = url
        self.action = action
        self.target = target
        parameters = []
    }

    /// The last seconds of an item, in which playback does not start.
    public static let secondsBeforeEnd = 5

    /// Returns the start of playback in an item: the resume time, 0 where it is within the last seconds of the item or behind its end, and
    /// nil where the link has none.
    /// - Parameter duration: in seconds; not finite for an item without an end.
    public func startTime(duration: Double) -> Int? {
        guard let resumeTime else { return nil }
        guard duration.isFinite else { return resumeTime }
        return Double(resumeTime) > duration - Double(Self.secondsBeforeEnd) ? 0 : resumeTime
    }
}
