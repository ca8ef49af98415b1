import Foundation
import HLS

/// Checks the attributes of date ranges: interstitials (RFC 8216bis appendix D) and splice information (SCTE 35).
struct DateRangeChecks {
    let facts: PlaylistFacts

    /// Attributes whose value is a list of words or one word.
    private static let words: [String: Set<String>] = [
        "X-SNAP": ["IN", "OUT"], "X-RESTRICT": ["SKIP", "JUMP"], "X-TIMELINE-OCCUPIES": ["POINT", "RANGE"],
        "X-TIMELINE-STYLE": ["HIGHLIGHT", "PRIMARY"], "X-CONTENT-MAY-VARY": ["YES", "NO"],
    ]
    private static let lists: Set<String> = ["X-SNAP", "X-RESTRICT"]
    /// Attributes whose value is a number, and whether it may be negative.
    private static let numbers: [String: Bool] = [
        "X-RESUME-OFFSET": true, "X-PLAYOUT-LIMIT": false, "X-SKIP-CONTROL-OFFSET": false,
        "X-SKIP-CONTROL-DURATION": false,
    ]

    func check(_ log: inout FindingLog) {
        checkOverlaps(&log)
        for range in facts.playlist?.dateRanges ?? [] {
            var place = facts.place
            place.line = range.line
            if range.category == Self.interstitialCategory {
                checkInterstitial(range, place, &log)
            } else if range.attributes["X-ASSET-URI"] != nil || range.attributes["X-ASSET-LIST"] != nil {
                log.add(
                    .interstitialClass,
                    "“\(range.id.prefix(60))” has an asset, and the CLASS “\(range.category?.prefix(60) ?? "")”.",
                    at: place)
            }
            for (name, bytes) in [
                ("SCTE35-CMD", range.spliceCommand), ("SCTE35-OUT", range.spliceOut), ("SCTE35-IN", range.spliceIn),
            ] {
                guard let bytes, let problem = Self.problem(ofSplice: bytes) else { continue }
                log.add(.splice, "\(name) of “\(range.id.prefix(60))” \(problem).", at: place)
            }
        }
    }

    static let interstitialCategory = "com.apple.hls.interstitial"
    /// Seconds by which an interstitial may begin before the end of the one before.
    private static let overlapTolerance = 0.5

    private func checkOverlaps(_ log: inout FindingLog) {
        let ranges = (facts.playlist?.dateRanges ?? []).filter {
            $0.category == Self.interstitialCategory && $0.cues.isDisjoint(with: [.pre, .post])
        }.sorted { $0.start < $1.start }
        for (first, next) in zip(ranges, ranges.dropFirst()) {
            // At the same time, interstitials play one after the other; with an offset of 0, the programme continues where it was.
            guard next.start > first.start, first.attributes["X-RESUME-OFFSET"] == nil, let duration = first.duration,
                next.start.timeIntervalSince(first.start) < duration - Self.overlapTolerance
            else { continue }
            var place = facts.place
            place.line = next.line
            log.add(
                .interstitialOverlap,
                "“\(next.id.prefix(60))” begins \(Words.seconds(next.start.timeIntervalSince(first.start))) s after "
                    + "“\(first.id.prefix(60))”, which lasts \(Words.seconds(duration)) s.", at: place)
        }
    }

    private func checkInterstitial(_ range: DateRange, _ place: StreamFinding.Place, _ log: inout FindingLog) {
        for (name, value) in range.attributes.sorted(by: { $0.key < $1.key }) {
            if let allowed = Self.words[name] {
                let text = value.text ?? ""
                let parts = Self.lists.contains(name) ? text.split(separator: ",").map(String.init) : [text]
                guard parts.isEmpty || !parts.allSatisfy({ allowed.contains($0.filter { $0 != " " }) }) else {
                    continue
                }
                log.add(
                    .interstitialForm,
                    "\(name) of “\(range.id.prefix(60))” is “\(text.prefix(40))”, not "
                        + "\(allowed.sorted().joined(separator: " or ")).", at: place, kind: name)
            } else if let maySink = Self.numbers[name] {
                guard value.number.map({ $0 < 0 && !maySink }) ?? true else { continue }
                let form = maySink ? "a number of seconds" : "a number of seconds of 0 or more"
                log.add(
                    .interstitialForm, "\(name) of “\(range.id.prefix(60))” is not \(form).", at: place, kind: name)
            }
        }
    }

    /// Returns why the bytes are not a splice information section (SCTE 35 section 9.6); nil where they may be one.
    static func problem(ofSplice bytes: [UInt8]) -> String? {
        guard let table = bytes.first, table == 0xfc else { return "does not begin with 0xFC" }
        guard bytes.count >= 20 else { return "has \(bytes.count) bytes, fewer than any splice section" }
        let length = Int(bytes[1] & 0x0f) << 8 | Int(bytes[2])
        guard length + 3 == bytes.count else {
            return "has \(bytes.count) bytes, and declares \(length + 3)"
        }
        var remainder: UInt32 = .max
        for byte in bytes {
            remainder ^= UInt32(byte) << 24
            for _ in 0..<8 { remainder = remainder & 0x8000_0000 != 0 ? remainder << 1 ^ 0x04c1_1db7 : remainder << 1 }
        }
        return remainder == 0 ? nil : "has a wrong checksum"
    }
}
