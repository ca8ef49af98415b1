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
