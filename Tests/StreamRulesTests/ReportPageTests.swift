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

    @Test(
        "SARIF names local files relative to the working folder, others by their path, and URLs as they are",
        arguments: [
            ("file:///work/stream/main.m3u8", "stream/main.m3u8"), ("file:///work/a%20b.m3u8", "a%20b.m3u8"),
            ("file:///other/main.m3u8", "file:///other/main.m3u8"),
            ("file:///workshop/a.m3u8", "file:///workshop/a.m3u8"),
            ("https://example.com/a%20b?c=1", "https://example.com/a%20b?c=1"),
        ])
    func locations(_ url: String, _ uri: String) throws {
        let place = StreamFinding.Place(url: url)
        var report = StreamReport(
            StreamFacts(), [StreamFinding(rule: "r", level: .error, message: "m", remedy: "r", place: place)])
        report.folder = "/work"
        #expect(
            report.text(.sarif).replacing("\\/", with: "/").contains("\"uri\":\"\(uri)\""), "\(report.text(.sarif))")
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
