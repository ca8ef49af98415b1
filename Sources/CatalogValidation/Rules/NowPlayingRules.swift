import UniversalMediaCatalog

/// The rules of `umc nowplaying`, which compares a log of Now Playing with feeds. They concern the log.
package enum NowPlayingRules {
    package static let unknown = RuleInfo(
        "NOW-ID", "Each identifier of the log exists in the feeds.", level: .error, tag: "S",
        section: "umc-availability.md 2",
        remedy: "publish the contentId or serviceId of the availability feed, or add the item to the feed", bad: [])

    package static let letterCase = RuleInfo(
        "NOW-ID-CASE", "Each identifier of the log has the letter case of the feeds.", level: .error, tag: "S",
        section: "umc-availability.md 1", remedy: "publish the identifier exactly as the feed spells it", bad: [])

    package static let role = RuleInfo(
        "NOW-ID-ROLE",
        "A content identifier is that of an item that can be played, and a service identifier that of a linear service.",
        level: .error, tag: "S/D", section: "umc-availability.md 7",
        remedy:
            "publish the id of the movie, episode or event as content identifier, and that of the channel as service identifier",
        bad: [])

    package static let window = RuleInfo(
        "NOW-WINDOW", "What is played has an offer that is open at the time of the log.", level: .error, tag: "D",
        section: "umc-availability.md 5.2",
        remedy: "correct the windows of the feed, or do not offer the item in the app", bad: [])

    package static let duration = RuleInfo(
        "NOW-DURATION", "The published duration is that of the catalog, within 5 s or 1 %.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.11",
        remedy: "publish the net duration without advertisements, or correct the catalog", bad: [])

    package static let line = RuleInfo(
        "NOW-LOG", "Each line of the log can be read, and the log names an identifier.", level: .warning, tag: "D",
        section: "docs/now-playing.md", remedy: "record the log again with avplayer nowplaying --log FILE", bad: [])

    static let all = [unknown, letterCase, role, window, duration, line]
}

extension Finding {
    /// Creates a finding about a line of a file that is no feed.
    package init(_ rule: RuleInfo, file: String, line: Int?, contentId: String?, message: String) {
        self.init(
            ruleId: rule.id, level: rule.level, class: rule.reviewClass, tag: rule.tag, file: file, line: line,
            column: nil,
            xpath: nil, contentId: contentId, message: message, remedy: rule.remedy, causedBy: nil)
    }
}
