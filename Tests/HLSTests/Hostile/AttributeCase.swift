import Foundation
import Testing

@testable import HLS

/// A tag with all its attributes, in an otherwise valid playlist; tests change one attribute at a time.
struct AttributeCase: CustomTestStringConvertible, Sendable {
    enum Kind: String {
        case integer, float, signedFloat, seconds, resolution, hexadecimal, yesNo, quoted
        /// An enumerated string whose unknown values drop the tag.
        case word
    }

    var tag: String
    /// Other attributes of the tag.
    var others: [String]
    var name: String
    var kind: Kind
    var value: String
    /// The rule violated without the attribute; nil where it is optional.
    var needed: PlaylistRule?
    /// Lines before the tag.
    var head: [String] = []

    var testDescription: String { "\(tag) \(name)" }
    var isMultivariant: Bool { Tag.allCases.first { "\($0.name)" == tag }?.kind == .multivariant }

    /// Returns the playlist with these attributes in the tag, which is on line `line`.
    func text(_ attributes: [String]) -> String {
        let line = "#\(tag):" + attributes.joined(separator: ",") + (tag == "EXT-X-STREAM-INF" ? "\nx.m3u8" : "")
        let version = "#EXT-X-VERSION:13"
        if isMultivariant {
            return (["#EXTM3U", version] + head + [line]).joined(separator: "\n")
                + "\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"avc1.4d401e\"\nv.m3u8\n"
        }
        return (["#EXTM3U", version, "#EXT-X-TARGETDURATION:6"] + head + [line, "#EXTINF:6,", "a.ts"])
            .joined(separator: "\n") + "\n"
    }

    var line: Int { (isMultivariant ? 3 : 4) + head.count }
    var written: String { "\(name)=\(value)" }

    /// Values of another type, or invalid ones.
    var wrong: [String] {
        let numbers = ["", "-", "x", "NaN", "inf", "1e3", "0x10", "1 2", "99999999999999999999999"]
        switch kind {
        case .integer: return numbers + ["-1", "1.5"]
        case .float: return numbers.dropLast() + ["-1", "1.2.3"]
        case .seconds: return numbers + ["-1", "1.2.3"]
        case .signedFloat: return numbers.dropLast() + ["--1", "1-"]
        case .resolution: return ["", "x", "16", "16x", "x9", "-16x9", "16x9x3", "1.5x2", "16:9", "0x0", "1920X"]
        case .hexadecimal: return ["", "12", "0x", "0xZZ", "x12", "-0x12"]
        case .yesNo: return ["", "yes", "TRUE", "1", "MAYBE"]
        case .word: return ["", "lower", "SOMETHING-NEW"]
        // The list of removed date ranges may be empty.
        case .quoted: return name == "RECENTLY-REMOVED-DATERANGES" ? ["bare"] : ["bare", "\"\""]
        }
    }
}

