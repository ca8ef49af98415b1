import UniversalMediaCatalog

/// Separates new findings from those that the baseline or the suppressions cover. Not thread-safe.
struct FindingSieve {
    enum Verdict { case new, known, suppressed }

    private let suppressions: Suppressions?
    private var known: [FindingKey: Int]
    private let today: Int
    private var used: Set<Int> = []

    /// - Parameter now: in seconds since 1970.
    init(suppressions: Suppressions?, baseline: Baseline?, now: Double) {
        self.suppressions = suppressions
        known = baseline?.entries.mapValues(\.count) ?? [:]
        today = Int((min(max(now, 0), 1e12) / 86_400).rounded(.down))
    }

    /// Whether findings must be compared one by one.
    var isInUse: Bool { suppressions != nil || !known.isEmpty }

    mutating func verdict(_ finding: Finding) -> Verdict {
        if let suppressions {
            for (index, entry) in suppressions.entries.enumerated() where today <= entry.lastDay {
                guard entry.covers(finding) else { continue }
                used.insert(index)
                return .suppressed
            }
        }
        guard !known.isEmpty else { return .new }
        let key = FindingKey(finding)
        guard let left = known[key], left > 0 else { return .new }
        known[key] = left - 1
        return .known
    }

    /// Findings about suppressions that had expired before the run.
    var expired: [Findings.Entry] {
        guard let suppressions else { return [] }
        return suppressions.entries.enumerated().filter { today > $0.element.lastDay }.map { index, entry in
            finding(
                SuppressionRules.expired, suppressions.name,
                "entry \(index + 1), for \(entry.rule)\(Self.scope(entry)), expired on \(entry.expires) "
                    + "(\"\(entry.reason.prefix(80))\")")
        }
    }

    /// Findings about suppressions that matched no finding of the run. Valid after all feeds have been read.
    var unused: [Findings.Entry] {
        guard let suppressions else { return [] }
        return suppressions.entries.enumerated().filter { !used.contains($0.offset) && today <= $0.element.lastDay }
            .map { index, entry in
                finding(
                    SuppressionRules.unused, suppressions.name,
                    "entry \(index + 1), for \(entry.rule)\(Self.scope(entry)), suppresses no finding in these feeds")
            }
    }

    private static func scope(_ entry: Suppressions.Entry) -> String {
        let parts = [entry.contentID.map { "contentId \($0)" }, entry.file.map { "file \($0)" }].compactMap { $0 }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    private func finding(_ rule: RuleInfo, _ file: String, _ message: String) -> Findings.Entry {
        Findings.Entry(
            finding: Finding(
                ruleId: rule.id, level: rule.level, class: rule.reviewClass, tag: rule.tag, file: file, line: nil,
                column: nil, xpath: nil, contentId: nil, message: message, remedy: rule.remedy, causedBy: nil),
            rule: rule)
    }
}
