import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// Random inputs to the playback machine, with invariants checked after each.
///
/// `OPENAVKIT_MODEL_INPUTS` sets how many inputs are made in all (`script/soak model` makes 10 million), `OPENAVKIT_MODEL_SEED` the first seed.
@Suite struct PlaybackMachineModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let inputs = environment["OPENAVKIT_MODEL_INPUTS"].flatMap { Int($0) } ?? 300_000
    private static let firstSeed = environment["OPENAVKIT_MODEL_SEED"].flatMap { UInt64($0) } ?? 1
    private static let stepsOfRun = 1_500

    @Test(
        "S4.3: every seek completes once, every playthrough ends once, time never decreases during playback, and closing is final"
    )
    func randomInputs() {
        var made = 0
        var seed = Self.firstSeed
        var ends = 0
        while made < Self.inputs {
            var world = MachineWorld(seed: seed)
            for _ in 0..<Self.stepsOfRun where !world.isClosed && world.violations.isEmpty {
                world.step(commands: true)
            }
            if world.violations.isEmpty { world.playOut() }
            if world.violations.isEmpty, !world.isClosed { world.close() }
            if world.violations.isEmpty { world.pokeClosed() }
            made += world.inputs
            ends += world.endCount
            if let violation = world.violations.first {
                Issue.record("seed \(seed): \(violation)")
                return
            }
            seed += 1
        }
        #expect(ends > made / 20_000, "\(ends) ends in \(made) inputs")
    }
}
