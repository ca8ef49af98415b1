import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Finds what a rule reports in a changed sample feed.
enum RuleReports {
    /// - Parameter further: further replacements in the same feed.
    static func of(
        _ id: String, _ original: String, _ replacement: String, also further: [(String, String)] = [],
        in feed: SampleFeed = .catalog
    ) throws -> [Finding] {
        let example = RuleExample(feed, original, replacement, also: further)
        let document = try #require(example.document)
        return Validator(options: example.options(ValidationOptions.samplesNow))
            .findings([.bytes(Array(document.utf8), name: "example.xml")]).findings.filter { $0.ruleId == id }
    }
}
