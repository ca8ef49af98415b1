import UniversalMediaCatalog

/// STY-QUOTES: unbalanced or mixed quotation marks and brackets.
struct QuotesAndBrackets: TextRule {
    static let info = RuleInfo(
        "STY-QUOTES", "Quotation marks are of one kind, and quotation marks and brackets are balanced.",
        level: .warning,
        tag: "D",
        section: "umc-validation.md 3.3",
        remedy: "use only typographic quotation marks, and close every mark and bracket",
        bad: [
            .plot("A mapmaker, “Oda”, finds the \"coast\" that nobody has drawn."),
            .plot("A mapmaker (Oda finds a coast that nobody has drawn."),
            .plot("A mapmaker finds \"a coast that nobody has drawn."),
            .plot("A mapmaker finds “a coast that nobody has drawn."),
            .plot("Une cartographe découvre « la côte inconnue de tous.", "fr-FR"),
            .plot("Una cartógrafa pregunta: ¿quién dibujó esta costa.", "es-ES"),
            .plot("地図職人が「誰も描いたことのない海岸を見つける。", "ja-JP"), .title("The Paper Lighthouse (Part 2"),
        ],
        good: [.plot("A mapmaker, “Oda”, finds the coast that nobody has drawn.")],
        nearMisses: [
            .plot("A mapmaker finds \"a coast\" that nobody's drawn :) and 1) counts it, 2) maps it."),
            .title("6' 4\" of Trouble"),
            .plot("A mapmaker says: “A coast!\n“Nobody has drawn it.” Then she draws it."),
            .plot("Eine Kartografin („Oda“) entdeckt »die Küste«, die niemand gezeichnet hat.", "de-DE"),
            .plot("Una cartógrafa pregunta: ¡¿quién dibujó esta costa?!", "es-ES"),
            .plot("Una cartógrafa pregunta quién dibujó esta costa?", "es-ES"),
            .plot("Une cartographe (Oda) découvre « la côte » que personne n'a dessinée.", "fr-FR"),
            .plot("地図職人が「誰も描いたことのない『海岸』」を見つける。", "ja-JP"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: [.quote, .bracket, .sign, .kana, .fullWidth, .symbol]) else { return }
        guard !text.isTitle || text.isShownTitle else { return }
        let bytes = text.text.bytes
        var open = 0
        var square = 0
        var straight = 0
        var curly = 0
        var guillemets = 0
        var corners = 0
        var wide = 0
        // Spanish marks at the beginning of a question.
        var questions = 0
        for index in 0..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "("): if !isFace(bytes, index) { open += 1 }
            case UInt8(ascii: ")"): if !isFace(bytes, index), open > 0 || !isListed(bytes, index) { open -= 1 }
            case UInt8(ascii: "["): square += 1
            case UInt8(ascii: "]"): square -= 1
            // A quotation mark after a digit stands for inches.
            case UInt8(ascii: "\""): if index == 0 || !isDigit(bytes[index - 1]) || straight % 2 == 1 { straight += 1 }
            case 0xE2:
                if index + 2 < bytes.count, bytes[index + 1] == 0x80, [0x9C, 0x9D, 0x9E].contains(bytes[index + 2]) {
                    curly += 1
                }
            case 0xC2:
                if index + 1 < bytes.count, bytes[index + 1] == 0xAB || bytes[index + 1] == 0xBB { guillemets += 1 }
                if index + 1 < bytes.count, bytes[index + 1] == 0xBF { questions += 1 }
            case UInt8(ascii: "?"): questions -= 1
            case 0xE3:
                guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { continue }
                if bytes[index + 2] == 0x8C || bytes[index + 2] == 0x8E { corners += 1 }
                if bytes[index + 2] == 0x8D || bytes[index + 2] == 0x8F { corners -= 1 }
            case 0xEF:
                guard index + 2 < bytes.count, bytes[index + 1] == 0xBC else { continue }
                if bytes[index + 2] == 0x88 { wide += 1 }
                if bytes[index + 2] == 0x89 { wide -= 1 }
            default: continue
            }
        }
        let kind = text.isTitle ? "title" : "description"
        // A half-width bracket may close a full-width one.
        if open + wide != 0 || square != 0 {
            // The brackets of a title are part of its spelling.
            return findings.report(
                info, at: text.node,
                "the \(kind) has unbalanced brackets: \(text.text.cited)")
        }
        // Each paragraph of a quotation opens with a typographic quotation mark, and only the last one closes.
        let isOpen = curly % 2 != 0 && !text.features.contains(.control)
        if isOpen || straight % 2 != 0 || corners != 0 || guillemets % 2 != 0 {
            return findings.report(
                info, at: text.node, "the \(kind) has unbalanced quotation marks: \(text.text.cited)")
        }
        if questions > 0 {
            return findings.report(
                info, at: text.node, remedy: "close the question with `?`",
                "the \(kind) has a `¿` without a `?`: \(text.text.cited)")
        }
        if straight > 0, curly > 0 {
            findings.report(
                info, at: text.node, level: .info,
                "the \(kind) mixes straight and typographic quotation marks: \(text.text.cited)")
        }
    }

    /// Returns whether a bracket is part of an emoticon: `:)`, `;-(`.
    private func isFace(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard index > 0 else { return false }
        let previous = bytes[index - 1]
        return previous == UInt8(ascii: ":") || previous == UInt8(ascii: ";")
            || previous == UInt8(ascii: "-") && index > 1
                && (bytes[index - 2] == UInt8(ascii: ":") || bytes[index - 2] == UInt8(ascii: ";"))
    }

    /// Returns whether a bracket follows a list number: `1)`, `a)`.
    private func isListed(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard index > 0, isDigit(bytes[index - 1]) || isLetter(bytes[index - 1]) else { return false }
        return index == 1 || bytes[index - 2] == 32 || isDigit(bytes[index - 2])
    }
}
