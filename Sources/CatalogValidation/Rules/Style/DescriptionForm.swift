import UniversalMediaCatalog

/// STY-DESC-FORM: descriptions with mistakes of copying and punctuation.
struct DescriptionForm: TextRule {
    static let info = RuleInfo(
        "STY-DESC-FORM",
        "A description is running text, once: it begins with a capital letter and has a space behind each sentence.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3", remedy: "correct the description",
        class: .shouldFix,
        bad: [
            .plot("a retired mapmaker rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker rebuilds a lighthouse.She finds a coast."),
            .plot("A retired mapmaker rebuilds a lighthouse!!!"), .plot("A retired mapmaker rebuilds a lighthouse.."),
            .plot(", a retired mapmaker rebuilds a lighthouse."),
            .plot("• A retired mapmaker rebuilds a lighthouse."),
            .plot("\"A retired mapmaker rebuilds a lighthouse.\""),
            .plot("\"A retired mapmaker rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker , once famous, rebuilds a lighthouse."),
            .plot("A retired mapmaker rebuilds a lighthouse ."),
            .plot("A retired mapmaker builds a tower. A retired mapmaker builds a tower."),
            .plot("A retired mapmaker rebuilds the the lighthouse."),
            .plot("mapmaker, lighthouse, sea, old charts, coast, summer"),
            .plot("The Paper Lighthouse - A retired mapmaker rebuilds a lighthouse."),
        ],
        good: [.plot("A retired mapmaker rebuilds a lighthouse.")],
        nearMisses: [
            .plot("...and then a retired mapmaker rebuilds a lighthouse."),
            .plot("iPhones ring in a lighthouse that a retired mapmaker rebuilds."),
            .plot("de Vries, a retired mapmaker, rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker asks St.Elmo about Node.js and will.i.am."),
            .plot("\"Go home\" says the sea, and a retired mapmaker says \"no\""),
            .plot("A retired mapmaker rebuilds a lighthouse ... . . . with .NET and a .22 rifle."),
            .plot("A retired mapmaker meets the team of group A A1 on the coast."),
            .plot("Her friends know that that is all she had had."), .plot("A retired mapmaker and her new New York."),
            .plot("A mapmaker, a boat, a storm, a chart, a coast, and nobody to draw it."),
            .plot("The Paper Lighthouse is where a retired mapmaker lives - a ruin."),
            .plot("The Paper Lighthouse: A Story of the Sea is about a retired mapmaker."),
            .plot("A retired mapmaker rebuilds a lighthouse?!"), .plot("Ha ha. Ha ha."),
            .plot("地図職人が灯台を建て直す。誰も描いたことのない海岸を見つける。", "ja-JP"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle, text.text.count > 8 else { return }
        if let title = Self.title(before: text.text, item) {
            return findings.report(
                info, at: text.node, remedy: "remove the title from the description",
                "the description begins with the title \(title.cited) and a mark: \(text.text.cited)")
        }
        guard let fault = Self.fault(text) else { return }
        findings.report(
            info, at: text.node, remedy: fault.remedy, "the description \(fault.rawValue): \(text.text.cited)")
    }

    /// Returns the title with which a description begins, as in `Title - A description`.
    private static func title(before text: FeedText, _ item: CatalogItemView) -> FeedText? {
        for node in item.children(.title) {
            let title = node.text.trimmed
            guard title.count > 1, text.count > title.count + 12, text[0] == title[0], text.hasPrefix(title) else {
                continue
            }
            let rest = text[title.count..<text.count]
            // A subtitle may follow a colon: `Title: A Story of the Sea is …`.
            if rest.hasPrefix(" - ") || rest.hasPrefix(" – ") {
                return title
            }
        }
        return nil
    }

    /// Returns whether a text is a list of five or more keywords: small letters, no punctuation but commas, and one or two words between them.
    private static func isKeywordList(_ text: FeedText) -> Bool {
        guard isSmall(text[0]), isLetter(text[text.count - 1]) else { return false }
        var commas = 0
        var spaces = 0
        for index in 0..<text.count {
            switch text[index] {
            case UInt8(ascii: ","):
                commas += 1
                spaces = 0
            case 32:
                spaces += 1
                if spaces > 2 { return false }
            case UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "?"):
                return false
            default: break
            }
        }
        return commas > 3
    }

    /// A mistake, as the predicate of a message.
    private enum Fault: String {
        case punctuation = "begins with a punctuation mark"
        case bullet = "begins with a bullet"
        case quoted = "is in quotation marks"
        case openQuote = "begins with a quotation mark that is not closed"
        case spaceBefore = "has a space before a comma or a full stop"
        case smallLetter = "begins with a small letter"
        case twoStops = "ends with two full stops"
        case twice = "contains the same text twice"
        case exclamationMarks = "contains several exclamation marks"
        case noSpace = "has no space behind a sentence"
        case doubledWord = "contains a word twice in a row"
        case keywords = "is a list of keywords"

        var remedy: String {
            switch self {
            case .punctuation: "remove the mark, and check that no words before it are missing"
            case .bullet: "remove the bullet, and write sentences in place of a list"
            case .quoted: "remove the marks around it"
            case .openQuote: "remove the mark, or close it"
            case .spaceBefore: "remove the space"
            case .smallLetter: "begin with a capital letter, and check that no words before it are missing"
            case .twoStops: "write one full stop"
            case .twice: "remove one of the two"
            case .exclamationMarks: "write one mark, or a full stop"
            case .noSpace: "add a space behind the full stop"
            case .doubledWord: "remove one of the two words"
            case .keywords: "write sentences; keywords belong in `keyword`"
            }
        }
    }

    private static func fault(_ description: CatalogText) -> Fault? {
        let text = description.text
        let bytes = text.bytes
        if [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: ")"), UInt8(ascii: "?")].contains(
            bytes[0]),
            bytes[1] == 32
        {
            return .punctuation
        }
        if text.hasPrefix("• ") || text.hasPrefix("- ") || text.hasPrefix("* ") { return .bullet }
        if bytes[0] == UInt8(ascii: "\"") {
            let inner = bytes.dropFirst().firstIndex(of: UInt8(ascii: "\""))
            if inner == nil { return .openQuote }
            if inner == bytes.count - 1 { return .quoted }
        }
        if description.features.contains(.comma), isKeywordList(text) { return .keywords }
        if beginsInLowerCase(text) { return .smallLetter }
        if text.endsWithTwoStops { return .twoStops }
        let half = (bytes.count - 1) / 2
        if bytes.count % 2 == 1, half >= 20, bytes[half] == 32, bytes[..<half].elementsEqual(bytes[(half + 1)...]) {
            return .twice
        }
        // Most descriptions have none of the signs that the rest looks for.
        let features: TextFeatures = [.innerDot, .loosePunctuation]
        guard description.scan.repeatsWord || !description.features.isDisjoint(with: features) else { return nil }
        for index in 4..<bytes.count - 1 {
            switch bytes[index] {
            case UInt8(ascii: "!") where bytes[index - 1] == bytes[index] && bytes[index + 1] == bytes[index]:
                return .exclamationMarks
            case UInt8(ascii: ".")
            where index + 2 < bytes.count && (isSmall(bytes[index + 2]) || bytes[index + 2] == 32):
                // Three small letters before the stop: no abbreviation such as `St.`
                if bytes[index + 1] &- UInt8(ascii: "A") < 26, bytes[index - 4..<index].allSatisfy(isSmall) {
                    return .noSpace
                }
            case 32 where hasLooseSign(bytes, after: index): return .spaceBefore
            case 32 where isDoubledWord(text, before: index): return .doubledWord
            default: break
            }
        }
        return nil
    }

