import ReportText

/// Findings as JSON, with the members of `docs/now-playing.md`.
enum JSONForm {
    /// The first part grows when members are removed or change their meaning, the second when members are added.
    static let schemaVersion = "1.0"

    static func head(_ options: NowPlayingReport.Options) -> String {
        let tool = JSONText.object([("name", .text("avplayer")), ("version", .text(options.version))])
        return "{\"schemaVersion\":\(JSONText.text(schemaVersion)),\n\"tool\":\(tool),\n"
            + "\"source\":\(JSONText.text(options.source)),\n\"findings\":["
    }

    static func member(_ outcome: LogCheck.Outcome) -> JSONText {
        switch outcome {
        case .finding(let finding):
            .object([
                ("rule", .text(finding.rule.id)), ("level", .text(finding.level.rawValue)),
                ("time", .number(finding.time)), ("date", .text(NowPlayingDate.text(finding.date))),
                ("player", .text(finding.player)), ("line", JSONText(finding.line)), ("seen", .text(finding.seen)),
                ("expected", .text(finding.expected)), ("remedy", .text(finding.remedy)),
            ])
        case .problem(let problem):
            .object([
                ("problem", .text(problem.message)), ("line", .integer(problem.line)),
                ("column", JSONText(problem.column)), ("truncated", .boolean(problem.isTruncation)),
            ])
        }
    }

    /// The outcome as an event of a stream of lines.
    static func line(_ outcome: LogCheck.Outcome) -> JSONText {
        guard case .object(let members) = member(outcome) else { return .null }
        return switch outcome {
        case .finding: .object([("event", .text("finding"))] + members)
        case .problem: .object([("event", .text("problem"))] + members)
        }
    }

    static func summary(_ summary: NowPlayingSummary, _ options: NowPlayingReport.Options, event: Bool) -> JSONText {
        let head: [(String, JSONText)] = event ? [("event", .text("summary"))] : []
        return .object(
            head + [
                ("records", .integer(summary.records)), ("updates", .integer(summary.updates)),
                ("players", .integer(summary.players)), ("problems", .integer(summary.problems)),
                ("truncated", .boolean(summary.isTruncated)),
                (
                    "levels",
                    .object(NowPlayingRule.Level.allCases.map { ($0.rawValue, .integer(summary.count($0))) })
                ),
                (
                    "rules",
                    .object(
                        NowPlayingRule.allCases.compactMap { rule in
                            summary.rules[rule].map { (rule.id, .integer($0)) }
                        })
                ),
                ("exitCode", .integer(Int(NowPlayingReport.exitCode(summary, failOn: options.failOn)))),
            ])
    }
}
