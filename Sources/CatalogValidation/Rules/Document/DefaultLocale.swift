import UniversalMediaCatalog

struct DefaultLocale: DocumentRule {
    static let info = RuleInfo(
        "DOC-DEFLOCALE", "A catalog has a defaultLocale, which is a language tag of BCP 47.", level: .error,
        tag: "S/L", section: "umc-catalog.md 2",
        remedy: "add <defaultLocale> before the first item, with a language tag such as en-US",
        consequences: ["CAT-TITLE-DEFAULT", "DOC-ORDER"],
        bad: [
            RuleExample(.catalog, "<defaultLocale>en-US</defaultLocale>", ""),
            RuleExample(.catalog, "<defaultLocale>en-US</defaultLocale>", "<defaultLocale>en_US</defaultLocale>"),
            RuleExample(.catalog, "<defaultLocale>en-US</defaultLocale>", "<defaultLocale>English</defaultLocale>"),
            RuleExample(
                .catalog, "<defaultLocale>en-US</defaultLocale>", "",
                also: [("</umcCatalog>", "<defaultLocale>en-US</defaultLocale></umcCatalog>")]),
        ],
        nearMisses: [
            RuleExample(.catalog, "<defaultLocale>en-US</defaultLocale>", "<defaultLocale> EN-us </defaultLocale>"),
            RuleExample(
                .sportsCatalog, "<defaultLocale>en-US</defaultLocale>", "<defaultLocale>en-Latn-US</defaultLocale>"),
        ])

    let kinds: Set<FeedKind> = [.catalog]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        let nodes = document.nodes(.defaultLocale).filter { $0.parent?.index == 0 || $0.parent?.name == .channel }
        guard let node = nodes.first else {
            guard document.isComplete else { return }
            return findings.report(info, at: document.root, "the catalog has no defaultLocale")
        }
        for other in nodes.dropFirst() {
            findings.report(info, at: other, remedy: "keep one", "the catalog has a second defaultLocale")
        }
        let text = node.text.trimmed
        if let fault = LanguageTag.fault(text) {
            findings.report(
                info, at: node, level: fault.isMalformed ? .error : .warning, remedy: fault.remedy(text),
                fault.message(text, of: "defaultLocale"))
        } else if let first = document.firstNodeBehindItems, node.index >= first {
            findings.report(
                info, at: node, "the defaultLocale follows items, which were checked without it")
        }
    }
}
