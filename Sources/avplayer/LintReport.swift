import AssetRules
import ReportText

/// The reports of `avplayer lint`.
enum LintReport {
    private typealias JSON = JSONText

    struct Result {
        var file: String
        var facts: AssetFacts?
        var findings: [AssetLint.Finding] = []
        /// Why the file could not be read.
        var failure: String?
    }

    static func text(of result: Result) -> String {
        let name = DisplayText.line(result.file)
        if let failure = result.failure { return "\(name): error: \(failure)" }
        var lines: [String] = []
        for finding in result.findings {
            lines.append("\(name): \(finding.rule.level.rawValue): \(finding.message) [\(finding.rule.id)]")
            lines.append("    why: \(finding.rule.reason)")
            lines.append("    fix: \(finding.remedy)")
        }
        for audio in result.facts?.audio ?? [] {
            guard let loudness = audio.loudness else { continue }
            lines.append("\(name): audio track \(audio.track): \(text(loudness))")
        }
        let count = result.findings.count
        lines.append(count == 0 ? "\(name): no findings" : "\(name): \(DisplayText.count(count, "finding"))")
        return lines.joined(separator: "\n")
    }

    static func json(of results: [Result], profile: AssetProfile) -> String {
        let files = results.map(json)
        return JSON.object([("profile", .text(profile.rawValue)), ("files", .list(files))]).description
    }

    private static func json(_ result: Result) -> JSON {
        let findings: [JSON] = result.findings.map(json)
        let loudness: [JSON] = (result.facts?.audio ?? []).compactMap(json)
        return JSON.compact([
            ("file", .text(result.file)), ("error", JSON(result.failure)), ("findings", .list(findings)),
            ("loudness", .list(loudness)),
        ])
    }

    private static func json(_ finding: AssetLint.Finding) -> JSON {
        .object([
            ("rule", .text(finding.rule.id)), ("level", .text(finding.rule.level.rawValue)),
            ("message", .text(finding.message)), ("reason", .text(finding.rule.reason)),
            ("remedy", .text(finding.remedy)), ("source", .text(finding.rule.source)),
        ])
    }

    private static func json(_ audio: AssetFacts.Audio) -> JSON? {
        audio.loudness.map {
            .object([
                ("track", .number(Double(audio.track))), ("integrated", .number($0.integrated)),
                ("range", .number($0.range)), ("truePeak", .number($0.truePeak)),
            ])
        }
    }

    static func rules(asJSON: Bool) -> String {
        if asJSON {
            return JSON.list(
                AssetRule.all.map { rule in
                    .object([
                        ("rule", .text(rule.id)), ("level", .text(rule.level.rawValue)),
                        ("summary", .text(rule.summary)), ("reason", .text(rule.reason)),
                        ("source", .text(rule.source)),
                        ("profiles", .list(rule.profiles.map(\.rawValue).sorted().map { .text($0) })),
                    ])
                }
            ).description
        }
        return AssetRule.all.map { rule in
            let profiles = rule.profiles.map(\.rawValue).sorted().joined(separator: ", ")
            return
                "\(rule.id) (\(rule.level.rawValue); \(profiles))\n    \(rule.summary)\n    \(rule.reason)\n    Source: \(rule.source)"
        }.joined(separator: "\n")
    }

    /// Audio below the gate of EBU R 128, or shorter than its blocks of 0.4 s, has no loudness.
    private static func text(_ loudness: AssetFacts.Loudness) -> String {
        guard loudness.truePeak.isFinite else { return "silent" }
        let peak = "true peak \(decimal(loudness.truePeak)) dBTP"
        guard loudness.integrated.isFinite else { return "too short or too quiet for a loudness, \(peak)" }
        return "\(decimal(loudness.integrated)) LUFS, range \(decimal(loudness.range)) LU, \(peak)"
    }

    private static func decimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
