import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests feeds on HTTP servers.
struct NetworkFeedTests {
    private static let feed = Data(SampleFeed.catalog.text.utf8)

    private func check(_ url: String, _ change: (inout NetworkOptions, inout ValidationOptions) -> Void = { _, _ in })
        -> (
            findings: [Finding], summary: ValidationSummary
        )
    {
        var network = NetworkOptions()
        network.totalSeconds = 120
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        change(&network, &options)
        let result = Validator(options: options).findings([.url(url, network)])
        return (result.findings.filter { $0.level == .error }, result.summary)
    }

    @Test("umc-catalog.md C11: a feed on a server is checked, and its password appears in no report")
    func whole() {
        let server = TinyServer { _ in .ok(Self.feed) }
        let result = check(server.url("/catalog.xml?token=secret").replacing("http://", with: "http://me:word@"))
        #expect(result.findings.map(\.message) == [])
        #expect(result.summary.exitCode(failOn: .error) == 0)
        #expect(result.summary.feeds[0].bytes == Self.feed.count)
        #expect(!result.summary.feeds[0].file.contains("word"))
        #expect(!result.summary.feeds[0].file.contains("secret"))
        #expect(server.requests[0].contains("Accept-Encoding: gzip"))
    }

    @Test("umc-catalog.md C12: a cached feed with an ETag is downloaded again only after a change")
    func cached() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "umc-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = TinyServer { request in
            request.contains("If-None-Match: \"one\"")
                ? TinyServer.Answer(head: "HTTP/1.1 304 Not Modified") : .ok(Self.feed, ["ETag: \"one\""])
        }
        for turn in 0..<3 {
            let result = check(server.url("/catalog.xml")) { network, _ in network.cache = folder }
            #expect(result.findings.map(\.message) == [])
            #expect(result.summary.feeds[0].items > 0)
            #expect(result.summary.feeds[0].file == server.url("/catalog.xml"))
            #expect(server.requests.count == turn + 1)
        }
        #expect(!server.requests[0].contains("If-None-Match"))
        #expect(server.requests[2].contains("If-None-Match: \"one\""))
        _ = check(server.url("/other.xml")) { network, _ in network.cache = folder }
        #expect(!server.requests[3].contains("If-None-Match"))
    }

    @Test(
        "umc-validation.md 2: a feed that a server refuses is not read, and the message names the response",
        arguments: [
            ("HTTP/1.1 404 Not Found", "status 404"), ("HTTP/1.1 503 Busy", "status 503"),
            ("HTTP/1.1 302 Found\r\nLocation: /again", "too many times"), ("HTTP/1.1 204 No Content", "is empty"),
        ])
    func refused(_ head: String, _ words: String) throws {
        let server = TinyServer { _ in TinyServer.Answer(head: head) }
        let result = check(server.url("/catalog.xml"))
        #expect(result.summary.exitCode(failOn: .error) == 3)
        #expect(result.findings.first?.message.contains(words) == true, "\(result.findings)")
    }

    @Test(
        "umc-validation.md 2: redirects to schemes other than http and https are not followed",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1:1/feed.xml", "dict://127.0.0.1:1/d:x", "gopher://127.0.0.1:1/",
        ])
    func otherProtocols(_ target: String) {
        let server = TinyServer { _ in TinyServer.Answer(head: "HTTP/1.1 302 Found\r\nLocation: \(target)") }
        let result = check(server.url("/catalog.xml"))
        #expect(result.summary.exitCode(failOn: .error) == 3)
        #expect(result.findings.first?.message.contains("to another scheme") == true, "\(result.findings)")
    }

    @Test("umc-validation.md 2: a redirect never leads from https to http")
    func redirects() {
        for address in ["https://h/a", "HTTPS://h/a", "Https:", "ftp://h/a", "file:///a", "httpx://h", ""] {
            #expect(HTTPURLText.redirectProtocols(from: address) == "https", "\(address)")
        }
        for address in ["http://h/a", "HTTP://h/a"] {
            #expect(HTTPURLText.redirectProtocols(from: address) == "http,https", "\(address)")
        }
    }

    @Test("an early end of a connection, a silent server and an unreachable host are reported")
    func broken() {
        let half = Self.feed.prefix(Self.feed.count / 2)
        let cut = TinyServer { _ in
            TinyServer.Answer(head: "HTTP/1.1 200 OK\r\nContent-Length: \(Self.feed.count)", body: half)
        }
        let ended = check(cut.url("/catalog.xml"))
        #expect(ended.findings.contains { $0.ruleId == "DOC-INPUT" && $0.message.contains("before") })
        #expect(ended.summary.exitCode(failOn: .error) != 0)
        let silent = TinyServer { _ in
            TinyServer.Answer(
                head: "HTTP/1.1 200 OK\r\nContent-Length: \(Self.feed.count)", body: half, linger: 300)
        }
        let late = check(silent.url("/catalog.xml")) { network, _ in network.totalSeconds = 1 }
        #expect(late.findings.contains { $0.message.contains("did not arrive in time") })
        // The client has ended the connection: the server would have done so much later.
        #expect(late.summary.seconds < 120)
        let unreachable = check("http://127.0.0.1:1/catalog.xml")
        #expect(unreachable.summary.exitCode(failOn: .error) == 3)
    }

    @Test("a download above the size limit is not started")
    func tooLarge() {
        let server = TinyServer { _ in .ok(Self.feed) }
        let result = check(server.url("/catalog.xml")) { _, options in options.limits.documentBytes = 1_000 }
        #expect(result.summary.exitCode(failOn: .error) == 3)
        #expect(result.findings.first?.message.contains("documentBytes") == true)
    }
}
