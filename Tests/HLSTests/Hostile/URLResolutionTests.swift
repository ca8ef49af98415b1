import Foundation
import Testing

@testable import HLS

@Suite("URIs of playlists (hls.md section 1)")
struct URLResolutionTests {
    private static let base = "https://user:pw@h.example:8443/a/b/list.m3u8?token=1&x=/y/z#top"

    @Test(
        "URIs resolve against the URL after redirects: dots, queries, fragments, hosts [hls.md 1: redirects]",
        arguments: [
            ("s.ts", "/a/b/s.ts"), ("./s.ts", "/a/b/s.ts"), ("../s.ts", "/a/s.ts"), ("../../../s.ts", "/s.ts"),
            ("c/../s.ts", "/a/b/s.ts"), ("/s.ts", "/s.ts"), ("s.ts?token=2", "/a/b/s.ts?token=2"),
            ("?token=3", "/a/b/list.m3u8?token=3"), ("s.ts?u=../x/./y", "/a/b/s.ts?u=../x/./y"),
            ("s.ts?u=http://o.example/", "/a/b/s.ts?u=http://o.example/"), ("s.ts#f", "/a/b/s.ts#f"),
            ("./1:2.ts", "/a/b/1:2.ts"), ("%E4%B8%80.ts", "/a/b/%E4%B8%80.ts"), ("c//s.ts", "/a/b/c//s.ts"),
        ])
    func relative(uri: String, expected: String) throws {
        let url = try #require(PlaylistURL.resolve(uri, against: URL(string: Self.base)))
        #expect(url.absoluteString == "https://user:pw@h.example:8443" + expected)
    }

    @Test("absolute URIs, those of another host, and data: URIs stay unchanged")
    func absolute() throws {
        let base = URL(string: Self.base)
        for uri in ["http://o.example/s.ts?a=b#c", "data:text/plain;base64,QUJD", "custom://key/1"] {
            #expect(PlaylistURL.resolve(uri, against: base)?.absoluteString == uri)
        }
        #expect(PlaylistURL.resolve("//o.example/s.ts", against: base)?.absoluteString == "https://o.example/s.ts")
    }

    @Test("blanks, non-ASCII letters and brackets, which are invalid in URIs, are escaped")
    func unescaped() throws {
        let base = URL(string: "https://h.example/a/list.m3u8")
        for (uri, expected) in [
            ("a b.ts", "a%20b.ts"), ("ä.ts", "%C3%A4.ts"), ("s.ts?q=a b", "s.ts?q=a%20b"), ("a|b.ts", "a%7Cb.ts"),
            ("漢字.ts", "%E6%BC%A2%E5%AD%97.ts"), ("a%20b c.ts", "a%20b%20c.ts"), ("100% %41.ts", "100%25%20%41.ts"),
            ("ä%2Fb.ts?q=%20 1", "%C3%A4%2Fb.ts?q=%20%201"),
        ] {
            #expect(
                PlaylistURL.resolve(uri, against: base)?.absoluteString == "https://h.example/a/" + expected)
        }
    }

    @Test("an empty URI, and a relative one without a base, give no URL")
    func none() {
        #expect(PlaylistURL.resolve("", against: URL(string: Self.base)) == nil)
        #expect(PlaylistURL.resolve("s.ts", against: nil) == nil)
    }
}
