import ReportText
import Testing

@testable import StreamRules

/// Passwords of URLs and hostile names in reports.
struct ReportNamesTests {
    private static let url = "https://viewer:se%3Ccret@example.com/main.m3u8?next=http://a:word@b/"

    @Test(
        "a report contains no password of a URL, and the user, the host and the query of the URL",
        arguments: StreamReport.Format.allCases)
    func passwords(_ format: StreamReport.Format) {
        var facts = StreamFacts()
        facts.url = Self.url
        let finding = StreamFinding(
            rule: "playlist.missing", level: .error, message: "The playlist \(Self.url) cannot be loaded.",
            remedy: "Publish it.", place: StreamFinding.Place(url: Self.url))
        let text = StreamReport(facts, [finding]).text(format)
        #expect(!text.contains("cret") && !text.contains("word@"))
        #expect(text.contains("https://viewer:***@example.com/main.m3u8?next="))
    }

    @Test(
        "a report of any form contains no control character, direction mark or element of a hostile name",
        arguments: StreamReport.Format.allCases)
    func hostileNames(_ format: StreamReport.Format) {
        var facts = StreamFacts()
        facts.url = "https://example.com/main.m3u8"
        let name = "\u{1B}[31m\u{202E}\u{2066}\u{7}<script>x</script>\u{FEFF}]]>"
        let finding = StreamFinding(
            rule: "playlist.missing", level: .error, message: name, remedy: name,
            place: StreamFinding.Place(url: facts.url, name: name))
        let text = StreamReport(facts, [finding]).text(format)
        let unsafe = text.unicodeScalars.filter { $0 != "\n" && $0.isUnsafeToShow }
        #expect(unsafe.isEmpty, "\(unsafe.map(\.value))")
        if format == .html || format == .junit { #expect(!text.contains("<script>x")) }
    }

    @Test(
        "texts without passwords stay as they are",
        arguments: [
            "http://127.0.0.1:80/a@b:c", "at 10:30://x", "mail a:b@c", "://", "https://user@example.com/", "a://b:c",
            "https://[::1]:8080/x",
        ])
    func others(_ url: String) {
        var facts = StreamFacts()
        facts.url = url
        #expect(StreamReport(facts, []).text(.text).hasPrefix(url + "\n"))
    }
}
