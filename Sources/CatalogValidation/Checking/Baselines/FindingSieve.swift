import UniversalMediaCatalog

/// Lets pass what is neither known nor suppressed. Of one thread.
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

    /// Whether everything has to be looked at one by one.
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

    /// What is wrong with the suppressions before anything is read.
    var expired: [Findings.Entry] {
        guard let suppressions else { return [] }
        return suppressions.entries.enumerated().filter { today > $0.element.lastDay }.map { index, entry in
            finding(
                SuppressionRules.expired, suppressions.name,
                "entry \(index + 1), for \(entry.rule)\(Self.scope(entry)), counts no longer since \(entry.expires) "
                    + "(\"\(entry.reason.prefix(80))\")")
        }
    }

    /// Those that hid nothing, when everything has been read.
    var unused: [Findings.Entry] {
        guard let suppressions else { return [] }
        return suppressions.entries.enumerated().filter { !used.contains($0.offset) && today <= $0.element.lastDay }
            .map { index, entry in
                finding(
                    SuppressionRules.unused, suppressions.name,
                    "entry \(index + 1), for \(entry.rule)\(Self.scope(entry)), hides nothing in these feeds")
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
