import UniversalMediaCatalog

/// STY-NAME: names and keywords with markup, wrongly encoded characters or placeholders.
struct OtherTexts: CatalogItemRule {
    static let info = RuleInfo(
        "STY-NAME",
        "Names, keywords and other short texts have no markup, no superfluous spaces, no wrongly encoded or invisible characters, and are not placeholders.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "write the name as viewers shall read it, as plain text",
        bad: [
            RuleExample(.catalog, "Nell Invented", "NÃ©ll Invented"),
            RuleExample(.catalog, "Nell Invented", "Nell  Invented"),
            RuleExample(.catalog, "Nell Invented", "&lt;b&gt;Nell&lt;/b&gt; Invented"),
            RuleExample(.catalog, "Nell Invented", "nell@example.org"),
            RuleExample(.catalog, "Nell Invented", "nm0000123"),
            RuleExample(.catalog, "Nell Invented", "Actor: Nell Invented"),
            RuleExample(.catalog, "Nell Invented", "Directed by Nell Invented"),
            RuleExample(.catalog, "Invented Tide Pictures", "Invented Tide Pictures © 2026"),
            RuleExample(.catalog, "<network>Lantern Bay TV<", "<network>www.lanternbay.tv<"),
            RuleExample(.catalog, "<network>Lantern Bay TV<", "<network>tv.lanternbay.org<"),
            RuleExample(.catalog, "<network>Lantern Bay TV<", "<network>1042<"),
            RuleExample(.catalog, "Nell Invented", "N?ll Invented"),
            RuleExample(.catalog, "Nell Invented", "Invented, Nell"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented as Oda"),
            RuleExample(.catalog, "Nell Invented", "nell invented"),
            RuleExample(.catalog, "Nell Invented", "&quot;Nell Invented&quot;"),
            RuleExample(.catalog, "Nell Invented", "- Nell Invented"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented et al."),
            RuleExample(.catalog, "Nell Invented", "Nell Invented."),
            RuleExample(.catalog, "Nell Invented", "Invented Tide Pictures LLC"),
            RuleExample(.catalog, "Nell Invented", "Various"),
            RuleExample(.catalog, "Nell Invented", "Unknown Actor"), RuleExample(.catalog, "Nell Invented", "N."),
            RuleExample(.catalog, "Nell Invented", "Nell Inv3nted"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented*"),
            RuleExample(.catalog, "Imre Fictional", "The Paper Lighthouse"),
            RuleExample(.catalog, "Nell Invented", "Nell &quot;The Map Invented"),
            RuleExample(.catalog, "characterName=\"Oda\"", "characterName=\"Oda (Nell Invented)\""),
            RuleExample(.catalog, "Nell Invented", "Nell Invented 2"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented (Oda)"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea<", "<keyword locale=\"en-US\">keyword<"),
            RuleExample(.catalog, "Nell Invented", "NELL INVENTED"), RuleExample(.catalog, "Nell Invented", "TBD"),
            RuleExample(.catalog, "characterName=\"Oda\"", "characterName=\"N/A\""),
            RuleExample(.catalog, "Invented Tide Pictures", "Invented Tide&amp;nbsp;Pictures"),
            RuleExample(.catalog, "<network>Lantern Bay TV<", "<network>Lantern Bay\u{FFFD}TV<"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea<", "<keyword locale=\"en-US\">s\u{200B}ea<"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented is a presenter of maps"),
            RuleExample(.sportsCatalog, "Otter Ice Hall", "null"),
            RuleExample(.sportsCatalog, "Otter Ice Hall", "Venue TBD"),
            RuleExample(.sportsCatalog, "<abbreviation>SAL<", "<abbreviation>Saltmarsh Otters<"),
            RuleExample(
                .sportsCatalog, "<city locale=\"en-US\">Saltmarsh<", "<city locale=\"en-US\">Saltmarsh, MA<"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Saltmarsh Otters", "<name locale=\"en-US\">Saltmarsh&#9;Otters"),
        ],
        nearMisses: [
            RuleExample(.catalog, "Nell Invented", "Núria Tost i Nil"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented Esq."),
            RuleExample(.catalog, "Nell Invented", "Nell I."), RuleExample(.catalog, "Nell Invented", "N"),
            RuleExample(.catalog, "Nell Invented", "The Paper Lighthouse"),
            RuleExample(.catalog, "Nell Invented", "The Unknown Comic"),
            RuleExample(.catalog, "Nell Invented", "R3HAB"),
            RuleExample(.catalog, "characterName=\"Oda\"", "characterName=\"Self (Nell Invented)\""),
            RuleExample(.catalog, "characterName=\"Oda\"", "characterName=\"Oda (voice)\""),
            RuleExample(.catalog, "Nell Invented", "Nell &quot;The Map&quot; Invented"),
            RuleExample(.catalog, "Nell Invented", "n.e. lang"), RuleExample(.catalog, "Nell Invented", "bell hooks"),
            RuleExample(.catalog, "role=\"actor\" characterName=\"Oda\">Nell Invented", "role=\"music\">nell invented"),
            RuleExample(.catalog, "Nell Invented", "Invented, Jr."),
            RuleExample(.catalog, "Nell Invented", "Nell 3000"),
            RuleExample(.catalog, "Nell Invented", "Invented, the Creator"),
            RuleExample(.catalog, "role=\"actor\" characterName=\"Oda\">Nell Invented", "role=\"music\">Nell 182"),
            RuleExample(.catalog, "Nell Invented", "Test Smith"), RuleExample(.catalog, "Nell Invented", "50 Cent"),
            RuleExample(.catalog, "Nell Invented", "The Guess Who"),
            RuleExample(.sportsCatalog, "Otter Ice Hall", "WTBA"),
            RuleExample(.catalog, "Nell Invented", "尼尔"), RuleExample(.catalog, "Nell Invented", "Nell Invented Jr."),
            RuleExample(.catalog, "Nell Invented", "\n        Nell Invented\n      "),
            RuleExample(.catalog, "Invented Tide Pictures", "R&amp;D; Pictures &lt; 3"),
            RuleExample(.catalog, "<network>Lantern Bay TV<", "<network>TBS<"),
            RuleExample(.catalog, "<network>Lantern Bay TV<", "<network>360<"),
            RuleExample(.catalog, "<network>Lantern Bay TV<", "<network>Lantern.tv<"),
            RuleExample(.catalog, "Nell Invented", "Star Ring"),
            RuleExample(.sportsCatalog, "<abbreviation>SAL<", "<abbreviation>SAL OTT<"),
            RuleExample(
                .sportsCatalog, "<city locale=\"en-US\">Saltmarsh<", "<city locale=\"en-US\">Washington, D.C.<"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for node in item.node.children {
            switch node.name {
            case .credit:
                check(node.text, node, "name", &findings)
                checkCapitals(node, &findings)
                checkPerson(node, &findings)
                if node.text.count > 6, node.text[0] == UInt8(ascii: "T"), node.text.hasPrefix("The ") {
                    checkTitle(node, item, &findings)
                }
                if let character = node[.characterName] { check(character, node, "characterName", &findings) }
            case .credits:
                for credit in node.children where credit.name == .credit {
                    check(credit.text, credit, "name", &findings)
                    if let character = credit[.characterName] { check(character, credit, "characterName", &findings) }
                }
            case .keyword: check(node.text, node, "keyword", &findings)
            case .rating: if let reason = node[.reason] { check(reason, node, "reason", &findings) }
            default: break
            }
        }
        guard let info = item.info else { return }
        for index in info.descendants {
            let node = info.tree[index]
            switch node.name {
            case .studio, .network, .name, .abbreviation, .city, .sportName, .version:
                check(node.text, node, node.spelling, &findings)
                checkExtent(node, &findings)
            default: break
            }
        }
    }

    /// Reports an abbreviation that is a whole name, and a city with its state or country.
    private func checkExtent(_ node: FeedNode, _ findings: inout Findings) {
        let text = node.text.trimmed
        if node.name == .abbreviation, text.count >= 10, text.bytes.contains(32) {
            findings.report(
                info, at: node, remedy: "write two to five letters, as on the scoreboard",
                "the abbreviation \(text.shown) is a whole name")
        }
        if node.name != .abbreviation, node.name != .city, let fault = Self.extraFault(text) {
            findings.report(
                info, at: node, remedy: "write only the name", "the \(node.spelling) \(text.shown) \(fault)")
        }
        // `Portland, OR`, but not `Washington, D.C.`
        if node.name == .city, text.count > 4, text[text.count - 4..<text.count - 2] == ", ",
            text[text.count - 2..<text.count].bytes.allSatisfy({ $0 &- UInt8(ascii: "A") < 26 })
        {
            findings.report(
                info, at: node, remedy: "write only the city; the country has an element of its own",
                "the city \(text.shown) contains more than its name")
        }
    }

    /// The predicate of a message about a name of a company or a place that contains more than the name.
    private static func extraFault(_ text: FeedText) -> StaticString? {
        if text.count > 3, isDigit(text[0]), text.bytes.allSatisfy(isDigit) { return "is a number" }
        // A short name without a slash or a character of two bytes has none of these.
        if text.count > 8, !text.bytes.contains(32), text.bytes.contains(UInt8(ascii: ".")), isHostName(text) {
            return "is an address of a web site"
        }
        let mayHave =
            text.count >= 19 || text.bytes.contains { $0 == UInt8(ascii: "/") || $0 == 0xC2 }
            || text.count >= 4 && text[0..<4].isIgnoringCase("www.")
        guard mayHave else { return nil }
        let lower = text.string.lowercased()
        if lower.contains("©") || lower.contains("all rights reserved") { return "contains a copyright notice" }
        if lower.hasPrefix("www.") || lower.contains("://") { return "is an address of a web site" }
        return nil
    }

    /// Returns whether a text without spaces has two full stops between small letters, as in `tv.example.org`.
    private static func isHostName(_ text: FeedText) -> Bool {
        var dots = 0
        for index in 1..<text.count - 1 where text[index] == UInt8(ascii: ".") {
            guard text[index - 1] &- 97 < 26, text[index + 1] &- 97 < 26 else { return false }
            dots += 1
        }
        return dots > 1
    }

    /// Words before a name that the role says already.
    private static let rolePhrases = Beginnings(
        ignoringCase: [
            "directed by ", "written by ", "produced by ", "created by ", "narrated by ", "voiced by ", "hosted by ",
            "music by ", "starring ",
        ])

    /// Reports a name that is an address, a number or an id, or that contains more than the name.
    private func checkPerson(_ node: FeedNode, _ findings: inout Findings) {
        let name = node.text.trimmed
        guard let last = name.bytes.last else { return }
        var digits = 0
        var letters = 0
        var quotes = 0
        var fault: StaticString?
        for index in 0..<name.count {
            switch name[index] {
            case UInt8(ascii: "@"): fault = "is an address"
            case UInt8(ascii: ":"): if index > 2 { fault = "contains more than the name" }
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "\""): quotes += 1
            case 33..<65: break
            default: letters += 1
            }
        }
        if letters == 0 || digits >= 5 { fault = "is a number or an id" }
        if name[0] == UInt8(ascii: "["), name.hasPrefix("[object ") { fault = "is a value of a program" }
        if last == UInt8(ascii: ",") || last == UInt8(ascii: ";") { fault = "ends with a comma or a semicolon" }
        if quotes % 2 == 1 { fault = "has one quotation mark" }
        if digits > 0, Self.hasDigitInWord(name) { fault = "has a digit among its letters" }
        if name.count == 2, last == UInt8(ascii: "."), letters > 0 { fault = "is only an initial" }
        if let character = node[.characterName], Self.names(character, name) {
            findings.report(
                info, at: node, remedy: "write only the character",
                "the characterName \(character.trimmed.shown) contains the name of the actor")
        }
        // Bands have names with numbers and commas.
        if fault == nil, let role = node[.role]?.trimmed, role != "music", role != "other" {
            if Self.isReversed(name) { fault = "has the family name first" }
            if letters > 0, Self.endsInNumber(name) { fault = "ends with a number" }
            if last == UInt8(ascii: ")"), name.contains(" (") { fault = "contains more than the name" }
            fault = fault ?? Self.formFault(name)
        }
        if fault == nil, name.count > 8, Self.rolePhrases.begin(name) { fault = "contains more than the name" }
        guard let fault else { return }
        findings.report(info, at: node, "the name \(name.shown) \(fault)")
    }

    /// The predicate of a message about a name with a character, in small letters, or of a company.
    private static func formFault(_ name: FeedText) -> StaticString? {
        guard name.count > 4 else { return nil }
        if collective.ignoringCase(name) != nil { return "is not a name" }
        guard name.bytes.contains(32) else { return nil }
        let (head, tail) = (name[0], name[name.count - 1])
        if head == tail, head == UInt8(ascii: "\"") || head == UInt8(ascii: "'") { return "is in quotation marks" }
        if head == UInt8(ascii: "-") || head == UInt8(ascii: "*") { return "begins with a bullet" }
        if tail == UInt8(ascii: "*") { return "ends with a mark" }
        if tail == UInt8(ascii: ".") {
            let lower = name.string.lowercased()
            if lower.hasSuffix(" et al.") || lower.hasSuffix(" etc.") { return "stands for several people" }
            if endsInWord(name) { return "ends with a full stop" }
        }
        if name.count > 20, name.contains(" is a ") || name.contains(" is the ") || name.contains(" who ") {
            return "is a sentence"
        }
        if name.contains(" as ") { return "contains the character, for which there is characterName" }
        var start = name.count
        while start > 0, name[start - 1] != 32 { start -= 1 }
        if companies.ignoringCase(name[start..<name.count]) != nil { return "is that of a company" }
        // Some people write their names in small letters.
        let isSmall = name.bytes.allSatisfy { $0 &- 97 < 26 || $0 == 32 || $0 == UInt8(ascii: "-") }
        return isSmall && smallNames[name] == nil ? "is entirely in small letters" : nil
    }

    /// Reports a person in charge whose name is the title of the item. Bands have names with articles, too.
    private func checkTitle(_ node: FeedNode, _ item: CatalogItemView, _ findings: inout Findings) {
        let name = node.text.trimmed
        guard let role = node[.role]?.trimmed,
            role == "director" || role == "writer" || role == "producer" || role == "creator",
            item.children(.title).contains(where: { $0.text.trimmed == name })
        else { return }
        findings.report(info, at: node, "the name of the \(role.string), \(name.shown), is the title")
    }

    /// Returns whether a digit stands between two small letters, as in `Spielb3rg`.
    private static func hasDigitInWord(_ name: FeedText) -> Bool {
        guard name.count > 2 else { return false }
        return (1..<name.count - 1).contains { index in
            isDigit(name[index]) && name[index - 1] &- 97 < 26 && name[index + 1] &- 97 < 26
        }
    }

    /// Returns whether a character has the name of the actor in brackets: `Quint (Robert Shaw)`.
    private static func names(_ character: FeedText, _ name: FeedText) -> Bool {
        let text = character.trimmed
        guard name.count > 4, name.bytes.contains(32), text.count > name.count + 2,
            text[text.count - 1] == UInt8(ascii: ")"), text[text.count - name.count - 2] == UInt8(ascii: "(")
        else { return false }
        let before = text[0..<text.count - name.count - 2].trimmed
        return text[text.count - name.count - 1..<text.count - 1] == name
            && !selves.contains(before.string.lowercased())
    }

    private static let selves: Set<String> = ["self", "himself", "herself", "themselves", "themself", "narrator"]

    /// Returns whether the last word, without its full stop, has five or more letters and no other sign.
    private static func endsInWord(_ name: FeedText) -> Bool {
        var letters = 0
        for index in stride(from: name.count - 2, through: 0, by: -1) {
            if name[index] == 32 { return letters >= 5 }
            guard isLetter(name[index]) || name[index] >= 0x80 else { return false }
            letters += 1
        }
        return false
    }

    private static let collective = WordTable([
        "various", "various directors", "various writers", "various actors", "various artists", "several", "multiple",
        "unknown", "unknown director", "unknown actor", "unknown actress", "unknown writer", "unknown artist",
        "unknown producer", "unknown person", "unknown name", "director unknown", "name unknown", "not available",
        "first name last name", "firstname lastname", "first last", "cast member", "lead actor",
        "uncredited", "no director", "no cast", "cast", "crew", "narrator", "director", "actor", "writer", "producer",
    ])
    private static let companies = WordTable([
        "llc", "llc.", "inc", "inc.", "ltd", "ltd.", "gmbh", "s.a.", "s.r.l.", "b.v.", "plc", "corp.", "corporation",
    ])
    private static let smallNames = WordTable(["bell hooks", "danah boyd", "dead prez", "adrienne maree brown"])

    /// Returns whether a name is written as in an index: `Invented, Nell`.
    private static func isReversed(_ name: FeedText) -> Bool {
        guard name.bytes.contains(UInt8(ascii: ",")) else { return false }
        let parts = name.string.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].contains(" "), parts[1].first == " " else { return false }
        let given = parts[1].dropFirst().split(separator: " ")
        return (1...2).contains(given.count) && parts[0].first?.isUppercase == true
            && given.allSatisfy { $0.first?.isUppercase == true && $0.count > 1 }
            && !nameSuffixes.contains(String(given[0].lowercased().filter(\.isLetter)))
    }

    private static let nameSuffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "md", "phd", "esq"]

    /// Returns whether the last word of several is a number of one or two digits; artists have names with longer ones.
    private static func endsInNumber(_ name: FeedText) -> Bool {
        guard let last = name.bytes.last, isDigit(last) else { return false }
        var start = name.count
        while start > 0, isDigit(name[start - 1]) { start -= 1 }
        return start > 1 && name.count - start <= 2 && name[start - 1] == 32
    }

    /// Reports a name of several words in capitals.
    private func checkCapitals(_ node: FeedNode, _ findings: inout Findings) {
        let name = node.text.trimmed
        guard name.count >= 10 else { return }
        var words = 0
        var letters = 0
        for index in 0...name.count {
            if index < name.count, name[index] &- 65 < 26 {
                letters += 1
            } else if index == name.count || name[index] == 32 || name[index] == UInt8(ascii: "-") {
                if letters > 2 { words += 1 }
                letters = 0
            } else {
                return
            }
        }
        guard words > 1 else { return }
        findings.report(
            info, at: node, remedy: "write it with small letters",
            "the name \(name.shown) is entirely in capital letters")
    }

    private func check(_ raw: FeedText, _ node: FeedNode, _ what: @autoclosure () -> String, _ findings: inout Findings)
    {
        let text = raw.trimmed
        guard let fault = Self.fault(text) else { return }
        findings.report(info, at: node, "the \(what()) \(text.shown) \(fault)")
    }

    /// Returns whether a text of at most 24 bytes is a placeholder such as `TBD`.
    static func isPlaceholder(_ text: FeedText) -> Bool { placeholders.ignoringCase(text) != nil }

    /// Returns the predicate of a message; nil if the text is faultless.
    static func fault(_ text: FeedText) -> String? {
        var hasMarkup = false
        var isASCII = true
        var isTwiceEncoded = false
        // The first byte of the previous character, if that byte could be one of a wrongly decoded sequence.
        var lead = false
        var before: UInt8 = 0
        for byte in text.bytes {
            if byte == 32, before == 32 { return "contains a double space" }
            if byte < 32 { return "contains a line break or a tab" }
            before = byte
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: "&"): (hasMarkup, lead) = (true, false)
            case ..<0x80: lead = false
            case ..<0xC0: continue
            default:
                isASCII = false
                let isLatin = byte <= 0xC6 || byte == 0xCB || byte == 0xE2
                if isLatin, lead { isTwiceEncoded = true }
                lead = isLatin
            }
        }
        if text.count > 4, endsInCode(text) { return "ends with a placeholder" }
        if text.count <= 24, placeholders.ignoringCase(text) != nil { return "is a placeholder" }
        if text.bytes.contains(UInt8(ascii: "?")), Mojibake.lostLetter(text) != nil {
            return "contains a question mark instead of a lost character"
        }
        if hasMarkup {
            for index in 0..<text.count {
                if text[index] == UInt8(ascii: "<"), MarkupInText.tag(text, index) != nil { return "contains markup" }
                if text[index] == UInt8(ascii: "&"), MarkupInText.entity(text, index) != nil {
                    return "contains an entity"
                }
            }
        }
        return isASCII ? nil : foreignFault(text, isTwiceEncoded)
    }

    /// Returns whether `TBA`, `TBC` or `TBD` is the last word.
    private static func endsInCode(_ text: FeedText) -> Bool {
        let end = text.count
        return text[end - 4] == 32 && text[end - 3] == UInt8(ascii: "T") && text[end - 2] == UInt8(ascii: "B")
            && (UInt8(ascii: "A")...UInt8(ascii: "D")).contains(text[end - 1]) && text[end - 1] != UInt8(ascii: "B")
    }

    private static func foreignFault(_ text: FeedText, _ isTwiceEncoded: Bool) -> String? {
        if let found = InvisibleCharacter.first(in: text) { return "contains \(found.described)" }
        for index in 0..<text.count where index + 2 < text.count && text[index] >= 0xE2 {
            let next = text[index..<index + 3]
            if next == "\u{FFFD}" { return "contains U+FFFD, which replaces a lost character" }
            if next == "\u{200B}" || next == "\u{FEFF}" { return "contains a zero-width space" }
        }
        guard isTwiceEncoded else { return nil }
        return Mojibake.sequence(Array(text.string.unicodeScalars)).map {
            "contains “\($0.found)”\($0.meant.map { ", which is “\($0)” encoded twice" } ?? "")"
        }
    }

    private static let placeholders = WordTable([
        "tbd", "tba", "tbc", "n/a", "null", "(null)", "none", "nil", "undefined", "unknown", "test", "todo", "xxx",
        "placeholder", "lorem ipsum", "name", "-", "--", "?", "???", "not available",
        "keyword", "keywords", "brand name", "test brand", "my brand", "partner name", "test partner", "my partner",
        "channel name", "test channel", "my channel", "service name", "test service", "my service", "catalog name",
        "test catalog", "my catalog", "company name", "my company", "your company", "team name", "league name",
        "studio name", "network name", "actor name", "first name last name", "firstname lastname",
    ])
}
