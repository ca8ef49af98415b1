import HLS
import Testing

@testable import StreamRules

/// Tests that each rule's example breaks it, and that its near miss does not.
struct RuleExampleTests {
    private func facts(_ text: String) -> StreamFacts {
        var facts = StreamFacts()
        facts.url = "https://example.com/main.m3u8"
        facts.document = PlaylistDocument(url: facts.url)
        facts.document.oddities = PlaylistLines.oddities(in: Array(text.utf8))
        guard let parsed = try? Playlist.parse(text: text) else {
            facts.document.isUnusable = true
            return facts
        }
        facts.document.faults = parsed.faults
        switch parsed.playlist {
        case .multivariant(let list): facts.multivariant = list
        case .media(let playlist):
            var entry = PlaylistFacts(role: .single, name: "the playlist", document: facts.document)
            entry.playlist = playlist
            facts.playlists = [entry]
        }
        return facts
    }

    private func rules(_ text: String) -> Set<String> { Set(StreamLint().check(facts(text)).map(\.rule)) }

    static let playable = StreamRule.all.filter { $0.example.hasPrefix("#EXTM3U") }

    @Test("the example of a rule breaks the rule, and its near miss does not", arguments: playable.map(\.id))
    func examples(id: String) throws {
        let rule = try #require(StreamRule.byIdentifier[id])
        #expect(rules(rule.example).contains(id), "\(rule.example)")
        #expect(!rules(rule.nearMiss).contains(id), "\(rule.nearMiss)")
    }

    @Test("every rule has a reason, a source, a remedy, and examples that differ; identifiers are unique")
    func completeness() {
        #expect(Set(StreamRule.all.map(\.id)).count == StreamRule.all.count)
        #expect(Self.playable.count >= 40)
        for rule in StreamRule.all {
            #expect(
                rule.summary.hasSuffix(".") && rule.reason.hasSuffix(".") && rule.remedy.hasSuffix("."), "\(rule.id)")
            #expect(!rule.source.isEmpty && !rule.example.isEmpty && rule.example != rule.nearMiss, "\(rule.id)")
            #expect(rule.id.allSatisfy { $0.isLowercase || "-.".contains($0) }, "\(rule.id)")
        }
    }

    @Test(
        "a misspelt tag is reported with the tag that was meant",
        arguments: [
            ("#EXT-X-ENDLST", "EXT-X-ENDLIST"), ("#EXT-X-DISCONTINIUTY", "EXT-X-DISCONTINUITY"),
            ("#EXT_X_ENDLIST", "EXT-X-ENDLIST"), ("#ext-x-endlist", "EXT-X-ENDLIST"), ("#EXTIFN:4,", "EXTINF"),
            ("# EXTINF:4,", "EXTINF"), ("EXTINF:4,", "EXTINF"),
            ("#EXT-X-PROGRAM-DATETIME:x", "EXT-X-PROGRAM-DATE-TIME"),
        ])
    func misspelt(line: String, meant: String) {
        let found = PlaylistLines.oddities(in: Array("#EXTM3U\n\(line)\n".utf8))
        #expect(found.map(\.kind) == [.misspeltTag(meant: meant)] && found.first?.line == 2, "\(found)")
    }

    @Test(
        "comments, URIs, known and foreign tags are not misspelt",
        arguments: [
            "#EXTINF:4,", "# a comment", "#EXT-X-CUE-OUT:30", "segment.ts", "extra/0.ts", "EXT.ts", "#EXTVLCOPT:x",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"a,RESOLUTON=b\",X-MINE=1", "example.m3u8",
        ])
    func correct(line: String) {
        #expect(PlaylistLines.oddities(in: Array("#EXTM3U\r\n\(line)\r\n".utf8)).isEmpty)
    }

    @Test(
        "a comma in place of the decimal point of EXTINF is reported; a title that begins with a number is not",
        arguments: [
            ("3,96,", true), ("4,0,", true), ("4,000,", true), ("4,24 hours,", false), ("4,24", false), ("4,", false),
        ])
    func decimalComma(value: String, isReported: Bool) {
        let found = PlaylistLines.oddities(in: Array("#EXTM3U\n#EXTINF:\(value)\n".utf8))
        #expect(found.contains { if case .durationForm = $0.kind { true } else { false } } == isReported, "\(found)")
    }

    @Test("misspelt attributes are reported with the one that was meant")
    func attributes() {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWITH=1,RESOLUTION=1x1,FRAMERATE=25\n"
        let kinds = PlaylistLines.oddities(in: Array(text.utf8)).map(\.kind)
        #expect(
            kinds == [
                .misspeltAttribute(tag: "EXT-X-STREAM-INF", meant: "BANDWIDTH"),
                .misspeltAttribute(tag: "EXT-X-STREAM-INF", meant: "FRAME-RATE"),
            ])
    }

    @Test("language tags", arguments: ["en", "en-US", "zh-Hans-CN", "x-mine", "und", "qaa"])
    func languages(tag: String) { #expect(LanguageForm.problem(of: tag) == nil) }

    @Test(
        "codes of languages and regions",
        arguments: [
            "en", "eng", "ENG", "deu", "en-US", "es-419", "zh-Hans-CN", "sr-Latn", "und", "qaa", "ger", "x-mine", "iw",
            "no",
        ])
    func codes(tag: String) { #expect(LanguageCodes.problem(of: tag) == nil) }

    @Test("languages and regions that do not exist", arguments: ["xq", "en-UK", "de-Latn-XQ", "qzz"])
    func badCodes(tag: String) { #expect(LanguageCodes.problem(of: tag) != nil) }

    @Test("the same language with two and three letters")
    func differences() {
        for (one, other) in [("en", "eng"), ("de-AT", "ger"), ("de", "deu"), ("fr", "und"), ("zh", "chi")] {
            #expect(!LanguageCodes.differ(one, other), "\(one) \(other)")
        }
        for (one, other) in [("en", "deu"), ("fr-CA", "eng")] {
            #expect(LanguageCodes.differ(one, other), "\(one) \(other)")
        }
    }

    @Test("malformed language tags", arguments: ["en_US", "english", "e", "en US", "", "en--US", "123"])
    func badLanguages(tag: String) { #expect(LanguageForm.problem(of: tag) != nil) }
}
