import Foundation
import MediaTesting

/// The schedule of faults, determined by a seed: one every ten seconds.
struct FaultSchedule {
    struct Step {
        var name: String
        var kinds: [(OriginFault.Kind, OriginFault.Match, times: Int)] = []
        /// The fault of the live playlists.
        var playlist: LiveFault?
        /// The number of steps of ten seconds.
        var length = 1
        /// Whether media may be lost: where no variant serves it within the time that a live stream waits, or where the fault cannot be
        /// detected.
        var mayLose = false

        /// On-demand playback has no deadline.
        var mayLoseOnDemand: Bool { mayLose && playlist == nil && length == 1 }
    }

    static let calm = Step(name: "nothing")

    private var random: SeededRandom
    private var waiting: [Step] = []

    private let names: Set<String>

    /// - Parameter names: the faults to repeat; empty: all.
    init(seed: UInt64, only names: Set<String> = []) {
        random = SeededRandom(seed: seed)
        self.names = names
    }

    mutating func next() -> Step {
        if waiting.isEmpty {
            waiting = Self.all.filter { step in names.isEmpty || names.contains(step.name) }
            // Every kind occurs before one repeats.
            for index in waiting.indices.reversed() { waiting.swapAt(index, Int(random.next() % UInt64(index + 1))) }
        }
        return waiting.removeLast()
    }

    private static func media(_ name: String, _ kind: OriginFault.Kind, times: Int = 1, mayLose: Bool = false) -> Step {
        Step(
            name: name, kinds: [(kind, .suffix(".m4s"), times), (kind, .suffix(".ts"), times)], mayLose: mayLose)
    }

    static let all: [Step] = [
        media("404 once", .status(404)),
        media("404 three times", .status(404), times: 3, mayLose: true),
        media("500 twice", .status(500), times: 2),
        media("503 with Retry-After", .status(503, retryAfter: 1)),
        media("cut off", .cut(after: 5_000)),
        media("reset", .reset(after: 2_000)),
        media("slow loris", .stall(after: 1_000, seconds: 30)),
        media("never answered", .silence),
        media("length too great", .lengthError(1_000)),
        media("truncated", .lengthError(-1_500)),
        media("a web page for media", .webPage),
        media("noise", .noise(bytes: 400, seed: 7), mayLose: true),
        media("noise inside frames", .innerNoise(bytes: 400, seed: 11), mayLose: true),
        media("chunked", .chunked, times: 5),
        media("wrong type", .contentType("text/plain"), times: 5),
        media("slow first byte", .delay(seconds: 3), times: 2),
        Step(
            name: "swapped content",
            kinds: [(.redirect("/v0/2.m4s"), .prefix("/v"), 1), (.redirect("/v0/2.ts"), .suffix(".ts"), 1)],
            mayLose: true),
        Step(name: "variant 0 is gone", kinds: [(.status(404), .prefix("/v0/"), .max)]),
        Step(name: "variant 1 is gone", kinds: [(.status(503), .prefix("/v1/"), .max)]),
        Step(name: "a web page for a playlist", kinds: [(.webPage, .suffix(".m3u8"), 2)]),
        Step(name: "playlists fail", kinds: [(.status(500), .suffix(".m3u8"), 3)]),
        Step(name: "a web page for a key", kinds: [(.webPage, .prefix("/keys/"), 1)]),
        Step(name: "a wrong key", kinds: [(.noise(bytes: 4, seed: 3), .prefix("/keys/"), 1)]),
        Step(name: "outage", kinds: [(.reset(after: 0), .every, .max)], length: 2, mayLose: true),
        Step(name: "stale playlist", playlist: .stale),
        Step(name: "playlists of two servers", playlist: .behind(segments: 2)),
        Step(name: "shrinking playlist", playlist: .shrinking(segments: 2)),
        Step(name: "empty playlist", playlist: .empty),
        Step(name: "garbage playlist", playlist: .garbage),
        Step(name: "numbers begin again", playlist: .sequenceReset(by: 50), mayLose: true),
        Step(name: "dates jump", playlist: .dateJump(seconds: 30)),
        calm,
    ]
}
