/// Markup and entities that were escaped once too often.
struct MarkupInText: TextRule {
    static let info = RuleInfo(
        "STY-HTML", "Titles and descriptions hold no markup and no entities.", level: .error, tag: "D",
        section: "umc-validation.md 3.3", remedy: "write plain text; characters need no entities in UTF-8",
        bad: [
            RuleExample(.catalog, "A retired mapmaker", "A &lt;b&gt;retired&lt;/b&gt; mapmaker"),
            RuleExample(.catalog, "A retired mapmaker", "A&amp;nbsp;retired mapmaker"),
        ],
        good: [RuleExample(.catalog, "A retired mapmaker", "A retired mapmaker")],
        nearMisses: [
            RuleExample(.catalog, "A retired mapmaker", "A retired R&amp;D mapmaker; she &lt;3 charts"),
            RuleExample(.catalog, "Un cartographe", "Un &lt;&lt; cartographe &gt;&gt;"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: [.lessThan, .ampersand]) else { return }
        let string = text.text.string
        if let tag = string.firstMatch(of: /<\/?[A-Za-z][A-Za-z0-9]*(\s[^<>]{0,200})?\/?>/) {
            findings.report(info, at: text.node, "the text holds markup: \(tag.0)")
        } else if let entity = string.firstMatch(of: /&(#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});/) {
            findings.report(info, at: text.node, "the text holds an entity: \(entity.0)")
        }
    }
}
