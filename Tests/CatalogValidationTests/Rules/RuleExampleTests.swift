import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests every rule with its own examples (umc-validation.md 3).
struct RuleExampleTests {
    static let rules = RuleBook.all.map(\.info)
    static let now = ValidationOptions.samplesNow

    private func check(_ example: RuleExample, _ id: String, without: Set<String> = []) throws -> [Finding] {
        let document = try #require(example.document, "\(id): the replaced text is not in the sample exactly once")
        var options = example.options(Self.now)
        options.disabledRules = without
        return Validator(options: options).findings(
            [.bytes(Array(document.utf8), name: "example.xml")]
                + example.beside.map { .bytes(Array($0.text.utf8), name: "\($0.rawValue).xml") }
        ).findings
    }

    @Test("umc-validation.md 3: samples have no findings", arguments: SampleFeed.allCases)
    func sample(_ feed: SampleFeed) {
        var options = ValidationOptions()
        options.now = Self.now
        let findings = Validator(options: options).findings([.bytes(Array(feed.text.utf8), name: "\(feed).xml")])
            .findings
        #expect(findings.filter { $0.level > .info }.map(\.described) == [])
    }

    @Test(
        "umc-validation.md 3: wrong examples are found by their rule, and other errors are its consequences",
        arguments: rules.map(\.id))
    func bad(_ id: String) throws {
        let rule = try #require(RuleBook.byID[id]).info
        for example in rule.bad {
            let findings = try check(example, id)
            #expect(
                findings.contains { $0.ruleId == id },
                "\(id) does not fire for: \(example.replacement.prefix(200)), but \(findings.map(\.described))")
            let others = findings.filter {
                $0.ruleId != id && $0.level == .error && !rule.consequences.contains($0.ruleId)
            }
            #expect(others.map(\.described) == [], "\(id): \(example.replacement.prefix(200))")
        }
    }

    /// Rules that runs can exclude.
    static let excludable = rules.filter { RuleCatalog.obstacle(toExcluding: $0) == nil || $0.id.hasPrefix("NOW-") }
        .map(\.id)

    @Test(
        "umc-validation.md 3: without its rule, a wrong example has none of its findings and keeps those of other rules",
        arguments: excludable)
    func without(_ id: String) throws {
        let rule = try #require(RuleBook.byID[id]).info
        for example in rule.bad {
            let (with, without) = (try check(example, id), try check(example, id, without: [id]))
            #expect(without.filter { $0.ruleId == id }.map(\.described) == [], "\(example.replacement.prefix(200))")
            let others = Set(with.filter { $0.ruleId != id }.map(\.described))
            #expect(others.subtracting(without.map(\.described)) == [], "\(example.replacement.prefix(200))")
        }
    }

    @Test("umc-validation.md 3: right examples and near misses are not found", arguments: rules.map(\.id))
    func nearMisses(_ id: String) throws {
        let rule = try #require(RuleBook.byID[id]).info
        for example in rule.good + rule.nearMisses {
            let findings = try check(example, id)
            #expect(findings.filter { $0.ruleId == id }.map(\.described) == [], "\(example.replacement.prefix(200))")
        }
    }

    @Test("umc-validation.md 3: a wrong example with a right form of its lines is not found in that form")
    func fulfilled() throws {
        for rule in Self.rules {
            for example in rule.bad {
                guard let right = example.fulfilled else { continue }
                let corrected = RuleExample(
                    example.feed, example.original, right, also: example.further, beside: example.beside,
                    previously: example.previously, territory: example.territory,
                    registeredTiers: example.registeredTiers)
                #expect(!(try check(corrected, rule.id)).contains { $0.ruleId == rule.id }, "\(rule.id): \(right)")
            }
        }
    }

    @Test("umc-validation.md 3: rule ids are unique, and every rule has a wrong example and a near miss")
    func completeness() {
        #expect(Set(Self.rules.map(\.id)).count == Self.rules.count)
        for rule in Self.rules where rule.id != "DOC-INPUT" {
            #expect(!rule.bad.isEmpty, "\(rule.id)")
            #expect(!rule.nearMisses.isEmpty, "\(rule.id)")
            for consequence in rule.consequences {
                #expect(RuleBook.byID[consequence] != nil, "\(rule.id) names \(consequence)")
            }
        }
    }
}

extension Finding {
    fileprivate var described: String { "\(ruleId) \(level) \(line ?? 0):\(column ?? 0) \(message)" }
}