extension AttributeCase {
    /// hls.md section 2, tag by tag: name, type, value, and the rule that its absence violates.
    private static let table = """
        EXT-X-START
        TIME-OFFSET signedFloat -3.5 hls.start.offset
        PRECISE yesNo YES

        EXT-X-PART-INF
        PART-TARGET seconds 1.5 hls.part-inf.target

        EXT-X-SERVER-CONTROL
        CAN-SKIP-UNTIL seconds 36
        HOLD-BACK seconds 18
        PART-HOLD-BACK seconds 3
        CAN-BLOCK-RELOAD yesNo YES
        CAN-SKIP-DATERANGES yesNo YES

        EXT-X-KEY
        METHOD word AES-128 hls.key.method
        URI quoted "k" hls.key.uri
        IV hexadecimal 0x000102030405060708090A0B0C0D0E0F
        KEYFORMAT quoted "identity"
        KEYFORMATVERSIONS quoted "1"

        EXT-X-MAP
        URI quoted "i.mp4" hls.map.uri
        BYTERANGE quoted "720@0"

        EXT-X-PART
        URI quoted "p.mp4" hls.part.uri
        DURATION seconds 1 hls.part.duration
        INDEPENDENT yesNo YES
        GAP yesNo NO
        BYTERANGE quoted "10@0"

        EXT-X-DATERANGE
        ID quoted "a" hls.daterange.id
        START-DATE quoted "2026-11-21T12:00:00Z" hls.daterange.start
        CLASS quoted "c"
        CUE quoted "PRE"
        END-DATE quoted "2026-11-21T12:00:05Z"
        DURATION float 5
        PLANNED-DURATION float 5
        SCTE35-CMD hexadecimal 0xFC
        SCTE35-OUT hexadecimal 0xFC
        SCTE35-IN hexadecimal 0xFC

        EXT-X-SKIP
        SKIPPED-SEGMENTS integer 3 hls.skip.count
        RECENTLY-REMOVED-DATERANGES quoted "a"

        EXT-X-PRELOAD-HINT
        TYPE word PART hls.preload-hint.type
        URI quoted "p" hls.preload-hint.uri
        BYTERANGE-START integer 5
        BYTERANGE-LENGTH integer 5

        EXT-X-RENDITION-REPORT
        URI quoted "r" hls.rendition-report.uri
        LAST-MSN integer 5
        LAST-PART integer 5

        EXT-X-MEDIA
        TYPE word AUDIO hls.media.type
        GROUP-ID quoted "g" hls.media.group
        NAME quoted "n" hls.media.name
        URI quoted "a"
        LANGUAGE quoted "en"
        ASSOC-LANGUAGE quoted "cy"
        STABLE-RENDITION-ID quoted "s"
        DEFAULT yesNo YES
        AUTOSELECT yesNo YES
        BIT-DEPTH integer 16
        SAMPLE-RATE integer 48000
        CHARACTERISTICS quoted "c"
        CHANNELS quoted "2"
        INSTREAM-ID quoted "i"

        EXT-X-MEDIA
        TYPE word SUBTITLES hls.media.type
        GROUP-ID quoted "g" hls.media.group
        NAME quoted "n" hls.media.name
        URI quoted "a" hls.media.uri
        FORCED yesNo YES

        EXT-X-STREAM-INF
        BANDWIDTH integer 1000 hls.stream-inf.bandwidth
        AVERAGE-BANDWIDTH integer 900
        SCORE float 1
        CODECS quoted "avc1.4d401e"
        SUPPLEMENTAL-CODECS quoted "dvh1.08.07/db4h"
        RESOLUTION resolution 16x9
        FRAME-RATE float 25
        HDCP-LEVEL word NONE
        ALLOWED-CPC quoted "f:L"
        VIDEO-RANGE word SDR
        REQ-VIDEO-LAYOUT quoted "CH-MONO"
        STABLE-VARIANT-ID quoted "v"
        AUDIO quoted "a"
        VIDEO quoted "v"
        SUBTITLES quoted "s"
        CLOSED-CAPTIONS quoted "c"
        PATHWAY-ID quoted "p"

        EXT-X-I-FRAME-STREAM-INF
        BANDWIDTH integer 1000 hls.stream-inf.bandwidth
        URI quoted "i" hls.i-frame-stream-inf.uri
        AVERAGE-BANDWIDTH integer 900
        SCORE float 1
        CODECS quoted "avc1.4d401e"
        RESOLUTION resolution 16x9
        HDCP-LEVEL word NONE
        VIDEO-RANGE word SDR
        STABLE-VARIANT-ID quoted "v"
        VIDEO quoted "v"
        PATHWAY-ID quoted "p"

        EXT-X-SESSION-DATA
        DATA-ID quoted "d" hls.session-data.id
        URI quoted "u" hls.session-data.value
        FORMAT word JSON
        LANGUAGE quoted "en"

        EXT-X-SESSION-KEY
        METHOD word AES-128 hls.key.method
        URI quoted "k" hls.key.uri
        IV hexadecimal 0x000102030405060708090A0B0C0D0E0F
        KEYFORMAT quoted "identity"
        KEYFORMATVERSIONS quoted "1"

        EXT-X-CONTENT-STEERING
        SERVER-URI quoted "s" hls.content-steering.uri
        PATHWAY-ID quoted "p"
        """

    /// Lines that a tag requires.
    private static let heads = [
        "EXT-X-PART": ["#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3"]
    ]

    static let everything: [AttributeCase] = table.components(separatedBy: "\n\n").flatMap { block in
        let lines = block.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let (tag, rows) = (lines[0][0], lines.dropFirst())
        return rows.map { row in
            AttributeCase(
                tag: tag, others: rows.filter { $0[0] != row[0] }.map { "\($0[0])=\($0[2])" }, name: row[0],
                kind: Kind(rawValue: row[1]) ?? .quoted, value: row[2],
                needed: row.count > 3 ? PlaylistRule(rawValue: row[3]) : nil, head: heads[tag] ?? [])
        }
    }
}
