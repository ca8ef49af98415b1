import CoreMedia
import Foundation
import Testing

@testable import HLS

/// Complete playlists with several violations.
@Suite("Playlists with several violations (hls.md sections 1, 2 and 13)")
struct HostilePlaylistTests {
    @Test(
        "every combination of unusual lines gives a model, or an error with line, rule and message [hls.md 14: parse]")
    func combinations() {
        let lines = [
            "#EXTINF:6,", "a.ts", "#EXT-X-TARGETDURATION:6", "#EXT-X-BYTERANGE:5", "#EXT-X-KEY:METHOD=NONE",
            "#EXT-X-STREAM-INF:BANDWIDTH=1", "#EXT-X-ENDLIST", "#EXTM3U", "#EXT-X-DISCONTINUITY",
            "#EXT-X-MEDIA-SEQUENCE:18446744073709551615", "#EXT-X-SKIP:SKIPPED-SEGMENTS=18446744073709551615",
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"", "{$a}", "#", "#EXT", "#EXT-X-", "\u{0}",
        ]
        for one in lines {
            for two in lines {
                for three in lines.prefix(7) {
                    let text = "#EXTM3U\n\(one)\n\(two)\n\(three)\n"
                    for mode in [ParsingMode.strict, .lenient] {
                        let outcome = parse(text, mode)
                        #expect((outcome.playlist == nil) == (outcome.error != nil))
                        for fault in outcome.faults {
                            #expect((0...4).contains(fault.line) && fault.rule.rawValue.hasPrefix("hls."), "\(text)")
                            #expect(fault.message.count > 15, "\(text)")
                        }
                        if let error = outcome.error {
                            #expect(outcome.faults.contains(error.fault), "\(text)")
                            #expect(error.fault.level == .error)
                        }
                    }
                }
            }
        }
    }

    @Test("the first line: byte order marks, blanks, case and trailing text [hls.md 1: first line]")
    func header() {
        let rest = "\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n"
        for first in [
            "", " #EXTM3U", "\t#EXTM3U", "#extm3u", "#EXTM3U:1", "EXTM3U", "##EXTM3U", "#EXTM3U #EXT-X-VERSION:3",
            "#EXT-X-VERSION:3",
        ] {
            expectRejected(first + rest, "hls.header.missing", line: 1)
        }
        for first in ["#EXTM3U ", "#EXTM3U\t", "#EXTM3U\r\r"] {
            #expect(parse(first + rest, .strict).error?.code == "hls.header.missing", "\(first)")
            #expect(parse(first + rest).media?.segments.count == 1, "\(first)")
            #expect(parse(first + rest).rules == ["hls.line.blanks"], "\(first)")
        }
        expectRejected("", "hls.header.missing")
        #expect(parse("#EXTM3U").multivariant?.variants == [])
        #expect(parse("#EXTM3U\r\n").rules == ["hls.kind.none"])
    }

    @Test("input that is not a playlist is rejected with a message that identifies it")
    func guesses() {
        func message(_ bytes: [UInt8]) -> String { parse(bytes).error?.fault.message ?? "" }
        #expect(message([0x1f, 0x8b, 8, 0]).contains("gzip"))
        #expect(message([0xff, 0xfe] + "#EXTM3U\n".utf8.flatMap { [$0, 0] }).contains("UTF-16"))
        #expect(message("#EXTM3U\n".utf8.flatMap { [0, $0] }).contains("UTF-16"))
        #expect(message(Array("#EXTM3U\r#EXTINF:6,\ra.ts\r".utf8)).contains("CR alone"))
        #expect(message(Array("<html>".utf8)).contains("web page"))
        #expect(message(Array("{}".utf8)).contains("JSON"))
    }

