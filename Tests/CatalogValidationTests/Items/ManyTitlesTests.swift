import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests items with so many titles or locales that these are looked up in tables.
struct ManyTitlesTests {
    private static let asked = [
        "en-US", "EN-us", "en", "en-GB", "e", "zh-Hant", "zh-Hant-TW", "zh-Hant-TW-x", "zh-Hans", "fr-CA", "fr", "fr-*",
        "pt-*", "*-US", "*-TW", "*US", "*-Hant", "*", "-", "x-", "ja", "de-DE", "",
    ]

    private func messages(titles: Int, locales: String) -> [String] {
        let known = ["en-US", "zh-Hant-TW", "FR", "ja"]
        let text = (0..<titles).map { "<title locale=\"\(known[$0 % known.count])\">A</title>" }.joined()
        let document = SampleFeed.catalog.text.replacing(
            "<title locale=\"en-US\">Nine Quiet Volcanoes</title>", with: text
        ).replacing(
            "tile.jpg\" type=\"tile_artwork\"/>", with: "tile.jpg\" type=\"tile_artwork\" locales=\"\(locales)\"/>")
        var options = ValidationOptions()
        options.maximumFindingsPerRule = .max
        options.now = ValidationOptions.samplesNow
        return Validator(options: options).findings([.bytes(Array(document.utf8), name: "feed.xml")]).findings
            .filter { $0.ruleId == "CAT-ART-TITLE" && $0.contentId == "LB-SHOW-0200" }
            .map { "\($0.level) \($0.message)" }
    }

    @Test("artwork has the same findings for its locales with four titles as with four hundred of the same locales")
    func titles() {
        let few = messages(titles: 4, locales: Self.asked.joined(separator: ","))
        #expect(!few.isEmpty && few.count < Self.asked.count)
        #expect(few == messages(titles: 400, locales: Self.asked.joined(separator: ",")))
    }

    @Test("the level of a finding is the same in a short list of locales as in one of several thousand bytes")
    func longList() {
        let filler = (0..<400).map { ",q\($0)-XX" }.joined()
        let list = Self.asked.joined(separator: ",")
        let few = messages(titles: 4, locales: list)
        #expect(Set(few.map { $0.prefix(4) }).count == 2, "the list has findings of two levels")
        #expect(few == Array(messages(titles: 4, locales: list + filler).prefix(few.count)))
    }

    @Test("a description is compared with titles apart from case, spaces and punctuation")
    func description() {
        for (description, isSame) in [
            ("nine  quiet: volcanoes!", true), ("Nine Quiet Volcanoes 2", false), ("Nine Quiet Volcano", false),
            ("NINE QUIET VOLCANOES", true),
        ] {
            let document = SampleFeed.catalog.text.replacing(
                "A documentary journey to nine mountains that people forgot were on fire.", with: description)
            var options = ValidationOptions()
            options.now = ValidationOptions.samplesNow
            let findings = Validator(options: options).findings([.bytes(Array(document.utf8), name: "feed.xml")])
                .findings
            #expect(findings.contains { $0.message.contains("repeats the title") } == isSame, "\(description)")
        }
    }
}
