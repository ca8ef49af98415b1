import UniversalMediaCatalog

struct ArtworkLocales: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-LOCALES", "The locales of an artwork are language tags separated by commas, each once.", level: .error,
        tag: "S", section: "umc-catalog.md 3.7", remedy: "write language tags such as en-US,fr-FR",
        bad: [
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"fr,fr_FR\""),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"fr;fr-FR\""),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"fr,,fr-FR\""),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"fr-FR,fr-FR\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\" fr , fr-FR \""),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"fr-*\""),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"*-FR\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        /// The locales of the artwork before, if they are faultless: those of an item are often the same.
        var known = FeedText.none
        for artwork in item.artworks {
            guard let locales = artwork.locales, known.isEmpty || locales != known else { continue }
            let node = artwork.node
            known = .none
            var isFaultless = true
            defer { if isFaultless { known = locales } }
            if let locale = locales.repeatedElement {
                isFaultless = false
                findings.report(
                    info, at: node, level: .warning, remedy: "remove the second one",
                    "the artwork's locales contain \(locale.shown) twice")
            }
            for locale in locales.commaList {
                if locale.isEmpty {
                    isFaultless = false
                    findings.report(info, at: node, "the artwork's locales \(locales.shown) contain an empty one")
                    continue
                }
                guard let fault = LanguageTag.fault(locale), !Self.isWildcard(locale) else { continue }
                isFaultless = false
                findings.report(
                    info, at: node, level: fault.isMalformed ? .error : .warning,
                    remedy: locales.bytes.contains(UInt8(ascii: ";"))
                        ? "separate them with commas" : fault.remedy(locale),
                    fault.message(locale, of: "artwork's locale"))
            }
        }
    }

    /// Returns whether a locale has a wildcard, as in `en-*` and `*-AU`, which Apple's own export writes.
    static func isWildcard(_ locale: FeedText) -> Bool {
        if locale.count > 2, locale[0] == UInt8(ascii: "*"), locale[1] == UInt8(ascii: "-") {
            return locale[2..<locale.count].bytes.allSatisfy { isLetter($0) || isDigit($0) }
        }
        return locale.count > 3 && locale[locale.count - 1] == UInt8(ascii: "*")
            && locale[locale.count - 2] == UInt8(ascii: "-") && LanguageTag.fault(locale[0..<locale.count - 2]) == nil
    }
}

/// CAT-ART-TITLE: artwork in a locale in which the item has no title.
struct ArtworkTitleLocale: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-TITLE", "The item has a title in each locale of its artwork.", level: .warning, tag: "S",
        section: "umc-catalog.md 5", remedy: "add the title that the image shows in that locale",
        bad: [
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"fr-FR,de-DE\""),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"fr-CA\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"FR-fr,ja\""),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"en-*\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard !item.artworks.isEmpty else { return }
        let titles = TitleLocales(item)
        /// The locales of the artwork before, if the item has titles in all of them.
        var known = FeedText.none
        for artwork in item.artworks {
            guard let locales = artwork.locales, known.isEmpty || locales != known else { continue }
            known = locales
            var languages: Set<String>?
            for locale in locales.commaList where !locale.isEmpty && !titles.contain(locale) {
                known = .none
                findings.report(
                    info, at: artwork.node,
                    // One image often serves all regions of a language.
                    level: titles.containLanguage(of: locale, in: locales, &languages) ? .info : nil,
                    "the artwork is for \(locale.shown), but the item has no title in that locale")
            }
        }
    }
}

/// CAT-ART-LOGO-LOCALE: a logo without locales.
struct LogoLocale: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-LOGO-LOCALE", "A logo has the locales of its text.", level: .warning, tag: "S/D",
        section: "umc-catalog.md 3.7", remedy: "add locales with the locales of the title that the logo shows",
        bad: [
            RuleExample(
                .catalog, "LB-SHOW-0200/logo.png\" type=\"content_logo_polychromatic\" locales=\"en-US\"",
                "LB-SHOW-0200/logo.png\" type=\"content_logo_polychromatic\"")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "LB-SHOW-0200/logo.png\" type=\"content_logo_polychromatic\" locales=\"en-US\"",
                "LB-SHOW-0200/bg2.png\" type=\"centered_background\"")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for artwork in item.artworks {
            guard let type = artwork.type, type.hasPrefix("content_logo_"), artwork.locales?.isBlank ?? true else {
                continue
            }
            findings.report(info, at: artwork.node, "the logo has no locales: \(artwork.url?.shown ?? "")")
        }
    }
}
