public import ArgumentParser
import Foundation
import CatalogReports
import CatalogValidation
import UniversalMediaCatalog

extension RuleListing.Format: ExpressibleByArgument {}

/// `umc rules`: lists the rules.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Lists the rules.",
        discussion: """
            Examples:
              umc rules --level error --tag S      rules that Apple's pages state without exception
              umc rules --tag D                    rules decided by this project
              umc rules --format json
            """)

    @Option(help: "text, json or markdown.") var format = RuleListing.Format.text
    @Option(help: "Only rules of this level: error, warning or info.") var level: Level?
    @Option(help: ArgumentHelp("Only rules with this evidence: S, A, L, L?, I, D or -.", valueName: "tag")) var tag:
        String?
    @Option(
        help: ArgumentHelp(
            "For markdown: a table of checks that are not implemented, with reasons.", valueName: "file"),
        completion: .file())
    var rows: String?

    func run() throws {
        let rules = RuleCatalog.all.filter { rule in
            (level.map { rule.level == $0 } ?? true)
                && (tag.map { rule.tag.description.uppercased().split(separator: "/").contains($0.uppercased()[...]) }
                    ?? true)
        }
        var known: RuleRows?
        if let rows {
            guard let text = try? String(contentsOfFile: rows, encoding: .utf8) else {
                Console.printError("\(rows) cannot be read")
                throw ExitCode(ToolExit.usage)
            }
            known = RuleRows(text)
        }
        try FeedCommand.writing(nil, isText: format == .text) {
            $0.write(RuleListing.list(rules, as: format, rows: known))
        }
        guard let problems = known?.problems, !problems.isEmpty else { return }
        for problem in problems { Console.printError(problem) }
        throw ExitCode(ToolExit.failed)
    }
}

/// `umc explain RULE`: explains rules.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explains rules: requirement, evidence, remedy and examples.",
        discussion: """
            The source of a rule is a page of OpenAVKit's repository with a section, such as docs/spec/umc-catalog.md 3.2.

            Example:
              umc explain CAT-TITLE-LEN
            """)

    @Argument(
        help: "Ids or former ids of rules.", completion: .custom { _, _, _ in RuleCatalog.all.map(\.id) })
    var rules: [String]

    @Option(help: ArgumentHelp("Colours: auto, always or never; NO_COLOR is respected.", valueName: "when")) var color =
        ColorChoice.auto

    func validate() throws {
        for name in rules where RuleCatalog.rule(named: name) == nil {
            throw ValidationError(UnknownRule.message(name))
        }
    }

    func run() throws {
        let texts = rules.compactMap { name in
            RuleCatalog.rule(named: name).map {
                RuleExplanation.text($0, requestedAs: name, isColored: Console.isColored(color, 1))
            }
        }
        try FeedCommand.writing(nil, isText: true) { $0.write(texts.joined(separator: "\n")) }
    }
}
