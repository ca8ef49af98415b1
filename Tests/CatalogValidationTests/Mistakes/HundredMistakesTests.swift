import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests a hundred kinds of mistake, one at a time, in feeds of invented and real films (umc-validation.md 3).
struct HundredMistakesTests {
    private func check(_ text: String, _ beside: [SampleFeed] = []) -> [Finding] {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        return Validator(options: options).findings(
            [.bytes(Array(text.utf8), name: "feed.xml")]
                + beside.map { .bytes(Array($0.text.utf8), name: "\($0).xml") }
        ).findings
    }

    @Test(
        "R151 each mistake is found by its rule, and all other errors follow from it",
        arguments: PlantedMistake.all)
    func planted(_ mistake: PlantedMistake) throws {
        let films =
            switch mistake.feed {
            case .catalog: FilmFeeds.catalog
            case .availability where mistake.beside.isEmpty: FilmFeeds.availability
            default: String?.none
            }
        let rule = try #require(RuleBook.byID[mistake.rule]?.info, "there is no rule \(mistake.rule)")
        let broken = try #require(try FeedSurgeon.operate(mistake.feed.text, mistake.steps), "nothing was changed")
        for text in [broken, try films.flatMap { try FeedSurgeon.operate($0, mistake.steps) }].compactMap({ $0 }) {
            let findings = check(text, mistake.beside)
            #expect(
                findings.contains { $0.ruleId == mistake.rule }, "\(findings.map { "\($0.ruleId): \($0.message)" })")
            let others = findings.filter {
                $0.level == .error && $0.ruleId != mistake.rule && !rule.consequences.contains($0.ruleId)
            }
            #expect(others.map { "\($0.ruleId): \($0.message)" } == [])
        }
    }

    @Test("R147 R151 valid catalog and availability feeds, made from data about real films, have no errors")
    func films() throws {
        for text in [FilmFeeds.catalog, FilmFeeds.availability].compactMap({ $0 }) {
            #expect(check(text).filter { $0.level == .error }.map { "\($0.ruleId): \($0.message)" } == [])
        }
    }

    @Test(
        "an item with a misspelt or missing type is checked as the type that its elements suggest",
        arguments: ["moive", "Movie", "film", "unheard-of", nil])
    func misspeltType(_ type: String?) throws {
        let movie = "//item[@contentId='LB-MOV-0001']"
        let broken = try #require(
            try FeedSurgeon.operate(
                SampleFeed.catalog.text,
                [.text("\(movie)/movieInfo/duration", "0"), .attribute(movie, "contentType", type)]))
        #expect(Set(check(broken).filter { $0.level == .error }.map(\.ruleId)) == ["CAT-TYPE", "CAT-DURATION"])
    }

    @Test("at least a hundred kinds of mistake are tested")
    func count() { #expect(PlantedMistake.all.count >= 100) }
}
