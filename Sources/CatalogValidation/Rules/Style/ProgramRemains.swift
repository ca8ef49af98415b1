import Foundation
import UniversalMediaCatalog

/// STY-REMAINS: messages of programs, values of spreadsheets and notes of editors in texts.
struct ProgramRemains: TextRule {
    static let info = RuleInfo(
        "STY-REMAINS", "Texts contain no error messages or values of programs, and no notes of editors.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "write the real text, and check the program that exports the feed", class: .mustFix,
        bad: [
            .title("#N/A"), .title("#REF!"),
            .plot("{% if synopsis %}A mapmaker finds a coast that nobody has drawn."),
            .plot(
                "This is a test. A mapmaker finds a coast that nobody has drawn, and rebuilds the lighthouse there in a storm."
            ), .plot("[object Object]"),
            .plot("Notice: Undefined index: synopsis in /srv/export.php. A mapmaker rebuilds a lighthouse."),
            .plot("Translation missing: en.synopsis. A mapmaker finds a coast that nobody has drawn."),
            .plot("A mapmaker finds a coast that nobody has drawn. TODO: rewrite the second sentence."),
            .plot("A mapmaker finds a coast that nobody has drawn. FIXME"),
            .plot("See English version."), .plot("Voir version anglaise", "fr-FR"), .plot("Same as above."),
            .plot("(Legal: check with the rights team) A mapmaker finds a coast that nobody has drawn."),
            .plot("A mapmaker finds a coast that nobody has drawn [check spelling of the name]."),
            .plot("A mapmaker finds a coast that nobody has drawn (machine translation)."),
            .plot("A mapmaker finds a coast. The synopsis is [object Object]."),
            .plot("The mapmaker of undefined is lost on a coast that nobody has drawn."),
            .plot("A mapmaker finds NaN coasts that nobody has drawn."),
            .plot("A mapmaker finds a coast that nobody has drawn. Imported 2026-02-20 09:00:00."),
            .plot("A mapmaker finds a coast that nobody has drawn. [video id=7781]"),
            .title("The Paper Lighthouse do not publish"),
            .title("TEST The Paper Lighthouse - do not use"),
            .title("ZZZ The Paper Lighthouse"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("#1 Lighthouse"), .title("XXX: A Paper Lighthouse"), .title("#Value"), .title("The Do Not Use List"),
            .title("Test Match"),
            .plot("A mapmaker of undefined coasts finds that her own is undefined."),
            .plot("The deal is null and void, and a mapmaker returns to Nan of the coast."),
            .plot("On 2026-02-20, a mapmaker finds a coast [sic] that nobody has drawn."), .title("2026-02-20"),
            .plot("A notice of an undefined debt: a mapmaker finds a coast that nobody has drawn."),
            .plot("Legal: a mapmaker studies the law of a coast that nobody has drawn."),
            .plot("A mapmaker (check, mate) finds a coast that nobody has drawn."),
            .plot("A mapmaker finds a coast [in Legal Island] that nobody has drawn."),
            .plot("The error: a mapmaker finds a coast that nobody has drawn."),
            .plot("A mapmaker keeps a list of things to do: the coast that nobody has drawn comes first."),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard let found = Self.remains(text) else { return }
        findings.report(
            info, at: text.node,
            "the \(text.isTitle ? "title" : "description") contains \(found.kind): \(found.text.cited)")
    }

    private static func remains(_ text: CatalogText) -> (kind: StaticString, text: FeedText)? {
        let (features, whole) = (text.features, text.text)
        if features.contains(.hash), let value = spreadsheetValue(whole) { return ("a value of a spreadsheet", value) }
        if features.contains(.bracket) {
            if !text.isTitle, whole.contains("[object ") { return ("a value of a program", whole) }
            if let code = shortcode(whole) { return ("a code of a web site's editor", code) }
            if let note = note(whole) { return ("a note of an editor", note) }
        }
        if !text.isTitle, text.classes.contains(.emptyValue), let value = emptyValue(whole) {
            return ("a value of a program", value)
        }
        if features.contains(.colon), features.contains(.dash), features.contains(.digit), let time = time(whole) {
            return ("a time as programs write it", time)
        }
        if features.contains(.template), whole.contains("{%") || whole.contains("%}") {
            return ("a tag of a template", whole)
        }
        if !text.isTitle, whole.count < 40, isReference(whole) { return ("a reference to another text", whole) }
        if !text.isTitle, testBeginnings.begin(whole) { return ("a note of an editor", whole) }
        if features.contains(.colon), let message = message(whole) { return ("a message of a program", message) }
        guard features.contains(.upper) else { return nil }
        if let mark = marker(whole) { return ("a note of an editor", mark) }
        return text.isTitle && isWorkingTitle(whole) ? ("a note of an editor", whole) : nil
    }

    /// Returns whether a text only refers to the text of another language or item.
    private static func isReference(_ text: FeedText) -> Bool {
        let last = text.bytes.last
        let end = last == UInt8(ascii: ".") || last == UInt8(ascii: "!") ? text.count - 1 : text.count
        return references.ignoringCase(text[0..<end]) != nil
    }

    private static let references = WordTable([
        "see english version", "see english", "see english text", "see above", "see below", "see other version",
        "same as above", "same as english", "same as english version", "same as en-us", "same as en", "as above",
        "as english", "use english", "use english version", "english only", "copy from english", "ditto", "idem",
        "not translated", "not yet translated", "untranslated", "translation pending", "translation missing",
        "awaiting translation", "translation to follow", "siehe englische version", "siehe englischer text",
        "siehe englisch", "siehe oben", "wie oben", "dito", "nicht übersetzt", "übersetzung folgt",
        "voir version anglaise", "voir la version anglaise", "voir ci-dessus", "non traduit", "traduction à venir",
        "ver versión en inglés", "véase la versión en inglés", "ver arriba", "sin traducir", "vedi versione inglese",
        "vedi sopra", "non tradotto", "ver versão em inglês", "ver acima", "zie engelse versie", "zie boven",
        "同上", "英語版を参照", "同英文", "见英文", "상동",
    ])

    private static let testBeginnings = Beginnings(
        ignoringCase: ["this is a test. ", "this is a test! ", "this is only a test. ", "test only. ", "for testing. "])

    // MARK: Programs

    private static let values: [StaticString] = [
        "#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#ERROR!",
    ]

    private static func spreadsheetValue(_ text: FeedText) -> FeedText? {
        for index in 0..<text.count where text[index] == UInt8(ascii: "#") {
            let rest = text[index..<text.count]
            for value in values where rest.hasPrefix(value) { return rest[0..<value.utf8CodeUnitCount] }
        }
        return nil
    }

    /// Returns `NaN`, or an `undefined` in the place of a noun: behind a preposition and before the end of a clause.
    private static func emptyValue(_ text: FeedText) -> FeedText? {
        for match in TextScan.matches(.emptyValue, in: text) {
            let (start, end) = (match.range.lowerBound, match.range.upperBound)
            let word = text[start..<end]
            if word == "NaN" || word == "[object" { return word }
            guard word == "undefined" || word == "null", start > 1, text[start - 1] == 32 else { continue }
            var first = start - 1
            while first > 0, isLetter(text[first - 1]) { first -= 1 }
            guard prepositions[text[first..<start - 1]] != nil else { continue }
            var next = end
            while next < text.count, text[next] == 32 { next += 1 }
            var last = next
            while last < text.count, isLetter(text[last]) { last += 1 }
            if last == next || continuations[text[next..<last]] != nil { return text[first..<end] }
        }
        return nil
    }

    private static let prepositions = WordTable(["of", "in", "by", "with", "from", "to", "for", "and", "at"])
    private static let continuations = WordTable([
        "and", "or", "is", "are", "was", "in", "from", "who", "on", "at", "to",
    ])

    /// Returns a date with a time: `2026-02-20 09:00`.
    private static func time(_ text: FeedText) -> FeedText? {
        let pattern: StaticString = "0000-00-00 00:00"
        guard text.count >= pattern.utf8CodeUnitCount else { return nil }
        var next = 0
        while let start = ByteSearch.digit(in: text.bytes, from: next), start <= text.count - pattern.utf8CodeUnitCount
        {
            next = start + 1
            let isMatch = (0..<pattern.utf8CodeUnitCount).allSatisfy { place in
                let (byte, wanted) = (text[start + place], pattern.utf8Start[place])
                return wanted == UInt8(ascii: "0")
                    ? isDigit(byte) : byte == wanted || wanted == 32 && byte == UInt8(ascii: "T")
            }
            if isMatch { return text[start..<start + pattern.utf8CodeUnitCount] }
        }
        return nil
    }

    /// Returns a code in square brackets with an attribute: `[video id=7781]`.
    private static func shortcode(_ text: FeedText) -> FeedText? {
        var next = 0
        while let start = ByteSearch.first(UInt8(ascii: "["), in: text.bytes, from: next) {
            next = start + 1
            var end = start + 1
            while end < text.count, text[end] &- 97 < 26 || text[end] == UInt8(ascii: "_") { end += 1 }
            guard end > start + 2, end + 3 < text.count, text[end] == 32 else { continue }
            var name = end + 1
            while name < text.count, text[name] &- 97 < 26 || text[name] == UInt8(ascii: "_") { name += 1 }
            guard name > end + 1, name < text.count, text[name] == UInt8(ascii: "=") else { continue }
            return text[start..<min(text.count, name + 20)]
        }
        return nil
    }

    /// The ends of what precedes the colon of a message.
    private static let messages: [StaticString] = [
        "Undefined index", "Undefined variable", "Undefined array key", "Undefined offset", "Fatal error",
        "Parse error", "Uncaught Error", "TypeError", "KeyError", "ValueError", "AttributeError", "ReferenceError",
        "SyntaxError", "IndexError", "NullPointerException", "RuntimeException", "(most recent call last)",
        "ranslation missing", "issing translation", "ranslation_missing", "Unhandled Exception", "Stack trace",
    ]

    private static func message(_ text: FeedText) -> FeedText? {
        for index in 5..<max(5, text.count) where text[index] == UInt8(ascii: ":") {
            for end in messages where index >= end.utf8CodeUnitCount {
                let start = index - end.utf8CodeUnitCount
                if text[start] == end.utf8Start[0], text[start..<index].hasPrefix(end) {
                    return text[start..<min(text.count, index + 30)]
                }
            }
        }
        return nil
    }

    // MARK: Editors

    /// Returns a bracketed part that begins with a call or a department of the service.
    private static func note(_ text: FeedText) -> FeedText? {
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") else {
                index += 1
                continue
            }
            let close = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
            var end = index + 1
            while end < text.count, text[end] != close { end += 1 }
            if end < text.count, end - index > 8, noteBeginnings.begin(text[index + 1..<end]) {
                return text[index..<end + 1]
            }
            index = end + 1
        }
        return nil
    }

