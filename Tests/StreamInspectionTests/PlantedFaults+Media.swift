import Foundation
import MediaTesting

extension PlantedFault {
    private static let media = "/v1/index.m3u8"
    private static let one = "/v1/1.m4s"
    private static let packets = "/v1/1.ts"

    // MARK: - Bytes of segments

    static let segments: [PlantedFault] = [
        .init("segment missing", ["segment.missing"], [.status(one, 404)]),
        .init("segment forbidden", ["segment.missing"], [.status(one, 403)]),
        .init("segment fails on the server", ["segment.missing"], [.status(one, 500)]),
        .init("all segments of a variant missing", ["segment.missing"], (0..<4).map { .status("/v1/\($0).m4s", 404) }),
        .init("audio segment missing", ["segment.missing"], [.status("/a0/1.m4s", 404)]),
        .init("subtitle segment missing", ["segment.missing"], [.status("/s0/1.vtt", 404)]),
        .init("segment empty", ["segment.empty"], [.bytes(one) { $0 = [] }]),
        .on(.transport, "transport segment empty", ["segment.empty"], [.bytes(packets) { $0 = [] }]),
        .init("segment cut in half", ["segment.truncated"], [.bytes(one) { $0.removeLast($0.count / 2) }]),
        .init("segment without its last bytes", ["segment.truncated"], [.bytes(one) { $0.removeLast(20) }]),
        .on(
            .transport, "transport segment cut in a packet", ["segment.truncated"],
            [.bytes(packets) { $0.removeLast($0.count / 2 - $0.count / 2 % 188 + 90) }]),
        .on(
            .transport, "transport segment cut at a packet", ["time.duration", "time.jump", "time.gap"],
            [.bytes(packets) { $0.removeLast($0.count / 2 - $0.count / 2 % 188) }]),
        .init(
            "segment is a web page", ["segment.not-media"],
            [.bytes(one) { $0 = Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8) }]),
        .init("segment is JSON", ["segment.not-media"], [.bytes(one) { $0 = Array("{\"error\":\"gone\"}".utf8) }]),
        .init(
            "noise at the start of a segment", ["segment.unreadable", "segment.damaged", "segment.truncated"],
            [.bytes(one) { SegmentEdits.noise(&$0, 0..<64) }]),
        .init(
            "noise in the boxes of a segment",
            ["segment.unreadable", "segment.damaged", "segment.truncated", "time.duration"],
            [.bytes(one) { SegmentEdits.noise(&$0, 30..<200) }]),
        .init(
            "segment is noise", ["segment.unreadable", "segment.damaged"],
            [.bytes(one) { SegmentEdits.noise(&$0, 0..<$0.count) }]),
        .init("NAL units with wrong lengths", ["segment.damaged"], [.bytes(one) { SegmentEdits.breakUnits(&$0) }]),
        .on(
            .transport, "noise in a transport segment", ["segment.damaged"],
            [.bytes(packets) { SegmentEdits.noise(&$0, 3_000..<4_000) }]),
        .on(.transport, "sync bytes lost", ["segment.damaged"], [.bytes(packets) { $0.insert(0, at: 188 * 20) }]),
        .on(
            .transport, "three packets lost", ["segment.damaged"],
            [.bytes(packets) { SegmentEdits.removePackets(&$0) { index, pid in (40...42).contains(index) } }]),
        .on(
            .transport, "no tables in a transport segment", ["segment.tables"],
            [.bytes(packets) { SegmentEdits.removePackets(&$0) { _, pid in pid == 0 } }]),
        .on(
            .transport, "audio missing in a transport segment", ["segment.no-samples"],
            [.bytes(packets) { SegmentEdits.removePackets(&$0) { _, pid in pid == 0x101 } }]),
        .on(
            .transport, "audio missing in a variant", ["codec.absent", "audio.missing"],
            [
                .bytes("/v1/*") { bytes in
                    if bytes.first == 0x47 { SegmentEdits.removePackets(&bytes) { _, pid in pid == 0x101 } }
                }
            ]),
        .on(.transport, "segment of another variant", ["time.format-change"], [.swap(packets, for: "/v0/1.ts")]),
        .init("segment served twice", ["time.jump"], [.swap("/v1/2.m4s", for: one)]),
        .on(.transport, "transport segment served twice", ["time.jump"], [.swap("/v1/2.ts", for: packets)]),
        .init(
            "segment of the audio",
            ["segment.no-samples", "time.format-change", "segment.damaged", "segment.unreadable", "time.jump"],
            [.swap(one, for: "/a0/1.m4s")]),
        .init("subtitles without WEBVTT", ["subtitle.invalid"], [.replace("/s0/1.vtt", "WEBVTT", "WEBVT")]),
        .init("subtitles without map", ["subtitle.map"], [.remove("/s0/*", linesWith: "X-TIMESTAMP-MAP")]),
        .init(
            "subtitles 100 s late", ["subtitle.time"],
            [
                .text("/s0/*") {
                    $0.replacing(#/MPEGTS:([0-9]+)/#) { "MPEGTS:\((Int($0.output.1) ?? 0) + 9_000_000)" }
                }
            ]),
        .init(
            "subtitles with a cue that ends before it starts", ["subtitle.cue-order"],
            [.text("/s0/1.vtt") { $0 + "\n\n00:00:09.000 --> 00:00:08.000\nback\n" }]),
        .init(
            "subtitles without cues", ["subtitle.none"],
            [
                .text("/s0/*") { text in
                    text.hasPrefix("WEBVTT")
                        ? String(text.prefix { $0 != "\n" }) + "\n"
                            + (text.split(separator: "\n").first { $0.hasPrefix("X-TIME") } ?? "") + "\n\n" : text
                }
            ]),
        .init(
            "subtitles are a web page", ["segment.not-media"],
            [.bytes("/s0/1.vtt") { $0 = Array("<!DOCTYPE html><html></html>".utf8) }]),
        .on(
            .packed, "packed audio without timestamp", ["segment.timestamp-missing"],
            [
                .bytes("/a0/1.aac") { bytes in
                    guard bytes.starts(with: Array("ID3".utf8)) else { return }
                    let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
                    bytes.removeFirst(10 + size)
                }
            ]),
    ]

