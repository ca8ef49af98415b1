import Testing

@testable import StreamRules

/// Tests rules about what multivariant playlists declare.
struct DeclarationTests {
    private func findings(_ lines: [String]) throws -> [String: StreamRule.Level] {
        var facts = try MeasuredStream.stream(lines + [MeasuredStream.variant(800_000, "v.m3u8")], [])
        facts.hasMedia = false
        let found = StreamLint().check(facts)
        return Dictionary(found.map { ($0.rule, $0.level) }, uniquingKeysWith: { first, _ in first })
    }

    private func audio(_ name: String, _ language: String = "") -> String {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"\(name)\"\(language),CHANNELS=\"2\",URI=\"\(name).m3u8\""
    }

    @Test("a missing LANGUAGE is a warning where there are two renditions, and for information where there is one")
    func language() throws {
        #expect(try findings([audio("one"), audio("two")])["rendition.language-missing"] == .warning)
        #expect(try findings([audio("one")])["rendition.language-missing"] == .info)
        #expect(
            try findings([audio("one", ",LANGUAGE=\"en\""), audio("two", ",LANGUAGE=\"de\"")])[
                "rendition.language-missing"] == nil)
    }
}
