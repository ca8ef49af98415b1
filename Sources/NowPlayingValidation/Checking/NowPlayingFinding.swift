public import Foundation

/// One violation of a rule by a player.
public struct NowPlayingFinding: Sendable, Hashable {
    public var rule: NowPlayingRule
    public var level: NowPlayingRule.Level
    /// The bus name of the player.
    public var player: String
    /// Seconds since the recording began, of the event that the finding is about.
    public var time: Double
    public var date: Date
    /// The line of the log, from 1; nil for a live recording.
    public var line: Int?
    /// What the player published.
    public var seen: String
    /// What the rule demands instead.
    public var expected: String
    /// How to fix the violation.
    public var remedy: String

    /// The finding without its place, in one sentence.
    public var message: String { "\(seen); expected: \(expected)" }
}
