import Localization
import Testing

@Suite struct LanguageTests {
    @Test(
        "S3.2: the viewer's languages come from the environment variables LANGUAGE, LC_ALL, LC_MESSAGES and LANG"
    )
    func viewerLanguages_fromEnvironment() {
        #expect(ViewerLanguages.languages(in: ["LANGUAGE": "de:fr", "LANG": "en_GB.UTF-8"]) == ["de", "fr", "en-GB"])
        #expect(ViewerLanguages.languages(in: ["LC_MESSAGES": "pt_BR", "LANG": "en_US"]) == ["pt-BR"])
        #expect(ViewerLanguages.languages(in: ["LC_ALL": "sr_RS.UTF-8@latin", "LANG": "en_US"]) == ["sr-RS"])
        #expect(ViewerLanguages.languages(in: ["LC_ALL": "", "LANG": "C.UTF-8"]) == ["en"])
        #expect(ViewerLanguages.languages(in: [:]) == ["en"])
        #expect(ViewerLanguages.languages(in: ["LANGUAGE": "de:de_DE:de", "LANG": "C"]) == ["de", "de-DE"])
    }

    @Test("tags are compared in their canonical form")
    func normalization() {
        #expect(LanguageMatching.normalized("EN_us") == "en-US")
        #expect(LanguageMatching.normalized("zh_hant_tw") == "zh-Hant-TW")
        #expect(LanguageMatching.normalized("deu") == "de" && LanguageMatching.normalized("ger") == "de")
        #expect(LanguageMatching.normalized("") == "und")
        #expect(LanguageMatching.threeLetterCode("de-AT") == "deu")
    }

    @Test(
        "S3.3: an exact match ranks before a less specific and a more specific one; another script does not match"
    )
    func best_ranks() {
        #expect(LanguageMatching.best("de-AT", in: ["de-DE", "de", "de-AT"]) == "de-AT")
        #expect(LanguageMatching.best("de-AT", in: ["de-DE", "de"]) == "de")
        #expect(LanguageMatching.best("de", in: ["de-DE", "de-AT"]) == "de-DE")
        #expect(LanguageMatching.best("zh-Hant-TW", in: ["zh-Hans", "zh-Hant"]) == "zh-Hant")
        #expect(LanguageMatching.best("zh-Hant", in: ["zh-Hans"]) == nil)
        #expect(LanguageMatching.best("ja", in: ["de"]) == nil)
    }
}
