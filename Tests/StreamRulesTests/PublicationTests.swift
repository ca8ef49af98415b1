import HLS
import Testing

@testable import StreamRules

/// Tests the comparison of the times at which live playlists list the media of the same time.
struct PublicationTests {
    private static let lines = [
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"English\",LANGUAGE=\"en\",URI=\"a.m3u8\"",
        MeasuredStream.rendition("SUBTITLES", "s", "en"), MeasuredStream.variant(1_000_000, "v.m3u8"),
    ]

    /// Returns a live playlist of segments of 6 s without dates, of which one is added every 6 s, `late` seconds after its end. Reloads are
    /// `step` seconds apart, the first at `phase`.
    private func playlist(
        _ role: PlaylistFacts.Role, _ name: String, _ kind: TrackFacts.Kind, late: Double, phase: Double = 0,
        step: Double = 3,
        discontinuities: Set<Int> = []
    ) throws -> PlaylistFacts {
        var facts = try MeasuredStream.playlist(
            role, name, kind, starts: (0..<20).map { 100 + Double($0) * 6 }, discontinuities: discontinuities,
            isEnded: false)
        var known = 5
        for number in 0..<20 {
            let time = phase + Double(number) * step
            let count = min(20, 5 + max(0, Int(((time - late) / 6).rounded(.down)) + 1))
            facts.reloads.append(
                ReloadFacts(
                    time: time, firstSequence: 0, segmentCount: number == 0 ? known : count, partCount: 0,
                    change: number == 0 || count == known ? .unchanged : .advanced(segments: count - known)))
            known = count
        }
        return facts
    }

    private func findings(_ playlists: [PlaylistFacts]) throws -> [StreamFinding] {
        var log = FindingLog()
        PublicationChecks(facts: try MeasuredStream.stream(Self.lines, playlists)).check(&log)
        return log.findings
    }

    @Test("audio without dates that is listed two segments after the video is a warning, also with other numbers")
    func late() throws {
        let video = try playlist(.variant(0), "v", .video, late: 1)
        let found = try findings([video, playlist(.rendition(0), "a", .audio, late: 13, phase: 1)])
        #expect(found.map(\.rule) == ["align.live-edge"] && found.map(\.level) == [.warning], "\(found)")
        #expect(found.first?.message.contains("lists media") == true)
    }

    @Test("audio that is listed two segments before the video is a warning")
    func early() throws {
        let video = try playlist(.variant(0), "v", .video, late: 13)
        let found = try findings([video, playlist(.rendition(0), "a", .audio, late: 1)])
        #expect(found.count == 1 && found[0].message.contains(" before v"), "\(found)")
    }

    /// Subtitles of which each segment has a cue of 2 s from its first second on.
    private func subtitles(late: Double, hasMap: Bool = true) throws -> PlaylistFacts {
        var facts = try playlist(.rendition(1), "s", .text, late: late)
        for index in facts.segments.indices {
            var text = TextFacts()
            (text.cueCount, text.hasMap, text.mapOffset) = (1, hasMap, 90)
            let start = 11 + Double(index) * 6
            (text.firstStart, text.lastStart, text.firstEnd, text.lastEnd) = (start, start, start + 2, start + 2)
            facts.segments[index]?.text = text
            facts.segments[index]?.spans = []
        }
        return facts
    }

    @Test("subtitles without dates whose cues are listed five segments after the video are a warning")
    func lateCues() throws {
        let video = try playlist(.variant(0), "v", .video, late: 1)
        let found = try findings([video, subtitles(late: 31)])
        #expect(found.map(\.rule) == ["align.live-edge"] && found.map(\.level) == [.warning], "\(found)")
        #expect(found.first?.message.contains("lists cues") == true)
    }

    @Test("subtitles whose cues are listed two segments after the video, or have no map, are not reported")
    func lateCues_near() throws {
        let video = try playlist(.variant(0), "v", .video, late: 1)
        #expect(try findings([video, subtitles(late: 13)]).isEmpty)
        #expect(try findings([video, subtitles(late: 31, hasMap: false)]).isEmpty)
    }

    @Test("audio that is listed half a segment after the video is not reported", arguments: [0.0, 1, 2])
    func near(phase: Double) throws {
        let video = try playlist(.variant(0), "v", .video, late: 1)
        #expect(try findings([video, playlist(.rendition(0), "a", .audio, late: 4, phase: phase)]).isEmpty)
    }

