import UniversalMediaCatalog

/// STY-PROMO: promotion and availability in titles and descriptions.
struct Promotion: TextRule {
    static let info = RuleInfo(
        "STY-PROMO", "Texts contain no promotion, and do not state where, when or at what price a title is available.",
        level: .warning, tag: "I/D", section: "umc-validation.md 3.3",
        remedy: "describe only the title; labels such as “New Episode” are derived from the dates in the feeds",
        class: .mustFix,
        bad: [
            .title("The Paper Lighthouse - Watch Now"), .title("The Paper Lighthouse (Exclusive)"),
            .title("NEW: The Paper Lighthouse"),
            .title("The Paper Lighthouse [Free]"), .title("The Paper Lighthouse (New Season)"),
            .title("Der Papierleuchtturm (Neu)", "de-DE"),
            .title("Le Phare de papier - En exclusivité", "fr-FR"), .title("紙の灯台【独占配信】", "ja-JP"),
            .plot("A mapmaker finds a coast that nobody has drawn. Watch now!"),
            .plot("A mapmaker finds a coast that nobody has drawn. Only on Lantern Bay."),
            .plot("A mapmaker finds a coast that nobody has drawn. New season premieres Friday."),
            .plot("A mapmaker finds a coast that nobody has drawn. Yours for only $4.99."),
            .plot("A mapmaker finds a coast. Stream it free with a free trial, and subscribe today."),
            .plot("Une cartographe découvre une côte inconnue. Abonnez-vous dès aujourd'hui !", "fr-FR"),
            .plot("Une cartographe découvre une côte inconnue. Nouvelle saison disponible maintenant !", "fr-FR"),
            .plot("Eine Kartografin entdeckt eine unbekannte Küste. Jetzt streamen!", "de-DE"),
            .plot("Una cartógrafa descubre una costa desconocida. ¡No te lo pierdas!", "es-ES"),
            .plot("Una cartografa scopre una costa sconosciuta. Da non perdere!", "it-IT"),
            .plot("Uma cartógrafa descobre uma costa desconhecida. Assista agora!", "pt-BR"),
            .plot("地図職人が誰も描いたことのない海岸を見つける。今すぐ視聴！", "ja-JP"),
            .plot("Een kaartenmaker ontdekt een onbekende kust. Kijk nu!", "nl-NL"),
            .plot("지도 제작자가 아무도 그리지 않은 해안을 발견한다. 지금 시청하세요!", "ko-KR"),
        ],
        good: [.plot("A mapmaker finds a coast that nobody has drawn.")],
        nearMisses: [
            .title("Free Willy"), .title("Stream"), .title("Coming Soon"), .title("Tune in Tomorrow"),
            .title("Watch on the Rhine"),
            .title("Born Free"), .title("The New World"), .title("Exclusive Story"),
            .title("Sortie exclusive", "fr-FR"),
            .title("Gratis ins Glück", "de-DE"), .title("Solo en casa", "es-ES"), .title("無料の夢", "ja-JP"),
            .title("$9.99"),
            .plot(
                "As the new season begins, an exclusive school sets its horses free along the stream, for $100,000 a head."
            ),
            .plot(
                "She lives only on blood, shot exclusively on location in New Orleans, and is now available for work on Friday."
            ),
            .plot("Une nouvelle saison commence : les chevaux sont libres et Oda vit seulement de poissons.", "fr-FR"),
            .plot(
                "Ein neues Schuljahr beginnt. Oda will den letzten Zug nicht verpassen und fährt gratis mit.", "de-DE"),
            .plot("Una mujer vive solo en Madrid y mira ahora hacia el mar que nadie ha dibujado.", "es-ES"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        // `new` and `free` are frequent in plots; they count only as labels of titles.
        let words: WordClasses =
            text.isTitle
            ? [.promotion, .loosePromotion, .promotionOn, .promotionLabel]
            : [.promotion, .loosePromotion, .promotionOn, .showing]
        if !text.classes.isDisjoint(with: words) {
            guard !text.isTitle || text.isShownTitle else { return }
            if let found = text.isTitle ? Self.inTitle(text) : Self.inDescription(text) {
                return findings.report(
                    info, at: text.node,
                    "the \(text.isTitle ? "title" : "description") contains promotion: \(found.cited)")
            }
        }
        if text.features.contains(.digit), !text.features.isDisjoint(with: [.currency, .symbol, .sign, .percent]),
            let price = Price.find(text)
        {
            findings.report(info, at: text.node, "the text contains a price: \(price.cited)")
        }
    }

    private static func inTitle(_ text: CatalogText) -> FeedText? {
        let title = text.text
        let classes: WordClasses = [.promotion, .loosePromotion, .promotionOn, .promotionLabel]
        guard !text.classes.isDisjoint(with: classes) else { return nil }
        if text.mayHaveParts, let label = text.labels([.promotion, .loosePromotion, .promotionLabel]).first {
            return title[label.range].trimmed
        }
        for match in TextScan.matches(classes, in: title) {
            let start = match.range.lowerBound
            let end = match.range.upperBound
            let isWhole = title[0..<start].hasNoLetters && title[end..<title.count].hasNoLetters
            guard !isWhole else { return nil }
            if match.classes.contains(.promotion) { return title[match.range] }
            // `NEW: …`.
            if start == 0, end + 1 < title.count, title[end] == UInt8(ascii: ":"), title[0..<end].isShouted,
                !match.classes.isDisjoint(with: [.promotionLabel, .loosePromotion])
            {
                return title[match.range]
            }
            if match.classes.contains(.loosePromotion), title[end..<title.count].hasNoLetters,
                title[match.range].bytes.contains(32), title[0..<start].words.count > 1
            {
                return title[match.range]
            }
            if match.classes.contains(.promotionOn), start > 0, let name = service(title, end) {
                let isOwnPart = TitleParts.all(of: title).contains {
                    $0.range.contains(start) && title[$0.range.lowerBound..<start].hasNoLetters
                }
                if isOwnPart || name.isKnown { return title[start..<title.count] }
            }
        }
        return nil
    }

    private static func inDescription(_ text: CatalogText) -> FeedText? {
        let description = text.text
        let classes: WordClasses = [.promotion, .loosePromotion, .promotionOn, .showing]
        for match in TextScan.matches(classes, in: description) {
            if match.classes.contains(.promotion) { return description[match.range] }
            let range = description.sentence(around: match.range)
            let sentence = description[range].trimmed
            if match.classes.contains(.loosePromotion), isCall(sentence, match, text) { return sentence }
            if match.classes.contains(.promotionOn), let name = service(description, match.range.upperBound) {
                let isFirst = description[range.lowerBound..<match.range.lowerBound].hasNoLetters
                if isFirst, sentence.words.count <= 7 { return sentence }
                if name.isKnown, !isReport(description[range.lowerBound..<match.range.lowerBound]) {
                    return description[match.range.lowerBound..<name.end]
                }
            }
            let isReported =
                match.classes.contains(.showing) && description[match.range].words[0].lower.hasSuffix("ing")
            if match.classes.contains(.showing), !isReported || sentence.words.count <= 8,
                let end = day(description, match.range.upperBound)
            {
                return description[match.range.lowerBound..<end]
            }
        }
        return nil
    }

    /// Returns whether the sentence around a possibly promotional phrase is short, or a short exclamation.
    private static func isCall(_ sentence: FeedText, _ match: TextScan.Match, _ text: CatalogText) -> Bool {
        let exclaims = sentence.bytes.last == UInt8(ascii: "!") || sentence.string.hasSuffix("！")
        let words = text.language.isDense ? sentence.scalarCount / 3 : sentence.words.count
        let phrase = text.language.isDense ? match.range.count / 9 : text.text[match.range].words.count
        // A single word is not conclusive, as in `An exclusive school!`.
        if phrase < 2, !text.language.isDense { return words <= 2 }
        // A longer sentence around the phrase is part of the plot.
        return words <= (exclaims ? 10 : phrase + 4)
    }

    /// Returns the end of a day that follows within two words.
    private static func day(_ text: FeedText, _ place: Int) -> Int? {
        let rest = text[place..<min(text.count, place + 40)]
        guard let match = TextScan.matches([.weekday, .month], in: rest).first else { return nil }
        let between = rest[0..<match.range.lowerBound]
        guard between.words.count <= 1,
            !between.bytes.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
        else { return nil }
        if match.classes.contains(.weekday) { return place + match.range.upperBound }
        // `May` is also a name: a month needs a day. With a year, the sentence tells history.
        let words = rest[match.range.upperBound..<rest.count].words
        guard let number = words.first, number.isNumber, number.text.count <= 2 else { return nil }
        if words.count > 1, words[1].isNumber { return nil }
        return place + match.range.upperBound + number.range.upperBound
    }

    /// Returns the end of a capitalised name directly after a phrase, and whether it is a known service.
    private static func service(_ text: FeedText, _ place: Int) -> (end: Int, isKnown: Bool)? {
        let words = text[place..<min(text.count, place + 60)].words
        guard let first = words.first, first.range.lowerBound <= 1, first.isCapital,
            TextScan.matches([.weekday, .month], in: first.text).isEmpty
        else { return nil }
        var end = first.range.upperBound
        var isKnown = services.contains(first.lower)
        for word in words.dropFirst().prefix(3) {
            guard word.isCapital, word.range.lowerBound == end + 1 else { break }
            end = word.range.upperBound
            if suffixes.contains(word.lower) { isKnown = true }
        }
        if place + end < text.count, text[place + end] == UInt8(ascii: "+") {
            isKnown = true
            end += 1
        }
        return (place + end, isKnown)
    }

    /// Returns whether the text before a phrase reports an earlier release.
    private static func isReport(_ before: FeedText) -> Bool {
        before.words.contains { reports.contains($0.lower) }
    }

    private static let services: Set<String> = [
        "netflix", "hulu", "peacock", "crunchyroll", "youtube", "tubi", "roku", "dazn", "starz", "shudder", "britbox",
        "mubi",
        "showmax", "viaplay", "globoplay", "movistar", "joyn", "canal", "salto", "filmin", "videoland", "stan", "binge",
        "disney", "paramount", "hbo", "sky", "hotstar", "zee5",
    ]
    private static let suffixes: Set<String> = [
        "tv", "plus", "channel", "now", "max", "video", "play", "go", "network",
    ]
    private static let reports: Set<String> = [
        "was", "were", "been", "released", "premiered", "debuted", "aired", "shown", "distributed", "available",
        "became",
        "began", "streamed", "screened", "before", "prior", "later", "is",
    ]
}

extension FeedText {
    /// Whether the text has no lower-case ASCII letters.
    fileprivate var isShouted: Bool { !bytes.contains { $0 &- 97 < 26 } }
}
