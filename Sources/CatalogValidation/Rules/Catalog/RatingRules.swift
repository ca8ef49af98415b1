import UniversalMediaCatalog

struct RatingRequired: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-REQ", "Movies, shows and episodes have a rating.", level: .error, tag: "S",
        section: "umc-validation.md 3.2",
        remedy:
            "add a rating for each territory in which the title is offered; for channels and video partners this is required",
        bad: [RuleExample(.catalog, "<rating systemCode=\"us-tv\">TV-G</rating>", "")],
        nearMisses: [
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"de-tv\">Ab 6 Jahren</rating>")
        ])

    var types: ContentTypes { [.movie, .show, .episode] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        if !item.elements.contains(.rating) {
            findings.report(info, at: item.node, "the \(item.type.spelling) has no rating")
        }
    }
}

struct RatingSystemUnknown: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-SYSTEM", "The systemCode of a rating is one of the known codes.", level: .warning, tag: "I",
        section: "umc-catalog.md 3.6",
        remedy: "use a code that `umc codes ratings` lists, such as mpaa, us-tv or uk-movie",
        bad: [
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"mpa\">PG"),
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"uk-movies\">PG"),
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"us-movie\">PG"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"MPAA\">PG"),
            RuleExample(
                .catalog, "<rating systemCode=\"fr-movie\">Tout public", "<rating systemCode=\"cz-movies\">12+"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            guard let code = node[.systemCode]?.trimmed, RatingSystem.table.ignoringCase(code) == nil else { return }
            if let known = Self.known(insteadOf: code) {
                findings.report(
                    info, at: node, remedy: "write `\(known)`",
                    "the rating system \(code.shown) is unknown; the code of this country is `\(known)`")
            } else if Self.isOfOtherTerritory(code) {
                findings.report(
                    info, at: node, level: .info,
                    remedy: "none, if the value belongs to that territory's system",
                    "the rating system \(code.shown) is not in the table; its value was not checked")
            } else {
                findings.report(
                    info, at: node, remedy: RatingSystem.table.nearest(to: code.string).map { "write `\($0)`" },
                    "the rating system \(code.shown) is unknown")
            }
        }
    }

    /// Returns the code of the table for the country and the kind of a code such as `us-movie`.
    private static func known(insteadOf code: FeedText) -> String? {
        guard isOfOtherTerritory(code) else { return nil }
        let territory = code[0..<2].string.uppercased()
        let kind: RatingKind = lowercased(code[3]) == UInt8(ascii: "m") ? .movie : .television
        return RatingSystem.all.first { $0.territory == territory && ($0.kind == kind || $0.kind == .both) }?.code
    }

    /// Returns whether a code has the form `<country>-movie` or `<country>-tv`.
    static func isOfOtherTerritory(_ code: FeedText) -> Bool {
        guard code.count > 3, code[2] == UInt8(ascii: "-"), isLetter(code[0]), isLetter(code[1]),
            Countries.isCode(code[0] & 0xDF, code[1] & 0xDF)
        else { return false }
        let rest = code[3..<code.count]
        return rest.isIgnoringCase("movie") || rest.isIgnoringCase("tv")
    }
}

struct RatingUnknown: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-UNKNOWN", "A rating is a value of its rating system.", level: .warning, tag: "I",
        section: "umc-catalog.md 3.6", remedy: "write the value as the rating system spells it",
        bad: [
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"mpaa\">PG13"),
            RuleExample(.catalog, "<rating systemCode=\"us-tv\">TV-G", "<rating systemCode=\"us-tv\">G"),
            RuleExample(.catalog, "<rating systemCode=\"us-tv\">TV-G", "<rating systemCode=\"us-tv\">"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"mpaa\">NC-17"),
            RuleExample(
                .catalog, "<rating systemCode=\"fr-movie\">Tout public",
                "<rating systemCode=\"se-movie\">Barntillåten"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            // The text of a rating cannot be determined if it contains an `advisory` element.
            guard !node.isMixed, let code = node[.systemCode]?.trimmed else { return }
            let value = node.text.trimmed
            if value.isEmpty {
                findings.report(info, at: node, "the rating of \(code.shown) is empty")
            } else if let system = RatingSystem.named(code) {
                guard !system.has(value) else { return }
                findings.report(
                    info, at: node,
                    remedy: Spelling.nearest(to: value.string, among: system.spellings).map { "write `\($0)`" }
                        ?? "write one of \(system.spellings.joined(separator: ", "))",
                    "\(value.shown) is not a rating of \(system.code)")
            } else if value.isLonger(than: 16) {
                findings.report(
                    info, at: node, remedy: "write the code of the rating, not its meaning",
                    "the rating \(value.shown) is longer than 16 characters")
            }
        }
    }
}

struct RatingRepeated: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-DUP", "An item has at most one rating of each system.", level: .error, tag: "D",
        section: "umc-catalog.md 3.6", remedy: "keep the valid one",
        bad: [
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"us-tv\">TV-G</rating><rating systemCode=\"US-TV\">TV-PG</rating>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"us-tv\">TV-G</rating><rating systemCode=\"ca-tv\">G</rating><rating systemCode=\"ie-tv\">G</rating>"
            )
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEachRepeat(.rating) {
            $0[.systemCode]?.trimmed
        } _: { later, earlier in
            findings.report(
                info, at: later,
                "the item has two ratings of \(later[.systemCode]?.trimmed.shown ?? ""): \(earlier.text.trimmed.shown) and \(later.text.trimmed.shown)"
            )
        }
    }
}
