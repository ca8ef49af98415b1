import Foundation
import Testing

@testable import DeepLinks

/// Mutated links. `script/soak links SECONDS` runs this for longer.
struct LinkFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_LINKS"].flatMap(Double.init)

    @Test(
        "mutated links are parsed or rejected, and a parsed link has no control characters, separators or parent folders"
    )
    func mutations() {
        let seeds = [
            "https://www.example.com/play/film-1?resumeTime=600&campaign=tv%20app", "service://play/film-1?profile=a",
            "app:open/%e4%b8%ad?x=%2f#y", "https://[::1]:8443/a/b/c?d=e&f",
        ]
        let pieces = [
            "%", "%2e", "%2F", "..", "/", "//", "?", "&", "=", "#", "@", ":", "[", "]", "\u{0}", "é", "%00", "%25",
        ]
        var random = SplitMix(seed: UInt64.random(in: 0...UInt64.max))
        let seed = random.state
        let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
        var rounds = 0
        while end.map({ ContinuousClock.now < $0 }) ?? (rounds < 4_000) {
            rounds += 1
            var bytes = Array(seeds[random.below(seeds.count)].utf8)
            for _ in 0...random.below(6) {
                let place = random.below(bytes.count + 1)
                switch random.below(3) {
                case 0: bytes.insert(contentsOf: pieces[random.below(pieces.count)].utf8, at: place)
                case 1: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
                default:
                    if place < bytes.count { bytes.removeSubrange(place..<min(bytes.count, place + random.below(8))) }
                }
            }
            guard let link = try? LinkText(String(decoding: bytes, as: UTF8.self)) else { continue }
            let texts = link.segments + link.parameters.flatMap { [$0.name, $0.value] } + [link.fragment ?? ""]
            #expect(
                texts.allSatisfy { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } },
                "seed \(seed)")
            #expect(
                link.segments.allSatisfy { $0 != ".." && $0 != "." && !$0.contains("/") && !$0.contains("\\") },
                "seed \(seed)")
            #expect(!LinkText.scriptSchemes.contains(link.scheme))
        }
    }
}

/// A random number generator with a seed.
struct SplitMix {
    var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(max(1, limit)))
    }
}