    // MARK: - Boxes

    private static let clock: Int64 = 12_288

    static let boxes: [PlantedFault] = [
        .init(
            "timestamps jump in one segment", ["time.jump"],
            [.bytes(one) { SegmentEdits.shift(&$0, ticks: 10 * clock) }]),
        .init(
            "timestamps of a segment 0.2 s late", ["time.gap", "time.duration"],
            [.bytes(one) { SegmentEdits.shift(&$0, ticks: clock / 5) }]),
        .init(
            "timestamps jump from a segment on", ["time.jump"],
            [
                .bytes("/v1/2.m4s") { SegmentEdits.shift(&$0, ticks: 100 * clock) },
                .bytes("/v1/3.m4s") { SegmentEdits.shift(&$0, ticks: 100 * clock) },
            ]),
        .init(
            "timestamps restart", ["time.jump"], [.bytes("/v1/2.m4s") { SegmentEdits.shift(&$0, ticks: -8 * clock) }]),
        .init(
            "a variant two seconds late", ["sync.offset"],
            [.bytes("*.m4s", only: "/v1/") { SegmentEdits.shift(&$0, ticks: 2 * clock) }]),
        .init(
            "a variant 0.3 s late", ["sync.offset"],
            [.bytes("*.m4s", only: "/v1/") { SegmentEdits.shift(&$0, ticks: clock * 3 / 10) }]),
        .init(
            "audio three seconds late", ["sync.offset"],
            [.bytes("*.m4s", only: "/a1/") { SegmentEdits.shift(&$0, ticks: 3 * 48_000) }]),
        .init(
            "audio 0.5 s late", ["sync.audio-offset"],
            [.bytes("*.m4s", only: "/a0/") { SegmentEdits.shift(&$0, ticks: 24_000) }]),
        .init(
            "audio 0.15 s late", ["sync.audio-offset"],
            [.bytes("*.m4s", only: "/a0/") { SegmentEdits.shift(&$0, ticks: 7_200) }]),
        .init(
            "audio drifts", ["sync.drift", "time.gap"],
            (0..<4).map { number in
                .bytes("/a0/\(number).m4s") { SegmentEdits.shift(&$0, ticks: Int64(number) * 4_800) }
            }),
        .init(
            "audio too long in all segments", ["time.duration", "time.gap", "sync.drift"],
            [.bytes("*.m4s", only: "/a0/") { SegmentEdits.stretch(&$0, by: 1.1) }]),
        .init(
            "track number of another stream", ["segment.unknown-track"],
            [.bytes(one) { SegmentEdits.renumber(&$0, track: 7) }]),
        .init(
            "first frame is not a key frame", ["segment.key-frame"],
            [.bytes(one) { SegmentEdits.flag(&$0, sample: 0, isSync: false) }]),
        .init(
            "segment starts in the middle", ["segment.key-frame"],
            [.bytes(one) { SegmentEdits.removeFirstFragment(&$0) }]),
        .init(
            "P frame marked as key frame", ["segment.false-key-frame"],
            [.bytes(one) { SegmentEdits.flag(&$0, sample: 5, isSync: true) }]),
        .init(
            "initialization section is a web page",
            ["segment.initialization", "segment.unreadable", "segment.damaged"],
            [.bytes("/v1/init-0.mp4") { $0 = Array("<html>gone</html>".utf8) }]),
        .init(
            "initialization section empty",
            ["segment.initialization", "media.map-missing", "segment.no-initialization"],
            [.bytes("/v1/init-0.mp4") { $0 = [] }]),
        .init(
            "initialization section cut off", ["segment.initialization", "segment.unreadable"],
            [.bytes("/v1/init-0.mp4") { $0.removeLast($0.count / 2) }]),
        .init(
            "half of a segment's samples are missing", ["time.duration", "time.gap", "time.jump"],
            [
                .bytes(one) { bytes in
                    bytes.removeLast(0)
                    SegmentEdits.removeLastFragment(&bytes)
                }
            ]),
    ]

