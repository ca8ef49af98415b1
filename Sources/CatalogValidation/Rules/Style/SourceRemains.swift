import UniversalMediaCatalog

/// STY-SOURCE: what the source of a description left in it: a web page, a subtitle file, a program or a language model.
struct SourceRemains: TextRule {
    static let info = RuleInfo(
        "STY-SOURCE",
        "A description has no footnote marks, source notes, subtitle times, comments of programs or answers of a language model.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "remove it, and check the other descriptions of the same source", class: .shouldFix,
        bad: [
            .plot("A retired mapmaker[3] rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker rebuilds a lighthouse[citation needed] out of old charts."),
            .plot("A retired ``mapmaker'' rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker /* check */ rebuilds a lighthouse out of old charts."),
            .plot("00:00:01,000 --> 00:00:04,000 A retired mapmaker rebuilds a lighthouse."),
            .plot("lighthouse|mapmaker|coast|sea|charts"),
            .plot("A retired mapmaker rebuilds ....... out of old charts."),
            .plot("A retired mapmaker style=\"color:red\" rebuilds a lighthouse."),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts. Source: Wikipedia."),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts. Written by anonymous."),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts ... (more)"),
            .plot("As an AI language model, I cannot describe this movie in detail."),
            .plot("Here is a description of the movie: A retired mapmaker rebuilds a lighthouse."),
        ],
        good: [.plot("A retired mapmaker rebuilds a lighthouse out of old charts.")],
        nearMisses: [
            .plot("A retired mapmaker [sic] rebuilds a lighthouse out of [old] charts."),
            .plot("The source: a mapmaker who rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker rebuilds a lighthouse... out of old charts, at 00:10 and 12:30."),
            .plot("A mapmaker either/or a sailor rebuilds a lighthouse | A story of the coast."),
            .plot("A retired mapmaker and an AI language model rebuild a lighthouse."),
            .plot("Here is a mapmaker who rebuilds a lighthouse (more or less)."),
            .plot("A mapmaker with style rebuilds the `paper' lighthouse."),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle, text.text.count > 12, let found = Self.remains(text) else { return }
        findings.report(info, at: text.node, "the description contains \(found.kind): \(found.text.cited)")
    }

    private static func remains(_ text: CatalogText) -> (kind: StaticString, text: FeedText)? {
        let (whole, features) = (text.text, text.features)
        if features.contains(.bracket), let mark = footnote(whole) { return ("a footnote mark", mark) }
        if features.contains(.apostrophe), whole.contains("``") { return ("quotation marks of LaTeX", whole) }
        if features.contains(.escape) {
            if features.contains(.slash), whole.contains("/*") { return ("a comment of a program", whole) }
            if features.contains(.quote), whole.contains(" style=\"") || whole.contains(" class=\"") {
                return ("an attribute of HTML", whole)
            }
        }
        if features.contains(.colon), features.contains(.digit), let time = subtitleTime(whole) {
            return ("a time of a subtitle file", time)
        }
        if features.contains(.bar), isBarredList(whole) { return ("a list with bars", whole) }
        if features.contains(.dot), whole.contains(".....") { return ("a row of full stops", whole) }
        if beginnings.begin(whole) { return ("the answer of a language model", whole) }
        let end = whole[max(0, whole.count - 24)..<whole.count]
        let isNote =
            text.classes.contains(.source) && sources.contains(where: end.contains)
            || features.contains(.bracket) && continuations.contains(where: end.contains)
        return isNote ? ("a note of its source", end) : nil
    }

    private static let beginnings = Beginnings(
        ignoringCase: [
            "as an ai language model", "as an ai,", "as a language model", "here is a description",
            "here's a description",
            "here is a short description", "here is the description", "here is a synopsis", "here is a summary",
            "here's a summary", "here's a synopsis", "sure, here is", "sure! here", "certainly! here",
            "i'm sorry, but i",
        ])

    /// Notes at the end of a text, each with a word of the class `source`.
    private static let sources: [StaticString] = [
        " Source: ", "Written by anonymous", "Written by Anonymous", "Source Wikipedia", "via Wikipedia",
        "From Wikipedia",
    ]

    /// Links to the rest of a text that was cut.
    private static let continuations: [StaticString] = ["... (more)", "[more]", "(read more)"]

    /// Returns `[3]` directly behind a letter, or `[citation needed]`.
    private static func footnote(_ text: FeedText) -> FeedText? {
        var next = 1
        while let index = ByteSearch.first(UInt8(ascii: "["), in: text.bytes, from: next), index < text.count - 2 {
            next = index + 1
            let rest = text[index..<text.count]
            if rest.hasPrefix("[citation needed]") { return rest[0..<17] }
            var end = index + 1
            while end < text.count, isDigit(text[end]) { end += 1 }
            guard end > index + 1, end - index < 4, end < text.count, text[end] == UInt8(ascii: "]"),
                isLetter(text[index - 1]) || text[index - 1] == UInt8(ascii: ".")
                    || text[index - 1] == UInt8(ascii: ",")
            else { continue }
            return text[index..<end + 1]
        }
        return nil
    }

    /// Returns a time with milliseconds: `00:00:01,000`.
    private static func subtitleTime(_ text: FeedText) -> FeedText? {
        let pattern: StaticString = "00:00:00,000"
        let count = pattern.utf8CodeUnitCount
        guard text.count >= count else { return nil }
        var next = 0
        while let start = ByteSearch.digit(in: text.bytes, from: next), start <= text.count - count {
            next = start + 1
            let isMatch = (0..<count).allSatisfy { place in
                let (byte, wanted) = (text[start + place], pattern.utf8Start[place])
                return wanted == UInt8(ascii: "0")
                    ? isDigit(byte) : byte == wanted || wanted == UInt8(ascii: ",") && byte == UInt8(ascii: ".")
            }
            if isMatch { return text[start..<start + count] }
        }
        return nil
    }

    /// Returns whether three and more bars stand between words without spaces.
    private static func isBarredList(_ text: FeedText) -> Bool {
        var bars = 0
        var next = 1
        while let index = ByteSearch.first(UInt8(ascii: "|"), in: text.bytes, from: next), index < text.count - 1 {
            next = index + 1
            if text[index - 1] > 32, text[index + 1] > 32 { bars += 1 }
        }
        return bars > 2
    }
}
