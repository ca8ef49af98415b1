import UniversalMediaCatalog

/// DOC-TEXT: placeholders and markup in the title and description of a catalog.
struct HeadTexts: DocumentRule {
    static let info = RuleInfo(
        "DOC-TEXT", "The title and the description of a catalog are plain texts, and no placeholders.",
        level: .warning, tag: "D", section: "umc-catalog.md 2", remedy: "write the text, or remove the element",
        bad: [
            RuleExample(.catalog, "<title>Lantern Bay TV (fictional)</title>", "<title>TBD</title>"),
            RuleExample(
                .catalog, "<title>Lantern Bay TV (fictional)</title>", "<title>Lantern &lt;b&gt;Bay&lt;/b&gt;</title>"),
            RuleExample(.catalog, "<title>Lantern Bay TV (fictional)</title>", "<title>Test feed</title>"),
            RuleExample(.catalog, "Movies and series of an invented service.", "Lorem ipsum dolor sit amet."),
            RuleExample(.catalog, "Movies and series of an invented service.", "TODO: describe the service"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<title>Lantern Bay TV (fictional)</title>", "<title>Test Match TV</title>"),
            RuleExample(.catalog, "<title>Lantern Bay TV (fictional)</title>", "<title>Lantern &amp; Bay</title>"),
            RuleExample(
                .catalog, "Movies and series of an invented service.",
                "\n    Movies and series\n    of an invented service.\n  "),
        ])

    let kinds: Set<FeedKind> = [.catalog]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for node in document.root.children {
            guard node.name == .title || node.name == .description else { continue }
            let text = node.text.trimmed
            // Descriptions may have several lines.
            let fault = text.bytes.contains(10) ? nil : OtherTexts.fault(text)
            if text.count > 10, text[0..<11].isIgnoringCase("lorem ipsum") {
                findings.report(info, at: node, "the catalog's \(node.spelling) is filler text: \(text.shown)")
            } else if Self.placeholders.ignoringCase(text) != nil || text.hasPrefix("TODO") || text.hasPrefix("FIXME")
                || text.hasPrefix("XXX")
            {
                findings.report(
                    info, at: node, remedy: "write the name of the service",
                    "the catalog's \(node.spelling) is a placeholder: \(text.shown)")
            } else if let fault {
                findings.report(info, at: node, "the catalog's \(node.spelling) \(text.shown) \(fault)")
            }
        }
    }

    private static let placeholders = WordTable([
        "test", "test feed", "test catalog", "test catalogue", "test service", "sample", "sample feed",
        "sample catalog", "example", "example feed", "example catalog", "demo", "demo feed", "demo catalog", "catalog",
        "catalogue", "feed", "catalog feed", "my catalog", "my feed", "untitled", "title", "description",
        "catalog title",
        "catalog description", "feed title", "feed description", "new catalog", "staging", "staging feed",
    ])
}
