import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests rules whose findings have different levels.
struct FindingLevelTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let level: Level
        let example: RuleExample

        var testDescription: String { "\(rule) \(level): \(example.replacement.prefix(80))" }
    }

    static let premiere = "<originalPremiereDate>2026-05-08<"

    static let cases: [Case] = [
        Case(rule: "STY-QUOTES", level: .warning, example: .title("The Paper Lighthouse [")),
        Case(
            rule: "STY-QUOTES", level: .warning, example: .plot("A mapmaker (Oda finds a coast that nobody has drawn.")),
        Case(
            rule: "STY-QUOTES", level: .info,
            example: .plot("A mapmaker, “Oda”, finds the \"coast\" that nobody has drawn.")),
        Case(rule: "STY-CAPS", level: .info, example: .title("BEASTARS")),
        Case(rule: "STY-CAPS", level: .info, example: .title("SPY × FAMILY")),
        Case(
            rule: "STY-CAPS", level: .info,
            example: RuleExample(
                .catalog, ">The Paper Lighthouse</title>", ">PAPER LIGHTHOUSE STORIES</title>",
                also: [("<originalLanguage>en<", "<originalLanguage>ja<")])),
        Case(rule: "STY-CAPS", level: .warning, example: .title("PAPER LIGHTHOUSE STORIES")),
        Case(rule: "STY-PLACEHOLDER", level: .warning, example: .title("Untitled")),
        Case(
            rule: "STY-PLACEHOLDER", level: .info,
            example: RuleExample(
                .catalog, ">The Paper Lighthouse</title>", ">Untitled</title>",
                also: [("<externalId system=\"house\">PLH-2025-01<", "<externalId system=\"imdb\">tt1234567<")])),
        Case(rule: "STY-TITLE-LABEL", level: .info, example: .title("The Paper Lighthouse (Extended Edition)")),
        Case(rule: "STY-TITLE-LABEL", level: .warning, example: .title("The Paper Lighthouse [Extended Edition]")),
        Case(rule: "STY-TITLE-LABEL", level: .warning, example: .title("The Paper Lighthouse (French)")),
        Case(
            rule: "DOC-NAMESPACE", level: .info,
            example: RuleExample(.catalog, "<umcCatalog ", "<umcCatalog xmlns=\"http://www.apple.com/umc/catalog\" ")),
        Case(
            rule: "DOC-NAMESPACE", level: .warning,
            example: RuleExample(.catalog, "<umcCatalog ", "<umcCatalog xmlns=\"urn:example\" ")),
        Case(
            rule: "SCH-VALUE", level: .error,
            example: RuleExample(.catalog, "isPhonetic=\"true\"", "isPhonetic=\"yes\"")),
        Case(
            rule: "CAT-DURATION", level: .warning,
            example: RuleExample(.catalog, "<duration>6120</duration>", "<duration>612</duration>")),
        Case(
            rule: "CAT-DURATION", level: .info,
            example: RuleExample(.catalog, "<duration>6120</duration>", "<duration>1800</duration>")),
        Case(
            rule: "CAT-ART-REPEATED", level: .warning,
            example: RuleExample(.catalog, "LB-SHOW-0200/bg-small.jpg", "LB-SHOW-0200/bg.jpg")),
        Case(
            rule: "CAT-ART-REPEATED", level: .warning,
            example: RuleExample(.catalog, "LB-SHOW-0200/logo.png", "LB-SHOW-0200/bg.jpg")),
        Case(
            rule: "CAT-ART-REPEATED", level: .info,
            example: RuleExample(.catalog, "LB-SHOW-0200/bg.jpg", "LB-SHOW-0200/tile.jpg")),
        Case(
            rule: "FEED-COMING-PREMIERE", level: .warning,
            example: RuleExample(
                .catalog, premiere, "<originalPremiereDate>2026-06-08<", beside: [.channelAvailability])),
        // Another service may have released the title before.
        Case(
            rule: "FEED-COMING-PREMIERE", level: .info,
            example: RuleExample(
                .catalog, premiere, "<originalPremiereDate>2026-04-08<", beside: [.channelAvailability])),
        Case(
            rule: "FEED-COMING-PREMIERE", level: .warning,
            example: RuleExample(
                .catalog, premiere, "<originalPremiereDate>2026-04-08<",
                also: [
                    (
                        "<tvShowInfo>\n      <type>miniseries<",
                        "<isOriginal>true</isOriginal><tvShowInfo>\n      <type>miniseries<"
                    )
                ], beside: [.channelAvailability])),
        Case(
            rule: "FEED-OFFER-EARLY", level: .warning,
            example: RuleExample(
                .availability, "<windowStart>2025-09-12T", "<windowStart>2020-09-12T", beside: [.catalog])),
        Case(
            rule: "FEED-OFFER-EARLY", level: .info,
            example: RuleExample(
                .availability, "<windowStart>2025-09-12T", "<windowStart>2000-01-01T", beside: [.catalog])),
        Case(
            rule: "MF-FEED-MATCH", level: .warning,
            example: RuleExample(
                .linearAvailability, ">Lantern Bay Sports One</name>", ">LB Sports 1</name>", beside: [.manifest])),
    ]

    @Test("a finding has the level that its circumstances require", arguments: cases)
    func level(_ tested: Case) throws {
        let document = try #require(tested.example.document)
        let findings = Validator(options: tested.example.options(ValidationOptions.samplesNow)).findings(
            [.bytes(Array(document.utf8), name: "example.xml")]
                + tested.example.beside.map { .bytes(Array($0.text.utf8), name: "\($0.rawValue).xml") }
        ).findings.filter { $0.ruleId == tested.rule }
        #expect(findings.map(\.level) == [tested.level], "\(findings.map(\.message))")
    }
}
