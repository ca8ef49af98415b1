import Foundation
import HLS
import MediaTesting

/// Plays generated links, or traces from files, with our adaptation, the reference algorithms and the offline optimum, and prints a table.
///
///     adaptation [train|held-out] [SEEDS] [--first SEED] [--seconds N]
///                                             table of all families; train uses seeds from 1, held-out from 10 001, unless --first is given;
///                                             items of N seconds instead of mixed durations
///     adaptation wide [SEEDS]                 table of kinds of links and streams that nothing was tuned on, including live streams
///     adaptation step-down [SEEDS]            table of links of 6 Mb/s that drop to each of several rates
///     adaptation worst [SEEDS]                the held-out links with our worst results relative to hls.js's rule
///     adaptation log FAMILY SEED [--seconds N]  every decision on one link, and the variants of all algorithms
///     adaptation pensieve|mahimahi FILE…      table of traces from files
///     adaptation play PLAYER [--gst FILE] [--vlc FILE] [--browser FILE --hlsjs FILE] [--seconds N] [--families A,…] [--seeds N] [--first SEED]
///                                             plays the links in real time, over loopback, with the program PLAYER (avplayer), and with
///                                             gst-play-1.0, and with hls.js (FILE makes `Hls` known to a page) in Chromium
@main
struct Adaptation {
    static let heldOut: UInt64 = 10_000

    struct Link {
        var trace: NetworkTrace
        var stream: SimulatedStream
        var latency: Double
        /// As ``PlaybackSimulator/liveWindow``.
        var liveWindow: Double?
    }

    struct Sums {
        var value = 0.0
        var stall = 0.0
        var startup = 0.0
        var switches = 0.0
        var count = 0.0
        /// The ratio to the optimum, summed over the links where the optimum is positive.
        var shares = 0.0
        var shared = 0.0
        /// The number of links on which our value was lower.
        var lost = 0

        mutating func add(_ result: Result, ours: Double, optimum: Double?) {
            if let optimum, optimum > 0 { (shares, shared) = (shares + result.value / optimum, shared + 1) }
            if ours < result.value - 1e-9 { lost += 1 }
            value += result.value
            stall += result.outcome.stallSeconds
            startup += result.outcome.startupSeconds
            switches += Double(result.outcome.switchCount) / max(Double(result.outcome.variants.count), 1) * 100
            count += 1
        }
    }

