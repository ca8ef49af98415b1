import UniversalMediaCatalog

/// A rule about problems that prevent reading a feed completely. The parser detects them; the rules only describe them.
protocol ReadingRule: Rule {
    func isAbout(_ kind: ReadingProblem.Kind) -> Bool
}

struct NotWellFormed: ReadingRule {
    static let info = RuleInfo(
        "DOC-XML", "The feed is well-formed XML.", level: .error, tag: "-", section: "umc-validation.md 3.1",
        remedy: "write the feed with an XML library instead of concatenating strings",
        bad: [RuleExample(.catalog, "</movieInfo>", "</movieinfo>")],
        nearMisses: [RuleExample(.catalog, "<genre>drama</genre>", "<genre><![CDATA[drama]]></genre>")])

    func isAbout(_ kind: ReadingProblem.Kind) -> Bool { if case .notWellFormed = kind { true } else { false } }
}

struct DocumentType: ReadingRule {
    static let info = RuleInfo(
        "DOC-DTD", "The feed has no document type declaration and declares no entities.", level: .error, tag: "D",
        section: "umc-catalog.md C10", remedy: "remove the <!DOCTYPE …>, and write characters instead of entities",
        bad: [RuleExample(.catalog, "<umcCatalog ", "<!DOCTYPE umcCatalog [<!ENTITY a \"a\">]>\n<umcCatalog ")],
        nearMisses: [RuleExample(.catalog, "<genre>drama</genre>", "<!-- <!DOCTYPE no> --><genre>drama</genre>")])

    func isAbout(_ kind: ReadingProblem.Kind) -> Bool { if case .documentType = kind { true } else { false } }
}

struct ForeignEncoding: ReadingRule {
    static let info = RuleInfo(
        "DOC-ENC", "The feed is encoded as UTF-8.", level: .error, tag: "D", section: "umc-catalog.md C10",
        remedy: "write the file as UTF-8, and declare UTF-8 in the XML declaration",
        bad: [
            RuleExample(.catalog, "encoding=\"UTF-8\"", "encoding=\"ISO-8859-1\""),
            RuleExample(.catalog, "encoding=\"UTF-8\"", "encoding=\"us-ascii\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "encoding=\"UTF-8\"", "encoding=\"utf-8\""),
            RuleExample(.channelAvailability, "encoding=\"UTF-8\"", "encoding=\"us-ascii\""),
        ])

    func isAbout(_ kind: ReadingProblem.Kind) -> Bool { if case .encoding = kind { true } else { false } }
}

struct UnknownRoot: ReadingRule {
    static let info = RuleInfo(
        "DOC-ROOT", "The document element is umcCatalog, umcAvailability or umcPartnerManifest.", level: .error,
        tag: "L/I",
        section: "umc-catalog.md 2", remedy: "rename the document element according to the kind of feed",
        bad: [RuleExample(.catalog, "", "<catalog version=\"3.6\"/>")],
        nearMisses: [
            RuleExample(
                .catalog, "<umcCatalog ", "<u:umcCatalog xmlns:u=\"urn:example\" ",
                also: [("</umcCatalog>", "</u:umcCatalog>")])
        ])

    func isAbout(_ kind: ReadingProblem.Kind) -> Bool { if case .root = kind { true } else { false } }
}

/// DOC-NAMESPACE: names outside the namespace of the document element.
struct Namespaces: ReadingRule {
    static let info = RuleInfo(
        "DOC-NAMESPACE",
        "All elements are in the namespace of the document element, which has none or the expected one; attributes have none.",
        level: .error, tag: "D", section: "umc-catalog.md 2",
        remedy: "write all elements without a prefix and without xmlns, or all in the agreed namespace",
        consequences: ["DOC-UNKNOWN"],
        bad: [
            RuleExample(.catalog, "<genre>drama</genre>", "<x:genre xmlns:x=\"urn:example\">drama</x:genre>"),
            RuleExample(.catalog, "<genre>drama</genre>", "<genre xmlns=\"urn:example\">drama</genre>"),
            RuleExample(
                .catalog, "<umcCatalog ", "<u:umcCatalog xmlns:u=\"urn:example\" ",
                also: [("</umcCatalog>", "</u:umcCatalog>")]),
            RuleExample(
                .catalog, "<umcCatalog ", "<umcCatalog xmlns=\"urn:example\" ",
                also: [("<genre>drama</genre>", "<genre xmlns=\"\">drama</genre>")]),
            RuleExample(
                .catalog, "<umcCatalog ", "<umcCatalog xmlns:u=\"urn:example\" ",
                also: [("systemCode=\"mpaa\"", "u:systemCode=\"mpaa\"")]),
            RuleExample(.catalog, "<umcCatalog ", "<umcCatalog xmlns=\"urn:example\" "),
        ],
        nearMisses: [
            RuleExample(.catalog, "<umcCatalog ", "<umcCatalog xmlns:u=\"urn:example\" "),
            RuleExample(
                .catalog, "<umcCatalog ",
                "<umcCatalog xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"catalog.xsd\" "
            ),
        ])

    func isAbout(_ kind: ReadingProblem.Kind) -> Bool { kind == .namespace }
}

struct ReadingLimitExceeded: ReadingRule {
    static let info = RuleInfo(
        "DOC-LIMIT", "The feed stays within the parser's limits.", level: .error, tag: "-",
        section: "umc-catalog.md C11", remedy: "divide the feed, or raise the limit that the message names",
        bad: [
            RuleExample(
                .catalog, "",
                "<umcCatalog>" + String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
                    + "</umcCatalog>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "A retired mapmaker", "A retired mapmaker" + String(repeating: " and her charts", count: 200))
        ])

    func isAbout(_ kind: ReadingProblem.Kind) -> Bool { if case .limit = kind { true } else { false } }
}

struct UnreadableInput: ReadingRule {
    static let info = RuleInfo(
        "DOC-INPUT", "The feed can be read to its end and does not change while it is read.", level: .error, tag: "-",
        section: "umc-validation.md 2", remedy: "check the path, the disk or the connection, and try again", bad: [])

    func isAbout(_ kind: ReadingProblem.Kind) -> Bool {
        switch kind {
        case .input, .changedWhileRead: true
        default: false
        }
    }
}
