import Foundation
import MediaTesting

extension PlantedFault {
    private static let main = "/main.m3u8"
    private static let media = "/v1/index.m3u8"
    private static let one = "/v1/1.m4s"
    private static let packets = "/v1/1.ts"
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00"

    private static func dated(_ path: String, _ line: String) -> [StreamEdit] {
        [.remove(path, linesWith: "#EXT-X-PROGRAM-DATE-TIME"), .insert(path, line, before: 0)]
    }

    /// Renames the boxes that state the decode times of fragments.
    private static func withoutDecodeTimes(_ bytes: inout [UInt8]) {
        for range in bytes.ranges(of: Array("tfdt".utf8)) { bytes.replaceSubrange(range, with: "free".utf8) }
    }

    /// Dates, keys and starts that only a comparison of playlists shows to be wrong.
    static let presentation: [PlantedFault] = [
        .init("dates of one variant 30 s late", ["align.dates"], dates(late: 1)),
        .init("dates in one variant only", ["align.dates"], undated(except: 1)),
        .init("date without time zone", ["media.date-zone"], dated(media, date)),
        .init(
            "date range in another year", ["media.date-range-outside"],
            dated(media, date + "Z\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2024-01-01T00:00:00Z\",DURATION=2")),
        .init(
            "TIME-OFFSET beyond the end", ["media.start-outside"],
            [.replace(main, "#EXTM3U", "#EXTM3U\n#EXT-X-START:TIME-OFFSET=600")]),
        .init(
            "discontinuities of variants numbered differently", ["align.discontinuities"],
            [.insert(media, "#EXT-X-DISCONTINUITY-SEQUENCE:3", before: 0)]),
        .init(
            "session data that does not exist", ["reference.missing"],
            [
                .replace(
                    main, "#EXTM3U", "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"com.example.x\",URI=\"gone.json\"")
            ]),
        .init(
            "steering on a pathway without variants", ["steering.pathway"],
            [
                .replace(
                    main, "#EXTM3U",
                    "#EXTM3U\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"gone.json\",PATHWAY-ID=\"nowhere\"")
            ]),
        .init(
            "attribute of a date range without X-", ["media.date-range-attribute"],
            dated(
                media, date + "Z\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\",OFFER=\"7\"")),
        .on(
            .transport, "bytes before the first packet", ["segment.damaged"],
            [.bytes(packets) { $0.removeFirst(50) }]),
        .init(
            "noise in an audio segment", ["decode.errors"],
            [.bytes("/a0/1.m4s") { SegmentEdits.noise(&$0, 6_000..<14_000) }], decodes: true),
        .init("no decode times", ["cmaf.decode-time", "time.jump"], [.bytes(one) { withoutDecodeTimes(&$0) }]),
        .init("EXTINF without a comma", ["playlist.extinf-form"], [comma(media, "$1")]),
        .init("EXTINF with a decimal comma", ["playlist.extinf-form"], [comma(media, "4,000,")]),
        .init(
            "EXT-X-ENDLIST in the middle", ["media.endlist-early"], [.insert(media, "#EXT-X-ENDLIST", before: 2)]),
        .init("language without such a code", ["rendition.language-form"], [.rendition(1, "LANGUAGE", "\"xq\"")]),
        .init("region UK", ["rendition.language-form"], [.rendition(1, "LANGUAGE", "\"en-UK\"")]),
        .init("CHANNELS in words", ["rendition.channels-form"], [.rendition(0, "CHANNELS", "\"stereo\"")]),
        .init(
            "audio rendition leads to subtitles", ["rendition.wrong-media"],
            [.rendition(1, "URI", "\"s0/index.m3u8\"")]),
        .init(
            "I-frame playlist without EXT-X-I-FRAMES-ONLY", ["i-frame.flag-missing"],
            [.remove("/v1/iframes.m3u8", linesWith: "#EXT-X-I-FRAMES-ONLY")]),
        .on(
            .encrypted, "key format of no system", ["encryption.key-format"],
            [.replace(media, "METHOD=AES-128", "METHOD=AES-128,KEYFORMAT=\"com.example.drm\"")]),
        .on(
            .encrypted, "method that is not in the specification", ["encryption.method"],
            [.replace(media, "METHOD=AES-128", "METHOD=AES-256")]),
        .on(
            .encrypted, "session key of no playlist", ["encryption.session-key"],
            [.replace(main, "#EXTM3U", "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"keys/old.key\"")]),
    ]

