import UniversalMediaCatalog

struct PhoneticTitle: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-PHONETIC", "A phonetic title accompanies a title in the same locale.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.4", remedy: "add the title whose pronunciation it gives, in the same locale",
        bad: [
            RuleExample(.catalog, "<title locale=\"ja-JP\">紙の灯台</title>", ""),
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"de-DE\" isPhonetic=\"true\">Papier Leucht Turm</title>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title isPhonetic=\"true\">The Pay Per Light House</title>"),
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"fr-FR\" isPhonetic=\"false\">Le Phare de papier</title>"),
            RuleExample(.catalog, "<title locale=\"ja-JP\">紙の灯台", "<title locale=\"ja\">紙の灯台"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.title) { node in
            guard node.isPhonetic else { return }
            let locale = item.localeKey(node)
            var isThere = false
            item.forEach(.title) { other in
                if !other.isPhonetic, Self.isMatch(item.localeKey(other), locale) { isThere = true }
            }
            if !isThere {
                findings.report(
                    info, at: node,
                    "the phonetic title \(node.text.trimmed.shown) has no title in its locale \(item.locale(of: node))"
                )
            }
        }
    }

    /// Whether two locales are equal, or one is only the language of the other.
    private static func isMatch(_ left: FeedText, _ right: FeedText) -> Bool {
        if left.isSameIgnoringCase(right) { return true }
        let (short, long) = left.count < right.count ? (left, right) : (right, left)
        return long.count > short.count && long[short.count] == UInt8(ascii: "-")
            && long[0..<short.count].isSameIgnoringCase(short)
    }
}

/// CAT-TITLE-KANA: a Japanese pronunciation that is not written in kana.
struct JapanesePronunciation: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-KANA", "A Japanese phonetic title contains only kana, ASCII and spaces.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.4", remedy: "write the pronunciation in hiragana or katakana",
        bad: [RuleExample(.catalog, "かみ の とうだい", "紙 の とうだい")],
        nearMisses: [
            RuleExample(.catalog, "かみ の とうだい", "カミ ノ トーダイ 2"),
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"zh-TW\">紙燈塔</title><title locale=\"zh-TW\" isPhonetic=\"true\">ㄓˇ ㄉㄥ ㄊㄚˇ</title>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.title) { node in
            guard node.isPhonetic, isJapanese(node, item) else { return }
            let text = node.text.trimmed
            for scalar in text.string.unicodeScalars where !Self.isAllowed(scalar) {
                return findings.report(
                    info, at: node, "the Japanese phonetic title \(text.shown) contains `\(scalar)`")
            }
        }
    }

    private func isJapanese(_ node: FeedNode, _ item: CatalogItemView) -> Bool {
        let locale = item.locale(of: node).lowercased()
        return locale == "ja" || locale.hasPrefix("ja-") || locale.hasPrefix("ja_")
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // ASCII, the ideographic space, hiragana and katakana with their marks, halfwidth katakana.
        case 0x20..<0x7F, 9, 10, 13, 0x3000, 0x3041...0x309F, 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: false
        }
    }
}
