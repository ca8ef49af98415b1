import Foundation
import ReportText

/// Findings for terminals and logs.
enum TextForm {
    static func text(_ outcome: LogCheck.Outcome, source: String) -> String {
        switch outcome {
        case .problem(let problem):
            return "\(DisplayText.line(source)):\(problem.line)\(problem.column.map { ":\($0)" } ?? ""): "
                + "\(problem.isTruncation ? "warning" : "error"): \(DisplayText.line(problem.message))\n"
        case .finding(let finding):
            let place = finding.line.map { "\(DisplayText.line(source)):\($0): " } ?? ""
            return
                "\(place)\(clock(finding.time)) \(player(finding.player)): \(finding.level.rawValue): \(finding.rule.id) "
                + "\(DisplayText.line(finding.seen))\n    expected: \(DisplayText.line(finding.expected))\n"
                + "    fix: \(DisplayText.line(finding.remedy))\n"
        }
    }

    static func summary(_ summary: NowPlayingSummary, isClean: Bool) -> String {
        var text = isClean ? "" : "\n"
        text += "\(DisplayText.count(summary.records, "record")), \(DisplayText.count(summary.updates, "update")), "
        text += "\(DisplayText.count(summary.players, "player"))"
        if summary.problems > 0 { text += ", \(DisplayText.count(summary.problems, "unreadable line"))" }
        if summary.isTruncated { text += ", THE LOG IS TRUNCATED" }
        let counts = NowPlayingRule.Level.allCases.reversed().compactMap { level -> String? in
            let count = summary.count(level)
            return count > 0 ? level == .info ? "\(count) info" : DisplayText.count(count, level.rawValue) : nil
        }
        if counts.isEmpty {
            text += summary.problems == 0 ? ": no finding\n" : "\n"
        } else {
            let rules = NowPlayingRule.allCases.compactMap { rule in summary.rules[rule].map { "\(rule.id) \($0)" } }
            text += ": \(counts.joined(separator: ", ")) (\(rules.joined(separator: ", ")))\n"
        }
        return text
    }

    /// Formats seconds as `0:12.250`.
    static func clock(_ seconds: Double) -> String {
        let thousandths = Int((min(max(seconds, 0), 1e9) * 1_000).rounded())
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let (whole, rest) = (thousandths / 1_000, thousandths % 1_000)
        let tail = "\(padded(whole % 60, 2)).\(padded(rest, 3))"
        return whole < 3_600 ? "\(whole / 60):\(tail)" : "\(whole / 3_600):\(padded(whole / 60 % 60, 2)):\(tail)"
    }

    /// The bus name without the prefix of all players.
    static func player(_ name: String) -> String {
        let prefix = "org.mpris.MediaPlayer2."
        return DisplayText.id(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)
    }
}

extension NowPlayingRecord {
    /// The record in one line for a terminal, as `avplayer nowplaying` shows it while watching.
    public var summaryLine: String {
        var parts: [String] = []
        if hasInfo { parts.append(info.map(Self.summary) ?? "nil") }
        if let state { parts.append(state.rawValue) }
        if let command { parts.append(command + (status.map { ", status \($0)" } ?? "")) }
        if let commands { parts.append(commands.isEmpty ? "no commands" : commands.joined(separator: " ")) }
        if let position { parts.append("at \(DisplayNumber.text(position)) s") }
        return "\(TextForm.clock(time)) \(TextForm.player(player)): \(event.rawValue) "
            + DisplayText.line(parts.joined(separator: "; "))
    }

    private static func summary(_ info: NowPlayingInfo) -> String {
        info.values.sorted { $0.key < $1.key }.prefix(40).map { "\($0.key) \($0.value.shown)" }.joined(separator: ", ")
    }
}