    /// Returns whether the word before the space at `index` follows once more. Only words that no sentence has twice in a row.
    private static func isDoubledWord(_ text: FeedText, before index: Int) -> Bool {
        var start = index
        while start > 0, isLetter(text[start - 1]) { start -= 1 }
        let (length, end) = (index - start, index + 1 + index - start)
        guard length > 0, length < 5, end < text.count, !isLetter(text[end]), !isDigit(text[end]), text[end] < 0x80,
            start == 0 || text[start - 1] == 32,
            text[start..<index].isSameIgnoringCase(text[index + 1..<end])
        else { return false }
        return singleWords[text[index + 1..<end]] != nil
    }

    private static let singleWords = WordTable([
        "the", "a", "an", "of", "to", "and", "is", "was", "were", "with", "for", "at", "from", "by",
    ])

    /// Returns whether a word, a space, and a comma or a full stop follow each other; an ellipsis is none.
    private static func hasLooseSign(_ bytes: UnsafeBufferPointer<UInt8>, after index: Int) -> Bool {
        guard isLetter(bytes[index - 1]), index + 1 < bytes.count else { return false }
        let sign = bytes[index + 1]
        let next = index + 2 < bytes.count ? bytes[index + 2] : 32
        if sign == UInt8(ascii: ",") { return next == 32 }
        // `. . .` is an ellipsis.
        let isEllipsis = index + 3 < bytes.count && bytes[index + 3] == UInt8(ascii: ".")
        return sign == UInt8(ascii: ".") && next == 32 && !isEllipsis
    }

    /// Returns whether a text begins with a word in small letters, apart from the particles of names.
    private static func beginsInLowerCase(_ text: FeedText) -> Bool {
        guard text.count > 40 else { return false }
        var end = 0
        while end < text.count, isSmall(text[end]) { end += 1 }
        return end > 0 && end < text.count && text[end] == 32 && particles[text[0..<end]] == nil
    }

    private static func isSmall(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

    private static let particles = WordTable(["de", "van", "von", "di", "da", "del", "bell", "ter", "al", "bin"])
}

extension FeedText {
    /// Whether the text ends with two full stops, but not with three.
    fileprivate var endsWithTwoStops: Bool {
        count > 3 && self[count - 1] == UInt8(ascii: ".") && self[count - 2] == UInt8(ascii: ".")
            && self[count - 3] != UInt8(ascii: ".")
    }
}
