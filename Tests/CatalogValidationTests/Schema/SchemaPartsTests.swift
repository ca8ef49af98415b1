import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct SchemaPartsTests {
    private func isWellFormed(_ tag: String) -> Bool {
        Array(tag.utf8).withUnsafeBufferPointer { LocaleSyntax.isWellFormed(FeedText(bytes: $0)) }
    }

    @Test("umc-catalog.md 4: the syntax of RFC 5646 language tags is checked")
    func locales() {
        for tag in [
            "en", "pt-BR", "zh-Hant-TW", "zh-cmn-Hans-CN", "sl-rozaj-biske", "de-CH-1996", "es-419",
            "de-DE-u-co-phonebk",
            "x-whatever", "en-a-bbb-x-a-ccc", "I-Klingon", "en-GB-oed",
        ] { #expect(isWellFormed(tag), "\(tag)") }
        for tag in [
            "", "e", "en_US", "en-", "-en", "en--US", "en-US-00", "en-a", "en-x", "x", "en-US-US",
            "12", "en-US-a-b", "é",
        ] { #expect(!isWellFormed(tag), "\(tag)") }
    }

    @Test("each element name has its own code below 256")
    func codes() {
        #expect(MemoryLayout<ElementName>.size == 1)
        #expect(Set(ElementName.allCases.map(\.code)).count == ElementName.allCases.count)
    }

    @Test("the smallest set of misplaced elements is reported")
    func order() {
        #expect(SchemaWalker.longestOrdered([1, 2, 0, 2, 3]) == [true, true, false, true, true])
        #expect(SchemaWalker.longestOrdered([]) == [])
        #expect(SchemaWalker.longestOrdered([3, 0, 1, 2]).filter { !$0 }.count == 1)
    }

    @Test("umc-catalog.md 0: decisions of this project are not in the profile apple-3.6-known")
    func profile() throws {
        // The element is this project's decision; the requirement of a date is not.
        let text = SampleFeed.manifest.text.replacing("<name>Lantern Bay Media (fictional)</name>", with: "")
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        let input = FeedInput.bytes(Array(text.utf8), name: "manifest.xml")
        let finding = try #require(
            Validator(options: options).findings([input]).findings.first { $0.ruleId == "SCH-MISSING" })
        #expect(finding.tag == "D")
        options.profile = .knownApple36
        #expect(!Validator(options: options).findings([input]).findings.contains { $0.ruleId == "SCH-MISSING" })
    }
}
