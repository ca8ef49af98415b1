import UniversalMediaCatalog

/// STY-HTML: markup and entities that were escaped twice.
struct MarkupInText: TextRule {
    static let info = RuleInfo(
        "STY-HTML", "Titles and descriptions contain no markup and no entities.", level: .error, tag: "D",
        section: "umc-validation.md 3.3", remedy: "write plain text; UTF-8 needs no entities",
        class: .mustFix,
        bad: [
            .plot("A &lt;b&gt;retired&lt;/b&gt; mapmaker finds a coast that nobody has drawn."),
            .plot("A&amp;nbsp;retired mapmaker finds a coast that nobody has drawn."),
            .plot("Une &lt;i class=\"x\"&gt;carte&lt;/i&gt; mène à une côte inconnue de tous.", "fr-FR"),
            .title("Le Phare d&amp;#39;Oda", "fr-FR"),
        ],
        good: [.plot("A retired mapmaker finds a coast that nobody has drawn.")],
        nearMisses: [
            .plot("A retired R&amp;D mapmaker; she &lt;3 charts, B&amp;Bs; and roads with x &lt; y &gt; z."),
            .plot(
                "Un &lt;&lt; cartographe &gt;&gt; dessine, dessine &amp; dessine encore ; puis la mer monte.", "fr-FR"),
            .plot("영화 &lt;등대&gt;와 &lt;Parasite&gt;를 만든 감독의 새로운 이야기가 시작된다.", "ko-KR"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: [.lessThan, .ampersand]) else { return }
        let bytes = text.text
        for index in 0..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                if let end = Self.tag(bytes, index) {
                    return findings.report(
                        info, at: text.node, remedy: "remove the tags: write plain text",
                        "the text contains markup: \(bytes[index..<end].string)")
                }
            case UInt8(ascii: "&"):
                if let end = Self.entity(bytes, index) {
                    return findings.report(
                        info, at: text.node, "the text contains an entity: \(bytes[index..<end].string)")
                }
            default: break
            }
        }
    }

    /// - Returns: the index after an HTML tag that begins at `start`; nil if there is none.
    static func tag(_ text: FeedText, _ start: Int) -> Int? {
        var index = start + 1
        if index + 2 < text.count, text[index..<index + 3] == "!--" { return index + 3 }
        if index < text.count, text[index] == UInt8(ascii: "/") { index += 1 }
        let first = index
        while index < text.count, isLetter(text[index]) || isDigit(text[index]) { index += 1 }
        guard index > first, index - first <= 10, index < text.count,
            tags.contains(text[first..<index].string.lowercased())
        else { return nil }
        let limit = min(text.count, index + 200)
        guard isXMLSpace(text[index]) || text[index] == UInt8(ascii: "/") || text[index] == UInt8(ascii: ">") else {
            return nil
        }
        while index < limit, text[index] != UInt8(ascii: "<") {
            index += 1
            if text[index - 1] == UInt8(ascii: ">") { return index }
        }
        return nil
    }

    /// - Returns: the index after an HTML entity that begins at `start`; nil if there is none.
    static func entity(_ text: FeedText, _ start: Int) -> Int? {
        var index = start + 1
        if index < text.count, text[index] == UInt8(ascii: "#") { index += 1 }
        let first = index
        while index < text.count, index - first < 9, isLetter(text[index]) || isDigit(text[index]) { index += 1 }
        guard index > first, index < text.count, text[index] == UInt8(ascii: ";") else {
            return text[first..<index] == "nbsp" ? index : nil
        }
        let name = text[first..<index]
        let isNumber = first == start + 2
        let isEntity =
            isNumber
            ? name.decimal != nil || (name[0] | 32 == UInt8(ascii: "x") && name.count > 2)
            : entities.contains(name.string)
        return isEntity ? index + 1 : nil
    }

    private static let tags = Set(
        "b i u s p a br hr em tt li ol ul dl dt dd td th tr h1 h2 h3 h4 h5 h6 img div pre sub sup big bdi wbr del ins var kbd cite code span font strong small strike center table tbody thead script style iframe section article blockquote html body head meta link input form button video audio source"
            .split(separator: " ").map(String.init))
    private static let entities = Set(
        "amp lt gt quot apos nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup1 sup2 sup3 acute micro para middot cedil ordm raquo frac12 frac14 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml OElig oelig Scaron scaron Yuml fnof circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger bull hellip permil lsaquo rsaquo euro trade larr rarr hearts"
            .split(separator: " ").map(String.init))
}
