import HLS
import Testing

@testable import StreamRules

/// Tests the comparison of two loads of a live playlist, and the checks of subtitles and of the order of segments.
struct ReloadDifferencesTests {
    private func playlist(
        _ first: Int, duration: String = "4", second: Int = 0, version: Int = 6, tags: String = "", end: String = ""
    ) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-VERSION:\(version)\n#EXT-X-TARGETDURATION:4\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(first)\n\(tags)"
        for number in first..<first + 4 {
            let seconds = number * 4 + second
            text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(seconds + 10)Z\n"
            text += "#EXTINF:\(duration),\n\(number).ts\n"
        }
        guard case .media(let playlist) = try Playlist.parse(text: text + end).playlist else {
            throw CancellationError()
        }
        return playlist
    }

    @Test("two loads whose window has moved on do not differ")
    func same() throws {
        #expect(ReloadDifferences(from: try playlist(3), to: try playlist(4)) == ReloadDifferences())
    }

    @Test("another duration, date and version of listed segments are found, with the number of the first segment")
    func different() throws {
        let durations = ReloadDifferences(from: try playlist(3), to: try playlist(4, duration: "3.8")).durations
        #expect(durations?.number == 4 && durations?.count == 3)
        let dates = ReloadDifferences(from: try playlist(3), to: try playlist(4, second: 2)).dates
        #expect(dates?.number == 4 && dates.map { $0.now - $0.before } == 2)
        let headers = ReloadDifferences(from: try playlist(3), to: try playlist(4, version: 3)).headers
        #expect(headers == ["EXT-X-VERSION was 6, and is 3"])
    }

    /// Segments with numbers from `first` on; `query` returns the query of each.
    private func queried(_ first: Int, count: Int = 6, _ query: (Int) -> String) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        for number in first..<first + count { text += "#EXTINF:4,\n\(number).ts\(query(number))\n" }
        guard case .media(let playlist) = try Playlist.parse(text: text).playlist else { throw CancellationError() }
        return playlist
    }

    @Test("a segment whose query changes alone is found; renewed signatures of all or of the oldest segments are not")
    func queries() throws {
        let last = try queried(3) { _ in "" }
        #expect(ReloadDifferences(from: last, to: try queried(4) { $0 == 6 ? "?v=2" : "" }).query == 6)
        #expect(ReloadDifferences(from: last, to: try queried(4) { _ in "?token=b" }).query == nil)
        #expect(ReloadDifferences(from: last, to: try queried(4) { $0 < 5 ? "?token=b" : "" }).query == nil)
        #expect(ReloadDifferences(from: last, to: try queried(4) { $0 > 6 ? "?token=b" : "" }).query == nil)
        var facts = PlaylistFacts(role: .single, name: "v", document: PlaylistDocument(url: "https://a.example/v"))
        facts.reloads = (0..<2).map {
            ReloadFacts(time: Double($0), firstSequence: 3, segmentCount: 6, partCount: 0, change: .unchanged)
        }
        facts.reloads[1].differences.query = 6
        var log = FindingLog()
        ReloadChecks(facts: facts).check(&log)
        #expect(log.findings.map(\.rule) == ["live.changed"] && log.findings.map(\.level) == [.warning])
    }

    /// A playlist of segments of 4 s of which the first has a date.
    private func dated(_ first: Int, second: Int, gap: Int? = nil) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(second)Z\n"
        for number in first..<first + 4 {
            text += "\(number == gap ? "#EXT-X-GAP\n" : "")#EXTINF:4,\n\(number).ts\n"
        }
        guard case .media(let playlist) = try Playlist.parse(text: text).playlist else { throw CancellationError() }
        return playlist
    }

    @Test("a single date that moves on with the window is no difference; one that stays with the window is")
    func impliedDates() throws {
        let differences = ReloadDifferences(from: try dated(3, second: 20), to: try dated(4, second: 20))
        #expect(differences.impliedDates.map { $0.now - $0.before } == -4 && differences.impliedDates?.number == 4)
        #expect(ReloadDifferences(from: try dated(3, second: 20), to: try dated(4, second: 24)).impliedDates == nil)
        #expect(ReloadDifferences(from: try dated(3, second: 20), to: try dated(4, second: 25)).impliedDates == nil)
    }

    @Test("EXT-X-GAP that is added to a listed segment or removed from it is a difference")
    func gaps() throws {
        let (with, without) = (try dated(3, second: 20, gap: 5), try dated(3, second: 20))
        #expect(ReloadDifferences(from: with, to: without).gap == .init(number: 5, isGap: false))
        #expect(ReloadDifferences(from: without, to: with).gap == .init(number: 5, isGap: true))
        #expect(ReloadDifferences(from: with, to: with).gap == nil)
    }

    @Test("segments after EXT-X-ENDLIST are counted, and the type may change when the playlist ends")
    func end() throws {
        let ended = try playlist(3, end: "#EXT-X-ENDLIST\n")
        #expect(ReloadDifferences(from: ended, to: try playlist(4)).countAfterEnd == 1)
        let event = try playlist(3, tags: "#EXT-X-PLAYLIST-TYPE:EVENT\n")
        #expect(ReloadDifferences(from: event, to: ended).headers.isEmpty)
        #expect(ReloadDifferences(from: event, to: try playlist(3)).headers.count == 1)
    }

    @Test("words of one language are counted; words of several languages and codes of languages are not")
    func words() {
        var counts: [String: Int] = [:]
        LanguageWords.count("Where did <i>you</i> put the letter? The en de.", into: &counts)
        #expect(counts == ["": 9, "you": 1, "the": 2], "\(counts)")
        #expect(LanguageWords.language(of: "nicht") == "de" && LanguageWords.language(of: "en") == nil)
    }
}
