import Foundation
import Testing

@testable import StreamRules

/// The HTML page of a stream.
struct ReportPageTests {
    @Test(
        "each value of the table of playlists carries its column's title, which phones show, and nothing scrolls sideways"
    )
    func playlistsOnPhones() throws {
        var facts = StreamFacts()
        facts.url = "https://example.com/main.m3u8"
        facts.playlists = [
            PlaylistFacts(role: .single, name: "a <b>", document: PlaylistDocument(url: "https://example.com/v.m3u8"))
        ]
        let page = StreamReport(facts, []).text(.html)
        // A playlist that could not be loaded has no number of segments and no duration.
        #expect(page.contains("data-title=\"Segments\">not loaded</td>") && !page.contains(">0 s<"))
        #expect(StreamReport(facts, []).text(.text).contains("not loaded"))
        let titles = ["Playlist", "Codecs", "Size", "Average", "Peak", "Declared", "Segments", "Duration"]
        for title in titles {
            #expect(page.components(separatedBy: "data-title=\"\(title)\"").count == 2, "\(title)")
        }
        #expect(page.contains("data-title=\"Playlist\">a &lt;b&gt;</td>"))
        #expect(page.contains("content: attr(data-title)") && !page.contains("overflow-x"))
    }

    @Test("of a document that is no playlist, only the missing header is reported, not the characters of its lines")
    func noPlaylist() {
        func finding(_ rule: String, _ url: String, line: Int?) -> StreamFinding {
            StreamFinding(
                rule: rule, level: .warning, message: "m", remedy: "r",
                place: StreamFinding.Place(url: url, line: line))
        }
        let report = StreamReport(
            StreamFacts(),
            [
                finding("hls.header.missing", "a", line: 1), finding("playlist.uri-form", "a", line: 4),
                finding("http.cors", "a", line: nil), finding("playlist.uri-form", "b", line: 4),
            ])
        #expect(report.findings.map(\.rule) == ["hls.header.missing", "http.cors", "playlist.uri-form"])
    }
}
