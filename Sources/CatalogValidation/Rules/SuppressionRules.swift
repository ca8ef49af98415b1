import UniversalMediaCatalog

/// The rules about the suppressions file. They concern no feed.
enum SuppressionRules {
    static let expired = RuleInfo(
        "SUP-EXPIRED", "No suppression has expired.", level: .warning, tag: "D", section: "docs/umc-reports.md",
        remedy: "fix the suppressed findings and remove the entry, or extend its expiry date",
        bad: [])

    static let unused = RuleInfo(
        "SUP-UNUSED", "Each suppression still hides a finding.", level: .info, tag: "D",
        section: "docs/umc-reports.md", remedy: "remove it, or check its patterns", bad: [])

    static let all = [expired, unused]
}
