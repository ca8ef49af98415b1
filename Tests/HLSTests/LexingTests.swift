import Foundation
import Testing

@testable import HLS

@Suite("Bytes, attribute lists and variables (hls.md section 1)")
struct LexingTests {
    @Test(
        "a byte order mark, invalid UTF-8 and control characters are rejected in strict mode, else a warning [hls.md 1: bytes]"
    )
    func bytes() {
        #expect(parse([0xef, 0xbb, 0xbf] + Array(mediaText().utf8), .strict).error?.code == "hls.bytes.bom")
        let marked = parse([0xef, 0xbb, 0xbf] + Array(mediaText().utf8))
        #expect(marked.media?.segments.count == 1)
        #expect(marked.rules == ["hls.bytes.bom"])
        let broken = Array(mediaText(segments: "#EXTINF:6,\na").utf8.dropLast()) + [0xff, 0x0a]
        #expect(parse(broken, .strict).error?.code == "hls.bytes.utf8")
        #expect(parse(broken).media?.segments.first?.uri == "a\u{fffd}")
        for control in ["\u{0}", "\u{7}", "\t", "\u{85}"] {
            expectStrictOnly(mediaText(segments: "#EXTINF:6,\na\(control)b.ts"), "hls.bytes.control")
        }
        #expect(parse(mediaText(segments: "#EXTINF:6,ß 漢\nä.ts"), .strict).faults == [])
    }

    @Test("CRLF, blank lines and trailing blanks are accepted [hls.md 1: lines]")
    func lines() {
        let outcome = parse(
            "#EXTM3U\r\n\r\n#EXT-X-TARGETDURATION:6 \r\n#EXTINF:6,Title \r\n\r\n# "
                + "comment\r\na.ts\t\r\n#EXT-X-ENDLIST")
        #expect(outcome.media?.segments.map(\.uri) == ["a.ts"])
        #expect(outcome.media?.segments.map(\.title) == ["Title"])
        #expect(outcome.media?.hasEnded == true)
        #expect(outcome.rules == ["hls.line.blanks"])
    }

    @Test("a line longer than 64 KiB is a valid URI")
    func longLine() {
        let address = "data:video/mp2t;base64," + String(repeating: "A", count: 100_000)
        #expect(parse(mediaText(segments: "#EXTINF:6,\n" + address)).media?.segments.first?.uri == address)
    }

    private func list(_ text: String) -> ([String], [AttributeList.Problem]) {
        var list = AttributeList()
        let bytes = Array(text.utf8)
        list.read(bytes, 0..<bytes.count, limit: 8)
        return (
            list.entries.map { "\(bytes.text($0.name))\($0.isQuoted ? ":" : "=")\(bytes.text($0.value))" },
            list.problems
        )
    }

    @Test("commas inside quotation marks do not separate attributes [hls.md 1: commas in quotes]")
    func quoting() {
        #expect(list("A=1,B=\"x,y=z\",C-2=\"\"") == (["A=1", "B:x,y=z", "C-2:"], []))
        #expect(list("") == ([], []))
    }

    @Test("a missing quotation mark, a repeated name and too many attributes end the attribute list")
    func listFailures() {
        #expect(list("A=\"x").1 == [.unterminated("A")])
        #expect(list("A=1,B=2,A=3").1 == [.duplicate("A")])
        #expect(list((0..<9).map { "A\($0)=1" }.joined(separator: ",")).1 == [.tooMany(limit: 8)])
    }

    @Test("text that is not NAME=value is dropped; blanks are reported [hls.md 1: blanks around = and ,]")
    func listLeniency() {
        #expect(list("A=1,junk,B=2") == (["A=1", "B=2"], [.malformed("junk")]))
        #expect(list("lower=1,B=2") == (["B=2"], [.malformed("lower=1")]))
        #expect(list("A=1,,B=2").0 == ["A=1", "B=2"])
        #expect(list("A=1,") == (["A=1"], [.malformed("")]))
        #expect(list("=1,B=2") == (["B=2"], [.malformed("=1")]))
        #expect(list("A = 1 , B= \"x\" ,C=3") == (["A=1", "B:x", "C=3"], [.blanks]))
        #expect(list("A=\"x\"y,B=2") == (["A:x", "B=2"], [.noComma("y")]))
        for (attributes, word) in [("A=\"x\"B=1", "no comma"), ("a=1", "uppercase"), ("A=1,", "without an attribute")] {
            let message = parse(mediaText("#EXT-X-START:TIME-OFFSET=1," + attributes))
                .fault("hls.attribute.malformed")?.message
            #expect(message?.contains(word) == true, "\(message ?? "none")")
        }
        let spaced = expectStrictOnly(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1, RESOLUTION=16x9\nv"), "hls.attribute.blanks")
        #expect(spaced.multivariant?.variants.first?.resolution == PixelSize(width: 16, height: 9))
    }

    @Test("unexpected or missing quotation marks are accepted in lenient mode and rejected in strict mode")
    func quotes() {
        let text = multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=\"16x9\",AUDIO=a\nv")
        let lenient = parse(text)
        #expect(lenient.multivariant?.variants.first?.resolution == PixelSize(width: 16, height: 9))
        #expect(lenient.multivariant?.variants.first?.audioGroup == "a")
        let strict = parse(text, .strict)
        #expect(strict.multivariant?.variants.first?.resolution == nil)
        #expect(strict.multivariant?.variants.first?.audioGroup == nil)
        #expect(strict.faults.filter { $0.rule == "hls.attribute.quotes" && $0.level == .error }.count == 2)
    }

