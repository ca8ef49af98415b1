import Foundation
import MediaTesting
import Testing

/// Random clients of the public API on real clips and streams; `script/soak clients` runs more of them.
///
///     OPENAVKIT_CLIENT_SEED=7 swift test --filter RandomClientTests       one seed, ten times
///     OPENAVKIT_CLIENTS=600 swift test --filter RandomClientTests         random seeds for 600 s
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct RandomClientTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["OPENAVKIT_CLIENT_SEED"].flatMap { UInt64($0) }
    private static let soakSeconds = environment["OPENAVKIT_CLIENTS"].flatMap { Double($0) }
    private static let isOrdinary = seed == nil && soakSeconds == nil

    /// Runs several clients at once, each on a thread of its own.
    private func run(_ seeds: [UInt64], in world: ClientWorld, seconds: Double = 5) async -> [RandomClient] {
        await withTaskGroup(of: RandomClient.self) { group in
            for seed in seeds {
                group.addTask {
                    let client = RandomClient(seed: seed, world: world)
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            client.run(seconds: seconds)
                            continuation.resume()
                        }
                    }
                    return client
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(
        "random commands, also from every callback, leave playback consistent and able to play to the end",
        .enabled(if: isOrdinary), arguments: 0..<6)
    func fixedSeeds(group: UInt64) async throws {
        let world = try await ClientWorld.make(lifetime: 300)
        defer { world.stop() }
        for client in await run((0..<4).map { group * 4 + $0 }, in: world) {
            #expect(!client.hasFailed, "\(client.report)")
        }
    }

    @Test("random commands of one seed leave playback consistent", .enabled(if: seed != nil))
    func oneSeed() async throws {
        let world = try await ClientWorld.make(lifetime: 900)
        defer { world.stop() }
        for _ in 0..<10 {
            guard let client = await run([Self.seed ?? 0], in: world).first else { continue }
            #expect(!client.hasFailed, "\(client.report)")
        }
    }

    @Test("random commands of random seeds leave playback consistent", .enabled(if: soakSeconds != nil && seed == nil))
    func soak() async throws {
        let seconds = Self.soakSeconds ?? 0
        let world = try await ClientWorld.make(lifetime: seconds + 300)
        defer { world.stop() }
        let end = Date(timeIntervalSinceNow: seconds)
        var count = 0
        while Date() < end {
            for client in await run((0..<4).map { _ in UInt64.random(in: 0..<1_000_000_000) }, in: world) {
                count += 1
                #expect(!client.hasFailed, "\(client.report)")
            }
        }
        print("\(count) random clients")
    }
}
