import CoreMedia
import Localization
import MediaEngine
import Testing

@testable import AVFoundation

@Suite struct ChapterTableTests {
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
    }

    private func table(_ languages: [String?], artwork: [AVMetadataItem] = []) -> ChapterTable {
        ChapterTable(
            chapters: languages.flatMap { language in
                [
                    ChapterInfo(range: range(10, 20), title: "2 \(language ?? "")", language: language),
                    ChapterInfo(range: range(0, 10), title: "1 \(language ?? "")", language: language),
                ]
            }, artwork: artwork)
    }

    private func titles(_ groups: [AVTimedMetadataGroup]) -> [String?] { groups.map { $0.items.first?.stringValue } }

    @Test("R12: the locales are those of the titles, und for titles without a language")
    func locales_listed() {
        #expect(table(["de", "fr", nil]).locales.map(\.identifier) == ["de", "fr", "und"])
        #expect(table([]).locales.isEmpty)
    }

    @Test(
        "R16 S3.3: languages are tried in order; a match is exact, less specific, or more specific",
        arguments: [
            (["fr", "de"], "1 fr"), (["de-AT", "fr"], "1 de"), (["pt"], "1 pt-BR"), (["pt-PT"], "1 pt-BR"),
            (["ja", "fr-CA"], "1 fr"), (["ja"], "1 "), ([], "1 "),
        ])
    func bestMatch_rule(languages: [String], title: String) {
        let groups = table(["de", "fr", "pt-BR", nil]).groups(preferredLanguages: languages)
        #expect(titles(groups).first == title)
        #expect(groups.count == 2)
    }

    @Test("S3.3: without a match and without und the first locale is used; without chapters the result is empty")
    func bestMatch_fallback() {
        #expect(titles(table(["de", "fr"]).groups(preferredLanguages: ["ja"])) == ["1 de", "2 de"])
        #expect(table([]).groups(preferredLanguages: ["de"]).isEmpty)
    }

    @Test("S3.2: exactly Foundation's constant stands for the viewer's languages")
    func bestMatch_foundationConstant() {
        ViewerLanguages.$override.withValue(["fr"]) {
            let table = table(["en", "fr"])
            #expect(titles(table.groups(preferredLanguages: ["en-001"])).first == "1 fr")
            #expect(titles(table.groups(preferredLanguages: ["en-001", "en"])).first == "1 en")
        }
    }

    @Test(
        "R17 R18 S3.1: artwork joins every overlapping group, only on request; each group begins with its title")
    func artwork_joinsOverlapping() {
        let picture = AVMetadataItem(
            MetadataFields(
                identifier: .commonIdentifierArtwork, value: NSData(data: Data([1])), extendedLanguageTag: "ja",
                time: CMTime(value: 5, timescale: 1), duration: CMTime(value: 10, timescale: 1)))
        let untimed = AVMetadataItem(
            MetadataFields(identifier: .commonIdentifierArtwork, value: NSData(data: Data([2]))))
        let table = table(["de"], artwork: [picture, untimed])
        let german = Locale(identifier: "de")
        let with = table.groups(titleLocale: german, commonKeys: [.commonKeyArtwork, .commonKeyArtist])
        #expect(with.map(\.items.count) == [2, 2])
        #expect(with.allSatisfy { $0.items.first?.commonKey == .commonKeyTitle && $0.items.last === picture })
        #expect(table.groups(titleLocale: german, commonKeys: []).map(\.items.count) == [1, 1])
        #expect(table.groups(titleLocale: german, commonKeys: [.commonKeyArtist]).map(\.items.count) == [1, 1])
        #expect(table.groups(titleLocale: Locale(identifier: "fr"), commonKeys: []).isEmpty)
        #expect(with.first?.timeRange == range(0, 10) && with.first?.items.first?.time == .zero)
    }

    @Test("R23: a chapter without a title has an empty title item")
    func untitledChapter_hasEmptyTitleItem() {
        let table = ChapterTable(chapters: [ChapterInfo(range: range(0, 1), title: nil)])
        let group = table.groups(preferredLanguages: ["en"]).first
        #expect(group?.items.count == 1 && group?.items.first?.stringValue == nil)
    }
}
