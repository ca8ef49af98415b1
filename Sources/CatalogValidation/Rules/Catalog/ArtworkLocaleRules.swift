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
        item.forEach(.artwork) { node in
            guard let locales = node[.locales] else { return }
            if let locale = locales.repeatedElement {
                findings.report(
                    info, at: node, level: .warning, remedy: "remove the second one",
                    "the artwork's locales contain \(locale.shown) twice")
            }
            for locale in locales.commaList {
                if locale.isEmpty {
                    findings.report(info, at: node, "the artwork's locales \(locales.shown) contain an empty one")
                    continue
                }
                guard let fault = LanguageTag.fault(locale), !Self.isWildcard(locale) else { continue }
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
        item.forEach(.artwork) { node in
            guard let locales = node[.locales] else { return }
            for locale in locales.commaList where !locale.isEmpty && !Self.hasTitle(item, locale) {
                findings.report(
                    info, at: node,
                    // One image often serves all regions of a language.
                    level: Self.hasTitleElsewhere(item, locale, locales) ? .info : nil,
                    "the artwork is for \(locale.shown), but the item has no title in that locale")
            }
        }
    }

    /// Returns whether the artwork is also for a locale of the same language in which the item has a title.
    private static func hasTitleElsewhere(_ item: CatalogItemView, _ locale: FeedText, _ all: FeedText) -> Bool {
        var end = 0
        while end < locale.count, isLetter(locale[end]) { end += 1 }
        return all.commaList.contains { other in
            other.count >= end && other[0..<end].isSameIgnoringCase(locale[0..<end])
                && (other.count == end || !isLetter(other[end])) && hasTitle(item, other)
        }
    }

    private static func hasTitle(_ item: CatalogItemView, _ locale: FeedText) -> Bool {
        for title in item.node.children where title.name == .title {
            if let own = title[.locale] {
                if covers(locale, own.trimmed) { return true }
            } else {
                var name = item.head.defaultLocale
                if name.withUTF8({ covers(locale, FeedText(bytes: $0)) }) { return true }
            }
        }
        return false
    }

    /// Returns whether one locale equals or is a prefix of the other; `*` matches anything.
    private static func covers(_ locale: FeedText, _ title: FeedText) -> Bool {
        if locale.count > 2, locale[0] == UInt8(ascii: "*") {
            let region = locale[1..<locale.count]
            return title.count >= region.count
                && title[title.count - region.count..<title.count].isSameIgnoringCase(region)
        }
        var locale = locale
        if locale.count > 2, locale[locale.count - 1] == UInt8(ascii: "*") { locale = locale[0..<locale.count - 2] }
        let (short, long) = locale.count <= title.count ? (locale, title) : (title, locale)
        guard !short.isEmpty, long[0..<short.count].isSameIgnoringCase(short) else { return false }
        return short.count == long.count || long[short.count] == UInt8(ascii: "-")
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
        item.forEach(.artwork) { node in
            guard let type = node[.type], type.hasPrefix("content_logo_"), node[.locales]?.isBlank ?? true else {
                return
            }
            findings.report(info, at: node, "the logo has no locales: \(node[.url]?.shown ?? "")")
        }
    }
}
