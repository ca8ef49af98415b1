import UniversalMediaCatalog

struct DurationInSeconds: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-DURATION", "A duration is a positive, plausible number of seconds.", level: .error, tag: "D",
        section: "umc-validation.md 3.2", remedy: "write whole seconds, such as 6120 for 1 h 42 min",
        bad: [
            RuleExample(.catalog, "<duration>6120</duration>", "<duration>0</duration>"),
            RuleExample(.catalog, "<duration>6120</duration>", "<duration>PT1H42M</duration>"),
            RuleExample(.catalog, "<duration>6120</duration>", "<duration>6120000</duration>"),
            RuleExample(.catalog, "<duration>6120</duration>", "<duration>102</duration>"),
            RuleExample(.catalog, "<duration>1740</duration>", "<duration>29</duration>"),
            RuleExample(.catalog, "<duration>6120</duration>", "<duration>61200</duration>"),
            RuleExample(
                .catalog, "<type>preview</type>", "<type>bonus</type>",
                also: [("<duration>95</duration>", "<duration>9</duration>")]),
            RuleExample(.catalog, "<duration>1740</duration>", "<duration>17400</duration>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<duration>6120</duration>", "<duration>36000</duration>"),
            RuleExample(.catalog, "<duration>1740</duration>", "<duration>14400</duration>"),
            RuleExample(.catalog, "<duration>6120</duration>", "<duration> 2400 </duration>"),
            RuleExample(
                .catalog, "<type>feature</type>\n      <duration>6120</duration>",
                "<type>short</type>\n      <duration>102</duration>"),
        ])

    var types: ContentTypes { [.movie, .episode, .extra] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, let node = block.first(.duration) else { return }
        let text = node.text.trimmed
        guard let seconds = text.decimal, seconds > 0 else {
            return findings.report(
                info, at: node, remedy: Self.seconds(text.string).map { "write `\($0)`" },
                text.isEmpty ? "the duration is empty" : "the duration \(text.shown) is not a positive whole number")
        }
        if seconds > 86_400 {
            let meant = seconds / 1_000
            findings.report(
                info, at: node, level: .warning,
                remedy: (60...43_200).contains(meant) ? "the value looks like milliseconds: write `\(meant)`" : nil,
                "the duration \(seconds) s is longer than a day")
        } else if seconds > (item.type == .episode ? 14_400 : 36_000) {
            // Features of ten hours and episodes of four exist, and are rare.
            findings.report(
                info, at: node, level: .warning,
                remedy: seconds % 10 == 0 ? "check for a digit too many, as in \(seconds) for \(seconds / 10)" : nil,
                "the \(item.type.spelling) lasts \(seconds / 3_600) h \(seconds % 3_600 / 60) min")
        } else if item.type == .movie, seconds > 3_600, let type = block.first(.type), type.text.trimmed == "short" {
            findings.report(
                info, at: node, level: .warning, remedy: "set the movie's type to feature, or correct the duration",
                "the short movie lasts \(seconds / 60) minutes")
        } else if item.type == .movie, seconds < 2_400, isFeature(block) {
            findings.report(
                info, at: node, level: seconds < 1_200 ? .warning : .info,
                remedy: seconds <= 300 && seconds >= 40
                    ? "the value may be in minutes: write seconds, or set the movie's type to short"
                    : "set the movie's type to short, or correct the duration",
                "the feature lasts \(seconds) s, less than 40 minutes")
        } else if item.type == .extra, seconds < 20 {
            if let type = block.first(.type)?.text.trimmed, type == "preview" { return }
            findings.report(
                info, at: node, level: .warning, remedy: "the value may be in minutes: write seconds",
                "the extra lasts \(seconds) s")
        } else if item.type == .episode, seconds <= 90 {
            findings.report(
                info, at: node, level: .warning,
                remedy: "the value may be in minutes: write seconds, such as `\(seconds * 60)`",
                "the episode lasts \(seconds) s")
        }
    }

    private func isFeature(_ block: FeedNode) -> Bool {
        guard let type = block.first(.type)?.text.trimmed else { return true }
        return type == "feature"
    }

    /// Returns the number of seconds that a text such as `1:42:00`, `PT1H42M`, `102 min` or `6120.0` stands for.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        if (2...3).contains(parts.count), parts.allSatisfy({ $0.map { (0..<6_000).contains($0) } ?? false }) {
            return parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
        }
        if let match = text.wholeMatch(of: /PT(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:\.\d{1,9})?S)?/) {
            let number = { (part: Substring?) in part.flatMap { Int($0) } ?? 0 }
            let seconds = number(match.1) * 3_600 + number(match.2) * 60 + number(match.3)
            return seconds > 0 ? seconds : nil
        }
        if let match = text.wholeMatch(of: /(\d{1,4})\s*(?:min|mins|minutes|m)/) { return Int(match.1).map { $0 * 60 } }
        if let match = text.wholeMatch(of: /(\d{1,6})(?:\.\d{1,9})?\s*s?/) {
            return Int(match.1).flatMap { $0 > 0 ? $0 : nil }
        }
        return nil
    }
}

struct PreviewDuration: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-DURATION-PREVIEW", "A preview lasts 30 seconds to 10 minutes.", level: .error, tag: "S",
        section: "umc-catalog.md 3.16", remedy: "deliver a preview of 30 s to 10 min, or set the extra's type to bonus",
        bad: [
            RuleExample(.catalog, "<duration>95</duration>", "<duration>20</duration>"),
            RuleExample(.catalog, "<duration>95</duration>", "<duration>601</duration>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<duration>95</duration>", "<duration>30</duration>"),
            RuleExample(.catalog, "<duration>95</duration>", "<duration>600</duration>"),
            RuleExample(
                .catalog, "<type>preview</type>", "<type>bonus</type>",
                also: [("<duration>95</duration>", "<duration>1800</duration>")]),
        ])

    var types: ContentTypes { .extra }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, let type = block.first(.type)?.text.trimmed, type == "preview",
            let node = block.first(.duration), let seconds = node.text.trimmed.decimal, seconds > 0,
            !(30...600).contains(seconds)
        else { return }
        findings.report(info, at: node, "the preview lasts \(seconds) s")
    }
}
