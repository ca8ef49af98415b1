import Foundation
import Testing

@testable import HLS

@Suite("Variables (hls.md section 1)")
struct VariableTests {
    private func parse(
        _ text: String, at address: String, imports: [String: String]? = nil
    ) -> Result<ParsedPlaylist, PlaylistError> {
        do throws(PlaylistError) {
            return .success(
                try Playlist.parse(text: text, baseURL: URL(string: address), importedVariables: imports))
        } catch {
            return .failure(error)
        }
    }

    private func uris(_ result: Result<ParsedPlaylist, PlaylistError>) -> [String]? {
        (try? result.get())?.media?.segments.map(\.uri)
    }

    @Test(
        "hls.md 1: IMPORT: works from query to multivariant to media playlist; imported values are not substituted again"
    )
    func chain() throws {
        let top = parse(
            "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"tok\"\n#EXT-X-DEFINE:NAME=\"dir\",VALUE=\"a/{$tok}\"\n"
                + "#EXT-X-DEFINE:NAME=\"raw\",VALUE=\"{\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{$dir}/v.m3u8\n",
            at: "https://h.example/m.m3u8?x=1&tok=s%7B%24raw%7D")
        let list = try #require(try top.get().multivariant)
        // The query's value looks like a reference but is not substituted.
        #expect(list.variables["dir"] == "a/s{$raw}")
        #expect(list.variants.first?.uri == "a/s{$raw}/v.m3u8")
        let media = parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-DEFINE:IMPORT=\"dir\"\n"
                + "#EXT-X-DEFINE:NAME=\"own\",VALUE=\"{$dir}!\"\n#EXTINF:6,\n{$own}.ts\n",
            at: "https://h.example/v.m3u8", imports: list.variables)
        #expect(uris(media) == ["a/s{$raw}!.ts"])
    }

    @Test("invalid imports are rejected at their line [hls.md 1: IMPORT]")
    func refusedImports() {
        let define = "#EXT-X-DEFINE:IMPORT=\"a\""
        expectRejected(multivariantText(define), "hls.define.import", line: 2)
        expectRejected(mediaText(define), "hls.define.import", line: 3)
        expectRejected(mediaText(define), "hls.define.import", line: 3, imports: ["A": "1", "b": "2"])
        expectRejected(
            mediaText("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"", define), "hls.define.repeated", line: 4,
            imports: ["a": "1"])
        // A name in the multivariant playlist is not a variable of the media playlist unless imported.
        expectRejected(
            mediaText(segments: "#EXTINF:6,\n{$a}.ts"), "hls.define.undefined", line: 4, imports: ["a": "1"])
    }

    @Test(
        "hls.md 1: QUERYPARAM: percent-decoded, the first of several, with the exact name; empty ones are rejected",
        arguments: [
            ("tok=a", "a"), ("tok=a%20b%2Fc", "a b/c"), ("x=1&tok=2&tok=3", "2"), ("t%6Fk=5", "5"), ("tok=a=b", "a=b"),
            ("tok=a+b", "a+b"), ("tok=%C3%A4", "ä"), ("TOK=1", nil), ("tok", nil), ("tok=", nil), ("", nil),
            ("xtok=1", nil), ("tok=%22", nil), ("tok=%0A", nil), ("tok=%0D", nil),
        ] as [(String, String?)])
    func query(query: String, value: String?) {
        let result = parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-DEFINE:QUERYPARAM=\"tok\"\n#EXTINF:6,\na?{$tok}\n",
            at: "https://h.example/m.m3u8?" + query)
        if let value {
            #expect(uris(result) == ["a?" + value])
        } else if case .failure(let error) = result {
            #expect(error.code == "hls.define.queryparam")
            #expect(error.fault.line == 3)
        } else {
            Issue.record("\(query) is taken: \(uris(result) ?? [])")
        }
    }

    @Test("each load has its own variables, from its own URL [hls.md 1: variables and reloads]")
    func reloads() {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-DEFINE:QUERYPARAM=\"tok\"\n#EXTINF:6,\na{$tok}.ts\n"
        #expect(uris(parse(text, at: "https://h.example/m.m3u8?tok=1")) == ["a1.ts"])
        #expect(uris(parse(text, at: "https://h.example/m.m3u8?tok=2")) == ["a2.ts"])
        let without = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na{$tok}.ts\n"
        guard case .failure(let error) = parse(without, at: "https://h.example/m.m3u8?tok=3") else {
            Issue.record("the variable of the previous load still exists")
            return
        }
        #expect(error.code == "hls.define.undefined")
    }

    @Test("names are case-sensitive and consist of letters, digits, - and _; invalid references are unchanged")
    func names() {
        expectRejected(
            mediaText("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"", segments: "#EXTINF:6,\n{$A}.ts"), "hls.define.undefined",
            line: 5)
        for name in ["a b", "ä", "a.b", "a$", "{"] {
            expectRejected(mediaText("#EXT-X-DEFINE:NAME=\"\(name)\",VALUE=\"1\""), "hls.define.name", line: 3)
        }
        let plain = HLSTests.parse(mediaText(segments: "#EXTINF:6,\n{$}{$a b}{a}$a}{$.ts"), .strict)
        #expect(plain.media?.segments.first?.uri == "{$}{$a b}{a}$a}{$.ts")
        #expect(plain.faults == [])
    }

    @Test("a definition after its use does not count, nor does one in the same tag [hls.md 1: undefined variable]")
    func order() {
        expectRejected(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n{$a}.ts\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n",
            "hls.define.undefined", line: 4)
        expectRejected(mediaText("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$a}\""), "hls.define.undefined", line: 3)
        // Enumerated strings, numbers and comments contain no references.
        let others = HLSTests.parse(
            mediaText("# {$a}", "#EXT-X-UNKNOWN:{$a}", segments: "#EXTINF:6,{$a}\na.ts"), .strict)
        #expect(others.faults == [])
    }
}
