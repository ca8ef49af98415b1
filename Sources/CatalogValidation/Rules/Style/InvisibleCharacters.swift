import UniversalMediaCatalog

/// STY-INVISIBLE: characters that viewers do not see, such as bidirectional controls.
struct InvisibleCharacters: TextRule {
    static let info = RuleInfo(
        "STY-INVISIBLE", "Texts contain no invisible characters and no bidirectional controls that they do not need.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "remove the character; copy the text again as plain text",
        bad: [
            .title("The Paper \u{202E}Lighthouse"), .title("The Paper\u{200D} Lighthouse"),
            .title("Light\u{AD}house of Paper"), .title("The Paper Lighthouse\u{200E}"),
            .title("The \u{2066}Paper\u{2069} Lighthouse"), .title("紙の\u{200C}灯台", "ja-JP"),
            .title("The Paper\u{2060} Lighthouse"), .title("The Paper Lighthouse \u{F8FF}"),
            .plot("A mapmaker finds a \u{202D}coast\u{202C} that nobody has drawn."),
            .title("منارة \u{202B}من ورق", "ar-SA"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("می\u{200C}خواهم زنده بمانم", "fa-IR"), .title("منارة\u{200F} من ورق", "ar-SA"),
            .title("पहाड़\u{200D}ों की रोशनी", "hi-IN"), .title("The 👩\u{200D}🚀 of the North"),
            .title("The ❤\u{FE0F} of the North"),
            .plot("رواية \u{2068}Paper Lighthouse\u{2069} عن منارة من ورق.", "ar-SA"),
            .title("Le Phare\u{A0}: la suite", "fr-FR"), .title("Café™ — “North”"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: InvisibleCharacter.features),
            let found = InvisibleCharacter.first(in: text.text)
        else { return }
        findings.report(
            info, at: text.node, remedy: "remove \(found.described); copy the text again as plain text",
            "the \(text.isTitle ? "title" : "description") contains \(found.described) at character "
                + "\(text.text[0..<found.offset].scalarCount + 1)")
    }
}
