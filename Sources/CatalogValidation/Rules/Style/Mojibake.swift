import UniversalMediaCatalog

/// STY-MOJIBAKE: text that was encoded twice, or decoded with a wrong encoding.
struct Mojibake: TextRule {
    static let info = RuleInfo(
        "STY-MOJIBAKE", "Texts are encoded correctly, and only once.", level: .error, tag: "D",
        section: "umc-validation.md 3.3",
        remedy: "correct the step that decodes UTF-8 as Latin-1 or Windows-1252, and export the text again",
        bad: [
            .title("Le Phare prÃ©servÃ©", "fr-FR"), .title("Ã‰tÃ© 85", "fr-FR"), .title("Donâ€™t Look Up"),
            .title("Caf\u{FFFD} de Flore"), .title("The Pap?r Lighthouse"),
            .plot("Eine Küste ?ber dem Meer, die niemand gezeichnet hat.", "de-DE"),
            .plot("A mapmaker??s lighthouse on a coast that nobody has drawn."),
            .plot("Eine KÃ¼ste, die niemand gezeichnet hat, wird von einer Kartografin entdeckt.", "de-DE"),
            .title("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "ru-RU"), .title("ç´™ã®ç¯å°", "ja-JP"), .title("El niÃ±o", "es-ES"),
            .title("CoraÃ§Ã£o", "pt-BR"), .title("Voyage Ã\u{A0} la mer", "fr-FR"),
            .title("MiÄ™dzy nami", "pl-PL"), .plot("She pays Â£5 for a chart of the coast that nobody has drawn."),
        ],
        good: [.title("Le Phare préservé", "fr-FR")],
        nearMisses: [
            .title("SÃO PAULO em Chamas", "pt-BR"), .title("“AMANHÔ", "pt-BR"), .title("Âge d’or", "fr-FR"),
            .title("Ça, c’est « l’été »", "fr-FR"),
            .title("Who?What?Where?"), .title("?"), .title("What If...?"),
            .title("Ðuro’s Þing", "is-IS"), .title("El Niño — ¿Qué pasó?", "es-ES"), .title("Café… ™", "fr-FR"),
            .title("Bär & Åke – “Över ån”", "sv-SE"),
            .title("L’été, l’Âme", "fr-FR"), .title("紙の灯台", "ja-JP"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: [.suspectPair, .replacement, .question]) else { return }
        if text.features.contains(.question), let place = Self.lostLetter(text.text) {
            return findings.report(
                info, at: text.node, level: .warning,
                remedy: "correct the step that lost the character, and export the text again",
                "a question mark replaces a lost character: “\(place.string)”")
        }
        if text.features.contains(.replacement) {
            return findings.report(
                info, at: text.node, remedy: "correct the step that lost the character, and export the text again",
                "the text contains U+FFFD, which replaces a lost character: “\(around("\u{FFFD}", text.text.string))”"
            )
        }
        guard let sequence = Self.sequence(Array(text.text.string.unicodeScalars)) else { return }
        findings.report(
            info, at: text.node,
            "the text contains “\(sequence.found)”\(sequence.meant.map { ", which is “\($0)” encoded twice" } ?? "")"
        )
    }

    /// Returns a word with a question mark between its letters or before a small one, as in `M?nchen`, `mapmaker??s` or `?ber`.
    static func lostLetter(_ text: FeedText) -> FeedText? {
        for index in 0..<max(0, text.count - 1) where text[index] == UInt8(ascii: "?") {
            var end = index + 1
            while end < text.count, text[end] == UInt8(ascii: "?") { end += 1 }
            // `What?Ever` has a capital letter, a link has `=` or `/`.
            guard end < text.count, end - index <= 3, text[end] &- 97 < 26,
                index == 0 || isLetter(text[index - 1]) || text[index - 1] == 32
            else { continue }
            var start = index
            while start > 0, text[start - 1] > 32 { start -= 1 }
            while end < text.count, text[end] > 32 { end += 1 }
            let word = text[start..<end]
            guard !word.bytes.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") }) else { continue }
            return word
        }
        return nil
    }

    private func around(_ part: Character, _ string: String) -> String {
        guard let place = string.firstIndex(of: part) else { return string }
        let start = string.index(place, offsetBy: -15, limitedBy: string.startIndex) ?? string.startIndex
        return String(string[start...].prefix(30))
    }

    /// Returns the first sequence that is certainly UTF-8 decoded as Windows-1252, with the original text.
    static func sequence(_ scalars: [Unicode.Scalar]) -> (found: String, meant: String?)? {
        var doubtful = 0
        for index in scalars.indices {
            guard let lead = byte(scalars[index]), lead >= 0xC2, lead <= 0xF4 else { continue }
            let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            var bytes = [lead]
            var next = index + 1
            // Bytes that Windows-1252 does not define are often lost.
            while next < scalars.count, bytes.count < length, let continuation = byte(scalars[next]),
                continuation &- 0x80 < 0x40
            {
                bytes.append(continuation)
                next += 1
            }
            guard bytes.count > 1 else { continue }
            let found = String(String.UnicodeScalarView(scalars[index..<next]))
            let isWhole = bytes.count == length
            let meant = isWhole ? String(validating: bytes, as: UTF8.self) : nil
            let before = index > 0 ? scalars[index - 1] : nil
            let after = next < scalars.count ? scalars[next] : nil
            let signs = scalars[index + 1..<next]
            switch lead {
            case 0xC2:
                // `Â£`: a capital Â before a sign is rare, except after another capital letter.
                if signs.allSatisfy({ $0.value >= 0xA0 && $0.value < 0xC0 }),
                    !(before?.properties.isUppercase ?? false), isWhole
                {
                    return (found, meant)
                }
            case 0xC3, 0xC4, 0xC5, 0xC6, 0xCC:
                guard isWhole else { continue }
                let isSign = signs.allSatisfy { $0.value < 0xC0 && $0 != "«" && $0 != "»" && $0 != "\u{A0}" }
                let isInWord = (before?.properties.isLowercase ?? false) || (after?.properties.isLowercase ?? false)
                // `à` as a word.
                let isWord = signs.first == "\u{A0}" && lead == 0xC3 && (before == nil || before == " ")
                if isWord || isSign && lead == 0xC3 || isInWord && !(before?.properties.isUppercase ?? false) {
                    return (found, meant)
                }
            case 0xE2:
                // `â€™`, `â€œ`.
                if scalars[index + 1] == "€" || bytes.count == 3 && scalars[index + 1].value < 0xA0 {
                    return (found, meant)
                }
            case 0xEF:
                if isWhole, bytes[1] >= 0xBB { return (found, meant) }
            default:
                // Other scripts, as `Ð¿Ñ€`: at least two sequences in a row.
                doubtful += 1
                let follows = after.flatMap(byte).map { $0 >= 0xC2 && $0 <= 0xF4 } ?? false
                if doubtful >= 2, follows || doubtful >= 3 { return (found, meant) }
                if isWhole, length == 3, meant != nil,
                    signs.allSatisfy({ !$0.properties.isAlphabetic || $0 == "ƒ" || $0 == "œ" || $0 == "š" }),
                    signs.contains(where: { $0.value < 0xC0 })
                {
                    return (found, meant)
                }
            }
        }
        return nil
    }

    /// Returns the Windows-1252 byte of a character; C1 control characters map to themselves.
    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value >= 0x80, scalar.value <= 0xFF { return UInt8(scalar.value) }
        return windows[scalar]
    }

    private static let windows: [Unicode.Scalar: UInt8] = [
        "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88, "‰": 0x89, "Š": 0x8A,
        "‹": 0x8B,
        "Œ": 0x8C, "Ž": 0x8E, "\u{2018}": 0x91, "\u{2019}": 0x92, "\u{201C}": 0x93, "\u{201D}": 0x94, "•": 0x95,
        "–": 0x96, "—": 0x97,
        "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
    ]
}
