import CatalogReports
import CatalogValidation
import Foundation
import UniversalMediaCatalog

/// Mutates feeds as bytes, without knowledge of rules, and runs the tool's operations on the results.
struct FeedBreaker {
    private var generator: Generator
    private let feeds = SampleFeed.allCases.map { Array($0.text.utf8) }

    init(seed: UInt64?) { generator = Generator(state: seed ?? UInt64.random(in: 1...UInt64.max)) }

    mutating func run(seconds: Double) -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        var rounds = 0
        var bytes = 0
        var findings = 0
        var slowest = Duration.zero
        while clock.now - start < .seconds(seconds) {
            let seed = generator.state
            // Printed before the round, so that a crash can be reproduced.
            if rounds % 1_000 == 0 { print("seed \(seed), \(rounds) feeds, \(findings) findings, slowest \(slowest)") }
            let feed = broken()
            let took = clock.measure {
                var options = ValidationOptions()
                options.now = Date(timeIntervalSince1970: 1_772_452_800)
                options.threads = 1
                let result = Validator(options: options).findings([.bytes(feed, name: "broken.xml")])
                findings += result.findings.count
                _ = try? FeedReader().catalog(.bytes(feed, name: "broken.xml"))
                _ = try? FeedStatistics.of(.bytes(feed, name: "broken.xml"))
                var converter = TableConverter()
                converter.catalogHead.defaultLocale = "en"
                _ = try? converter.catalog(feed, name: "broken.csv")
            }
            slowest = max(slowest, took)
            if took > .seconds(1) {
                print("seed \(seed): \(took) for \(feed.count) bytes")
                return false
            }
            rounds += 1
            bytes += feed.count
        }
        print("\(rounds) feeds, \(bytes) bytes, \(findings) findings, slowest \(slowest), no failure")
        return true
    }

    private mutating func broken() -> [UInt8] {
        var feed = feeds[generator.below(feeds.count)]
        for _ in 0...generator.below(8) where !feed.isEmpty { change(&feed) }
        return feed
    }

    private mutating func change(_ feed: inout [UInt8]) {
        let place = generator.below(feed.count)
        let length = min(feed.count - place, 1 + generator.below(generator.below(8) == 0 ? 2_000 : 12))
        switch generator.below(9) {
        case 0: feed[place] = UInt8(generator.below(256))
        case 1: feed.removeSubrange(place..<place + length)
        case 2: feed.insert(contentsOf: feed[place..<place + length], at: generator.below(feed.count))
        case 3: feed.removeLast(feed.count - place)
        case 4: feed.insert(contentsOf: Self.pieces[generator.below(Self.pieces.count)], at: place)
        case 5:
            let value = Self.pieces[generator.below(Self.pieces.count)]
            feed.replaceSubrange(place..<place + length, with: value)
        case 6:
            // A value between delimiters.
            guard let open = feed[place...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"") }),
                let end = feed[(open + 1)...].firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\"") })
            else { return }
            feed.replaceSubrange((open + 1)..<end, with: Self.pieces[generator.below(Self.pieces.count)])
        case 7:
            let piece = feed[place..<place + length]
            for _ in 0..<generator.below(200) { feed.insert(contentsOf: piece, at: place) }
        default:
            let other = feeds[generator.below(feeds.count)]
            let start = generator.below(other.count)
            feed.insert(contentsOf: other[start..<min(other.count, start + length * 20)], at: place)
        }
    }

    private static let pieces: [[UInt8]] = [
        "", " ", "-1", "0", "99999999999999999999", "\u{0}", "\u{FFFD}", "&amp;", "&lt;b&gt;", "&#x10FFFF;",
        "<![CDATA[x]]>",
        "<a>", "</a>", "<!-- ", " -->", "<?x ", "?>", "<!DOCTYPE a>", "<item>", "</item>", "\"", "'", "=", "2026-02-30",
        "2026-13-01T25:61:61+99:99", "9999-12-31T23:59:59.999999999999999999999Z", "0000-00-00", "en_US", "x-",
        "zh-Hant-TW",
        "日本語", "ｱｲｳ", "\u{202E}", "e\u{301}\u{301}\u{301}", "https://", "https://[::1", "https://a/%", "true", "1",
        "PT5M", "P",
        "P1D", "dma:1", "postal:US:", "10.5240/0000-0000-0000-0000-0000-0", "tt1", String(repeating: "x", count: 300),
        String(repeating: "a b ", count: 2_000), "¡", "…", "''", "(((", ")", "S01E01", "#1", "@a", "$", "TBD",
    ].map { Array($0.utf8) }

    /// SplitMix64.
    private struct Generator {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((z ^ (z >> 31)) % UInt64(max(1, bound)))
        }
    }
}
