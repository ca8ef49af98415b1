import Foundation
import MediaTesting
import StreamRules
import Testing

@testable import StreamInspection

extension LadderRecipe {
    /// The small ladder with rates as a packager that measures its segments declares them.
    static let inspected = small.with { $0.declaresMeasuredRates = true }
}

/// Runs inspections of ladders on loopback servers.
enum Inspection {
    static func findings(
        _ content: any OriginContent, faults: [OriginFault] = [], _ change: (inout InspectionOptions) -> Void = { _ in }
    ) throws -> [StreamFinding] {
        try facts(content, faults: faults, change).findings
    }

    static func facts(
        _ content: any OriginContent, path: String = "/main.m3u8", faults: [OriginFault] = [],
        _ change: (inout InspectionOptions) -> Void = { _ in }
    ) throws -> (facts: StreamFacts, findings: [StreamFinding]) {
        var options = InspectionOptions()
        options.watchSeconds = 0
        change(&options)
        let origin = try Origin(content)
        defer { origin.stop() }
        for fault in faults { origin.inject(fault) }
        let facts = try StreamInspector(origin.url(path), options: options).run()
        return (facts, StreamLint().check(facts))
    }
}

@Suite("inspection of streams with planted faults")
struct CorpusTests {
    @Test("each planted fault is found", arguments: PlantedFault.all)
    func planted(fault: PlantedFault) async throws {
        let ladder = try await Ladder.make(fault.base.recipe)
        let found = try Inspection.findings(EditedStream(ladder, fault.edits), faults: fault.faults) {
            $0.decodes = fault.decodes
        }
        let rules = Set(found.filter { $0.level > .info }.map(\.rule))
        #expect(!rules.isDisjoint(with: fault.rules), "\(fault.name): expected \(fault.rules), found \(rules)")
    }

    @Test("there are at least 150 planted faults, with different names")
    func count() {
        #expect(Set(PlantedFault.all.map(\.name)).count == PlantedFault.all.count)
        #expect(PlantedFault.all.count >= 150)
    }
}
