import Foundation
import MediaTesting

/// Faults in boxes, packets, texts and attributes, each of which violates one statement of a specification.
extension PlantedFault {
    private static let main = "/main.m3u8"
    private static let media = "/v1/index.m3u8"
    private static let head = "/v1/init-0.mp4"
    private static let one = "/v1/1.m4s"
    private static let packets = "/v1/1.ts"
    private static let cues = "/s0/1.vtt"

    /// Replaces bytes after the first occurrence of a box type.
    private static func box(_ path: String, _ type: String, _ offset: Int, _ values: [UInt8]) -> StreamEdit {
        .bytes(path) { bytes in
            guard let name = bytes.firstRange(of: Array(type.utf8)) else { return }
            let start = name.lowerBound + offset
            guard start >= 0, start + values.count <= bytes.count else { return }
            bytes.replaceSubrange(start..<(start + values.count), with: values)
        }
    }

    /// Changes the packets of one identifier.
    private static func eachPacket(
        _ path: String, _ pid: Int, _ change: @escaping @Sendable (inout [UInt8], Int, Int) -> Void
    ) -> StreamEdit {
        .bytes(path) { bytes in
            var count = 0
            for start in stride(from: 0, to: bytes.count - 187, by: 188)
            where Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2]) == pid {
                change(&bytes, start, count)
                count += 1
            }
        }
    }

    private static func dateRange(_ attributes: String) -> [StreamEdit] {
        [
            .remove(media, linesWith: "#EXT-X-PROGRAM-DATE-TIME"),
            .insert(media, "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:04Z\",\(attributes)", before: 0),
            .insert(media, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z", before: 0),
        ]
    }

    /// Puts an event message of version 1 for a time in seconds in front of a segment.
    private static func event(_ path: String, at seconds: UInt64) -> StreamEdit {
        .bytes(path) { bytes in
            let text = Array("urn:example\0\0".utf8)
            let times: [UInt8] = [0, 0, 0, 1] + number(seconds) + [0, 0, 0, 1] + [0, 0, 0, 1]
            let content: [UInt8] = [1, 0, 0, 0] + times + text
            bytes = [0, 0, 0, UInt8(8 + content.count)] + Array("emsg".utf8) + content + bytes
        }
    }

    private static func number(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    static let headers: [PlantedFault] = [
        .init("initialization section without ftyp", ["init.brand"], [box(head, "ftyp", 0, Array("free".utf8))]),
        .init("moov without mvex", ["init.extends"], [box(head, "mvex", 0, Array("free".utf8))]),
        .init(
            "cue that is in the file twice", ["subtitle.invalid"],
            [
                .text(cues) {
                    $0 + "\n\n00:00:05.000 --> 00:00:06.000\nagain\n\n00:00:05.000 --> 00:00:06.000\nagain\n"
                }
            ]),
        .on(
            .transport, "key frames without SPS", ["segment.parameter-sets"],
            [
                .bytes(packets) { bytes in
                    for index in bytes.indices.dropLast(3)
                    where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1
                        && bytes[index + 3] & 0x9f == 7
                    {
                        bytes[index + 3] = 0x6c
                    }
                }
            ]),
    ]

    static let details: [PlantedFault] = [
        .init("event message minutes after its segment", ["segment.event"], [event(one, at: 296)]),
        .init(
            "event message at the last second of 63 bits", ["segment.event"], [event(one, at: UInt64(Int64.max))]),
        .init(
            "sample entry with six channels for stereo", ["init.audio"],
            [box("/a0/init-0.mp4", "mp4a", 20, [0, 6])]),
        .init(
            "sample entry with another sample rate", ["init.audio"],
            [box("/a0/init-0.mp4", "mp4a", 28, [0x56, 0x22])]),
        .on(
            .transport, "some ADTS headers of another profile", ["time.format-change"],
            [
                .bytes("/v1/*") { bytes in
                    guard bytes.first == 0x47 else { return }
                    for index in bytes.indices.dropLast(7)
                    where bytes[index] == 0xff && bytes[index + 1] & 0xf6 == 0xf0 && bytes[index + 2] >> 6 == 1 {
                        bytes[index + 2] &= 0x3f
                    }
                }
            ]),
        .init("blank in the URI of a segment", ["playlist.uri-form"], [.replace(media, "1.m4s", "a 1.m4s")]),
        .init("blank in the URI of a rendition", ["playlist.uri-form"], [.rendition(0, "URI", "\"a 0.m3u8\"")]),
        .init("stray percent sign in a URI", ["playlist.uri-form"], [.replace(media, "1.m4s", "100%.m4s")]),
        .init(
            "date with a comma before the fraction", ["media.date-form"],
            [
                .remove(media, linesWith: "#EXT-X-PROGRAM-DATE-TIME"),
                .insert(media, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00,500Z", before: 0),
            ]),
        .init(
            "arrow of a cue without blanks", ["subtitle.invalid"],
            [.text(cues) { $0 + "\n\n00:00:05.000-->00:00:06.000\nnear\n" }]),
        .init(
            "entity encoded twice", ["subtitle.invalid"],
            [.text(cues) { $0 + "\n\n00:00:05.000 --> 00:00:06.000\nsalt &amp;amp; pepper\n" }]),
        .init(
            "cues that overlap", ["subtitle.cue-overlap"],
            [
                .text(cues) {
                    $0 + "\n\n00:00:05.000 --> 00:00:06.500\nfirst\n\n00:00:06.000 --> 00:00:07.000\nsecond\n"
                }
            ]),
        .init(
            "cue of 0.04 s", ["subtitle.cue-brief"],
            [.text(cues) { $0 + "\n\n00:00:05.000 --> 00:00:05.040\nbrief\n" }]),
    ]

    static let statements: [PlantedFault] = [
        .init("sample entry without avcC", ["init.configuration"], [box(head, "avcC", 0, Array("free".utf8))]),
        .init("lengths of NAL units with two bytes", ["init.unit-length"], [box(head, "avcC", 8, [0xfd])]),
        .init("table with an entry in moov", ["init.samples"], [box(head, "stts", 8, [0, 0, 0, 1])]),
        .init(
            "mdat in the initialization section", ["init.samples"],
            [.bytes(head) { $0 += [0, 0, 0, 12] + Array("mdat".utf8) + [1, 2, 3, 4] }]),
        .init("fragment without default-base-is-moof", ["segment.data-offset"], [box(one, "tfhd", 5, [0, 0, 0])]),
        .init(
            "event message with a timescale of 0", ["segment.event"],
            [
                .bytes(one) { bytes in
                    let text = Array("https://aomedia.org/emsg/ID3\0\0".utf8)
                    let content: [UInt8] = [1, 0, 0, 0] + [UInt8](repeating: 0, count: 20) + text + Array("ID3".utf8)
                    bytes = [0, 0, 0, UInt8(8 + content.count)] + Array("emsg".utf8) + content + bytes
                }
            ]),
        .on(
            .sampleAES, "tenc that protects nothing", ["encryption.boxes"], [box(head, "tenc", 10, [0])]),
        .on(
            .sampleAES, "encrypted track with a clear sample entry", ["encryption.sample-entry"],
            [box(head, "encv", 0, Array("avc1".utf8))]),
        .on(
            .transport, "discontinuity that is announced in a segment", ["segment.discontinuity-mark"],
            [
                eachPacket(packets, 256) { bytes, start, count in
                    if count > 20, bytes[start + 3] & 0x20 != 0, bytes[start + 4] > 0 { bytes[start + 5] |= 0x80 }
                }
            ]),
        .on(
            .transport, "one clock reference in a segment", ["segment.pcr-interval"],
            [
                eachPacket(packets, 256) { bytes, start, count in
                    if count > 0, bytes[start + 3] & 0x20 != 0, bytes[start + 4] > 0 { bytes[start + 5] &= 0xef }
                }
            ]),
        .on(
            .packed, "bytes between frames of packed audio", ["segment.audio-gap"],
            [
                .bytes("/a0/1.aac") { bytes in
                    guard
                        let place = bytes.indices.dropFirst(200).first(where: {
                            $0 + 1 < bytes.count && bytes[$0] == 0xff && bytes[$0 + 1] == 0xf1
                        })
                    else { return }
                    bytes.insert(contentsOf: [UInt8](repeating: 0, count: 300), at: place)
                }
            ]),
        .init(
            "timestamp map after the header", ["subtitle.invalid"],
            [.replace(cues, "WEBVTT\n", "WEBVTT\n\n")]),
        .init("ampersand in a cue", ["subtitle.invalid"], [.replace(cues, "en 4", "Fish & Chips")]),
        .init("tag without end in a cue", ["subtitle.invalid"], [.replace(cues, "en 4", "<b>en 4")]),
        .init("cue of an unknown region", ["subtitle.invalid"], [.replace(cues, "line:10%", "region:none")]),
        .init(
            "subtitles of two languages with the same bytes", ["rendition.same-content"],
            [
                .text(main) { text in
                    let line = text.split(separator: "\n").first { $0.contains("TYPE=SUBTITLES") } ?? ""
                    let other = line.replacingOccurrences(of: "s0/index.m3u8", with: "s0/index.m3u8?fr")
                        .replacingOccurrences(
                            of: "NAME=\"English\",LANGUAGE=\"en\"", with: "NAME=\"Français\",LANGUAGE=\"fr\"")
                    return text + other + "\n"
                }
            ]),
        .init(
            "FORCED=YES with AUTOSELECT=NO", ["rendition.forced-autoselect"],
            [
                .rendition(2, "FORCED", "YES"), .rendition(2, "AUTOSELECT", "NO"),
            ]),
        .init("NAME of another language", ["rendition.language-name"], [.rendition(1, "LANGUAGE", "\"fr\"")]),
        .init("BIT-DEPTH of subtitles", ["rendition.attribute-type"], [.rendition(2, "BIT-DEPTH", "16")]),
        .init("codec without object type", ["variant.codecs-form"], [.replace(main, "mp4a.40.2", "mp4a.40")]),
        .init("PROGRAM-ID in version 7", ["playlist.removed"], [.variant(1, "PROGRAM-ID", "1")]),
        .init(
            "session data without domain", ["session-data.form"],
            [.text(main) { $0 + "#EXT-X-SESSION-DATA:DATA-ID=\"title\",VALUE=\"a\"\n" }]),
        .init(
            "EXT-X-START in one playlist", ["align.start"],
            [.insert(media, "#EXT-X-START:TIME-OFFSET=8", before: 0)]),
        .init("date range in one variant", ["align.date-ranges"], dateRange("DURATION=4")),
        .init(
            "class that Apple does not have", ["media.date-range-class"], dateRange("CLASS=\"com.apple.hls.advert\"")),
        .init(
            "charset of playlists", ["http.charset"],
            [
                .header(media, "Content-Type", "application/vnd.apple.mpegurl; charset=iso-8859-1"),
                .type(media, "application/vnd.apple.mpegurl; charset=iso-8859-1"),
            ]),
        .init("Vary: *", ["http.policy"], [.header(one, "Vary", "*")]),
    ]
}
