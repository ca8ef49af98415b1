/// The property matrix, the event table and the rules as Markdown, for `docs/now-playing.md`.
public enum RuleDocument {
    public static var markdown: String { "\(matrix)\n\(events)\n\(rules)" }

    static var matrix: String {
        var text = "## Property matrix\n\n| key | constant |"
        for category in ContentCategory.allCases { text += " \(category.column) |" }
        text += "\n| --- | --- |" + String(repeating: " --- |", count: ContentCategory.allCases.count) + "\n"
        for key in PropertyMatrix.keys {
            text += "| `\(key.rawValue)` | `\(key.constant)` |"
            for category in ContentCategory.allCases {
                let word =
                    switch PropertyMatrix.demand(key, in: category) {
                    case .required: "yes"
                    case .optional: "optional"
                    case .forbidden: "no"
                    }
                text += " \(word) |"
            }
            text += "\n"
        }
        return text + "\n\"no\" means that the dictionary must not have the key.\n"
    }

    static var events: String {
        var text = "## Event table\n\n| event | update | rule |\n| --- | --- | --- |\n"
        for row in EventTable.rows { text += "| \(row.event) | \(row.update) | \(row.rule.id) |\n" }
        return text
    }

    static var rules: String {
        var text = "## Rules\n\n| id | requirement | level | evidence | requirements | fix |\n"
        text += "| --- | --- | --- | --- | --- | --- |\n"
        for rule in NowPlayingRule.allCases {
            text += "| \(rule.id) | \(rule.title) | \(rule.level.rawValue) | \(rule.evidence.rawValue) | "
            text += "\(rule.requirements) | \(rule.remedy.replacing("|", with: "\\|")) |\n"
        }
        return text
    }
}
