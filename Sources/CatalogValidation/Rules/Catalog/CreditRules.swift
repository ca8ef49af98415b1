import UniversalMediaCatalog

struct CreditName: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-CREDIT-NAME", "A credit contains a name of 1 to 255 characters.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.8", remedy: "write one person's name in each credit",
        bad: [
            RuleExample(.catalog, "Nell Invented", " "),
            RuleExample(.catalog, "Nell Invented", String(repeating: "Nell Invented, ", count: 18)),
        ],
        nearMisses: [
            RuleExample(.catalog, "Nell Invented", "이"),
            RuleExample(.catalog, "Nell Invented", "Núria Invented i Sàlvia, d’O’Connor-Ibáñez"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEachCredit { node in
            let name = node.text
            if name.isBlank {
                if !node.isMixed { findings.report(info, at: node, "the credit contains no name") }
            } else if name.isLonger(than: 255) {
                findings.report(info, at: node, "the name has \(name.scalarCount) characters: \(name.shown)")
            }
        }
    }
}

struct CreditRole: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-CREDIT-ROLE", "The role of a credit is known.", level: .warning, tag: "L",
        section: "umc-catalog.md 3.8",
        remedy:
            "write one of actor, director, writer, producer, creator, voice, narrator, guest, host, anchor, music, other",
        bad: [
            RuleExample(.catalog, "role=\"creator\"", "role=\"showrunner\""),
            RuleExample(.catalog, "role=\"creator\"", "role=\"Creator\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "role=\"creator\"", "role=\"anchor\""),
            RuleExample(.catalog, "role=\"creator\"", "role=\"other\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEachCredit { node in
            guard let role = node[.role], !CatalogWords.roles.contains(role) else { return }
            findings.report(
                info, at: node,
                remedy: (Self.synonyms[role.string.lowercased()] ?? CatalogWords.roles.nearest(to: role.string)).map {
                    "write `\($0)`"
                },
                "the role \(role.shown) is unknown and is treated as `other`")
        }
    }
}

extension CreditRole {
    /// Roles under the names that other systems have for them.
    fileprivate static let synonyms = [
        "actress": "actor", "cast": "actor", "star": "actor", "performer": "actor", "lead": "actor",
        "screenwriter": "writer", "screenplay": "writer", "author": "writer", "story": "writer", "novel": "writer",
        "composer": "music", "executive_producer": "producer", "executive producer": "producer",
        "co-producer": "producer", "co-director": "director", "showrunner": "creator", "voice_actor": "voice",
        "presenter": "host", "moderator": "host", "guest_star": "guest", "guest star": "guest",
        "commentator": "anchor", "cinematographer": "other", "editor": "other", "crew": "other",
    ]
}

struct CreditCharacter: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-CREDIT-CHARACTER",
        "Only actors, voices and guests have a characterName, and it is seldom their own name.", level: .warning,
        tag: "D",
        section: "umc-catalog.md 3.8", remedy: "remove characterName, or correct the role",
        bad: [
            RuleExample(.catalog, "<credit role=\"creator\">", "<credit role=\"creator\" characterName=\"Bolt\">"),
            RuleExample(.catalog, "characterName=\"Oda\"", "characterName=\"Nell Invented\""),
            RuleExample(.catalog, "characterName=\"Oda\"", "characterName=\"Oda (voice)\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "<credit role=\"creator\">", "<credit role=\"voice\" characterName=\"Bolt\">"),
            RuleExample(.catalog, "<credit role=\"creator\">", "<credit role=\"guest\" characterName=\"Die Möwe\">"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEachCredit { node in
            if let character = node[.characterName], character.isSameIgnoringCase(node.text.trimmed), !character.isEmpty
            {
                findings.report(
                    info, at: node, level: .info, remedy: "write the name of the character, or `Self`",
                    "the characterName is the name of the person, \(character.shown)")
            }
            if let character = node[.characterName], let last = character.bytes.last, last == UInt8(ascii: ")"),
                let note = Self.note(character)
            {
                findings.report(
                    info, at: node, remedy: "write only the character; voices have the role `voice`",
                    "the characterName \(character.shown) contains the note \(note)")
            }
            guard let character = node[.characterName], let role = node[.role], CatalogWords.roles.contains(role),
                !CatalogWords.characterRoles.contains(role)
            else { return }
            findings.report(info, at: node, "a \(role.string) has the characterName \(character.shown)")
        }
    }

    /// Returns a note about the performance in brackets at the end.
    private static func note(_ character: FeedText) -> String? {
        guard let start = character.bytes.lastIndex(of: UInt8(ascii: "(")) else { return nil }
        let note = character[start + 1..<character.count - 1]
        return notes.ignoringCase(note) == nil ? nil : note.shown
    }

    private static let notes = WordTable([
        "voice", "uncredited", "archive footage", "cameo", "voice over", "voice-over", "singing voice", "credit only",
        "as himself", "as herself", "guest", "lead", "main", "recurring",
    ])
}

struct CreditCount: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-CREDIT-COUNT", "An item has at most 100 credits.", level: .info, tag: "D", section: "umc-catalog.md 3.8",
        remedy: "keep the credits that viewers search for, in billing order",
        bad: [
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                (1...101).map { "<credit role=\"actor\">Extra \($0)</credit>" }.joined())
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                (1...100).map { "<credit role=\"actor\">Extra \($0)</credit>" }.joined())
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        var count = 0
        item.forEachCredit { _ in count += 1 }
        if count > 100 { findings.report(info, at: item.node, "the item has \(count) credits") }
    }
}

struct KeywordLength: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-KEYWORD-LEN", "A keyword has 1 to 100 characters.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.2", remedy: "write one keyword in each element",
        bad: [
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea", "<keyword locale=\"en-US\">"),
            RuleExample(
                .catalog, "<keyword locale=\"en-US\">sea",
                "<keyword locale=\"en-US\">\(String(repeating: "sea, coast, charts, ", count: 6))"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<keyword locale=\"en-US\">sea",
                "<keyword locale=\"el-GR\">\(String(repeating: "θάλασσα ", count: 12))"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea", "<keyword locale=\"ja-JP\">海"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.keyword) { node in
            let text = node.text
            if text.isBlank {
                if !node.isMixed { findings.report(info, at: node, "the keyword is empty") }
            } else if text.isLonger(than: 100), text.trimmed.scalarCount > 100 {
                findings.report(
                    info, at: node, "the keyword has \(text.trimmed.scalarCount) characters: \(text.trimmed.shown)")
            }
        }
    }
}
