import UniversalMediaCatalog

/// STY-QUALITY: video, audio and language versions in titles.
struct QualityInTitle: TextRule {
    static let info = RuleInfo(
        "STY-QUALITY", "Titles do not name video, audio or language versions.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3",
        remedy: "remove it; quality, audio and subtitles belong in the availability feed's playableProperties",
        bad: [
            .title("The Paper Lighthouse HD"), .title("The Paper Lighthouse (4K)"),
            .title("The Paper Lighthouse [UHD]"),
            .title("The Paper Lighthouse in Dolby Vision"), .title("The Paper Lighthouse (Subtitled)"),
            .title("The Paper Lighthouse - Dubbed"),
            .title("Le Phare de papier (VOST)", "fr-FR"), .title("Der Papierleuchtturm (OmU)", "de-DE"),
            .title("El faro de papel (Subtitulada)", "es-ES"), .title("Il faro di carta [Sottotitolato]", "it-IT"),
            .title("O Farol de Papel (Dublado)", "pt-BR"), .title("紙の灯台（字幕版）", "ja-JP"), .title("紙の灯台 [吹替]", "ja-JP"),
            .title("종이 등대 (더빙)", "ko-KR"), .title("Бумажный маяк (субтитры)", "ru-RU"), .title("纸灯塔（国语版）", "zh-Hans"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("English"), .title("Hindi Medium"), .title("HD"), .title("4K"), .title("Dolby"), .title("THX 1138"),
            .title("The Hard Way: HDTV Kids"),
            .title("Dubbed Out"),
            .title("Dr. Hd Lee"), .title("Sous-titre", "fr-FR"), .title("VF Corporation", "fr-FR"),
            .title("字幕の女王", "ja-JP"),
            .title("V.O.S. de la nuit", "fr-FR"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.isTitle, !text.classes.isDisjoint(with: [.quality, .qualityAtEnd, .qualityLabel]), text.isShownTitle
        else { return }
        let title = text.text
        if text.mayHaveParts, let label = text.labels([.quality, .qualityAtEnd, .qualityLabel]).first {
            return report(title[label.range].trimmed, text, &findings)
        }
        for match in TextScan.matches([.quality, .qualityAtEnd], in: title) where match.range.lowerBound > 0 {
            if match.classes.contains(.quality) { return report(title[match.range], text, &findings) }
            let word = title[match.range]
            if title[match.range.upperBound..<title.count].hasNoLetters,
                !word.bytes.contains(where: { $0 &- 97 < 26 }) || word.count > 4
            {
                return report(word, text, &findings)
            }
        }
    }

    private func report(_ part: FeedText, _ text: CatalogText, _ findings: inout Findings) {
        findings.report(info, at: text.node, "the title \(text.text.cited) names a version: \(part.cited)")
    }
}

/// STY-RATING-IN-TITLE: ratings in titles.
struct RatingInTitle: TextRule {
    static let info = RuleInfo(
        "STY-RATING-IN-TITLE", "Titles do not contain a rating.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3",
        remedy: "remove it; ratings have their own elements, and versions belong in movieInfo/version",
        bad: [
            .title("The Paper Lighthouse (Unrated)"), .title("The Paper Lighthouse TV-MA"),
            .title("The Paper Lighthouse [PG-13]"),
            .title("Der Papierleuchtturm (FSK 16)", "de-DE"), .title("紙の灯台（R15+）", "ja-JP"),
            .title("Le Phare de papier (Tous publics)", "fr-FR"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("PG"), .title("Unrated"), .title("(500) Days of Summer"), .title("The Uncut Gems"),
            .title("Seventeen (16)"),
            .title("Tous publics", "fr-FR"), .title("Ab 18", "de-DE"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.isTitle, !text.classes.isDisjoint(with: [.rating, .ratingLabel]), text.isShownTitle else { return }
        let title = text.text
        if text.mayHaveParts,
            let label = text.labels([.rating, .ratingLabel]).first(where: { part in
                // A bare number may have another meaning; `16+` is a rating.
                !part.text.bytes.allSatisfy(isDigit)
            })
        {
            return findings.report(
                info, at: text.node, "the title \(title.cited) contains a rating: \(title[label.range].trimmed.cited)")
        }
        if let match = TextScan.matches(.rating, in: title).first, match.range.count < title.count {
            findings.report(
                info, at: text.node, "the title \(title.cited) contains a rating: \(title[match.range].cited)")
        }
    }
}

/// STY-YEAR: the release year at the end of a title.
struct YearInTitle: TextRule {
    static let info = RuleInfo(
        "STY-YEAR", "A title does not end with the release year.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "remove the year; it belongs in the release date",
        bad: [
            .title("The Paper Lighthouse (2025)"), .title("Le Phare de papier (2025)", "fr-FR"),
            .title("紙の灯台（2025）", "ja-JP"),
            .show("Nine Quiet Volcanoes (2026)"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("The Paper Lighthouse (1984)"), .title("2025"), .title("Paper Lighthouse 2025"),
            .title("Le Phare de papier (2049)", "fr-FR"),
            .title("(2025) Days of Summer"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        let title = text.text
        guard text.isTitle, text.features.contains(.digit), title.count > 6, text.isShownTitle else { return }
        let end: Int
        if title[title.count - 1] == UInt8(ascii: ")"), title[title.count - 6] == UInt8(ascii: "(") {
            end = title.count - 1
        } else if title.count > 10, title[title.count - 3..<title.count] == "）",
            title[title.count - 10..<title.count - 7] == "（"
        {
            end = title.count - 3
        } else {
            return
        }
        guard let year = title[end - 4..<end].decimal, let info = item.info else { return }
        for date in info.children
        where [.originalReleaseDate, .originalPremiereDate, .originalAirDate].contains(date.name)
            && date.text.trimmed.year == year
        {
            return findings.report(
                self.info, at: text.node,
                "the title \(title.cited) ends with \(year), the year of its \(date.name.rawValue)")
        }
    }
}