    // MARK: - Responses

    static let responses: [PlantedFault] = [
        .init("playlist as text/html", ["http.playlist-type"], [.type("/main.m3u8", "text/html")]),
        .init("playlist as text/plain", ["http.playlist-type"], [.type(media, "text/plain")]),
        .init("playlist as JSON", ["http.playlist-type"], [.type(media, "application/json")]),
        .init(
            "segments as text/html", ["http.segment-type"],
            [.type("/v1/*", "text/html"), .type(media, "application/vnd.apple.mpegurl")]),
        .init("segment as image", ["http.segment-type"], [.type(one, "image/jpeg")]),
        .init("subtitles as an image", ["http.segment-type"], [.type("/s0/1.vtt", "image/png")]),
        .init("segments must not be cached", ["http.media-cache"], [.header("/v1/*", "Cache-Control", "no-store")]),
        .init(
            "only playlists allow other origins", ["http.cors-mixed"],
            [.header("*.m3u8", "Access-Control-Allow-Origin", "*")]),
        .init(
            "redirect loop", ["segment.transfer", "segment.missing"], [],
            faults: [.init(.redirect("1.m4s"), for: .path(one))]),
        .init(
            "connection cut in a segment", ["segment.transfer"], [], faults: [.init(.cut(after: 500), for: .path(one))]),
        .on(
            .transport, "connection cut in a transport stream", ["segment.transfer"], [],
            faults: [.init(.cut(after: 500), for: .path(packets))]),
        .init(
            "server declares too little", ["segment.truncated", "segment.transfer"], [],
            faults: [.init(.lengthError(-300), for: .path(one))]),
        .on(
            .ranges, "byte ranges ignored", ["http.ranges"], [],
            faults: [.init(.wholeBody, for: .suffix(".m4s")), .init(.wholeBody, for: .suffix(".mp4"))]),
        .init(
            "segment a hundred times too large", ["segment.too-large"],
            [.bytes(one) { $0 += [UInt8](repeating: 0, count: 20 << 20) }]),
    ]

    // MARK: - Encryption

