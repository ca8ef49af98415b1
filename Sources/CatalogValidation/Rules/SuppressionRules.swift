import UniversalMediaCatalog

/// What the tool finds in the files that tell it what not to find. These are about no feed.
enum SuppressionRules {
    static let expired = RuleInfo(
        "SUP-EXPIRED", "Suppressions have not expired.", level: .warning, tag: "D", section: "docs/umc-reports.md",
        remedy: "mend what it was for and remove it, or decide again and give it another day",
        bad: [])

    static let unused = RuleInfo(
        "SUP-UNUSED", "Each suppression still hides something.", level: .info, tag: "D",
        section: "docs/umc-reports.md", remedy: "remove it, or check its patterns", bad: [])

    static let all = [expired, unused]
}
