import UniversalMediaCatalog

/// STY-COPIED: translated texts, or all credits, of the item before.
struct CopiedTexts: CatalogItemRule {
    static let info = RuleInfo(
        "STY-COPIED", "An item has other translations and other credits than the item of its type before it.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "write the texts and credits of this item", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, first, first + "<description locale=\"fr-FR\">\(french)</description>",
                also: [(second, second + "<description locale=\"fr-FR\">\(french)</description>")]),
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <description",
                "<title locale=\"en-US\">Harbor of Small Machines</title><title locale=\"fr-FR\">Neuf volcans</title>"
                    + "\n    <description",
                also: [
                    (
                        "<title locale=\"en-US\">Nine Quiet Volcanoes</title>",
                        "<title locale=\"en-US\">Nine Quiet Volcanoes</title><title locale=\"fr-FR\">Neuf volcans</title>"
                    )
                ]),
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>", credits,
                also: [("<tvShowInfo>\n      <type>miniseries", credits + "<tvShowInfo>\n      <type>miniseries")]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, first, first + "<description locale=\"fr-FR\">\(french)</description>",
                also: [(second, second + "<description locale=\"fr-CA\">\(french)</description>")]),
            // Sequels share credits, and a word of their titles.
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>", credits,
                also: [
                    ("<tvShowInfo>\n      <type>miniseries", credits + "<tvShowInfo>\n      <type>miniseries"),
                    (">Nine Quiet Volcanoes<", ">Nine Quiet Machines<"),
                ]),
        ])

    private static let first = "two sisters repair the things that people leave behind.</description>"
    private static let second = "nine mountains that people forgot were on fire.</description>"
    private static let french = "Deux sœurs réparent les objets que les gens abandonnent."
    private static let credits =
        "<credit role=\"creator\">Tam Notreal</credit><credit role=\"actor\">Nell Invented</credit>"
        + "<credit role=\"actor\">Ada Madeup</credit><credit role=\"actor\">Imre Fictional</credit>"

    var types: ContentTypes { [.movie, .show, .episode] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let other = item.previous, !Self.isOneGroup(item, other) else { return }
        for node in item.children(.title, .description) {
            let locale = item.localeKey(node)
            guard !locale.isEmpty, let copied = Self.copy(of: node, locale, in: other, item) else { continue }
            findings.report(
                info, at: node,
                "the \(node.spelling) in \(locale.string) is that of \(Self.id(other)): \(copied.cited)")
        }
        guard item.type != .episode, let credit = Self.copiedCredits(item.node, other),
            !Self.sharesWord(item.node, other)
        else { return }
        findings.report(info, at: credit, "all credits of the item are those of \(Self.id(other))")
    }

    private static func id(_ item: FeedNode) -> String {
        item.identity(.contentId, .contentId)?.shown ?? "the item before"
    }

    private static func isOneGroup(_ one: CatalogItemView, _ other: FeedNode) -> Bool {
        guard let group = one.first(.contentGroupId)?.text.trimmed, !group.isEmpty else { return false }
        return other.first(.contentGroupId).map { $0.text.trimmed == group } ?? false
    }

    /// Returns the text of a node if another item has it, too, beside another text in the feed's own locale.
    private static func copy(
        of node: FeedNode, _ locale: FeedText, in other: FeedNode, _ item: CatalogItemView
    ) -> FeedText? {
        let text = node.text
        for candidate in other.children where candidate.name == node.name && candidate.text.count == text.count {
            guard candidate.text == text, text.count > 7, item.localeKey(candidate).isSameIgnoringCase(locale),
                !node.isPhonetic, let own = original(node.name, item.node, item),
                let another = original(node.name, other, item), !own.isSameIgnoringCase(another)
            else { continue }
            return text.trimmed
        }
        return nil
    }

    /// Returns the text of an element in the feed's own locale.
    private static func original(_ name: ElementName, _ parent: FeedNode, _ item: CatalogItemView) -> FeedText? {
        parent.children.first { $0.name == name && !$0.isPhonetic && item.localeKey($0).isEmpty }?.text.trimmed
    }

    /// Returns the first of at least four credits that are those of another item, in the same order.
    private static func copiedCredits(_ one: FeedNode, _ other: FeedNode) -> FeedNode? {
        var others = other.children.lazy.filter { $0.name == .credit }.makeIterator()
        var first: FeedNode?
        var count = 0
        for credit in one.children where credit.name == .credit {
            guard let same = others.next(), same.text == credit.text,
                (same[.role] ?? .none) == (credit[.role] ?? .none),
                (same[.characterName] ?? .none) == (credit[.characterName] ?? .none)
            else { return nil }
            first = first ?? credit
            count += 1
        }
        return count >= 4 && others.next() == nil ? first : nil
    }

    /// Returns whether the first titles have a word of four letters or more in common.
    private static func sharesWord(_ one: FeedNode, _ other: FeedNode) -> Bool {
        guard let left = one.first(.title)?.text, let right = other.first(.title)?.text else { return false }
        let words = Set(EventTitle.words(of: left.string).filter { $0.count > 3 })
        return EventTitle.words(of: right.string).contains { words.contains($0) }
    }
}
