import UniversalMediaCatalog

/// STY-SUPERLATIVE: praise of the title.
struct Superlative: TextRule {
    static let info = RuleInfo(
        "STY-SUPERLATIVE", "Texts describe the title without praising it.", level: .info, tag: "I",
        section: "umc-validation.md 3.3", remedy: "remove praise, rankings and awards",
        bad: [
            .plot("This award-winning story follows a mapmaker to a coast that nobody has drawn."),
            .plot("The #1 hit of a mapmaker who finds a coast that nobody has drawn."),
            .plot("The best film of the decade: a mapmaker finds a coast that nobody has drawn."),
            .plot("Saluée par la critique, cette série suit une cartographe vers une côte inconnue.", "fr-FR"),
            .plot("Die preisgekrönte Geschichte einer Kartografin und einer unbekannten Küste.", "de-DE"),
            .plot("La galardonada historia de una cartógrafa que descubre una costa desconocida.", "es-ES"),
            .plot("La pluripremiata storia di una cartografa e di una costa sconosciuta.", "it-IT"),
            .plot("アカデミー賞受賞監督が描く、地図職人と誰も知らない海岸の物語。", "ja-JP"),
        ],
        good: [.plot("A mapmaker finds a coast that nobody has drawn.")],
        nearMisses: [
            .title("The Best Years of Our Lives"), .title("The Best Man"), .title("Le meilleur des mondes", "fr-FR"),
            .title("#1 Cheerleader Camp"),
            .plot("Her best friend is the greatest mapmaker of the valley, and her number one rival."),
            .plot("Sein bester Freund zeichnet die beste Karte der Küste und gewinnt das Rennen.", "de-DE"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        if text.classes.contains(.superlative),
            let match = TextScan.matches(.superlative, in: text.text).first(where: { match in
                // `a must-see` is praise, `they must see the coast` is not.
                let phrase = text.text[match.range]
                return !phrase.hasPrefix("must ") && !phrase.hasPrefix("most watched")
            }),
            !text.isTitle || match.range.count < text.text.count && match.range.lowerBound > 0
        {
            return findings.report(
                info, at: text.node,
                "the \(text.isTitle ? "title" : "description") praises the title: \(text.text[match.range].cited)")
        }
        // `#1` without further digits.
        guard !text.isTitle, text.features.isSuperset(of: [.hash, .digit]) else { return }
        let bytes = text.text
        for index in 0..<bytes.count where bytes[index] == UInt8(ascii: "#") {
            guard index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "1"), bytes[index + 2] == 32,
                let noun = bytes[index + 2..<min(bytes.count, index + 24)].words.first?.lower, Self.nouns.contains(noun)
            else { continue }
            return findings.report(info, at: text.node, "the description praises the title: “#1 \(noun)”")
        }
    }

    private static let nouns: Set<String> = [
        "hit", "show", "series", "movie", "film", "comedy", "drama", "thriller", "documentary", "bestseller", "box",
        "bestselling",
        "new", "rated", "best",
    ]
}
