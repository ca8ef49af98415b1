import Synchronization
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct IndexCheckerTests {
    /// The index of feeds with findings of several rules across items.
    private func index() -> FeedIndex {
        let catalog = SampleFeed.catalog.text
            .replacing("contentId=\"LB-MOV", with: "contentId=\"LB-M0V")
            .replacing(
                "<title locale=\"en-US\">Nine Quiet Volcanoes<",
                with: "<title locale=\"en-US\">Harbor of Small Machines<")
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        var run = ValidationRun(options: options) { _ in true }
        for (name, text) in [("a.xml", SampleFeed.availability.text), ("b.xml", catalog)] {
            run.check(.bytes(Array(text.utf8), name: name), progress: nil)
        }
        return run.index
    }

    private func findings(_ index: FeedIndex, threads: Int, maximum: Int) -> (
        messages: [String], counted: [String: Int]
    ) {
        let rules = RulesByScope(RuleBook.all).index
        let checker = IndexChecker(rules: rules, threads: threads, itemsOfLargeIndex: 0)
        let found = checker.findings(index, maximumPerRule: maximum, disabled: [])
        return (
            found.entries.map { "\($0.finding.ruleId) \($0.finding.line ?? 0) \($0.finding.message)" },
            found.counted.mapValues { $0.byLevel.values.reduce(0, +) }
        )
    }

    /// Counts how often it is applied, and reports its number.
    private struct CountingRule: IndexRule {
        static let info = RuleBook.all[0].info
        let number: Int
        let counts: Counts

        func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
            counts.add(number)
            if let catalog = index.catalogs.first { findings.report(info, catalog, at: 0, "", "rule \(number)") }
        }
    }

    private final class Counts: Sendable {
        private let counts = Mutex<[Int: Int]>([:])

        func add(_ number: Int) { counts.withLock { $0[number, default: 0] += 1 } }

        var all: [Int: Int] { counts.withLock { $0 } }
    }

    @Test(
        "each rule is applied once, by one thread or several, and its findings are kept in order",
        arguments: [1, 2, 5],
        [0, 20_000])
    func eachOnce(threads: Int, limit: Int) {
        let counts = Counts()
        let rules = (0..<40).map { CountingRule(number: $0, counts: counts) }
        let checker = IndexChecker(rules: rules, threads: threads, itemsOfLargeIndex: limit)
        let found = checker.findings(index(), maximumPerRule: 1_000, disabled: [])
        #expect(counts.all == Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, 1) }))
        #expect(found.entries.map(\.finding.message) == (0..<40).map { "rule \($0)" })
    }

    @Test(
        "findings of several threads are those of one thread, in the same order", arguments: [1, 1_000])
    func threads(_ maximum: Int) {
        let index = index()
        let one = findings(index, threads: 1, maximum: maximum)
        #expect(one.messages.count > 2, "\(one.messages)")
        #expect(one.counted.isEmpty == (maximum == 1_000))
        for threads in [2, 5] {
            let several = findings(index, threads: threads, maximum: maximum)
            #expect(several.messages == one.messages)
            #expect(several.counted == one.counted)
        }
    }
}
