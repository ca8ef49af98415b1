import Foundation
import UniversalMediaCatalog

/// STY-DESC-LABEL: working labels, format tags, press quotes and dates of availability in descriptions.
struct DescriptionLabels: TextRule {
    static let info = RuleInfo(
        "STY-DESC-LABEL",
        "A description has no working label, format tag, press quote or date of availability.",
        level: .warning, tag: "I/D", section: "umc-validation.md 3.3",
        remedy: "remove this part of the description; availability follows from the windows of the offers",
        bad: [
            .plot("SPOILER: A retired mapmaker rebuilds a lighthouse out of old charts."),
            .plot("DRAFT: A mapmaker rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts. [CC] [HD]"),
            .plot("“A masterpiece!” – Variety. A retired mapmaker rebuilds a lighthouse."),
            .plot("A retired mapmaker rebuilds a lighthouse. Available until June 30."),
            .plot("Exclusively on Lantern Bay: a retired mapmaker rebuilds a lighthouse."),
            .plot("A retired mapmaker rebuilds a lighthouse. Leaving March 31."),
        ],
        good: [.plot("A retired mapmaker rebuilds a lighthouse out of old charts.")],
        nearMisses: [
            .plot("“Run!” is the last word that a retired mapmaker hears from the lighthouse."),
            .plot("Leaving the coast behind, a retired mapmaker rebuilds a lighthouse."),
            .plot("Note: the lighthouse that a mapmaker rebuilds is made of paper."),
            .plot("Available light is all that a mapmaker needs to draw the coast."),
            .plot("A mapmaker edits the journal of a sailor [who never wrote it]."),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle else { return }
        let plot = text.text
        guard plot.count > 12, let found = Self.part(plot, text.features) else { return }
        findings.report(info, at: text.node, "the description contains \(found.kind): \(found.text.cited)")
    }

    private static func part(_ text: FeedText, _ features: TextFeatures) -> (kind: StaticString, text: FeedText)? {
        if features.contains(.colon), text[0] &- 65 < 26, let label = label(text) { return ("a working label", label) }
        if features.contains(.bracket), text[text.count - 1] == UInt8(ascii: "]"), let tag = tag(text) {
            return ("a tag of the format", tag)
        }
        if text[0] == UInt8(ascii: "\"") || text[0] == 0xE2, let quote = quote(text) {
            return ("a quote of the press", quote)
        }
        if let notice = notice(text) { return ("a note of availability", notice) }
        // The last character ends the text, so that no sentence follows it.
        var index = 0
        let hasOtherMarks = !features.isDisjoint(with: [.exclamation, .question])
        while let mark = nextMark(text.bytes, from: index, hasOtherMarks), mark + 10 < text.count {
            if text[mark + 1] == 32, let notice = notice(text[mark + 2..<text.count]) {
                return ("a note of availability", notice)
            }
            index = mark + 1
        }
        return nil
    }

    /// Returns the place of the next full stop, exclamation mark or question mark.
    private static func nextMark(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ hasOtherMarks: Bool) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress else { return nil }
        guard hasOtherMarks else {
            return memchr(base + start, Int32(UInt8(ascii: ".")), bytes.count - start).map {
                UnsafeRawPointer($0) - UnsafeRawPointer(base)
            }
        }
        return (start..<bytes.count).first { sentenceEnds(bytes[$0]) }
    }

    /// Returns a sentence that begins with a note of availability.
    private static func notice(_ sentence: FeedText) -> FeedText? {
        guard let place = notices.place(in: sentence) else { return nil }
        let rest = sentence[notices.length(place)..<sentence.count]
        return place < exclusive.count || isDate(rest) ? sentence : nil
    }

    private static func sentenceEnds(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
    }

    /// Returns a label such as `TODO:` at the beginning.
    private static func label(_ text: FeedText) -> FeedText? {
        var end = 0
        while end < min(text.count, 16), text[end] &- 65 < 26 || text[end] == 32 { end += 1 }
        guard end > 2, end < text.count, text[end] == UInt8(ascii: ":"), labels[text[0..<end]] != nil else {
            return nil
        }
        return text[0..<end + 1]
    }

    /// Returns the last bracketed part if it is a tag such as `[CC]`.
    private static func tag(_ text: FeedText) -> FeedText? {
        var start = text.count - 1
        while start > 0, text[start] != UInt8(ascii: "[") { start -= 1 }
        return tags.ignoringCase(text[start + 1..<text.count - 1].trimmed) == nil ? nil : text[start..<text.count]
    }

    /// Returns a quotation with an exclamation mark, followed by a dash and a name.
    private static func quote(_ text: FeedText) -> FeedText? {
        let isTyped = text.hasPrefix("“")
        guard isTyped || text[0] == UInt8(ascii: "\"") else { return nil }
        var end = isTyped ? 3 : 1
        while end < text.count, isTyped ? !text[end..<text.count].hasPrefix("”") : text[end] != UInt8(ascii: "\"") {
            end += 1
        }
        guard end < min(text.count, 200), end > 3 else { return nil }
        var next = end + (isTyped ? 3 : 1)
        while next < text.count, text[next] == 32 { next += 1 }
        guard next < text.count else { return nil }
        let rest = text[next..<text.count]
        let dash = rest.hasPrefix("–") || rest.hasPrefix("—") ? 3 : rest.hasPrefix("- ") ? 1 : 0
        guard dash > 0, rest.count > dash + 2 else { return nil }
        let name = rest[dash..<rest.count].trimmed
        return name.count > 2 && name[0] &- 65 < 26 ? text[0..<next].trimmed : nil
    }

    /// Returns whether a text begins with a day, a month or a date.
    private static func isDate(_ text: FeedText) -> Bool {
        guard let first = text.bytes.first else { return false }
        if isDigit(first) { return true }
        var end = 0
        while end < text.count, isLetter(text[end]) { end += 1 }
        return days[text[0..<end]] != nil
    }

    private static let labels = WordTable([
        "SPOILER", "SPOILERS", "SPOILER ALERT", "TODO", "TO DO", "FIXME", "DRAFT", "NOTE", "NOTES", "EDITOR NOTE",
        "INTERNAL", "TBD", "SHORT", "LONG", "EN", "NEW",
    ])
    private static let tags = WordTable([
        "cc", "hd", "uhd", "4k", "sd", "hdr", "ad", "sdh", "sub", "subs", "dub", "dubbed", "subtitled", "5.1", "atmos",
        "3d", "repeat", "new", "live", "s", "r",
    ])
    private static let exclusive: [StaticString] = [
        "Exclusively on ", "Exclusive to ", "Now streaming", "Exclusiv bei ", "Exklusiv bei ",
    ]
    private static let notices = Beginnings(
        exclusive + [
            "Available until ", "Available through ", "Available from ", "Available on ", "Available till ",
            "Expires on ", "Expires ", "Leaving on ", "Leaving ", "Ends on ", "Verfügbar bis ", "Verfügbar ab ",
            "Disponible jusqu’au ", "Disponible jusqu'au ", "Disponible hasta el ",
        ])
    private static let days = WordTable([
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "tomorrow", "today",
        "soon", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ])
}
