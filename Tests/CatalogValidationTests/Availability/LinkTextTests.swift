import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the parsing of links and durations (umc-availability.md 3, umc-manifest.md 2).
struct LinkTextTests {
    private func with<Result>(_ text: String, _ body: (FeedText) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(FeedText(bytes: $0)) }
    }

    @Test(
        "an absolute URL is split into its parts",
        arguments: [
            ("https://tv.example.org/play?a=1#x", "https", "tv.example.org", "a=1", "x"),
            ("https://u:p@tv.example.org:443?#", "https", "tv.example.org", "", ""),
            ("lanternbay://play", "lanternbay", "play", nil, nil), ("app:play?b", "app", nil, "b", nil),
            ("https://[::1]:80/a", "https", "[::1]", nil, nil), ("a+b.c-d://h/#?q", "a+b.c-d", "h", nil, "?q"),
            ("https://", "https", "", nil, nil),
        ] as [(String, String, String?, String?, String?)])
    func parts(_ url: String, _ scheme: String, _ host: String?, _ query: String?, _ fragment: String?) {
        with(url) { text in
            let link = LinkText(text)
            #expect(link?.scheme.string == scheme)
            #expect(link?.host?.string == host)
            #expect(link?.query?.string == query)
            #expect(link?.fragment?.string == fragment)
            #expect(link?.badCharacter == nil)
        }
    }

    @Test(
        "text that is not an absolute URL is rejected",
        arguments: [
            "", ":", "a", "a:", "c:/x", "/x", "//h/x", "?a:b", "1a:b", "tv.example.org/x", "example.org:8080",
            "example.org:8080/x", "é:x", "a b:c",
        ])
    func relative(_ url: String) { #expect(with(url) { LinkText($0) == nil }) }

    @Test(
        "characters that are not allowed in a URL are found",
        arguments: [
            "ab://h/ ", "ab://h/%", "ab://h/%2", "ab://h/%2g", "ab://h/é", "ab://h/{x}", "ab://h/\\", "ab://h/\u{7f}",
        ])
    func badCharacters(_ url: String) { #expect(with(url) { LinkText($0)?.badCharacter != nil }) }

    @Test("query parameters are found by their complete name")
    func parameters() {
        func has(_ query: String) -> Bool {
            with("ab://h?" + query) { LinkText($0)?.hasParameter("resumetime") ?? false }
        }
        for query in ["resumeTime=1", "a=b&resumeTime", "a;RESUMETIME=2", "&resumetime="] {
            #expect(has(query), "\(query)")
        }
        for query in ["", "aresumeTime=1", "resumeTimes=1", "a=resumeTime", "resume=Time"] {
            #expect(!has(query), "\(query)")
        }
    }

    @Test(
        "ISO 8601 durations are converted to seconds",
        arguments: [
            ("PT5M", 300), ("P7D", 604_800), ("P1W", 604_800), ("PT1H30M", 5_400), ("P1DT0.5H", 88_200),
            ("P1M", 2_592_000), ("PT0S", 0),
        ])
    func durations(_ text: String, _ seconds: Double) {
        #expect(with(text) { RefreshInterval.seconds($0) } == seconds)
    }

    @Test(
        "invalid durations are rejected",
        arguments: [
            "", "P", "PT", "5M", "PT5", "P5H", "PT5D", "P1DT", "PTT5M", "PT5M5H", "PT1.5H5M", "PT.5H", "PT5.H", "-PT5M",
            "P1D ", "pt5m", "PT5M5M", "P" + String(repeating: "9", count: 80) + "D",
        ])
    func invalidDurations(_ text: String) { #expect(with(text) { RefreshInterval.seconds($0) } == nil) }
}