    static let encryption: [PlantedFault] = [
        .on(.encrypted, "key missing", ["encryption.key-missing"], [.status("/keys/0.key", 404)]),
        .on(.encryptedTransport, "key forbidden", ["encryption.key-missing"], [.status("/keys/*", 403)]),
        .on(.encrypted, "key of 32 bytes", ["encryption.key-length"], [.bytes("/keys/1.key") { $0 += $0 }]),
        .on(
            .encryptedTransport, "key as hexadecimal text", ["encryption.key-length"],
            [.bytes("/keys/0.key") { $0 = Array($0.map { String($0, radix: 16) }.joined().utf8) }]),
        .on(.encrypted, "wrong key", ["encryption.wrong-key"], [.bytes("/keys/1.key") { $0 = $0.map { ~$0 } }]),
        .on(
            .encryptedTransport, "wrong key for a transport stream", ["encryption.wrong-key"],
            [.bytes("/keys/1.key") { $0 = $0.map { ~$0 } }]),
        .on(
            .encryptedTransport, "wrong initialization vector", ["encryption.wrong-key", "segment.damaged"],
            [.text(media) { $0.replacing(#/IV=0x[0-9A-Fa-f]+/#) { _ in "IV=0x000102030405060708090a0b0c0d0e0f" } }]),
        .on(
            .encryptedTransport, "initialization vector left out", ["encryption.wrong-key", "segment.damaged"],
            [.text(media) { $0.replacing(#/,IV=0x[0-9A-Fa-f]+/#) { _ in "" } }]),
        .on(
            .encryptedTransport, "EXT-X-KEY left out", ["segment.unreadable"], [.remove(media, linesWith: "#EXT-X-KEY")]
        ),
        .on(.encrypted, "EXT-X-KEY without URI", ["hls.key.uri"], [.replace(media, ",URI=", ",URL=")]),
        .on(
            .encrypted, "method unknown", ["hls.key.unknown", "hls.key.method"],
            [.replace(media, "METHOD=AES-128", "METHOD=AES-129")]),
        .on(
            .sampleAES, "wrong key for samples", ["encryption.wrong-key", "segment.damaged", "decode.errors"],
            [.bytes("/keys/0.key") { $0 = $0.map { ~$0 } }], decodes: true),
        .on(
            .sampleAES, "encrypted samples without EXT-X-KEY", ["encryption.undeclared"],
            [.remove(media, linesWith: "#EXT-X-KEY")]),
    ]

    // MARK: - Decoding

    static let others: [PlantedFault] = [
        .on(
            .captions, "captions that are not declared", ["caption.undeclared"],
            [
                .variant(nil, "CLOSED-CAPTIONS", "NONE"),
                .remove("/main.m3u8", linesWith: "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS"),
            ], decodes: true),
        .on(
            .captions, "captions declared in another channel", ["caption.missing"],
            [.replace("/main.m3u8", "INSTREAM-ID=\"CC1\"", "INSTREAM-ID=\"CC3\"")], decodes: true),
        .init(
            "captions declared and not there", ["caption.missing"],
            [
                .variant(nil, "CLOSED-CAPTIONS", "\"cc\""),
                .append(
                    "/main.m3u8", "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"CC\",INSTREAM-ID=\"CC1\""),
            ], decodes: true),
        .on(
            .transport, "damage inside frames", ["decode.errors", "segment.damaged"], [], decodes: true,
            faults: [.init(.innerNoise(bytes: 400, seed: 3), for: .path(packets))]),
        .init(
            "damage inside fragments", ["decode.errors", "segment.damaged"], [], decodes: true,
            faults: [.init(.innerNoise(bytes: 400, seed: 3), for: .path(one))]),
    ]
}

extension StreamEdit {
    /// Changes the resources that match a suffix, in one folder.
    static func bytes(
        _ suffix: String, only folder: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> StreamEdit {
        var edit = StreamEdit.bytes(suffix, change)
        edit.folder = folder
        return edit
    }
}

extension SegmentEdits {
    /// Removes the last fragment: moof and mdat.
    static func removeLastFragment(_ bytes: inout [UInt8]) {
        var places: [Int] = []
        visit(bytes, "moof") { places.append($0.lowerBound - 8) }
        if let last = places.last, places.count > 1 { bytes.removeLast(bytes.count - last) }
    }
}