    private static let noteBeginnings = Beginnings(
        ignoringCase: [
            "legal: ", "editor: ", "editorial: ", "note to ", "internal: ", "internal note", "rights: ", "check with ",
            "check spelling", "check name", "check the ", "please check", "please confirm", "please review",
            "to be confirmed", "to be checked", "tbc ", "tbd ", "needs ", "do not publish", "do not use", "not for ",
            "confirm with ", "confirm name", "verify ", "ask ", "waiting for approval", "awaiting approval",
            "not approved", "copy from ", "same as ", "see ticket", "qc: ", "qa: ", "ai generated", "ai-generated",
            "machine translat", "machine-translat", "automatic translation", "auto-translat", "translated with ",
            "translated by ", "translation to be",
        ])

    private static let markers: [StaticString] = ["TODO", "FIXME", "TBD:", "TKTK"]

    /// Returns a mark that programmers and editors leave, at the beginning of the text or behind a space.
    private static func marker(_ text: FeedText) -> FeedText? {
        marker(text, beginning: UInt8(ascii: "T")) ?? marker(text, beginning: UInt8(ascii: "F"))
    }

    private static func marker(_ text: FeedText, beginning first: UInt8) -> FeedText? {
        guard let base = text.bytes.baseAddress else { return nil }
        var next = 0
        while next + 4 <= text.count, let found = memchr(base + next, Int32(first), text.count - next) {
            let index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            next = index + 1
            guard index == 0 || text[index - 1] == 32 || text[index - 1] == UInt8(ascii: "[") else { continue }
            let rest = text[index..<text.count]
            for mark in markers where rest.hasPrefix(mark) {
                let end = mark.utf8CodeUnitCount
                // A title in capitals may contain the word.
                guard end == rest.count || !isLetter(rest[end]) else { continue }
                if end == rest.count, index == 0 { continue }
                if end == 4, first == UInt8(ascii: "T"), end < rest.count, rest[end] != UInt8(ascii: ":"),
                    rest[end] != UInt8(ascii: "]"), rest[end] != UInt8(ascii: "-")
                {
                    continue
                }
                return rest[0..<min(rest.count, 40)]
            }
        }
        return nil
    }

    private static let titleEndings: [StaticString] = [
        "do not use", "do not publish", "do not delete", "for testing only", "test only", "please delete",
    ]

    /// Returns whether a title ends with a call not to use it behind a dash or in brackets, or begins with `ZZZ`.
    private static func isWorkingTitle(_ text: FeedText) -> Bool {
        if text.count > 5, text.hasPrefix("ZZZ ") || text.hasPrefix("zzz ") { return true }
        // No work is called so, with or without a dash.
        if text.count > 15, text[text.count - 15..<text.count].isIgnoringCase(" do not publish") { return true }
        var end = text.count
        while end > 0, !isLetter(text[end - 1]) { end -= 1 }
        for ending in titleEndings where end > ending.utf8CodeUnitCount + 2 {
            let start = end - ending.utf8CodeUnitCount
            guard text[start..<end].isIgnoringCase(ending) else { continue }
            var mark = start
            while mark > 0, text[mark - 1] == 32 { mark -= 1 }
            guard mark > 0 else { continue }
            switch text[mark - 1] {
            case UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "_"), UInt8(ascii: ":"),
                UInt8(ascii: "*"), 0x93, 0x94:
                return true
            default: continue
            }
        }
        return false
    }
}
