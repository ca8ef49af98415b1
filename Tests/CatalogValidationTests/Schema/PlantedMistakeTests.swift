import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests removed, duplicated, emptied and renamed elements and attributes, one at a time, in every sample.
struct PlantedMistakeTests {
    struct Planted {
        var what: String
        var text: String
    }

    /// Returns one changed text for each element and attribute, without knowledge of feeds.
    static func mistakes(in text: String) -> [Planted] {
        var result: [Planted] = []
        func add(_ what: String, _ range: Range<String.Index>, _ replacement: String) {
            result.append(Planted(what: what, text: text.replacingCharacters(in: range, with: replacement)))
        }
        for match in text.matches(of: /<([A-Za-z]+)((?:\s[^<>]*)?)>([^<>]*)<\/\1>/) {
            let name = String(match.1)
            add("\(name) removed", match.range, "")
            add("\(name) doubled", match.range, String(match.0) + String(match.0))
            add("\(name) emptied", match.range, "<\(name)\(match.2)></\(name)>")
            add("\(name) renamed", match.range, "<x\(name)\(match.2)>\(match.3)</x\(name)>")
            add("\(name) garbled", match.range, "<\(name)\(match.2)>\u{A7} %</\(name)>")
        }
        for match in text.matches(of: /\s([A-Za-z]+)="([^"]*)"/) where !match.0.contains("encoding") {
            let name = String(match.1)
            guard !text[..<match.range.lowerBound].hasSuffix("<?xml"), name != "encoding" else { continue }
            add("@\(name) removed", match.range, "")
            add("@\(name) emptied", match.range, " \(name)=\"\"")
            add("@\(name) renamed", match.range, " x\(name)=\"\(match.2)\"")
        }
        return result
    }

    @Test(
        "umc-validation.md 1: documents that the schema rejects have findings, and no error is reported twice",
        arguments: SampleFeed.allCases)
    func planted(_ feed: SampleFeed) {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.threads = 1
        let schema = FeedSchema.schema(feed.kind)
        var refused = 0
        var times: [String: Int] = [:]
        for planted in Self.mistakes(in: feed.text) {
            times[planted.what, default: 0] += 1
            guard times[planted.what, default: 0] <= 2 else { continue }
            let bytes = Array(planted.text.utf8)
            guard schema.verdict(of: bytes) == .invalid else { continue }
            refused += 1
            let findings = Validator(options: options).findings([.bytes(bytes, name: "feed.xml")]).findings
            #expect(!findings.isEmpty, "\(planted.what) in \(feed)")
            let errors = findings.filter { $0.level == .error && $0.causedBy == nil }
            for error in errors where error.ruleId.hasPrefix("SCH-") {
                let twice = errors.filter { $0.ruleId != error.ruleId && $0.xpath == error.xpath }
                #expect(
                    twice.isEmpty,
                    "\(planted.what) in \(feed): \(error.message); \(twice.map { "\($0.ruleId) \($0.message)" })")
            }
        }
        #expect(refused > 20)
    }
}
