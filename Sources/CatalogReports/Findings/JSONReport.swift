import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// One JSON document, written while findings arrive; docs/umc-reports.md describes its members.
struct JSONReport: ReportWriter {
    /// The first part grows when members are removed or change their meaning, the second when members are added.
    static let schemaVersion = "1.1"

    private let options: ReportOptions
    private var count = 0

    init(_ options: ReportOptions) { self.options = options }

    func begin(_ output: ReportOutput) {
        var text = "{"
        for (name, value) in [
            ("schemaVersion", JSONText.text(Self.schemaVersion)),
            ("tool", .object([("name", .text("umc")), ("version", .text(options.version))])),
            ("profile", .text(options.profile.rawValue)),
        ] {
            JSONText.text(name).write(to: &text)
            text += ":\(value),\n"
        }
        output.write(text + "\"findings\":[")
    }

    mutating func add(_ finding: Finding, _ output: ReportOutput) {
        var text = count == 0 ? "\n" : ",\n"
        count += 1
        finding.json.write(to: &text)
        output.write(text)
    }

    func finish(_ summary: ValidationSummary, _ output: ReportOutput) {
        var text = count == 0 ? "],\n\"summary\":" : "\n],\n\"summary\":"
        summary.json(exitCode: summary.exitCode(failOn: options.failOn)).write(to: &text)
        output.write(text + "}\n")
    }
}

extension Finding {
    var json: JSONText {
        .object([
            ("ruleId", .text(ruleId)), ("level", .text(level.rawValue)), ("class", .text(`class`.rawValue)),
            ("tag", .text(tag.description)), ("file", .text(file)), ("line", JSONText(line)),
            ("column", JSONText(column)), ("xpath", JSONText(xpath)), ("contentId", JSONText(contentId)),
            ("message", .text(message)), ("remedy", JSONText(remedy)), ("causedBy", JSONText(causedBy)),
        ])
    }
}

extension ValidationSummary.NotRun {
    var json: JSONText {
        .object([
            ("reason", .text(reason)), ("remedy", .text(remedy)), ("rules", .list(rules.map(JSONText.text))),
        ])
    }

    /// The rules for one line of text: the first ids, and the number of the others.
    var abbreviated: String {
        guard rules.count > 3 else { return rules.joined(separator: ", ") }
        return rules.prefix(2).joined(separator: ", ") + " and \(rules.count - 2) more rules"
    }

    /// The rules for a table: ids, or the number of rules of a group such as `AV-…`.
    var listed: String {
        var groups: [(name: Substring, ids: [String])] = []
        for id in rules {
            let name = id.prefix { $0 != "-" }
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].ids.append(id)
            } else {
                groups.append((name, [id]))
            }
        }
        return groups.map {
            $0.ids.count > 9
                ? "\(DisplayText.count($0.ids.count, "rule")) \($0.name)-…" : $0.ids.joined(separator: ", ")
        }
        .joined(separator: ", ")
    }
}

extension ValidationSummary {
    func json(exitCode: Int32) -> JSONText {
        func all<Name: CaseIterable & RawRepresentable>(_ type: Name.Type, _ counts: [String: Int]) -> JSONText
        where Name.RawValue == String {
            .object(Name.allCases.map { ($0.rawValue, .integer(counts[$0.rawValue] ?? 0)) })
        }
        return .object([
            ("levels", all(Level.self, levels)), ("classes", all(ReviewClass.self, classes)),
            ("rules", JSONText(rules)), ("countedOnly", JSONText(countedOnly)), ("known", .integer(known)),
            ("suppressed", .integer(suppressed)), ("items", .integer(items)), ("bytes", .integer(bytes)),
            ("seconds", .number(seconds)), ("exitCode", .integer(Int(exitCode))),
            ("notRun", .list(notRun.map(\.json))),
            (
                "feeds",
                .list(
                    feeds.map {
                        .object([
                            ("file", .text($0.file)), ("kind", JSONText($0.kind?.rawValue)),
                            ("items", .integer($0.items)), ("bytes", .integer($0.bytes)),
                            ("isComplete", .boolean($0.isComplete)), ("isReadable", .boolean($0.isReadable)),
                        ])
                    })
            ),
        ])
    }
}
