import Foundation
import HLS
import Testing

@testable import StreamRules

/// Tests the comparison of the numbers and dates that live renditions give to media with those of the video.
struct LiveNumberTests {
    private static let lines = [
        MeasuredStream.rendition("AUDIO", "a", "en"), MeasuredStream.rendition("SUBTITLES", "s", "en"),
        MeasuredStream.variant(1_000_000, "v.m3u8"),
    ]

    /// A live playlist of segments of 6 s, of which the first starts at `start` seconds.
    private func playlist(
        _ role: PlaylistFacts.Role, _ name: String, _ kind: TrackFacts.Kind, start: Double = 100, count: Int = 10,
        step: Double = 6, discontinuities: Set<Int> = []
    ) throws -> PlaylistFacts {
        try MeasuredStream.playlist(
            role, name, kind, starts: (0..<count).map { start + Double($0) * step },
            discontinuities: discontinuities, isEnded: false)
    }

    private func findings(_ playlists: [PlaylistFacts]) throws -> [StreamFinding] {
        var log = FindingLog()
        LiveNumberChecks(facts: try MeasuredStream.stream(Self.lines, playlists)).check(&log)
        return log.findings
    }

    // MARK: - Discontinuities

    @Test("audio with another discontinuity number than the video of the same time is reported")
    func discontinuities() throws {
        let video = try playlist(.variant(0), "v", .video)
        let audio = try playlist(.rendition(0), "a", .audio, discontinuities: [0])
        let found = try findings([video, audio])
        #expect(found.map(\.rule) == ["align.discontinuities"] && found.map(\.level) == [.error], "\(found)")
    }

    @Test("audio with the discontinuity numbers of the video is not reported, nor audio that begins two segments later")
    func discontinuities_same() throws {
        let video = try playlist(.variant(0), "v", .video, discontinuities: [4])
        #expect(try findings([video, playlist(.rendition(0), "a", .audio, discontinuities: [4])]).isEmpty)
        let later = try playlist(.rendition(0), "a", .audio, start: 112, count: 8, discontinuities: [2])
        #expect(try findings([video, later]).isEmpty)
    }

    @Test("audio whose times occur twice in the video is not compared with either")
    func discontinuities_repeatedTimes() throws {
        // The clock of the video starts again at 100 s after the discontinuity.
        var video = try playlist(.variant(0), "v", .video, discontinuities: [5])
        for position in 5..<10 {
            video.segments[position]?.spans[0].start -= 30_000_000_000
            video.segments[position]?.spans[0].end -= 30_000_000_000
        }
        var audio = try playlist(.rendition(0), "a", .audio, count: 5, discontinuities: [0, 1])
        audio.segments[0] = nil
        #expect(try findings([video, audio]).isEmpty)
    }

    // MARK: - Starts

    @Test("audio 1.5 s after the video of the same number, or 1.5 s before it, is a warning", arguments: [1.5, -1.5])
    func displaced(seconds: Double) throws {
        let audio = try playlist(.rendition(0), "a", .audio, start: 100 + seconds)
        let found = try findings([playlist(.variant(0), "v", .video), audio])
        #expect(found.map(\.rule) == ["sync.audio-offset"] && found.map(\.level) == [.warning], "\(found)")
        #expect(found.first?.message.contains("1.5 s \(seconds > 0 ? "after" : "before")") == true, "\(found)")
    }

    @Test(
        "audio with priming samples, or numbered by another segment, is not reported", arguments: [0.09, -0.09, 6, -12])
    func displaced_wholeSegments(seconds: Double) throws {
        let audio = try playlist(.rendition(0), "a", .audio, start: 100 + seconds)
        #expect(try findings([playlist(.variant(0), "v", .video), audio]).isEmpty)
    }

    @Test("audio that ends with another number, or is cut at other lengths, is not compared by number")
    func displaced_otherNumbers() throws {
        let video = try playlist(.variant(0), "v", .video)
        #expect(try findings([video, playlist(.rendition(0), "a", .audio, start: 101.5, count: 8)]).isEmpty)
        #expect(try findings([video, playlist(.rendition(0), "a", .audio, start: 101.5, step: 5.76)]).isEmpty)
    }

    // MARK: - Cues

    /// Subtitles whose cues begin `shift` seconds after the video segment with the same number.
    private func subtitles(shift: Double, count: Int = 10) throws -> PlaylistFacts {
        var facts = try playlist(.rendition(1), "s", .audio, count: count)
        facts.segments = (0..<count).map { position in
            var segment = SegmentFacts()
            var text = TextFacts()
            (text.cueCount, text.hasMap, text.mapOffset) = (1, true, 90)
            let start = 10 + Double(position) * 6 + shift
            (text.firstStart, text.lastStart, text.firstEnd, text.lastEnd) = (start, start, start + 2, start + 2)
            segment.text = text
            return segment
        }
        return facts
    }

    @Test("cues 30 s after the video of the same number, or 20 s before it, are reported", arguments: [30.0, -20])
    func cues(shift: Double) throws {
        let found = try findings([playlist(.variant(0), "v", .video), subtitles(shift: shift)])
        #expect(found.map(\.rule) == ["subtitle.live-time"], "\(found)")
    }

    @Test("cues one segment after the video of the same number are not reported, nor those of other numbers")
    func cues_near() throws {
        let video = try playlist(.variant(0), "v", .video)
        #expect(try findings([video, subtitles(shift: 6)]).isEmpty)
        #expect(try findings([video, subtitles(shift: 8_589_934_592.0 / 90_000)]).isEmpty)
        #expect(try findings([video, subtitles(shift: 30, count: 8)]).isEmpty)
    }

    // MARK: - Dates

    /// Returns the findings of a playlist of segments of 4 s, of which those after the discontinuity at number 5 are dated `step` seconds
    /// too late. A segment is added every 4 s.
    private func dateFindings(step: Int, isDated: Bool = true) throws -> [String] {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for number in 0..<10 {
            if number == 5 { text += "#EXT-X-DISCONTINUITY\n" }
            let seconds = number * 4 + (number < 5 ? 0 : step)
            if isDated || number < 5 { text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(seconds + 10)Z\n" }
            text += "#EXTINF:4,\n\(number).ts\n"
        }
        var facts = PlaylistFacts(role: .single, name: "v", document: PlaylistDocument(url: "https://a.example/v"))
        if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
        facts.reloads = (0..<8).map { number in
            ReloadFacts(
                time: Double(number) * 4, firstSequence: 0, segmentCount: number + 3, partCount: 0,
                change: number == 0 ? .unchanged : .advanced(segments: 1))
        }
        var log = FindingLog()
        DateStepChecks(facts: facts).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("dates that are 9 s ahead of the time that passes after a discontinuity are reported")
    func dateStep() throws { #expect(try dateFindings(step: 9) == ["live.date-step"]) }

    @Test(
        "dates that move 6 s ahead at a discontinuity, or fall back, are not reported where the target duration is 4 s",
        arguments: [0, 6, -8])
    func dateStep_small(step: Int) throws { #expect(try dateFindings(step: step).isEmpty) }

    @Test("segments without a date after a discontinuity are not compared with the time")
    func dateStep_undated() throws { #expect(try dateFindings(step: 9, isDated: false).isEmpty) }
}
