import AVFoundation
import Foundation
import MediaTesting

/// Plays a low-latency live stream from an origin in the same process, over loopback, and measures once a second how far the player is
/// behind the newest published part.
///
///     lowlatency [SECONDS] [--latency MILLISECONDS] [--rate BITS] [--before SECONDS]
///
/// Exits with 0 where the distance never exceeded PART-HOLD-BACK by more than half a second and playback did not stall.
@main
struct LowLatency {
    /// The first seconds, which are reported separately: from the join until the distance has settled.
    static let settlingSeconds = 30.0
    static let allowedExcess = 0.5

    @MainActor
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func option(_ name: String) -> Double? {
            guard let at = arguments.firstIndex(of: name), at + 1 < arguments.count else { return nil }
            defer { arguments.removeSubrange(at...at + 1) }
            return Double(arguments[at + 1])
        }
        let latency = option("--latency") ?? 0
        let rate = option("--rate")
        // Joins just before the next part: almost a whole part too far behind.
        let before = option("--before") ?? 40.9
        let seconds = arguments.first.flatMap(Double.init) ?? 1800

        var recipe = LadderRecipe.small
        recipe.segmentSeconds = 4
        recipe.partsPerSegment = 4
        let live = try LiveLadder(try await Ladder.make(recipe)) {
            $0.isLowLatency = true
            $0.canSkip = true
            $0.window = .sliding(8)
            $0.secondsBefore = before
        }
        let origin = try Origin(live, lifetime: seconds + 120) {
            $0.latency = latency / 1000
            $0.trace = rate.map { RateTrace(bitsPerSecond: $0) }
        }
        defer { origin.stop() }
        var watch = Watch(live: live, url: origin.url("/main.m3u8"), settling: settlingSeconds)
        try await watch.run(seconds)
        exit(watch.report(limit: watch.holdBack + allowedExcess) ? 0 : 1)
    }
}

/// One player and its measurements.
@MainActor
struct Watch {
    let live: LiveLadder
    let player: AVPlayer
    let item: AVPlayerItem
    let settling: Double
    private(set) var early: [Double] = []
    private(set) var distances: [Double] = []
    private var unknown = 0

    init(live: LiveLadder, url: URL, settling: Double) {
        self.live = live
        self.settling = settling
        item = AVPlayerItem(url: url)
        player = AVPlayer(playerItem: item)
    }

    /// PART-HOLD-BACK as in the playlists.
    var holdBack: Double { live.partHoldBack }

    mutating func run(_ seconds: Double) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        player.play()
        var second = 0
        while start + .seconds(seconds) > clock.now {
            second += 1
            try await clock.sleep(until: start + .seconds(second))
            guard let date = item.currentDate(), player.timeControlStatus == .playing else {
                unknown += 1
                continue
            }
            let distance = live.publishedSeconds - date.timeIntervalSince(live.date)
            if Double(second) > settling { distances.append(distance) } else { early.append(distance) }
            if second % 60 == 0 {
                FileHandle.standardError.write(
                    Data(String(format: "%d s: %.2f s behind, %d stalls\n", second, distance, stalls).utf8))
            }
        }
        player.pause()
    }

    private var stalls: Int { item.accessLog()?.events.reduce(0) { $0 + max(0, $1.numberOfStalls) } ?? 0 }

    func report(limit: Double) -> Bool {
        func share(_ values: [Double], _ share: Double) -> Double {
            values.sorted().dropFirst(Int(Double(values.count) * share)).first ?? .nan
        }
        let most = (early + distances).max() ?? .infinity
        print(
            String(
                format:
                    "{\"samples\":%d,\"partHoldBack\":%.3f,\"median\":%.3f,\"p95\":%.3f,\"max\":%.3f,\"firstSeconds\":%d,\"firstMedian\":%.3f,\"firstMax\":%.3f,\"stalls\":%d,\"notPlaying\":%d,\"recommendedOffset\":%.3f,\"errors\":%d}",
                distances.count, holdBack, share(distances, 0.5), share(distances, 0.95), distances.max() ?? .nan,
                Int(settling), share(early, 0.5), early.max() ?? .nan, stalls, unknown,
                item.recommendedTimeOffsetFromLive.seconds, item.errorLog()?.events.count ?? 0))
        return most <= limit && stalls == 0 && !early.isEmpty
    }
}