    @Test("an unterminated quotation mark rejects the playlist [hls.md 1: unterminated quote]")
    func unterminated() {
        expectRejected(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1\nv"), "hls.attribute.unterminated",
            line: 2)
    }

    @Test("an unknown REQ- attribute drops any tag except variant streams")
    func requirement() {
        let outcome = parse(
            mediaText("#EXT-X-VERSION:12", "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\",REQ-X=1"))
        #expect(outcome.media?.preloadHints == [])
        #expect(outcome.rules == ["hls.attribute.requirement"])
    }

    @Test("hls.md 1: variables: in URIs, quoted strings and hexadecimal values; values are not substituted again")
    func variables() {
        let outcome = parse(
            mediaText(
                "#EXT-X-VERSION:8", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$b}\"", segments: "#EXTINF:6,\na.ts"))
        #expect(outcome.error?.code == "hls.define.undefined")
        let good = parse(
            mediaText(
                "#EXT-X-VERSION:11", "#EXT-X-DEFINE:NAME=\"b\",VALUE=\"{\"", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"$c}\"",
                "#EXT-X-DEFINE:NAME=\"iv\",VALUE=\"0x000102030405060708090A0B0C0D0E0F\"",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k?{$a}\",IV={$iv}",
                segments: "#EXTINF:6,{$a}\n{$b}{$a}{$}{$ "
                    + "x}{.ts"))
        #expect(good.faults == [])
        #expect(good.media?.segments.first?.uri == "{$c}{$}{$ x}{.ts")
        #expect(good.media?.segments.first?.title == "{$a}")
        #expect(good.media?.segments.first?.keys.first?.uri == "k?$c}")
        #expect(good.media?.segments.first?.keys.first?.initializationVector?.last == 15)
    }

    @Test("every limit stops parsing with its rule [hls.md 12: parser limits]")
    func limits() {
        var limits = ParsingLimits()
        limits.byteCount = 40
        #expect(parse(mediaText(), limits: limits).error?.code == "hls.limit.bytes")
        limits = ParsingLimits()
        limits.lineCount = 3
        #expect(parse(mediaText(), limits: limits).error?.code == "hls.limit.lines")
        limits = ParsingLimits()
        limits.variableCount = 1
        let two = mediaText("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"", "#EXT-X-DEFINE:NAME=\"b\",VALUE=\"1\"")
        #expect(parse(two, limits: limits).error?.code == "hls.limit.variables")
        limits = ParsingLimits()
        limits.attributeCount = 1
        let start = mediaText("#EXT-X-START:TIME-OFFSET=1,PRECISE=NO")
        #expect(parse(start, limits: limits).error?.faults.map(\.rule.rawValue) == ["hls.limit.attributes"])
        limits = ParsingLimits()
        limits.substitutedByteCount = 5
        let grown = mediaText("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"123\"", segments: "#EXTINF:6,\n{$a}{$a}")
        #expect(parse(grown, limits: limits).error?.code == "hls.limit.substitution")
        limits = ParsingLimits()
        limits.keyFormatCount = 2
        let keys = (0..<3).map { "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"f\($0)\"" }.joined(separator: "\n")
        #expect(parse(mediaText(keys), limits: limits).error?.code == "hls.limit.key-formats")
        limits = ParsingLimits()
        limits.faultCount = 2
        let faulty = mediaText(segments: "a\nb\nc\nd")
        let parsed = try? Playlist.parse(text: faulty, limits: limits)
        #expect(
            parsed?.faults.map(\.rule.rawValue) == ["hls.extinf.missing", "hls.extinf.missing", "hls.limit.faults"])
        #expect(parsed?.furtherFaultCount == 2)
    }

    @Test("a playlist is recognized by the path, the content type, or the first bytes [hls.md 1: recognition]")
    func recognition() {
        func known(_ address: String?, _ type: String? = nil, _ text: String = "") -> Bool {
            PlaylistURL.isPlaylist(address.flatMap(URL.init(string:)), contentType: type, prefix: Array(text.utf8))
        }
        #expect(known("https://a.example/x.m3u8?y=1"))
        #expect(known("https://a.example/x.M3U"))
        #expect(!known("https://a.example/x?file=.m3u8"))
        #expect(known("https://a.example/x", "Application/VND.apple.mpegURL; charset=utf-8"))
        #expect(known("https://a.example/x", "audio/x-mpegurl"))
        #expect(!known("https://a.example/x.mp4", "video/mp4"))
        #expect(known(nil, "text/plain", "#EXTM3U\n"))
        #expect(known(nil, nil, "\u{feff}#EXTM3U\n"))
        #expect(!known(nil, nil, "<html>"))
    }
}

func == (left: ([String], [AttributeList.Problem]), right: ([String], [AttributeList.Problem])) -> Bool {
    left.0 == right.0 && left.1 == right.1
}
