import UniversalMediaCatalog

struct TitleLocale: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-LOCALE", "The locale of a title is a language tag of BCP 47.", level: .error, tag: "S",
        section: "umc-catalog.md 4", remedy: "write a language tag such as en-US, fr or zh-Hans-CN",
        consequences: ["CAT-TITLE-DEFAULT", "CAT-TITLE-DUP"],
        bad: [
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"fr_FR\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"french (France)\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"\">"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"zh-Hant-HK\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"es-419\">"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.title) { node in
            guard let locale = node[.locale], let fault = LanguageTag.fault(locale), fault.isMalformed else { return }
            findings.report(info, at: node, remedy: fault.remedy(locale), fault.message(locale, of: "title's locale"))
        }
    }
}

/// CAT-LOCALE: invalid locales of elements other than titles.
struct LocaleForm: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-LOCALE", "Locales are language tags of BCP 47.", level: .error, tag: "S", section: "umc-catalog.md 4",
        remedy: "write a language tag such as en-US, fr or zh-Hans-CN",
        bad: [
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"fr_FR\">"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">", "<keyword locale=\"English\">"),
            RuleExample(.sportsCatalog, "<name locale=\"en-US\">Tidewater", "<name locale=\"en_US\">Tidewater"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"fr\">"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"sr-Latn-RS\">"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.node.forEachDescendant(with: .locale) { node, locale in
            guard node.name != .title, let fault = LanguageTag.fault(locale), fault.isMalformed else { return }
            findings.report(
                info, at: node, remedy: fault.remedy(locale),
                fault.message(locale, of: "locale of this \(node.name.rawValue)"))
        }
    }
}

/// CAT-LOCALE-UNKNOWN: well-formed tags with an unregistered language or region.
struct UnknownLocale: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-LOCALE-UNKNOWN",
        "The language and the region of a locale are registered, and a country alone is no locale.", level: .warning,
        tag: "D", section: "umc-catalog.md 4",
        remedy: "use the codes of ISO 639 and ISO 3166-1 as in the IANA registry",
        consequences: ["CAT-TITLE-DEFAULT"],
        bad: [
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"qq-FR\">"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"en-UK\">"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"fre-FR\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"FR\">"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"fil-PH\">"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"FR-fr\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"fr\">"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.node.forEachDescendant(with: .locale) { node, locale in
            guard let fault = LanguageTag.fault(locale), !fault.isMalformed else { return }
            findings.report(info, at: node, remedy: fault.remedy(locale), fault.message(locale, of: "locale"))
        }
    }
}

struct LanguageForm: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-LANGUAGE", "originalLanguage and language are language tags of BCP 47.", level: .error, tag: "D",
        section: "umc-catalog.md 3.2", remedy: "write a language tag such as en, pt-BR or cmn",
        bad: [
            RuleExample(
                .catalog, "<originalLanguage>en</originalLanguage>", "<originalLanguage>en_US</originalLanguage>"),
            RuleExample(.catalog, "<language>en</language>", "<language>English</language>"),
            RuleExample(.catalog, "<language>en</language>", "<language>eng</language>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<originalLanguage>en</originalLanguage>", "<originalLanguage>pt-BR</originalLanguage>"),
            RuleExample(.catalog, "<language>en</language>", "<language>yue</language>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.originalLanguage) { check($0, &findings) }
        guard item.type == .extra, let info = item.info else { return }
        for node in info.children where node.name == .language { check(node, &findings) }
    }

    private func check(_ node: FeedNode, _ findings: inout Findings) {
        let text = node.text.trimmed
        guard let fault = LanguageTag.fault(text) else { return }
        findings.report(
            info, at: node, level: fault.isMalformed ? .error : .warning, remedy: fault.remedy(text),
            fault.message(text, of: node.name.rawValue))
    }
}