    @Test("a URI before every tag that determines the kind lacks the tag of the later kind")
    func earlyURIs() {
        let stream = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401e\"\nv.m3u8\n"
        #expect(parse("#EXTM3U\nearly.m3u8\n" + stream).rules == ["hls.stream-inf.missing"])
        #expect(parse("#EXTM3U\nearly.m3u8\n" + stream).fault("hls.stream-inf.missing")?.line == 2)
        #expect(
            parse("#EXTM3U\n#EXT-X-STREAM-INF BANDWIDTH=1\nearly.m3u8\n" + stream).multivariant?.variants.count == 1)
        let media = expectStrictOnly(
            "#EXTM3U\nearly.ts\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n", "hls.extinf.missing")
        #expect(media.media?.segments.map(\.uri) == ["a.ts"])
        #expect(media.fault("hls.extinf.missing")?.line == 2)
    }

    @Test(
        "a multivariant playlist without a variant has an error",
        arguments: [
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,URI=\"x\"", "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"", "#EXT-X-STREAM-INF:RESOLUTION=1x1\nv.m3u8",
        ])
    func noVariant(_ text: String) {
        let outcome = expectFault("#EXTM3U\n" + text + "\n", "hls.variants.none", .error)
        #expect(outcome.multivariant?.variants == [])
    }

    @Test(
        "a byte order mark, CRLF, blanks, comments, unknown tags and a missing final line break are accepted together [hls.md 1: lines]"
    )
    func everythingAtOnce() {
        let text =
            "\u{feff}#EXTM3U\r\n\r\n## a comment\r\n#EXT-X-VERSION:3  \r\n#EXT-X-NEVER-HEARD:A=\"\r\n"
            + "#EXT-X-TARGETDURATION:6\t\r\n\t\r\n#EXTINF:5.5 , title \r\n#comment\r\n  a.ts \r\n#EXTINF:6\r\nb.ts"
        let outcome = parse(text)
        #expect(outcome.media?.segments.map(\.uri) == ["a.ts", "b.ts"])
        #expect(outcome.media?.segments.map(\.duration.seconds) == [5.5, 6])
        #expect(Set(outcome.rules) == ["hls.bytes.bom", "hls.line.blanks"])
        #expect(parse(text, .strict).error?.code == "hls.bytes.bom")
    }

    @Test("tags of the other kind are rejected at the line of the first one, whichever kind is first [hls.md 1: kind]")
    func mixed() {
        let media = ["#EXTINF:6,", "#EXT-X-TARGETDURATION:6", "#EXT-X-ENDLIST", "#EXT-X-MAP:URI=\"i\"", "#EXT-X-GAP"]
        let multivariant = [
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\"", "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"\"",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\"", "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"",
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"",
        ]
        for one in media {
            for other in multivariant {
                expectRejected("#EXTM3U\n\(one)\n\(other)\nx\n", "hls.kind.mixed", line: 3)
                expectRejected("#EXTM3U\n\(other)\n\(one)\nx\n", "hls.kind.mixed", line: 3)
            }
        }
    }

    @Test("tags in any allowed order give the same playlist")
    func order() throws {
        let head = ["#EXT-X-ENDLIST", "#EXT-X-TARGETDURATION:6", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-VERSION:4"]
        let segment = ["#EXTINF:6,t", "#EXT-X-BYTERANGE:5@0", "#EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z"]
        let tail = ["a.ts"]
        let usual = try #require(parse((["#EXTM3U"] + head + segment + tail).joined(separator: "\n"), .strict).media)
        for shift in 1...6 {
            let all = head + segment
            let turned = Array(all[shift...] + all[..<shift])
            let outcome = parse((["#EXTM3U"] + turned + tail).joined(separator: "\n"), .strict)
            #expect(outcome.faults == [])
            #expect(outcome.media?.segments.map(\.byteRange) == usual.segments.map(\.byteRange))
            #expect(outcome.media?.segments.map(\.programDateTime) == usual.segments.map(\.programDateTime))
            #expect(outcome.media?.hasEnded == true)
        }
    }

    @Test("the tags of one segment do not apply to the next when its URI is missing or dropped")
    func leaks() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:4",
                segments: """
                    #EXT-X-GAP
                    #EXT-X-DISCONTINUITY
                    #EXT-X-PROGRAM-DATE-TIME:2026-11-21T12:00:00Z
                    #EXT-X-BYTERANGE:5@0
                    left-out.ts
                    #EXTINF:6,
                    a.ts
                    """))
        let segment = outcome.media?.segments.first
        #expect(segment?.uri == "a.ts")
        #expect(segment?.isGap == false && segment?.isDiscontinuity == false)
        #expect(segment?.programDateTime == nil && segment?.byteRange == nil)
    }

    @Test("a dropped KEY leaves the previous keys in force; NONE ends all of them [hls.md 5: NONE]")
    func keys() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:12",
                segments: """
                    #EXT-X-KEY:METHOD=AES-128,URI="k1"
                    #EXT-X-KEY:METHOD=AES-128,URI="k2",REQ-FUTURE=1
                    #EXTINF:6,
                    a.ts
                    #EXT-X-KEY:METHOD=NONE,URI="k3"
                    #EXTINF:6,
                    b.ts
                    """))
        #expect(outcome.media?.segments.map { $0.keys.compactMap(\.uri) } == [["k1"], []])
        #expect(outcome.rules.contains("hls.attribute.requirement"))
        #expect(outcome.rules.contains("hls.key.none"))
    }

    @Test("extreme numbers and times are rejected or clamped, and never overflow")
    func huge() {
        let most = "9223372036854775807"
        expectRejected(
            mediaText(
                segments: "#EXTINF:6,\n#EXT-X-BYTERANGE:\(most)@\(most)\na.ts\n#EXTINF:6,\n#EXT-X-BYTERANGE:1\na.ts"),
            "hls.byterange.offset", line: 7)
        expectRejected(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1000000001\n#EXTINF:6,\na.ts\n", "hls.targetduration.value", line: 2)
        let control = parse(
            mediaText("#EXT-X-SERVER-CONTROL:HOLD-BACK=9223372036.854775807,CAN-SKIP-UNTIL=9999999999"))
        #expect(control.fault("hls.attribute.value")?.message.contains("CAN-SKIP-UNTIL") == true)
        #expect((control.media?.holdBack?.seconds ?? 0) > 9e9)
        let parts = mediaText(
            "#EXT-X-PART-INF:PART-TARGET=9223372036.854775807", "#EXT-X-PART:DURATION=1,URI=\"p\"",
            "#EXT-X-PART:DURATION=1,URI=\"q\"")
        #expect(parse(parts).fault("hls.part.short")?.line == 4)
        let bitrate = parse(mediaText("#EXT-X-BITRATE:18446744073709551615"))
        #expect((bitrate.media?.segments.first?.bitsPerSecond ?? 0) > 0)
        let dates = parse(
            mediaText("#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"9999-12-31T23:59:59Z\",DURATION=9999999999999999999999"))
        #expect(dates.media?.dateRanges.first?.end != nil)
        #expect(
            PlaylistReport(ParsedPlaylist(playlist: .media(dates.media ?? .init()), faults: [])).text.isEmpty == false)
    }

    @Test("a sequence number beyond 64 bits is rejected, wherever it comes from")
    func sequences() {
        expectRejected(
            mediaText("#EXT-X-MEDIA-SEQUENCE:18446744073709551615", segments: "#EXTINF:6,\na\n#EXTINF:6,\nb"),
            "hls.sequence.value")
        expectRejected(
            mediaText("#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-SKIP:SKIPPED-SEGMENTS=18446744073709551615"),
            "hls.sequence.value")
        let most = parse(
            mediaText(
                "#EXT-X-DISCONTINUITY-SEQUENCE:18446744073709551615", segments: "#EXT-X-DISCONTINUITY\n#EXTINF:6,\na"))
        #expect(most.media?.segments.count == 1)
    }
}
