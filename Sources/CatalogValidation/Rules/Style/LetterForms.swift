import UniversalMediaCatalog

/// STY-LETTERS: Arabic letters in display forms or in display order, and katakana of half width.
struct LetterForms: TextRule {
    static let info = RuleInfo(
        "STY-LETTERS",
        "Arabic is written with its letters, from the first to the last, and katakana in full width.", level: .warning,
        tag: "D", section: "umc-validation.md 3.3",
        remedy: "export the text from the source instead of a PDF or a caption",
        bad: [
            .title("\u{FEA8}\u{FEAE}\u{FEF3}\u{FEC4}\u{FE94} \u{FEE3}\u{FEE6} \u{FEED}\u{FEAD}\u{FED5}", "ar-SA"),
            .title("قرو نم ةطيرخ", "ar-SA"), .title("ىلإ لحاسلا", "ar-EG"), .title("ءاملا عئاب", "ar-EG"),
            .title("ﾕﾉﾅｲﾊﾙ", "ja-JP"),
        ],
        good: [.title("خريطة من ورق", "ar-SA")],
        nearMisses: [
            .title("إلى الساحل: ماء وسماء", "ar-SA"), .title("شیء ئەو", "ku-Arab"), .title("محمد \u{FDFA}", "ar-SA"),
            .title("油のないハル", "ja-JP"), .title("ｶﾞの道", "ja-JP"), .title("１９８４：ＰＡＰＥＲ", "ja-JP"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: [.arabic, .fullWidth]) else { return }
        let kind = text.isTitle ? "title" : "description"
        let bytes = text.text.bytes
        if text.features.contains(.fullWidth) {
            let counts = Self.formCounts(bytes)
            if counts.arabic > 1 {
                return findings.report(
                    info, at: text.node,
                    "the \(kind) \(text.text.cited) consists of presentation forms of Arabic letters")
            }
            if counts.katakana > 2 {
                return findings.report(
                    info, at: text.node, remedy: "write the katakana in full width",
                    "the \(kind) \(text.text.cited) has katakana of half width")
            }
        }
        guard text.features.contains(.arabic), text.language.code != 0,
            Self.isReversed(bytes, isArabic: text.language == .arabic)
        else { return }
        findings.report(
            info, at: text.node, remedy: "write the letters in the order in which they are read",
            "the \(kind) \(text.text.cited) has a letter at the beginning of a word that is only at the end of words: "
                + "the letters appear to be in reverse order")
    }

    /// Returns the numbers of presentation forms, apart from symbols such as U+FDFA, and of katakana of half width.
    private static func formCounts(_ bytes: UnsafeBufferPointer<UInt8>) -> (arabic: Int, katakana: Int) {
        var counts = (arabic: 0, katakana: 0)
        for index in 0..<max(0, bytes.count - 2) where bytes[index] == 0xEF {
            let (second, third) = (bytes[index + 1], bytes[index + 2])
            switch second {
            case 0xAE...0xB6, 0xBA: counts.arabic += 1
            case 0xAD: if third >= 0x90 { counts.arabic += 1 }
            case 0xB9: if third >= 0xB0 { counts.arabic += 1 }
            case 0xBB: if third <= 0xBC { counts.arabic += 1 }
            case 0xBD: if third >= 0xA6 { counts.katakana += 1 }
            case 0xBE: if third <= 0x9F { counts.katakana += 1 }
            default: continue
            }
        }
        return counts
    }

    /// Returns whether a word of two letters or more begins with teh marbuta or alef maksura, or in Arabic with a hamza that no letter carries.
    private static func isReversed(_ bytes: UnsafeBufferPointer<UInt8>, isArabic: Bool) -> Bool {
        for index in 0..<max(0, bytes.count - 3) {
            let isFinal =
                bytes[index] == 0xD8 && bytes[index + 1] == 0xA9 || bytes[index] == 0xD9 && bytes[index + 1] == 0x89
                || isArabic && bytes[index] == 0xD8 && bytes[index + 1] == 0xA1
            guard isFinal, index == 0 || bytes[index - 1] <= 32, 0xD8...0xD9 ~= bytes[index + 2],
                // Vowel signs follow a letter that stands alone.
                !(bytes[index + 2] == 0xD9 && 0x8B...0x92 ~= bytes[index + 3])
            else { continue }
            return true
        }
        return false
    }
}
