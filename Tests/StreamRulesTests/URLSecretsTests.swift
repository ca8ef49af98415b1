import HLS
import ReportText
import Testing

@testable import StreamRules

/// Tokens, signatures and keys of URLs in texts and reports.
struct URLSecretsTests {
    @Test(
        "values of tokens, signatures and keys are masked, and everything around them stays",
        arguments: [
            ("https://a.example/m.m3u8?token=abc/d+e==&b=2", "https://a.example/m.m3u8?token=***&b=2"),
            (
                "seg-1.ts?b=2&Signature=x~y-z_&Key-Pair-Id=K1&Policy=e30",
                "seg-1.ts?b=2&Signature=***&Key-Pair-Id=***&Policy=***"
            ),
            ("m.m3u8?hdnts=st=1~exp=2~acl=/*~hmac=f00d", "m.m3u8?hdnts=***"),
            (
                "https://a.example/hdntl=exp=1~acl=/*~data=hdntl~hmac=f00d/m.m3u8",
                "https://a.example/hdntl=***/*~data=hdntl~hmac=***/m.m3u8"
            ),
            ("The part “p.m4s?sig=abc”, line 3", "The part “p.m4s?sig=***”, line 3"),
            ("see https://a.example/?access_token=abc.", "see https://a.example/?access_token=***."),
            ("https://a.example/?jwt=abc, and 3 more", "https://a.example/?jwt=***, and 3 more"),
            (
                "?X-Amz-Credential=A%2Fb&X-Amz-Date=1&X-Amz-Signature=0a",
                "?X-Amz-Credential=***&X-Amz-Date=1&X-Amz-Signature=***"
            ),
            (
                "https://p.example/?url=https%3A%2F%2Fa.example%2F%3Ftoken%3Dabc%26b%3D2&c=3",
                "https://p.example/?url=https%3A%2F%2Fa.example%2F%3Ftoken%3D***%26b%3D2&c=3"
            ),
            ("<a href=\"m.m3u8?b=2&amp;auth=abc\">", "<a href=\"m.m3u8?b=2&amp;auth=***\">"),
            ("https://user:word@a.example/?apikey=abc#t=1", "https://user:***@a.example/?apikey=***#t=1"),
            (
                "https://a.example/eyJhbGciOi.eyJzdWIiOi.c2ln/m.m3u8?t=eyJhbGciOi.eyJzdWIiOi.c2lnMg",
                "https://a.example/***/m.m3u8?t=***2"
            ),
            ("m.m3u8?TOKEN=abc", "m.m3u8?TOKEN=***"), ("a.html#access_token=abc&b=2", "a.html#access_token=***&b=2"),
            ("Load https://a.example/eyJhbGciOi.eyJzdWIiOi.c2lnMg.", "Load https://a.example/***."),
        ])
    func masked(_ text: String, _ masked: String) {
        #expect(URLSecrets.masked(text) == masked)
        #expect(URLSecrets.masked(masked) == masked, "a masked text stays as it is")
    }

    @Test(
        "parameters without secrets, empty values and other texts stay as they are",
        arguments: [
            "https://a.example/m.m3u8?quality=hd&start=10&session=live", "m.m3u8?token=", "m.m3u8?token=&b=2",
            "token=abc", "METHOD=AES-128,KEY=x", "/data/key=12/policy=a/main.m3u8", "file:///data/hash=1/main.m3u8",
            "a/b?c", "?", "&amp;", "~", "https://a.example/eyJ/eyJa.b/m",
            "https://a.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0/m", "?tokens=1", "100 %", "%3", "?monkey=1",
        ])
    func unmasked(_ text: String) {
        #expect(URLSecrets.masked(text) == text)
    }

    @Test("URLs that differ only in their tokens remain different, and equal ones equal, in all texts of a report")
    func distinct() {
        var secrets = URLSecrets()
        let texts = ["a?token=x b?token=y a?token=x", "c?token=y&sig=y", "a?token=z"].map { secrets.masked($0) }
        #expect(texts == ["a?token=*** b?token=***2 a?token=***", "c?token=***2&sig=***", "a?token=***3"])
    }

    private static let url = "https://a.example/main.m3u8?token=s3cret"

    /// A stream with the same token in each value that a report may show.
    private static var report: StreamReport {
        var facts = StreamFacts()
        facts.url = url
        facts.hasMedia = true
        facts.limits = ["\(url) was left out."]
        facts.document.failure = LoadFailure(.status, "\(url) was not found.")
        var playlist = PlaylistFacts(role: .single, name: "playlist v?sig=s3cret", document: PlaylistDocument(url: url))
        var segment = SegmentFacts()
        segment.failure = LoadFailure(.connection, "\(url) could not be loaded.")
        playlist.segments = [segment]
        facts.playlists = [playlist]
        let finding = StreamFinding(
            rule: "playlist.missing", level: .fatal, message: "“s.ts?sig=s3cret” of \(url) is missing.",
            remedy: "Publish \(url).", place: StreamFinding.Place(url: url, name: "v?auth=s3cret"))
        return StreamReport(facts, [finding])
    }

    @Test("a report of any form contains no token, unless it is to show them", arguments: StreamReport.Format.allCases)
    func reports(_ format: StreamReport.Format) {
        var report = Self.report
        let text = report.text(format)
        #expect(!text.contains("s3cret") && text.contains("main.m3u8?token=***"), "\(text)")
        #expect(!report.verdict.contains("s3cret"))
        report.masksSecrets = false
        #expect(report.text(format).contains("main.m3u8?token=s3cret"))
        #expect(report.verdict.contains("s3cret"))
    }

    @Test("two variants whose URLs differ only in their tokens have different URLs in reports")
    func variants() {
        var facts = StreamFacts()
        facts.url = "https://a.example/main.m3u8"
        facts.playlists = ["x", "y"].map { token in
            PlaylistFacts(
                role: .single, name: token, document: PlaylistDocument(url: "https://a.example/v.m3u8?token=\(token)"))
        }
        let text = StreamReport(facts, []).text(.json)
        #expect(text.contains("v.m3u8?token=***\"") && text.contains("v.m3u8?token=***2\""))
    }
}
