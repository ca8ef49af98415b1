import UniversalMediaCatalog

/// STY-APPLE-MARKS: names of Apple products that make a title look like Apple's.
struct AppleMarks: TextRule {
    static let info = RuleInfo(
        "STY-APPLE-MARKS", "Texts do not use Apple's product names to look Apple-branded.", level: .warning, tag: "S",
        section: "umc-validation.md 3.3", remedy: "remove Apple's names, unless the title is about them",
        bad: [
            .title("The Paper Lighthouse for Apple TV"), .title("Le Phare de papier (iTunes Extra)", "fr-FR"),
            .plot("An Apple Original film about a mapmaker who finds a coast that nobody has drawn."),
            .plot("Watch this story of a retired mapmaker on your Apple TV today."),
            .plot("A retired mapmaker, seen by the makers of the Apple TV hit, rebuilds a lighthouse."),
            .plot("Une série originale Apple sur une cartographe qui découvre une côte inconnue.", "fr-FR"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("The Apple Dumpling Gang"), .title("Apple"), .title("The Apple"), .title("Steve Jobs"),
            .title("Der Apfel", "de-DE"), .title("Apple of My Eye"),
            .plot("The original apple trees of the valley watch over a retired mapmaker and her lighthouse."),
            .plot("La mère de Siri cueille des pommes ; une cartographe à la retraite achète une Apple II.", "fr-FR"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.classes.isDisjoint(with: [.appleProduct, .appleBrand]) else { return }
        let matches = TextScan.matches([.appleProduct, .appleBrand], in: text.text).filter { match in
            // In lower case, `the apple store` is a shop that sells apples.
            let first = text.text[match.range][0]
            return first != UInt8(ascii: "a")
                || match.classes.contains(.appleBrand)
                    && text.text[match.range.lowerBound..<text.text.count].contains("Apple")
        }
        guard let match = matches.first(where: { $0.classes.contains(.appleBrand) }) ?? matches.first else { return }
        let words = text.text[match.range].cited
        if text.isTitle || match.classes.contains(.appleBrand) {
            return findings.report(
                info, at: text.node, "the \(text.isTitle ? "title" : "description") uses the Apple name \(words)")
        }
        let sentence = text.text[text.text.sentence(around: match.range)]
        let invites = sentence.words.contains { Self.invitations.contains($0.lower) }
        // A device may be part of a plot; a service rarely is.
        let isDevice = Self.devices.contains { text.text[match.range].string.lowercased().hasPrefix($0) }
        guard invites || !isDevice else { return }
        // News, talk and documentaries are about services; stories are not.
        let isOfStory =
            text.text[match.range].string.lowercased().hasPrefix("apple tv")
            && !item.node.children.contains { $0.name == .genre && Self.factual.contains($0.text.trimmed) }
        findings.report(
            info, at: text.node, level: invites || isOfStory ? nil : .info,
            invites
                ? "the description advertises with the Apple name \(words): \(sentence.trimmed.cited)"
                : "the description names \(words); that is acceptable only if the title is about it")
    }

    private static let factual = WordTable([
        "documentary", "talk_show", "news", "biography", "special_interest", "variety",
    ])
    private static let devices = [
        "iphone", "ipad", "ipod", "imac", "macbook", "airpod", "homepod", "facetime", "apple watch",
    ]
    private static let invitations: Set<String> = [
        "watch", "enjoy", "available", "download", "stream", "exclusively", "disponible", "regardez", "exclusivité",
        "verfügbar", "ansehen", "anschauen", "exklusiv", "mira", "míralo", "exclusiva", "guarda", "guardalo",
        "disponibile",
        "esclusiva", "assista", "disponível", "beschikbaar", "kijk", "titta", "смотрите",
    ]
}
