import CoreMedia
import Foundation
import HLS

/// `playlists fuzz SECONDS [SEED]` mutates playlists and subtitles and uses the results; `playlists time` measures long playlists.
@main
enum Playlists {
    static func main() {
        let arguments = CommandLine.arguments
        switch arguments.count > 1 ? arguments[1] : "" {
        case "fuzz":
            fuzz(
                seconds: arguments.count > 2 ? Double(arguments[2]) ?? 10 : 10,
                seed: arguments.count > 3 ? UInt64(arguments[3]) : nil)
        case "time": measure()
        default:
            print("usage: playlists fuzz SECONDS [SEED] | playlists time")
            exit(2)
        }
    }

    private static let slowest = Duration.seconds(1)

    /// A crash ends the process; the seed of each round is in a file, so that `fuzz 0 SEED` reproduces it.
    private static func fuzz(seconds: Double, seed: UInt64?) {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let samples = Samples.texts.map { Array($0.utf8) }
        let captions = Samples.captions.map { Array($0.utf8) }
        var round = seed ?? UInt64(Date().timeIntervalSince1970)
        var (count, usable, cues, slowestSeen) = (0, 0, 0, Duration.zero)
        var use = Use()
        repeat {
            var random = Randomness(seed: round)
            // Each round of a thousand can be reproduced by its number.
            _ = FileManager.default.createFile(atPath: "playlists.seed", contents: Data("\(round)\n".utf8))
            use = Use()
            for _ in 0..<1_000 {
                let bytes = Mutation.apply(to: samples[random.below(samples.count)], others: samples, &random)
                let began = processorTime()
                use.playlist(bytes, &random)
                let took = processorTime() - began
                slowestSeen = max(slowestSeen, took)
                guard took < slowest else {
                    print("seed \(round): \(bytes.count) bytes took \(took)")
                    exit(1)
                }
                use.assets(Mutation.apply(to: Array(Samples.manifests[1].utf8), others: samples, &random))
                let text = Mutation.apply(
                    to: captions[random.below(captions.count)], others: captions, &random)
                let started = processorTime()
                use.captions(text, &random)
                slowestSeen = max(slowestSeen, processorTime() - started)
                guard slowestSeen < slowest else {
                    print("seed \(round): \(text.count) bytes of subtitles took \(slowestSeen)")
                    exit(1)
                }
                count += 1
            }
            usable += use.usable
            cues += use.usableCues
            round &+= 1
        } while clock.now < end
        print(
            "playlists: \(count) mutated playlists, \(usable) of them usable, \(cues) cues in as many broken subtitles, "
                + "slowest \(slowestSeen), no failures")
    }

    /// Processor time of this thread, which is independent of other load.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: Time

    private static func day(from first: Int = 0, skipping skipped: Int = 0, count: Int = 43_200) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        if skipped > 0 {
            text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n"
        } else {
            text += "#EXT-X-MAP:URI=\"init.mp4\"\n"
        }
        for number in first + skipped..<first + count {
            if number % 30 == 0 { text += "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00.000Z\n" }
            text += "#EXTINF:2.002,\nvideo/1080p/segment-\(number).m4s\n"
        }
        return Array(text.utf8)
    }

    private static func measure() {
        let clock = ContinuousClock()
        func best(_ name: String, _ body: () -> Void) {
            let times = (0..<9).map { _ in clock.measure(body) }.sorted()
            print("\(name): median \(times[4]), best \(times[0])")
        }
        let bytes = day()
        // Measured first, because later allocations reuse freed memory.
        let before = resident()
        let kept = (0..<4).compactMap { _ in try? Playlist.parse(bytes).media }
        print("memory: \((resident() - before) / (kept.count * 43_200)) bytes a segment")
        let update = day(from: 3, skipping: 43_190)
        guard let whole = try? Playlist.parse(bytes).media, let delta = try? Playlist.parse(update).media else {
            exit(1)
        }
        print("43,200 segments, \(bytes.count) bytes")
        best("parse") { _ = try? Playlist.parse(bytes) }
        best("merge a delta update into a copy") { _ = try? MediaPlaylist.merge(whole, delta) }
        // Parsed again each time, so that no memory is shared.
        var copies = (0..<9).compactMap { _ in try? Playlist.parse(bytes).media }
        best("merge a delta update in place") {
            if var own = copies.popLast() { try? own.apply(delta) }
        }
        best("date map") { _ = ProgramDateMap(whole) }
    }

    private static func resident() -> Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            .dropFirst().first
        return (pages.flatMap { Int($0) } ?? 0) * 4_096
    }
}