    /// Segments of the wrong place, and what only their bytes show.
    static let copies: [PlantedFault] = [
        .init("segment of a smaller variant", ["segment.copied"], [.swap("/v1/2.m4s", for: "/v0/2.m4s")]),
        .on(
            .transport, "transport stream segment of a smaller variant", ["segment.copied", "time.format-change"],
            [.swap("/v1/2.ts", for: "/v0/2.ts")]),
        .on(
            .transport, "media before the tables", ["segment.tables"],
            [
                .bytes(packets) { bytes in
                    // The tables are repeated later, with the next key frame.
                    SegmentEdits.removePackets(&bytes) { index, pid in index < 6 && (pid == 0 || pid == 0x1000) }
                    SegmentEdits.removePackets(&bytes) { index, pid in index < 6 && pid == 0x11 }
                }
            ]),
        .on(
            .encryptedTransport, "initialization vector wrong in its last bit", ["encryption.wrong-key"],
            [
                .text(media) { text in
                    text.replacing(#/IV=0x([0-9A-Fa-f]{31})([0-9A-Fa-f])/#) { match in
                        "IV=0x\(match.output.1)\(match.output.2 == "0" ? "1" : "0")"
                    }
                }
            ]),
        .on(
            .transport, "table with a wrong checksum", ["segment.damaged"],
            [.bytes(packets) { if $0.count > 188 { $0[17] ^= 1 } }]),
    ]

    static let texts: [PlantedFault] = [
        .init(
            "X-TIMESTAMP-MAP missing in one segment", ["subtitle.map-uneven", "subtitle.map"],
            [.remove("/s0/1.vtt", linesWith: "X-TIMESTAMP-MAP")]),
        .init(
            "cue far beyond its segment", ["subtitle.time"],
            [.text("/s0/1.vtt") { $0 + "\n\n00:50:00.000 --> 00:50:01.000\nlate\n" }]),
        .init(
            "cues in the wrong order", ["subtitle.cue-disorder"],
            [
                .text("/s0/1.vtt") {
                    $0 + "\n\n00:00:08.500 --> 00:00:09.000\none\n\n00:00:08.200 --> 00:00:08.400\ntwo\n"
                }
            ]),
        .init(
            "cue with another arrow", ["subtitle.invalid"],
            [.text("/s0/1.vtt") { $0 + "\n\n00:05.000 -> 00:06.000\nx\n" }]),
        .init("subtitles in Latin 1", ["subtitle.invalid"], [.bytes("/s0/1.vtt") { $0 += [0x0a, 0x63, 0xe9, 0x0a] }]),
    ]

    static let delivery: [PlantedFault] = [
        .on(
            .encrypted, "all but the keys allow other origins", ["http.cors-mixed"],
            [
                .header("*.m3u8", "Access-Control-Allow-Origin", "*"),
                .header("*.m4s", "Access-Control-Allow-Origin", "*"),
                .header("*.mp4", "Access-Control-Allow-Origin", "*"),
                .header("*.vtt", "Access-Control-Allow-Origin", "*"),
                .header("/a0/*", "Access-Control-Allow-Origin", "*"),
            ]),
        .init(
            "Access-Control-Allow-Origin twice", ["http.cors-form"],
            [.header(media, "Access-Control-Allow-Origin", "*, *")]),
        .on(
            .encrypted, "key in shared caches", ["http.key-cache"],
            [.header("/keys/*", "Cache-Control", "public, max-age=86400")]),
        .on(.encrypted, "key as a web page", ["http.segment-type"], [.type("/keys/0.key", "text/html")]),
        .init("initialization section as text", ["http.segment-type"], [.type("/v1/init-0.mp4", "text/plain")]),
        .init(
            "initialization section must not be cached", ["http.media-cache"],
            [.header("/v1/init-0.mp4", "Cache-Control", "no-store")]),
        .on(
            .transport, "content type missing on one server", ["http.type-mixed"],
            [.type(packets, "application/octet-stream")]),
        .init(
            "segment redirected", ["http.redirect"], [], faults: [.init(.redirect("2.m4s"), for: .path(one))]),
    ]

    private static func comma(_ path: String, _ duration: String) -> StreamEdit {
        .lines(path) { lines in
            for place in lines.indices where lines[place].hasPrefix("#EXTINF:") {
                let text = lines[place].prefix { $0 != "," }
                lines[place] = duration == "$1" ? String(text) : "#EXTINF:\(duration)"
            }
        }
    }

    private static let timed = ["/v0/index.m3u8", "/v1/index.m3u8", "/a0/index.m3u8", "/a1/index.m3u8"]

    private static func dates(late index: Int) -> [StreamEdit] {
        timed.enumerated().flatMap { position, path in
            dated(path, position == index ? "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:30Z" : date + "Z")
        }
    }

    private static func undated(except index: Int) -> [StreamEdit] {
        timed.enumerated().flatMap { position, path in
            position == index ? dated(path, date + "Z") : [.remove(path, linesWith: "#EXT-X-PROGRAM-DATE-TIME")]
        }
    }
}