    @Test(
        "audio that is listed 1 s after the video is not reported where rare reloads make the difference appear longer")
    func rareReloads() throws {
        let video = try playlist(.variant(0), "v", .video, late: 0, step: 6)
        #expect(try findings([video, playlist(.rendition(0), "a", .audio, late: 1, phase: 0.9, step: 6)]).isEmpty)
        #expect(try findings([video, playlist(.rendition(0), "a", .audio, late: 13, phase: 0.9, step: 6)]).count == 1)
    }

    @Test("playlists with a discontinuity have several clocks, and are not compared")
    func clocks() throws {
        let video = try playlist(.variant(0), "v", .video, late: 1)
        let audio = try playlist(.rendition(0), "a", .audio, late: 13, discontinuities: [8])
        #expect(try findings([video, audio]).isEmpty)
    }

    // MARK: - Parts

    /// Returns the findings of playlists, of which those in `parts` have parts.
    private func mixture(_ parts: Set<String>, cover: Double = 9) throws -> [String] {
        let roles: [(PlaylistFacts.Role, String)] = [(.variant(0), "v"), (.rendition(0), "a")]
        let playlists = try roles.map { role, name in
            var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n"
            if parts.contains(name) {
                text += "#EXT-X-PART-INF:PART-TARGET=1\n"
                text += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n"
            }
            text += "#EXTINF:2,\n0.mp4\n"
            if parts.contains(name) { text += "#EXT-X-PART:DURATION=1,URI=\"1.0.mp4\",INDEPENDENT=YES\n" }
            var facts = PlaylistFacts(
                role: role, name: name, document: PlaylistDocument(url: "https://a.example/\(name)"))
            if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
            facts.reloads = (0..<4).map { number in
                var reload = ReloadFacts(
                    time: Double(number), firstSequence: 0, segmentCount: 1, partCount: 1, change: .unchanged)
                reload.partSeconds = parts.contains(name) ? cover : nil
                return reload
            }
            return facts
        }
        var log = FindingLog()
        LowLatencyChecks(facts: try MeasuredStream.stream(Self.lines, playlists)).check(&log)
        return log.findings.map(\.message)
    }

    @Test("a rendition without parts beside a variant with parts is reported, and two playlists with parts are not")
    func mixture() throws {
        #expect(try mixture(["v"]).contains { $0.contains("has no EXT-X-PART-INF, unlike v") })
        #expect(try !mixture(["v", "a"]).contains { $0.contains("EXT-X-PART-INF") })
        #expect(try !mixture([]).contains { $0.contains("EXT-X-PART-INF") })
    }

    @Test("parts that end nearer to the live edge than PART-HOLD-BACK are reported")
    func cover() throws {
        #expect(try mixture(["v", "a"], cover: 1).contains { $0.contains("cover the last 1 s") })
        #expect(try !mixture(["v", "a"], cover: 3).contains { $0.contains("cover the last") })
    }

    // MARK: - Dates

    @Test("dates that differ from the durations by 0.8 s are reported, unless they are rounded to seconds")
    func dates() throws {
        func rules(_ seconds: [String]) throws -> [String] {
            var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
            for second in seconds {
                text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(second)Z\n#EXTINF:2.2,\n\(second).ts\n"
            }
            var facts = PlaylistFacts(role: .variant(0), name: "v", document: PlaylistDocument())
            if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
            var log = FindingLog()
            MediaChecks(facts: facts).check(&log)
            return log.findings.map(\.rule).filter { $0 == "media.date-drift" }
        }
        #expect(try rules(["10.000", "13.000", "14.400"]) == ["media.date-drift"])
        #expect(try rules(["10.000", "13.000", "15.000"]).isEmpty)
        #expect(try rules(["10.000", "12.400", "14.500"]).isEmpty)
    }

    // MARK: - Reloads

    @Test("a playlist with another content and the same ETag is reported")
    func tag() throws {
        var facts = try playlist(.variant(0), "v", .video, late: 1)
        func rules() -> [String] {
            var log = FindingLog()
            ReloadChecks(facts: facts).check(&log)
            return log.findings.map(\.rule)
        }
        #expect(rules().isEmpty)
        facts.reloads[4].hasSameTag = true
        #expect(rules() == ["http.etag"])
    }
}
