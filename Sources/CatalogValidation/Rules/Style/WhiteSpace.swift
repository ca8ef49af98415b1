import UniversalMediaCatalog

/// STY-WS: superfluous spaces and invisible characters.
struct WhiteSpace: TextRule {
    static let info = RuleInfo(
        "STY-WS",
        "Texts have no leading, trailing or double spaces and no control characters; titles have no line breaks.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "trim the text, and replace several spaces by one",
        bad: [
            .title(" The Paper Lighthouse"), .title("The Paper  Lighthouse"), .title("The Paper&#10;Lighthouse"),
            .title("The Paper Lighthouse "), .title("The\u{FEFF} Paper Lighthouse"),
            .title("Le Phare  de papier", "fr-FR"),
            .plot("A mapmaker finds a coast\tthat nobody has drawn."),
            .title("紙の灯台　", "ja-JP"), .plot("A mapmaker finds  a coast that nobody has drawn."),
            .plot("Une cartographe découvre\u{200B} une côte inconnue.", "fr-FR"), .title("The Paper Lighthouse\u{A0}"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .plot("\n      A mapmaker finds a coast that nobody has drawn,\n      and goes there.\n    "),
            .plot("A mapmaker finds a coast,\n\t\tand goes there."),
            .plot("A mapmaker finds a coast.&#10;&#10;Nobody has drawn it."), .title("紙の灯台　完全版", "ja-JP"),
            .plot("　地図職人が誰も描いたことのない海岸を見つける。", "ja-JP"), .title("Le Phare de papier\u{A0}: la suite", "fr-FR"),
            .title("منارة\u{200F} من ورق", "ar-SA"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        let raw = text.node.text
        if raw.count != text.text.count, let place = end(raw, text) {
            return findings.report(info, at: text.node, "the \(kind(text)) \(place): \(text.text.cited)")
        }
        let features = text.features
        if features.contains(.doubleSpace), let place = doubleSpace(text) {
            return findings.report(
                info, at: text.node, level: place.isBehindSentence ? .info : nil,
                "the \(kind(text)) contains a double space: "
                    + text.text[max(0, place.index - 20)..<min(text.text.count, place.index + 20)].cited
            )
        }
        if features.contains(.control), let control = control(text) {
            return findings.report(
                info, at: text.node, level: control.isTab && !text.isTitle ? .info : nil,
                remedy: "remove the character, or write a space in its place",
                "the \(kind(text)) \(control.fault)")
        }
        guard !features.isDisjoint(with: [.sign, .symbol, .fullWidth, .kana]), let invisible = invisible(text) else {
            return
        }
        findings.report(
            info, at: text.node,
            remedy: invisible.isControl
                ? "write the sign that is meant: in Windows-1252, such a character is a quotation mark or a dash"
                : "remove the character; copy the text again as plain text", "the \(kind(text)) \(invisible.fault)")
    }

    private func kind(_ text: CatalogText) -> String { text.isTitle ? "title" : "description" }

    /// Returns a description of leading or trailing white space. White space with line breaks is indentation of the file and is accepted.
    private func end(_ raw: FeedText, _ text: CatalogText) -> StaticString? {
        guard !raw.isBlank else { return nil }
        let start = raw.bytes.prefix(while: isXMLSpace)
        let end = raw.bytes[start.count...].reversed().prefix(while: isXMLSpace)
        if start.contains(10) || end.contains(10) { return nil }
        return start.isEmpty ? "ends with a space" : "begins with a space"
    }

    private func doubleSpace(_ text: CatalogText) -> (index: Int, isBehindSentence: Bool)? {
        let bytes = text.text.bytes
        var mild: Int?
        for index in 1..<max(1, bytes.count) where bytes[index] == 32 && bytes[index - 1] == 32 {
            // Skip the indentation of lines.
            var first = index - 1
            while first > 0, bytes[first - 1] == 32 { first -= 1 }
            if first > 0, bytes[first - 1] == 10 || bytes[first - 1] == 9 || bytes[first - 1] == 13 { continue }
            var next = index
            while next < bytes.count, bytes[next] == 32 { next += 1 }
            if next < bytes.count, bytes[next] == 10 || bytes[next] == 13 { continue }
            if !text.isTitle, first > 0,
                text.text.endsSentence(before: first)
                    || [UInt8(ascii: "\""), UInt8(ascii: ")"), UInt8(ascii: ":"), 0x9D].contains(bytes[first - 1]),
                next - first == 2
            {
                mild = mild ?? first
                continue
            }
            return (first, false)
        }
        return mild.map { ($0, true) }
    }

    private func control(_ text: CatalogText) -> (fault: String, isTab: Bool)? {
        let bytes = text.text.bytes
        for (index, byte) in bytes.enumerated() where byte < 32 || byte == 127 {
            if byte == 10 || byte == 13 {
                if text.isTitle { return ("contains a line break: \(text.text.cited)", false) }
            } else if byte == 9 {
                // Tabs beside a line break indent the file.
                let isIndentation = index > 0 && [9, 10, 13].contains(bytes[index - 1]) || bytes[index...].contains(10)
                guard text.isTitle || !isIndentation else { continue }
                return ("contains a tab: \(text.text.cited)", true)
            } else {
                return (
                    "contains the control character U+00\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))",
                    false
                )
            }
        }
        return nil
    }

    /// Returns the predicate of a message, and whether the character is a control character.
    private func invisible(_ text: CatalogText) -> (fault: String, isControl: Bool)? {
        let bytes = text.text.bytes
        for index in 0..<bytes.count where bytes[index] >= 0xC2 {
            let second = index + 1 < bytes.count ? bytes[index + 1] : 0
            let third = index + 2 < bytes.count ? bytes[index + 2] : 0
            let isAtEnd = index == 0 || index + (bytes[index] < 0xE0 ? 2 : 3) == bytes.count
            switch bytes[index] {
            case 0xC2:
                if second < 0xA0 {
                    return ("contains the control character U+00\(String(second, radix: 16, uppercase: true))", true)
                }
                if second == 0xA0, isAtEnd {
                    return ("\(index == 0 ? "begins" : "ends") with a no-break space: \(text.text.cited)", false)
                }
            case 0xE2:
                guard second == 0x80 else { continue }
                // Scripts without spaces use it between words.
                if third == 0x8B, !text.language.isSpaceless {
                    return ("contains a zero-width space (U+200B): \(text.text.cited)", false)
                }
                if third == 0xA8 || third == 0xA9 {
                    return ("contains a line separator (U+202\(third == 0xA8 ? "8" : "9"))", false)
                }
            case 0xE3:
                guard second == 0x80, third == 0x80, isAtEnd, text.isTitle || index > 0 else { continue }
                return ("\(index == 0 ? "begins" : "ends") with an ideographic space: \(text.text.cited)", false)
            case 0xEF:
                if second == 0xBB, third == 0xBF {
                    return ("contains a byte order mark (U+FEFF): \(text.text.cited)", false)
                }
            default: continue
            }
        }
        return nil
    }
}
