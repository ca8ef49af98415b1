import UniversalMediaCatalog

extension FeedNode {
    /// Whether a rating has an advisory, as an attribute or as an element.
    fileprivate var hasAdvisory: Bool {
        if let list = self[.advisories] { for code in list.commaList where !code.isEmpty { return true } }
        return has(.advisory)
    }
}

/// CAT-RATING-IN: Indian ratings require advisories.
struct IndianAdvisories: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-IN", "Indian ratings U/A 7+, U/A 13+, U/A 16+ and A have at least one advisory.",
        level: .error, tag: "S", section: "umc-catalog.md 3.6",
        remedy: "add the codes of the advisories that were issued with the rating",
        bad: [
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"in-movies\">U/A 13+"),
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"IN-TV\" advisories=\" , \">A</rating>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG", "<rating systemCode=\"in-movies\">U"),
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"in-tv\" advisories=\"V,L\">U/A 16+</rating>"),
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>", "<rating systemCode=\"mx-movie\">A</rating>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            guard let code = node[.systemCode]?.trimmed, code.count > 4, lowercased(code[0]) == UInt8(ascii: "i"),
                code.isIgnoringCase("in-movies") || code.isIgnoringCase("in-tv")
            else { return }
            let value = node.text.trimmed
            guard value == "A" || value == "U/A 7+" || value == "U/A 13+" || value == "U/A 16+", !node.hasAdvisory
            else { return }
            findings.report(info, at: node, "the Indian rating \(value.shown) has no advisory")
        }
    }
}

/// CAT-RATING-ADVISORY: an advisory that is a sentence instead of a code.
struct AdvisoryCode: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-ADVISORY", "Advisories are short codes separated by commas, each once.", level: .warning,
        tag: "S", section: "umc-catalog.md 3.6",
        remedy: "write codes such as V,L in advisories, and move the sentence to reason",
        bad: [
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"Contains strong language and some violence\""),
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"V,,L\""),
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"L,V, L\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"V, S, FV\""),
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"L\" reason=\"Language that some may find strong\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            if let list = node[.advisories] {
                for code in list.commaList { check(code, node, &findings) }
                if let code = list.repeatedElement {
                    findings.report(
                        info, at: node, remedy: "remove the second one", "the advisory \(code.shown) occurs twice")
                }
            }
            if node.hasChildren {
                for advisory in node.children where advisory.name == .advisory {
                    check(advisory.text.trimmed, advisory, &findings)
                }
            }
        }
    }

    private func check(_ code: FeedText, _ node: FeedNode, _ findings: inout Findings) {
        if code.isEmpty {
            findings.report(info, at: node, "an advisory is empty")
        } else if code.isLonger(than: 12) || code.bytes.contains(where: isXMLSpace) {
            findings.report(info, at: node, "the advisory \(code.shown) is not a code")
        }
    }
}

struct TelevisionDescriptor: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-DESCRIPTOR", "Advisories of us-tv are V, S, L, D and FV, and TV-Y and TV-G have none.",
        level: .warning, tag: "I",
        section: "umc-catalog.md 3.6", remedy: "write V violence, S sex, L language, D dialogue, FV fantasy violence",
        bad: [
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"LV\""),
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"l\""),
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"L,FV\""),
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"FV\""),
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"us-tv\" advisories=\"L,V\">TV-G</rating>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"D,L,S,V\""),
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\">TV-G</rating>",
                "<rating systemCode=\"us-tv\" advisories=\"FV\">TV-Y7</rating>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            guard let list = node[.advisories], let code = node[.systemCode], code.trimmed.isIgnoringCase("us-tv")
            else { return }
            let value = node.text.trimmed
            if value == "TV-G" || value == "TV-Y", !list.isBlank {
                findings.report(
                    info, at: node, remedy: "remove the advisories, or correct the rating",
                    "\(value.string) has the advisories \(list.shown); only TV-Y7 and the ratings from TV-PG on have some"
                )
            }
            if value.hasPrefix("TV-"), value != "TV-Y7", value != "TV-G", value != "TV-Y",
                list.commaList.contains(where: { $0 == "FV" })
            {
                findings.report(
                    info, at: node, remedy: "write V for violence, or correct the rating",
                    "\(value.string) has the advisory FV, which belongs to TV-Y7 only")
            }
            for letter in list.commaList where !letter.isEmpty && letter.count <= 12 {
                if !RatingSystem.televisionDescriptors.contains(letter) {
                    findings.report(info, at: node, "\(letter.shown) is not an advisory of us-tv")
                } else if letter == "FV", value.hasPrefix("TV-"), value != "TV-Y7", value != "TV-G", value != "TV-Y" {
                    findings.report(
                        info, at: node, remedy: "write V for violence, or correct the rating",
                        "\(value.string) has the advisory `FV`, fantasy violence, which only TV-Y7 has")
                }
            }
        }
    }
}

struct RatingReason: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-REASON",
        "The reason of a rating has at most 255 characters, and a rating for all has none for adults.", level: .warning,
        tag: "D",
        section: "umc-catalog.md 3.6", remedy: "shorten it to the reason that was issued with the rating",
        bad: [
            RuleExample(
                .catalog, "advisories=\"L\"",
                "advisories=\"L\" reason=\"\(String(repeating: "strong language ", count: 17))\""),
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG<",
                "<rating systemCode=\"mpaa\" reason=\"Strong bloody violence\">G<"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "advisories=\"L\"", "advisories=\"L\" reason=\"\(String(repeating: "é", count: 255))\"")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            guard let reason = node[.reason] ?? node.first(.reason)?.text else { return }
            if reason.count > 8, let code = node[.systemCode]?.trimmed,
                RatingAudience.isForAll(code, node.text.trimmed), Self.isForAdults(reason)
            {
                findings.report(
                    info, at: node, remedy: "correct the rating or the reason",
                    "the rating \(node.text.trimmed.shown) is for all, but its reason is \(reason.shown)")
            }
            guard reason.isLonger(than: 255) else { return }
            findings.report(info, at: node, "the reason has \(reason.scalarCount) characters: \(reason.shown)")
        }
    }

    private static func isForAdults(_ reason: FeedText) -> Bool {
        let words = reason.string.lowercased().split { !$0.isLetter }
        return words.contains { adultWords.contains(String($0)) }
    }

    private static let adultWords: Set<String> = [
        "strong", "graphic", "bloody", "sexual", "sexuality", "nudity", "gore", "drug", "rape", "brutal",
    ]
}
