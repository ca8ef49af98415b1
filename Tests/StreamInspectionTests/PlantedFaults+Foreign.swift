import Foundation
import MediaTesting

/// Faults of packagers and caches: foreign files in place of segments, formats of the wrong container, headers that caches reject.
extension PlantedFault {
    private static let media = "/v1/index.m3u8"
    private static let one = "/v1/1.m4s"
    private static let cues = "/s0/1.vtt"

    /// Sets the sequence number of the first fragment to that of another.
    private static func numbered(_ path: String, _ number: UInt8) -> StreamEdit {
        .bytes(path) { bytes in
            guard let name = bytes.firstRange(of: Array("mfhd".utf8)) else { return }
            bytes.replaceSubrange(name.upperBound + 4..<name.upperBound + 8, with: [0, 0, 0, number])
        }
    }

    static let foreign: [PlantedFault] = [
        .init(
            "segment is a JPEG image", ["segment.not-media"],
            [.bytes(one) { $0 = [0xff, 0xd8, 0xff, 0xe0] + Array(repeating: 0x55, count: 5_000) }]),
        .init(
            "segment is compressed with gzip", ["segment.not-media"],
            [.bytes(one) { $0 = [0x1f, 0x8b, 8, 0] + $0.map { $0 ^ 0x5a } }]),
        .init("segment is zeros", ["segment.unreadable"], [.bytes(one) { $0 = Array(repeating: 0, count: $0.count) }]),
        .init(
            "segment is an XML text", ["segment.not-media"],
            [.bytes(one) { $0 = Array("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>".utf8) }]),
        .init("segment is a playlist", ["segment.not-media"], [.swap(one, for: media)]),
        .on(.transportHEVC, "HEVC in transport streams", ["codec.container"], []),
        .init("no variant of standard dynamic range", ["video.sdr-missing"], [.variant(nil, "VIDEO-RANGE", "PQ")]),
        .init(
            "fragments of two segments with one number", ["segment.fragment-order"],
            [numbered("/v1/1.m4s", 9), numbered("/v1/2.m4s", 9)]),
        .init(
            "subtitles in UTF-16", ["subtitle.invalid"],
            [.bytes(cues) { $0 = [0xff, 0xfe] + $0.flatMap { [$0, 0] } }]),
        .init(
            "subtitles encoded as UTF-8 twice", ["subtitle.invalid"],
            [.append(cues, "\n00:00:07.500 --> 00:00:07.900\nD\u{c3}\u{a9}j\u{c3}\u{a0} vu")]),
        .init("Cache-Control with a colon", ["http.policy"], [.header("/v1/*", "Cache-Control", "max-age: 3600")]),
        .init(
            "segments older than their lifetime", ["http.stale-segment"],
            [.header("/v1/*", "Cache-Control", "max-age=60"), .header("/v1/*", "Age", "900")]),
        .init(
            "EXT-X-ALLOW-CACHE in version 7", ["playlist.removed"],
            [.insert(media, "#EXT-X-ALLOW-CACHE:YES", before: 0)]),
    ]
}
