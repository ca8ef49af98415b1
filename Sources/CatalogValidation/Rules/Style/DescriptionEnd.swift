import UniversalMediaCatalog

/// STY-ELLIPSIS: truncated descriptions.
struct DescriptionEnd: TextRule {
    static let info = RuleInfo(
        "STY-ELLIPSIS", "Descriptions end with a complete sentence.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "deliver the complete text",
        bad: [
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts and finds..."),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts and finds a co"),
            .plot("Une cartographe à la retraite reconstruit un phare avec de vieilles cartes et découvre…", "fr-FR"),
            .plot("Eine Kartografin im Ruhestand baut aus alten Karten einen Leuchtturm und entdeckt eine Kü", "de-DE"),
        ],
        good: [.plot("A retired mapmaker rebuilds a lighthouse.")],
        nearMisses: [
            .plot("A retired mapmaker"),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts... and finds a coast!"),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts and asks: “Who has drawn the coast?”"),
            .plot(
                "Une cartographe reconstruit un phare avec de vieilles cartes (et découvre une côte inconnue).", "fr-FR"
            ),
            .plot("地図職人が古い海図で灯台を建て直し、誰も描いたことのない海岸を見つける物語が静かに幕を開ける。", "ja-JP"),
            .plot("ช่างทำแผนที่เกษียณสร้างประภาคารขึ้นใหม่จากแผนที่เก่าและพบชายฝั่งที่ไม่มีใครเคยวาด", "th-TH"),
            .plot("एक सेवानिवृत्त मानचित्रकार पुराने नक्शों से एक प्रकाशस्तंभ फिर से बनाती है और एक तट खोजती है।", "hi-IN"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle, let last = text.text.bytes.last else { return }
        let description = text.text
        switch last {
        case UInt8(ascii: "."):
            guard description.count > 2, description[description.count - 2] == last,
                description[description.count - 3] == last
            else { return }
            return report(text, "ends with “...”", &findings)
        case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ")"),
            UInt8(ascii: "]"),
            UInt8(ascii: "*"), UInt8(ascii: "~"):
            return
        case 0x80...:
            if endsWithEllipsis(description) { return report(text, "ends with “…”", &findings) }
            // Other non-ASCII endings: everything except letters is accepted as punctuation.
            guard
                let scalar = description[max(0, description.count - 4)..<description.count].string.unicodeScalars.last,
                scalar.properties.isAlphabetic, Script.isBicameral(scalar)
            else { return }
        default: break
        }
        // Short descriptions need not be sentences; languages such as Thai have no full stop.
        guard !text.isShort, !Script.markless.contains(text.language), !TextURL.isAtEnd(description) else { return }
        guard description.count > 60, description.scalarCount > 60 else { return }
        report(text, "has no final punctuation and may be truncated", &findings)
    }

    private func endsWithEllipsis(_ text: FeedText) -> Bool {
        text.count >= 3 && text[text.count - 3..<text.count] == "…"
    }

    private func report(_ text: CatalogText, _ what: String, _ findings: inout Findings) {
        let end = String(text.text.string.suffix(60))
        findings.report(info, at: text.node, "the description \(what): “…\(end)”")
    }
}

extension Script {
    /// Languages without sentence-final punctuation.
    static let markless: Set<Language> = [.thai, "lo", "km", "my", "bo", "dz"]

    /// Returns whether a letter belongs to a script whose sentences end with a full stop.
    static func isBicameral(_ scalar: Unicode.Scalar) -> Bool {
        switch Script(scalar) {
        case .latin, .greek, .cyrillic, .arabic, .hebrew: true
        default: false
        }
    }
}

extension TextURL {
    /// Returns whether a text ends with a web address, mail address or hashtag, which another rule reports.
    static func isAtEnd(_ text: FeedText) -> Bool {
        var start = text.count
        while start > 0, !isXMLSpace(text[start - 1]) { start -= 1 }
        let token = text[start..<text.count]
        return token.contains("://") || hasWWW(token) || token.bytes.first == UInt8(ascii: "#")
            || token.bytes.contains(UInt8(ascii: "@"))
    }
}
