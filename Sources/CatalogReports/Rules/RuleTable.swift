import CatalogValidation
import UniversalMediaCatalog

/// Checks named in the documents, with the reason for each that is not implemented.
///
/// Each line has an id, a description and a reason, separated by tabs; `#` begins a comment.
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

    /// Errors in the rows: ids that are neither rules nor have a reason, ids that are both, and duplicates.
    public var problems: [String] {
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard seen.insert(row.id).inserted else { return "\(row.id) occurs twice" }
            let isRule = RuleCatalog.rule(named: row.id) != nil
            if isRule, !row.reason.isEmpty { return "\(row.id) is a rule, but has a reason for not being one" }
            return !isRule && row.reason.isEmpty ? "\(row.id) is not a rule and has no reason" : nil
        }
    }
}

/// The Markdown page of all rules.
enum RuleTable {
    static func markdown(_ rules: [RuleInfo], _ rows: RuleRows?) -> String {
        var text = "| id | requirement | level | class | tag | section | former id |\n"
        text += "| --- | --- | --- | --- | --- | --- | --- |\n"
        for rule in rules {
            text += "| `\(rule.id)` | \(cell(rule.title)) | \(rule.level.rawValue) | \(rule.reviewClass.title) | "
            text += "\(rule.tag) | \(cell(rule.section)) | \(rule.aliases.map { "`\($0)`" }.joined(separator: " ")) |\n"
        }
        guard let rows else { return text }
        let left = rows.rows.filter { RuleCatalog.rule(named: $0.id) == nil }
        text += "\n## Not implemented\n\n"
        text += left.isEmpty ? "None.\n" : "| id | subject | reason |\n| --- | --- | --- |\n"
        for row in left {
            text += "| `\(row.id)` | \(cell(row.what)) | \(cell(row.reason.isEmpty ? "not yet" : row.reason)) |\n"
        }
        return text
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
    }
}