    struct Result {
        var name: String
        var value: Double
        var outcome: PlaybackOutcome
    }

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let seeds = UInt64(arguments.dropFirst().first ?? "") ?? 20
        switch arguments.first ?? "held-out" {
        case "train", "held-out":
            let first = option("--first", in: arguments).flatMap(UInt64.init)
            let seconds = option("--seconds", in: arguments).flatMap(Double.init)
            families(
                from: first ?? (arguments.first == "train" ? 1 : heldOut + 1), count: seeds,
                seconds: seconds.map { min(max($0, 1), 10_000) })
        case "wide": wide(count: UInt64(arguments.dropFirst().first ?? "") ?? 3)
        case "step-down": stepDown(count: seeds)
        case "worst": worst(count: seeds)
        case "log" where arguments.count >= 3:
            log(arguments[1], arguments[2], seconds: option("--seconds", in: arguments).flatMap(Double.init))
        case "pensieve" where arguments.count > 1, "mahimahi" where arguments.count > 1:
            files(arguments[0], Array(arguments.dropFirst()))
        case "play" where arguments.count > 1: await play(Array(arguments.dropFirst()))
        default:
            print(
                "usage: adaptation [train|held-out|wide|step-down|worst [SEEDS] | log FAMILY SEED | pensieve|mahimahi FILE… | play "
                    + "PLAYER …]"
            )
            exit(2)
        }
    }

    // MARK: Real playback

    static func play(_ arguments: [String]) async {
        func option(_ name: String) -> String? { Self.option(name, in: arguments) }
        let families = option("--families").map {
            $0.split(separator: ",").compactMap { NetworkTrace.Family(rawValue: String($0)) }
        }
        let seeds = option("--seeds").flatMap(UInt64.init) ?? 1
        let first = option("--first").flatMap(UInt64.init) ?? heldOut + 1
        let traces = (families ?? NetworkTrace.Family.allCases).flatMap { family in
            (first..<first + seeds).map { NetworkTrace.generated(family, seed: $0) }
        }
        do {
            let seconds = option("--seconds").flatMap(Int.init) ?? 96
            let content = try await PaddedLadder.make(seconds: seconds)
            var peers: [(String, RealPlayback.Player)] = []
            if let browser = option("--browser"), let script = option("--hlsjs") {
                peers.append(("hls.js", .hlsjs(browser: browser, script: script)))
            }
            if let program = option("--gst") { peers.append(("gst", .gst(program: program))) }
            if let program = option("--vlc") { peers.append(("vlc", .vlc(program: program))) }
            let table = PlayTable(content: content, player: arguments[0], peers: peers)
            exit(await table.run(traces) ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    // MARK: Links

    static let ladders: [[Double]] = [
        [0.3, 0.75, 1.2, 1.85, 2.85, 4.3], [0.3, 0.6, 1.0, 1.8, 3.0, 5.0],
        [0.145, 0.365, 0.73, 1.1, 2.0, 3.0, 4.5, 6.0, 7.8],
    ]

    static func option(_ name: String, in arguments: [String]) -> String? {
        arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
    }

    /// Returns a link with a stream also chosen by the seed: ladder, segments, sizes, audio, latency, duration.
    static func link(_ family: NetworkTrace.Family, _ seed: UInt64, seconds: Double? = nil) -> Link {
        var random = SeededRandom(seed: seed &* 31 &+ 5)
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let ladder = pick(ladders)
        let duration = pick([2.0, 4, 4, 6])
        let latency = pick([0.05, 0.05, 0.02, 0.3])
        let variation = pick([0, 0.15, 0.3])
        let audio = pick([0.0, 96_000])
        let listsSizes = pick([true, false, false, false])
        let length = seconds ?? pick([80.0, 160, 240])
        return Link(
            trace: .generated(family, seed: seed),
            stream: SimulatedStream(
                megabits: ladder, segmentDuration: duration, segmentCount: max(1, Int(length / duration)),
                variation: variation,
                seed: seed, audioBandwidth: audio, listsSizes: listsSizes),
            latency: latency)
    }

    static func play(_ link: Link, withOptimum: Bool = true) -> [Result] {
        let quality = QualityOfExperience.linear(for: link.stream)
        var simulator = PlaybackSimulator(stream: link.stream, trace: link.trace, latency: link.latency)
        simulator.liveWindow = link.liveWindow
        // Relative to the best variant throughout, so that ladders and durations can be added.
        let top =
            link.stream.megabits(ofVariant: link.stream.variants.count - 1) * Double(link.stream.durations.count)
        func result(_ name: String, _ outcome: PlaybackOutcome) -> Result {
            Result(name: name, value: quality.value(of: outcome) / top, outcome: outcome)
        }
        var results = [
            result("ours", simulator.run(AdaptationController())), result("hls.js rule", simulator.run(HLSJSRule())),
            result("BOLA-E", simulator.run(BolaRule())), result("throughput", simulator.run(ThroughputRule())),
        ]
        if withOptimum {
            // A finer grid does not improve the result over hundreds of segments.
            var optimum = OfflineOptimum(
                stream: link.stream, trace: link.trace, latency: link.latency, value: quality,
                grain: link.stream.durations.count > 100 ? 1 : 0.25)
            optimum.liveWindow = link.liveWindow
            results.append(result("optimum", optimum.best()))
        }
        return results
    }

    // MARK: Tables

    static func families(from first: UInt64, count: UInt64, seconds: Double? = nil) {
        var all: [String: Sums] = [:]
        var lost = 0
        for family in NetworkTrace.Family.allCases {
            var sums: [String: Sums] = [:]
            for seed in first..<(first + count) {
                lost += add(play(link(family, seed, seconds: seconds)), to: &sums, &all)
            }
            table(family.rawValue, sums)
        }
        table("all", all)
        print("below hls.js's rule on \(lost) of \(Int(count) * NetworkTrace.Family.allCases.count) links")
    }

    static func wide(count: UInt64) {
        var all: [String: Sums] = [:]
        var (lost, played) = (0, 0)
        for mode in WideLinks.Mode.allCases {
            var sums: [String: Sums] = [:]
            for course in WideLinks.Course.allCases {
                for seed in (heldOut + 1)...(heldOut + count) {
                    lost += add(play(WideLinks.link(course, mode, seed: seed)), to: &sums, &all)
                    played += 1
                }
            }
            table(mode.rawValue, sums)
        }
        table("all", all)
        print("below hls.js's rule on \(lost) of \(played) links")
    }

    static func stepDown(count: UInt64) {
        var all: [String: Sums] = [:]
        var lost = 0
        for megabits in StepDownLinks.megabits {
            var sums: [String: Sums] = [:]
            for seed in (heldOut + 1)...(heldOut + max(count, 1)) {
                lost += add(play(StepDownLinks.link(to: megabits, seed: seed)), to: &sums, &all)
            }
            table("6 Mb/s to \(megabits) Mb/s", sums)
        }
        table("all", all)
        print("below hls.js's rule on \(lost) of \(Int(count) * StepDownLinks.megabits.count) links")
    }

    static func files(_ format: String, _ paths: [String]) {
        var sums: [String: Sums] = [:]
        var lost = 0
        for path in paths {
            do {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                let name = URL(fileURLWithPath: path).lastPathComponent
                let trace =
                    format == "pensieve"
                    ? try NetworkTrace.pensieve(text, name: name) : try NetworkTrace.mahimahi(text, name: name)
                let stream = SimulatedStream(megabits: ladders[0], segmentDuration: 4, segmentCount: 48)
                var all: [String: Sums] = [:]
                lost += add(play(Link(trace: trace, stream: stream, latency: 0.08)), to: &sums, &all)
            } catch {
                FileHandle.standardError.write(Data("\(path): \(error)\n".utf8))
            }
        }
        table("\(format) traces", sums)
        print("below hls.js's rule on \(lost) of \(paths.count) links")
    }

    /// Adds the results of one link; returns 1 where our value is below that of hls.js's rule.
    static func add(_ results: [Result], to sums: inout [String: Sums], _ all: inout [String: Sums]) -> Int {
        for result in results {
            let (ours, optimum) = (results[0].value, results.first { $0.name == "optimum" }?.value)
            sums[result.name, default: Sums()].add(result, ours: ours, optimum: optimum)
            all[result.name, default: Sums()].add(result, ours: ours, optimum: optimum)
        }
        return results[0].value < results[1].value - 1e-9 ? 1 : 0
    }

    static func table(_ title: String, _ sums: [String: Sums]) {
        print("\n\(title)")
        print(
            "               QoE   of optimum   link by link   stall s   start s   switches/100 segments   links above ours"
        )
        for name in ["ours", "hls.js rule", "BOLA-E", "throughput", "optimum"] {
            guard let sum = sums[name] else { continue }
            let best = sums["optimum"]?.value ?? .nan
            print(
                name.padding(toLength: 12, withPad: " ", startingAt: 0)
                    + String(
                        format: "%6.3f   %10.3f   %12.3f   %7.2f   %7.2f   %21.1f   %15d", sum.value / sum.count,
                        sum.value / best, sum.shares / max(sum.shared, 1), sum.stall / sum.count,
                        sum.startup / sum.count,
                        sum.switches / sum.count, sum.lost))
        }
    }

    static func worst(count: UInt64) {
        var lines: [(difference: Double, text: String)] = []
        for family in NetworkTrace.Family.allCases {
            for seed in (heldOut + 1)...(heldOut + count) {
                let results = play(link(family, seed), withOptimum: false)
                let difference = results[0].value - results[1].value
                let text = String(
                    format: "%+.3f  %@ %d: ours %.3f (%.1f s stalled), hls.js rule %.3f (%.1f s)", difference,
                    family.rawValue as NSString, Int(seed), results[0].value, results[0].outcome.stallSeconds,
                    results[1].value, results[1].outcome.stallSeconds)
                lines.append((difference, text))
            }
        }
        for line in lines.sorted(by: { $0.difference < $1.difference }).prefix(30) { print(line.text) }
    }

    static func log(_ family: String, _ seed: String, seconds: Double?) {
        guard let family = NetworkTrace.Family(rawValue: family), let seed = UInt64(seed) else {
            print("families: \(NetworkTrace.Family.allCases.map(\.rawValue).joined(separator: ", "))")
            exit(2)
        }
        let link = link(family, seed, seconds: seconds.map { min(max($0, 1), 10_000) })
        let simulator = PlaybackSimulator(
            stream: link.stream, trace: link.trace, latency: link.latency, keepsLog: true)
        for line in simulator.run(AdaptationController()).log { print(line) }
        for result in play(link) {
            let variants = result.outcome.variants.map(String.init).joined(separator: " ")
            print(String(format: "%6.3f  %@: %@", result.value, result.name as NSString, variants as NSString))
        }
    }
}
