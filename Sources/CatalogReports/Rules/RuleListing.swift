public import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// Lists of rules as text, JSON or Markdown.
public enum RuleListing {
    public enum Format: String, Sendable, CaseIterable { case text, json, markdown }

    /// - Parameter rows: the checks that the documents name but this project does not make, for Markdown.
    public static func list(_ rules: [RuleInfo], as format: Format, rows: RuleRows? = nil) -> String {
        switch format {
        case .text: text(rules)
        case .json: json(rules)
        case .markdown: RuleTable.markdown(rules, rows)
        }
    }

    private static func text(_ rules: [RuleInfo]) -> String {
        let width = rules.map(\.id.count).max() ?? 0
        var text = ""
        for rule in rules {
            text += "\(DisplayText.padded(rule.id, width))  \(DisplayText.padded(rule.level.rawValue, 7))  "
            text +=
                "\(DisplayText.padded(rule.reviewClass.title, 10))  \(DisplayText.padded(rule.tag.description, 4))  "
            text += rule.title + "\n"
        }
        text += "\n\(DisplayText.count(rules.count, "rule"))."
        let tags = ["S", "A", "L", "L?", "I", "D"].map { "\($0): \(EvidenceTag(stringLiteral: $0).meaning)" }
        return text + " Tags: \(tags.joined(separator: "; ")).\n"
    }

    private static func json(_ rules: [RuleInfo]) -> String {
        var text = "["
        for (index, rule) in rules.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            JSONText.object([
                ("id", .text(rule.id)), ("title", .text(rule.title)), ("level", .text(rule.level.rawValue)),
                ("class", .text(rule.reviewClass.rawValue)), ("tag", .text(rule.tag.description)),
                ("evidence", .text(rule.tag.meaning)), ("section", .text(rule.section)), ("remedy", .text(rule.remedy)),
                ("aliases", .list(rule.aliases.map(JSONText.text))),
                ("consequences", .list(rule.consequences.map(JSONText.text))),
                ("profiles", .list(ValidationProfile.allCases.filter { $0.includes(rule) }.map { .text($0.rawValue) })),
            ]).write(to: &text)
        }
        return text + "\n]\n"
    }
}
