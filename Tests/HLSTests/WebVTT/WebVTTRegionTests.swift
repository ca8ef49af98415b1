import Testing

@testable import HLS

@Suite("Regions of WebVTT (W3C WebVTT section 6.2)")
struct WebVTTRegionTests {
    @Test(
        "a number of lines is kept however large it is",
        arguments: [
            ("0", 0), ("65536", 65_536), ("18446744073709552000", 18_446_744_073_709_551_616),
            ("10000000000000000000000000000000000", 1e34),
            (String(repeating: "9", count: 400), Double.greatestFiniteMagnitude),
        ])
    func manyLines(_ digits: String, _ lines: Double) {
        let (region, unknown) = WebVTTRegion.parse("id:a lines:\(digits)")
        #expect(region.lines == lines)
        #expect(unknown == [])
    }

    @Test("each setting of a region is parsed, and has a default")
    func settings() {
        let (region, unknown) = WebVTTRegion.parse(
            "id:a:b width:40.5%\nlines:12\tregionanchor:10%,20%\u{c}viewportanchor:0%,100% scroll:up")
        #expect(unknown == [])
        #expect((region.identifier, region.width, region.lines, region.scrollsUp) == ("a:b", 40.5, 12, true))
        #expect(region.anchor == .init(x: 10, y: 20) && region.viewportAnchor == .init(x: 0, y: 100))
        let standard = WebVTTRegion()
        #expect((standard.identifier, standard.width, standard.lines, standard.scrollsUp) == ("", 100, 3, false))
        #expect(standard.anchor == .init(x: 0, y: 100) && standard.viewportAnchor == .init(x: 0, y: 100))
    }

    @Test(
        "an invalid setting of a region is ignored",
        arguments: [
            "id:", "width:101%", "width:5", "width:-5%", "lines:-1", "lines:+1", "lines:1.5", "lines:",
            "regionanchor:1%",
            "regionanchor:1%,101%", "regionanchor:1,1%", "viewportanchor:1%,1%,1%", "scroll:down", "scroll:UP", "id",
            ":x",
            "color:red",
        ])
    func invalid(setting: String) {
        let (region, unknown) = WebVTTRegion.parse(setting)
        #expect(region == WebVTTRegion())
        #expect(unknown == [setting])
    }

    private func parse(_ text: String) -> WebVTTFile { WebVTTFile.parse(Array(text.utf8)) }

    @Test(
        "a cue is displayed in its region unless a later setting gives it another position",
        arguments: [
            ("region:a", true), ("region:b", false), ("region:A", false), ("region:a line:0", false),
            ("line:0 region:a", true), ("region:a size:50%", false), ("region:a size:100%", true),
            ("size:50% region:a", true), ("region:a vertical:rl", false), ("region:a vertical:xx", true),
            ("region:a line:x", true), ("region:a position:5% align:left", true), ("region:a region:b", false),
        ])
    func cues(settings: String, isInRegion: Bool) {
        let file = parse("WEBVTT\n\nREGION\nid:a\n\n00:00.000 --> 00:01.000 \(settings)\nx")
        #expect(file.cues.map { $0.settings.region?.identifier } == [isInRegion ? "a" : nil])
    }

    @Test("of two regions with one identifier the last one is used, and both are listed")
    func doubled() {
        let file = parse(
            "WEBVTT\n\nREGION\nid:a lines:1\n\nREGION\nid:a lines:2\n\n00:00.000 --> 00:01.000 region:a\nx")
        #expect(file.regions.map(\.lines) == [1, 2])
        #expect(file.cues.first?.settings.region?.lines == 2)
    }

    @Test("a block is a region or a style only if its first line is the keyword, and another line follows")
    func keywords() {
        #expect(parse("WEBVTT\n\nREGION\n\n").regions.isEmpty)
        #expect(parse("WEBVTT\n\nREGION id:a\nid:b").regions.isEmpty)
        #expect(parse("WEBVTT\n\nREGIONS\nid:b").regions.isEmpty)
        #expect(parse("WEBVTT\n\nREGION \t\nfoo").regions == [WebVTTRegion()])
        #expect(parse("WEBVTT\nREGION\nid:a\n\nx").regions.isEmpty)
        #expect(parse("WEBVTT\n\nSTYLE\n\n::cue{}").styles.isEmpty)
        #expect(parse("WEBVTT\n\n\n\nSTYLE\na\nb\n\nSTYLE\nc").styles == ["a\nb", "c"])
        // An invalid cue is no cue: styles after it count. Timings end a style.
        #expect(parse("WEBVTT\n\nx --> y\n\nSTYLE\na").styles == ["a"])
        let ended = parse("WEBVTT\n\nSTYLE\na\n00:00.000 --> 00:01.000\nx")
        #expect(ended.styles == ["a"] && ended.cues.map(\.payload) == ["x"])
        let named = parse("WEBVTT\n\nSTYLE\n00:00.000 --> 00:01.000\nx")
        #expect(named.styles.isEmpty && named.cues.map(\.identifier) == ["STYLE"])
    }
}
