import Foundation
import HLS
import Testing

@testable import StreamRules

/// Tests the comparison of live variants by time, number and date, and of what the server sends with reloads.
struct LiveVariantTests {
    private static let lines = (1...2).map {
        "#EXT-X-STREAM-INF:BANDWIDTH=\($0)000000,CODECS=\"avc1.64001e\"\nv\($0).m3u8"
    }

    /// A live variant of twelve segments of 6 s.
    private func variant(
        _ index: Int, number: Int = 0, isDated: Bool = true, discontinuities: Set<Int> = [], starts: [Double]? = nil
    ) throws -> PlaylistFacts {
        let starts = starts ?? (0..<12).map { 100 + Double($0) * 6 }
        var facts = try MeasuredStream.playlist(
            .variant(index), "v\(index + 1)", .video, starts: starts, isEnded: false)
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:\(number)\n"
        text += "#EXT-X-MAP:URI=\"i.mp4\"\n"
        for position in starts.indices {
            if discontinuities.contains(position) { text += "#EXT-X-DISCONTINUITY\n" }
            if isDated, position == 0 { text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" }
            text += "#EXTINF:6,\n\(position).m4s\n"
        }
        if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
        return facts
    }

    private func findings(_ first: PlaylistFacts, _ second: PlaylistFacts) throws -> [String: StreamRule.Level] {
        var log = FindingLog()
        AlignChecks(facts: try MeasuredStream.stream(Self.lines, [first, second])).check(&log)
        let found = log.findings.filter { ["align.sequence", "align.discontinuities"].contains($0.rule) }
        return Dictionary(found.map { ($0.rule, $0.level) }, uniquingKeysWith: max)
    }

    // MARK: - Numbers

    @Test(
        "variants with dates that number their segments differently get a note; without dates, a warning",
        arguments: [1, 5_000])
    func numbers(number: Int) throws {
        #expect(try findings(variant(0), variant(1, number: number)) == ["align.sequence": .info])
        let undated = try variant(0, isDated: false)
        #expect(try findings(undated, variant(1, number: number, isDated: false)) == ["align.sequence": .warning])
        #expect(try findings(variant(0), variant(1)).isEmpty)
    }

    @Test(
        "a variant that was not measured and has other numbers at the same date gets a note; without dates, a warning")
    func numbers_unmeasured() throws {
        func unmeasured(_ index: Int, number: Int, isDated: Bool) throws -> PlaylistFacts {
            var facts = try variant(index, number: number, isDated: isDated)
            facts.segments = []
            return facts
        }
        for (isDated, level) in [(true, StreamRule.Level.info), (false, .warning)] {
            let found = try findings(
                unmeasured(0, number: 0, isDated: isDated), unmeasured(1, number: 50, isDated: isDated))
            #expect(found == ["align.sequence": level])
        }
    }

    @Test("a variant whose last segment is three segments behind is a warning, also with dates")
    func behind() throws {
        let starts = (0..<9).map { 100 + Double($0) * 6 }
        #expect(try findings(variant(0), variant(1, starts: starts)) == ["align.sequence": .warning])
    }

    // MARK: - Breaks

    /// The times of a variant with a break of another clock.
    private static func broken(_ range: Range<Int>) -> [Double] {
        (0..<12).map { (position: Int) -> Double in
            let isInside = range.contains(position)
            let count = Double(isInside ? position - range.lowerBound : position)
            return (isInside ? 50 : 100) + 6 * count
        }
    }

    @Test("a variant without the break of the other variant is reported; one with the same break is not")
    func breaks() throws {
        let first = try variant(0, discontinuities: [3, 6], starts: Self.broken(3..<6))
        #expect(try findings(first, variant(1)) == ["align.discontinuities": .error])
        #expect(try findings(first, variant(1, discontinuities: [3, 6], starts: Self.broken(3..<6))).isEmpty)
    }

    @Test("a break at the end of one variant, after which the other has no common segment, is not reported")
    func breaks_end() throws {
        let first = try variant(0, discontinuities: [9], starts: Self.broken(9..<12))
        #expect(try findings(first, variant(1)).isEmpty)
    }

    // MARK: - Reloads

    /// Returns the rules of a live playlist of target duration 6 that was loaded at these times, and grew at some of them.
    private func reloads(at times: [Double], growing: Set<Double>) throws -> Set<String> {
        var facts = try variant(0)
        facts.reloads = times.enumerated().map { index, time in
            ReloadFacts(
                time: time, firstSequence: 0, segmentCount: 12, partCount: 0,
                change: growing.contains(time) ? .advanced(segments: 1) : .unchanged)
        }
        var log = FindingLog()
        LiveChecks(facts: facts).check(&log)
        return Set(log.findings.map(\.rule)).intersection(["live.late", "live.stale"])
    }

    @Test("a segment that comes after 12 s is late; one that may have come within 9 s is not")
    func late() throws {
        let times = stride(from: 0.0, through: 24, by: 3).map { $0 }
        #expect(try reloads(at: times, growing: [3, 18, 24]) == ["live.late"])
        // The segment came between 12 s and 15 s, and the one before between 0 s and 3 s.
        #expect(try reloads(at: times, growing: [3, 15, 21]).isEmpty)
    }

    @Test(
        "a reload without Access-Control-Allow-Origin is a warning where the first load had it",
        arguments: [true, false])
    func allowedOrigin(isFirst: Bool) throws {
        var facts = try variant(0)
        var response = ResponseFacts()
        response.isHTTP = true
        response.allowedOrigin = isFirst ? "*" : nil
        facts.document.response = response
        facts.reloads = [3.0, 6].map { time in
            var reload = ReloadFacts(
                time: time, firstSequence: 0, segmentCount: 12, partCount: 0, change: .unchanged)
            reload.lacksAllowedOrigin = time == 6
            return reload
        }
        var log = FindingLog()
        DocumentChecks(facts: try MeasuredStream.stream(Self.lines, [facts])).check(&log)
        let found = log.findings.filter { $0.rule == "http.cors-mixed" }
        #expect(found.contains { $0.message.contains("after 6 s") } == isFirst, "\(found)")
    }

    @Test(
        "a reload with another content type than that of playlists is a warning",
        arguments: ["text/html", "audio/mpegurl"])
    func reloadType(type: String) throws {
        var facts = try variant(0)
        var response = ResponseFacts()
        (response.isHTTP, response.contentType) = (true, "application/vnd.apple.mpegurl")
        facts.document.response = response
        facts.reloads = [3.0, 6].map { time in
            var reload = ReloadFacts(time: time, firstSequence: 0, segmentCount: 12, partCount: 0, change: .unchanged)
            reload.contentType = time == 6 ? type : nil
            return reload
        }
        var log = FindingLog()
        DocumentChecks(facts: try MeasuredStream.stream(Self.lines, [facts])).check(&log)
        let found = log.findings.filter { $0.rule == "http.playlist-type" }
        #expect(found.contains { $0.message.contains("text/html after 6 s") } == (type == "text/html"), "\(found)")
        #expect(found.isEmpty == (type != "text/html"))
    }

    // MARK: - Responses

    @Test("a redirected playlist gets a note; one with parts, a warning", arguments: [true, false])
    func redirect(hasParts: Bool) throws {
        var facts = try variant(0)
        if hasParts {
            let text =
                "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n#EXTINF:4,\n7.mp4\n"
            if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
        }
        var response = ResponseFacts()
        (response.isHTTP, response.redirectedTo) = (true, "https://b.example/v1.m3u8")
        facts.document.response = response
        var log = FindingLog()
        DocumentChecks(facts: try MeasuredStream.stream(Self.lines, [facts])).check(&log)
        let levels = log.findings.filter { $0.rule == "http.redirect" }.map(\.level)
        #expect(levels == [hasParts ? .warning : .info])
    }

    @Test(
        "a key or an initialization section that takes 5 s is a warning; one that takes 1.5 s is not",
        arguments: [ResourceFacts.Kind.key, .initialization], [5, 1.5])
    func slowResource(kind: ResourceFacts.Kind, seconds: Double) throws {
        var facts = try MeasuredStream.stream(Self.lines, [])
        var response = ResponseFacts()
        response.isHTTP = true
        var resource = ResourceFacts(url: "https://a.example/r", kind: kind, response: response)
        resource.loadSeconds = seconds
        facts.resources = [resource]
        var log = FindingLog()
        DocumentChecks(facts: facts).check(&log)
        #expect(
            log.findings.contains { $0.rule == "http.slow-resource" && $0.message.contains("5 s") } == (seconds == 5))
    }
}
