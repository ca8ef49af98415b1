import UniversalMediaCatalog

/// STY-URL: web addresses, mail addresses, telephone numbers and social handles.
struct URLInText: TextRule {
    static let info = RuleInfo(
        "STY-URL", "Texts contain no web or mail address, telephone number, social handle or hashtag.", level: .warning,
        tag: "D", section: "umc-validation.md 3.3", remedy: "remove it; texts describe only the title",
        bad: [
            .plot("A mapmaker finds a coast that nobody has drawn. More at https://www.example.org/lighthouse"),
            .plot("A mapmaker finds a coast that nobody has drawn. Visit example.com."),
            .plot("A mapmaker finds a coast that nobody has drawn. Write to press@example.org."),
            .plot("A mapmaker finds a coast that nobody has drawn. Call 1-800-555-0199."),
            .plot("A mapmaker finds a coast that nobody has drawn. Follow @lanternbay."),
            .plot("A mapmaker finds a coast that nobody has drawn. #PaperLighthouse"),
            .plot("A mapmaker finds a coast that nobody has drawn. #Paper #LanternBay"),
            .title("The Paper Lighthouse #PaperLighthouse"), .title("The Paper Lighthouse - www.example.org"),
            .plot("Une cartographe découvre une côte inconnue. Plus d'infos sur www.example.fr", "fr-FR"),
            .plot("Eine Kartografin entdeckt eine unbekannte Küste. Mehr auf example.de", "de-DE"),
            .plot("地図職人が誰も描いたことのない海岸を見つける。公式サイト https://example.jp", "ja-JP"),
        ],
        good: [.plot("A mapmaker finds a coast that nobody has drawn.")],
        nearMisses: [
            .title("@Zola"), .title("#Alive"), .title("Startup.com"), .title("Young@Heart"),
            .title("Love @ First Sight"),
            .title("Girl #9"), .title("976-EVIL"), .title("#Female Pleasure", "de-DE"), .title("J.T. LeRoy"),
            .plot(
                "Agent No. 47-11 of the U.S.A. meets D.W. in 1914-1918, at 12.30 p.m., for $1.5 million and 20,000 men."
            ),
            .plot("In the wake of the #MeToo movement, a mapmaker of St.John's loses her #1 fan."),
            .plot("De 1939 à 1945, M.Dupont relie Paris à Lyon en 3 h 45. Son n° 06-12 est gagnant !", "fr-FR"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        let features = text.features
        let mayPhone =
            features.contains(.digit)
            && (!features.isDisjoint(with: [.plus, .dash, .bracket]) || text.classes.contains(.telephone))
        if mayPhone, let phone = Telephone.find(text) {
            return findings.report(
                info, at: text.node, "the text contains what looks like a telephone number: \(phone.cited)")
        }
        guard !features.isDisjoint(with: [.at, .hash, .innerDot, .slash]) else { return }
        // Where the last word of a movement begins.
        let movement =
            features.contains(.hash) && text.classes.contains(.movement)
            ? TextScan.matches(.movement, in: text.text).map(\.range.lowerBound).max() ?? -1 : -1
        var start = 0
        let bytes = text.text.bytes
        var index = 0
        while index <= bytes.count {
            if index == bytes.count || isXMLSpace(bytes[index]) {
                if index - start > 2, check(text, start..<index, movement, &findings) { return }
                start = index + 1
            }
            index += 1
        }
    }

    /// - Returns: whether a finding was reported.
    private func check(_ text: CatalogText, _ range: Range<Int>, _ movement: Int, _ findings: inout Findings) -> Bool {
        let token = text.text[range]
        let features = text.features
        if features.contains(.slash) && token.contains("://")
            || features.contains(.innerDot) && TextURL.hasWWW(token)
        {
            findings.report(info, at: text.node, "the text contains a web address: \(token.cited)")
            return true
        }
        if features.contains(.at), let at = token.bytes.firstIndex(of: UInt8(ascii: "@")) {
            return checkAt(text, range, at, &findings)
        }
        if features.contains(.hash), let hash = token.bytes.firstIndex(of: UInt8(ascii: "#")), hash <= 1,
            hash + 2 < token.count,
            isLetter(token[hash + 1]) || token[hash + 1] >= 0x80, hash == 0 || !isLetter(token[0])
        {
            return checkHashtag(text, range, hash, movement, &findings)
        }
        guard features.contains(.innerDot), let domain = TextURL.domain(in: token) else { return false }
        // `Startup.com` is a movie title, and a plot may name a company.
        guard !text.isTitle || range.lowerBound > 0 else { return false }
        let invites =
            text.isTitle
            ? isBehindMark(text.text, range.lowerBound) : isBehindInvitation(text, range.lowerBound) || domain.hasPath
        findings.report(
            info, at: text.node, level: invites ? nil : .info,
            "the text contains \(domain.text.cited), which looks like a web address")
        return true
    }

    private func checkAt(_ text: CatalogText, _ range: Range<Int>, _ at: Int, _ findings: inout Findings) -> Bool {
        let token = text.text[range]
        var end = at + 1
        while end < token.count,
            isLetter(token[end]) || isDigit(token[end]) || token[end] == UInt8(ascii: "_")
                || token[end] == UInt8(ascii: ".") || token[end] == UInt8(ascii: "-")
        { end += 1 }
        if at > 0, TextURL.domain(in: token[at + 1..<end]) != nil {
            findings.report(info, at: text.node, "the text contains a mail address: \(token.cited)")
            return true
        }
        guard at == 0 || !isLetter(token[at - 1]) && !isDigit(token[at - 1]), end - at > 3, isLetter(token[at + 1])
        else { return false }
        let isFirst = range.lowerBound == 0
        guard !isFirst else { return false }
        let isSure =
            !text.isTitle || token[at..<end].bytes.contains { isDigit($0) || $0 == UInt8(ascii: "_") }
            || isBehindMark(text.text, range.lowerBound)
        findings.report(
            info, at: text.node, level: isSure ? nil : .info,
            "the text contains \(token[at..<end].cited), which looks like a social handle")
        return true
    }

    /// Returns whether a text has no letters besides those of hashtags.
    private static func hasOnlyHashtags(_ text: FeedText) -> Bool {
        if text.hasNoLetters { return true }
        return text.string.split { $0 == " " || $0 == "." || $0 == "\n" }.allSatisfy { $0.first == "#" }
    }

    private func checkHashtag(
        _ text: CatalogText, _ range: Range<Int>, _ hash: Int, _ movement: Int, _ findings: inout Findings
    ) -> Bool {
        // A title that begins with a hashtag is accepted.
        guard range.lowerBound > 0 else { return false }
        let tag = text.text[range][hash..<range.count]
        let name = tag[1..<tag.count]
        let isLast = Self.hasOnlyHashtags(text.text[range.upperBound..<text.text.count])
        let isMovement =
            movement >= range.lowerBound || !TextScan.matches(.movement, in: name).isEmpty
            || text.classes.contains(.movement) && !isLast
        guard !isMovement else { return false }
        let isSure =
            text.isTitle
            ? isBehindMark(text.text, range.lowerBound) || isMade(name, of: text.text[0..<range.lowerBound])
            : isLast || text.classes.contains(.invitation)
        findings.report(
            info, at: text.node, level: isSure ? nil : .info, "the text contains the hashtag \(tag.cited)")
        return true
    }

    /// Returns whether a hashtag is composed of the words before it.
    private func isMade(_ name: FeedText, of text: FeedText) -> Bool {
        let words = text.words.map(\.lower)
        let name = name.string.lowercased()
        return words.joined().hasSuffix(name) || words.joined().hasPrefix(name) && name.count > 6
    }

    /// Returns whether a dash, bar, bracket or colon precedes a position.
    private func isBehindMark(_ text: FeedText, _ place: Int) -> Bool {
        var index = place
        while index > 0, text[index - 1] == 32 { index -= 1 }
        guard index > 0 else { return false }
        return [UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "("), 0x93, 0x94].contains(
            text[index - 1])
    }

    private func isBehindInvitation(_ text: CatalogText, _ place: Int) -> Bool {
        guard text.classes.contains(.invitation) else { return isBehindMark(text.text, place) }
        return TextScan.matches(.invitation, in: text.text).contains {
            $0.range.upperBound <= place && $0.range.upperBound + 24 > place
        }
    }
}
