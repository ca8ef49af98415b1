import Foundation
import MediaTesting
import Testing

@testable import AppLinks

/// Mutated association files. `script/soak links SECONDS` runs this for longer.
struct AssociationFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_LINKS"].flatMap(Double.init)

    @Test("mutated association files are read or rejected, and their patterns end")
    func mutations() throws {
        let base = Array(
            #"""
            {"applinks": {"defaults": {"caseSensitive": false}, "substitutionVariables": {"v": ["a*", "?b"]}, "details": [
              {"appIDs": ["A.b"], "components": [{"/": "/$(v)/*$(lang)?", "?": {"n": "?*"}, "#": "x", "exclude": true},
              {"/": "*", "?": "a=*", "percentEncoded": false}]}, {"appID": "A.b", "paths": ["NOT /x/*", "*"]}]}}
            """#.utf8)
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededRandom(seed: seed)
        let url = try #require(URL(string: "https://a.b/abab/en-x?n=1&a=2&n=%41#X"))
        let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
        var rounds = 0
        while end.map({ ContinuousClock.now < $0 }) ?? (rounds < 2_000) {
            rounds += 1
            var bytes = base
            for _ in 0...Int.random(in: 0...5, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 32...126, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 4))
                default:
                    bytes.insert(
                        contentsOf: Array("*?$(v){}[]\",:1".utf8.shuffled(using: &random).prefix(3)), at: place)
                }
            }
            guard let file = try? AssociationFile(json: Data(bytes)) else { continue }
            let start = ContinuousClock.now
            _ = file.verdict(for: url, isApp: { $0 == "A.b" })
            #expect(ContinuousClock.now - start < .seconds(20), "seed \(seed)")
        }
    }
}
