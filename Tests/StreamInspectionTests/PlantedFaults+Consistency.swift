import Foundation
import MediaTesting
import Synchronization

extension PlantedFault {
    private static let main = "/main.m3u8"
    private static let media = "/v1/index.m3u8"
    private static let one = "/v1/1.m4s"

    /// Counts requests. Thread-safe.
    private final class Counter: Sendable {
        private let value = Atomic<Int>(0)
        func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
    }

    /// Changes the last byte of a segment at every second request.
    private static func alternating(_ path: String) -> StreamEdit {
        let counter = Counter()
        return .bytes(path) { bytes in
            if counter.next() % 2 == 1, let last = bytes.indices.last { bytes[last] ^= 1 }
        }
    }

    /// Writes a language, as three letters of five bits, into the media header.
    private static func french(_ bytes: inout [UInt8]) {
        guard let name = bytes.firstRange(of: Array("mdhd".utf8)) else { return }
        let place = name.upperBound + (bytes[name.upperBound] == 1 ? 32 : 20)
        let code = "fra".utf8.reduce(0) { $0 << 5 | Int($1 - 0x60) }
        bytes.replaceSubrange(place..<place + 2, with: [UInt8(code >> 8), UInt8(code & 0xff)])
    }

    /// Changes one hexadecimal digit of the initialization vectors.
    private static func vectors(_ path: String, digit: Int) -> StreamEdit {
        .lines(path) { lines in
            for index in lines.indices {
                guard let start = lines[index].range(of: "IV=0x")?.upperBound else { continue }
                let place = lines[index].index(start, offsetBy: digit)
                let value = lines[index][place].hexDigitValue ?? 0
                lines[index].replaceSubrange(place...place, with: String(value ^ 1, radix: 16))
            }
        }
    }

    private static func dates(everySeconds seconds: Double) -> StreamEdit {
        .lines(media) { lines in
            lines.removeAll { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME") }
            let places = lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }
            for (count, place) in places.enumerated().reversed() {
                let thousandths = Int(Double(count) * seconds * 1_000)
                let digits = "\(thousandths % 1_000 + 1_000)".dropFirst()
                let second = thousandths / 1_000
                lines.insert(
                    "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(second < 10 ? "0" : "")\(second).\(digits)Z", at: place
                )
            }
        }
    }

    private static func interstitials(_ ranges: [(id: String, second: Int)], category: String) -> [StreamEdit] {
        let lines = ranges.map { range in
            "#EXT-X-DATERANGE:ID=\"\(range.id)\",CLASS=\"\(category)\",START-DATE=\"2026-01-01T00:00:0\(range.second)Z\","
                + "DURATION=6,X-ASSET-URI=\"../ads/main.m3u8\""
        }
        return [
            .remove(media, linesWith: "#EXT-X-PROGRAM-DATE-TIME"),
            .insert(media, lines.joined(separator: "\n"), before: 0),
            .insert(media, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z", before: 0),
        ]
    }

    private static let category = "com.apple.hls.interstitial"

    /// What differs between two requests, between variants, or between a playlist and its tracks.
    static let consistency: [PlantedFault] = [
        .init("segment with other bytes at the second request", ["http.changed"], [alternating(one)]),
        .init("language of another track", ["rendition.track-language"], [.bytes("/a1/init-0.mp4", french)]),
        .init(
            "cue of 400 characters", ["subtitle.cue-length"],
            [
                .text("/s0/1.vtt") {
                    $0 + "\n\n00:00:07.000 --> 00:00:08.000\n" + String(repeating: "word ", count: 80) + "\n"
                }
            ]),
        .init("dates that advance by 4.5 s for 4 s", ["media.date-drift"], [dates(everySeconds: 4.5)]),
        .init(
            "two pathways without steering", ["steering.absent"],
            [.variant(0, "PATHWAY-ID", "\"A\""), .variant(1, "PATHWAY-ID", "\"B\"")]),
        .init(
            "interstitial with a misspelt class", ["media.interstitial-class"],
            interstitials([("a", 4)], category: "com.apple.interstitial")),
        .init(
            "interstitial in one variant only", ["align.interstitials"], interstitials([("a", 4)], category: category)),
        .init(
            "interstitials that overlap", ["media.interstitial-overlap"],
            interstitials([("a", 4), ("b", 6)], category: category)),
        .on(
            .encryptedTransport, "vector that is wrong in its second byte", ["encryption.wrong-key"],
            [vectors(media, digit: 3)]),
        .on(
            .sampleAES, "vector of samples that is not that of the track", ["encryption.vector"],
            [vectors(media, digit: 0)]),
        // Rules of rows that had none.
        .init(
            "I-frame playlist with dates of another hour", ["i-frame.dates"],
            [
                .replace(
                    "/v1/iframes.m3u8", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00",
                    "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T07")
            ]),
        .init(
            "pathways with different variants", ["steering.pathways-differ"],
            [.variant(0, "PATHWAY-ID", "\"A\""), .variant(1, "PATHWAY-ID", "\"B\"")]),
        .init(
            "subtitle map that jumps", ["subtitle.map-jump"],
            [
                .text("/s0/2.vtt") {
                    $0.replacing(#/MPEGTS:([0-9]+)/#) { "MPEGTS:\((Int($0.output.1) ?? 0) + 900_000)" }
                }
            ]),
        .on(.encrypted, "variant without encryption", ["encryption.mixed"], [.remove(media, linesWith: "#EXT-X-KEY")]),
    ]
}
