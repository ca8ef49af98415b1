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
        let titles = ["Playlist", "Codecs", "Size", "Average", "Peak", "Declared", "Segments", "Duration"]
        for title in titles {
            #expect(page.components(separatedBy: "data-title=\"\(title)\"").count == 2, "\(title)")
        }
        #expect(page.contains("data-title=\"Playlist\">a &lt;b&gt;</td>"))
        #expect(page.contains("content: attr(data-title)") && !page.contains("overflow-x"))
    }
}
