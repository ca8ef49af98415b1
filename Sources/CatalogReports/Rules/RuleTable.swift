import CatalogValidation
import UniversalMediaCatalog

/// Checks that the documents name, each with the reason where this project does not make it: lines of id, what it is, reason, with
/// tabulators between; `#` begins a comment.
public struct RuleRows: Sendable {
    struct Row: Sendable {
        var id: String
        var what: String
        var reason: String
    }

    let rows: [Row]

    public init(_ text: String) {
        rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(
                id: fields[0], what: fields.count > 1 ? fields[1] : "", reason: fields.count > 2 ? fields[2] : "")
        }
    }

    /// What is wrong with them: ids that are neither a rule nor have a reason, or both, or stand there twice.
    public var problems: [String] {
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard seen.insert(row.id).inserted else { return "\(row.id) stands there twice" }
            let isRule = RuleCatalog.rule(named: row.id) != nil
            if isRule, !row.reason.isEmpty { return "\(row.id) is a rule and has a reason why it is none" }
            return !isRule && row.reason.isEmpty ? "\(row.id) is no rule, and has no reason" : nil
        }
    }
}

/// The page of all rules.
enum RuleTable {
    static func markdown(_ rules: [RuleInfo], _ rows: RuleRows?) -> String {
        var text = "| id | it asks for | level | class | tag | section | also called |\n"
        text += "| --- | --- | --- | --- | --- | --- | --- |\n"
        for rule in rules {
            text += "| `\(rule.id)` | \(cell(rule.title)) | \(rule.level.rawValue) | \(rule.reviewClass.title) | "
            text += "\(rule.tag) | \(cell(rule.section)) | \(rule.aliases.map { "`\($0)`" }.joined(separator: " ")) |\n"
        }
        guard let rows else { return text }
        let left = rows.rows.filter { RuleCatalog.rule(named: $0.id) == nil }
        text += "\n## Not implemented\n\n"
        text += left.isEmpty ? "Nothing.\n" : "| id | what | why not |\n| --- | --- | --- |\n"
        for row in left {
            text += "| `\(row.id)` | \(cell(row.what)) | \(cell(row.reason.isEmpty ? "not yet" : row.reason)) |\n"
        }
        return text
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
    }
}
