import UniversalMediaCatalog

/// CAT-RATING-CONFLICT: a rating for all ages beside one for adults, or at a work of a genre for children.
struct RatingConflict: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-CONFLICT",
        "The ratings and genres of an item address one audience; its two American ratings agree.", level: .warning,
        tag: "D",
        section: "umc-catalog.md 3.6", remedy: "correct the wrong rating, or remove the genre kids_and_family",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"us-tv\">TV-G</rating><rating systemCode=\"de-tv\">Ab 18 Jahren</rating>"),
            RuleExample(
                .catalog, "<genre>documentary</genre>\n    <rating systemCode=\"us-tv\">TV-G</rating>",
                "<genre>kids_and_family</genre>\n    <rating systemCode=\"us-tv\">TV-MA</rating>"),
            RuleExample(
                .catalog, "<genre>documentary</genre>\n    <rating systemCode=\"us-tv\">TV-G</rating>",
                "<genre>horror</genre>\n    <rating systemCode=\"us-tv\">TV-G</rating>"),
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG</rating>",
                "<rating systemCode=\"mpaa\">PG</rating><rating systemCode=\"us-tv\">TV-MA</rating>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG</rating>",
                "<rating systemCode=\"mpaa\">PG</rating><rating systemCode=\"us-tv\">TV-14</rating>"),
            // France rates most dramas for all.
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG<", "<rating systemCode=\"mpaa\">R<"),
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"us-tv\">TV-G</rating><rating systemCode=\"de-tv\">Ab 6 Jahren</rating>"),
            RuleExample(
                .catalog, "<genre>documentary</genre>\n    <rating systemCode=\"us-tv\">TV-G</rating>",
                "<genre>kids_and_family</genre>\n    <rating systemCode=\"us-tv\">TV-PG</rating>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.elements.contains(.rating) else { return }
        var adult: FeedNode?
        var general: FeedNode?
        var count = 0
        item.forEach(.rating) { node in
            count += 1
            guard let code = node[.systemCode]?.trimmed, !node.isMixed else { return }
            let value = node.text.trimmed
            if RatingAudience.isForAdults(code, value) { adult = adult ?? node }
            if RatingAudience.isForAll(code, value) { general = general ?? node }
        }
        if count > 1 { checkAmerican(item, &findings) }
        guard let adult else {
            // France and other countries rate horror for all; the systems of `isForAll` do not.
            if let general { checkHorror(item, general, &findings) }
            return
        }
        let rating = adult.text.trimmed.shown
        if let general {
            findings.report(
                info, at: adult,
                "the item has the rating \(rating) for adults, and \(general.text.trimmed.shown) for all")
        }
        item.forEach(.genre) { node in
            guard node.text.trimmed == "kids_and_family" else { return }
            findings.report(
                info, at: node, "the genre is kids_and_family, but the item has the rating \(rating) for adults")
        }
    }

    /// Reports the American ratings of a movie and of television when two steps or more are between them.
    private func checkAmerican(_ item: CatalogItemView, _ findings: inout Findings) {
        var first: (step: Int, isTelevision: Bool, node: FeedNode)?
        item.forEach(.rating) { node in
            guard let code = node[.systemCode]?.trimmed, !node.isMixed else { return }
            let isTelevision = code.isIgnoringCase("us-tv")
            guard isTelevision || code.isIgnoringCase("mpaa"), let step = Self.step(node.text.trimmed) else { return }
            guard let other = first else { return first = (step, isTelevision, node) }
            // A rating for all beside one for adults is reported with those of other countries.
            guard other.isTelevision != isTelevision, abs(other.step - step) > 1, other.step + step > 3 else { return }
            findings.report(
                info, at: node, remedy: "correct the wrong rating",
                "the rating \(node.text.trimmed.shown) is for another age than \(other.node.text.trimmed.shown)")
        }
    }

    /// Returns the step of an American rating, from 0, for all, to 3, for adults.
    private static func step(_ value: FeedText) -> Int? { steps[value] }

    private static let steps = WordTable<Int>([
        ("G", 0), ("TV-Y", 0), ("TV-Y7", 0), ("TV-G", 0), ("PG", 1), ("TV-PG", 1), ("PG-13", 2), ("TV-14", 2),
        ("R", 3), ("NC-17", 3), ("TV-MA", 3),
    ])

    private func checkHorror(_ item: CatalogItemView, _ rating: FeedNode, _ findings: inout Findings) {
        item.forEach(.genre) { node in
            guard node.text.trimmed == "horror" else { return }
            findings.report(
                info, at: node, remedy: "correct the genre or the rating",
                "the genre is horror, but the item has the rating \(rating.text.trimmed.shown) for all")
        }
    }
}
