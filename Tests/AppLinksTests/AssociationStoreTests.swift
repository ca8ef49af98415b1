import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import AppLinks

/// A date that the test sets.
private final class Calendar: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    var now: Date { date.withLock { $0 } }
    func advance(by seconds: Double) { date.withLock { $0 += seconds } }
}

@Suite(.enabled(if: TestAuthority.isAvailable), .serialized, .timeLimit(.minutes(3)))
struct AssociationStoreTests {
    private static let path = "/.well-known/apple-app-site-association"
    private static let file = #"{"applinks": {"details": [{"appIDs": ["A.b"], "components": [{"/": "/*"}]}]}}"#

    private struct Site {
        var origin: Origin
        var front: SecureFront
        var store: AssociationStore
        var folders: TestFolders
        var authority: TestAuthority
        var domain: String { "127.0.0.1:\(front.port)" }

        func problem() -> AssociationError.Reason? {
            do {
                _ = try store.file(of: domain)
                return nil
            } catch { return error.reason }
        }
    }

    private func site(
        _ content: any OriginContent, calendar: Calendar = Calendar(), names: String = "IP:127.0.0.1"
    ) async throws -> Site {
        let authority = try await TestAuthority()
        let origin = try Origin(content)
        let front = try SecureFront(try await authority.certificate(names: names), backend: origin.port)
        let folders = try TestFolders()
        var store = AssociationStore(folders.folders, now: { calendar.now })
        store.request.authorities = authority.file
        store.request.totalSeconds = 60
        store.request.connectSeconds = 60
        return Site(origin: origin, front: front, store: store, folders: folders, authority: authority)
    }

    @Test("R211: an association file is fetched over https once, until it expires")
    func caching() async throws {
        let calendar = Calendar()
        var resource = OriginResource.json(Self.file)
        resource.headers["Cache-Control"] = "public, max-age=7200"
        let site = try await site(FixedContent([Self.path: resource]), calendar: calendar)
        #expect(site.problem() == nil && site.problem() == nil)
        #expect(site.origin.records.map(\.path) == [Self.path])
        calendar.advance(by: 7_100)
        #expect(site.problem() == nil && site.origin.records.count == 1)
        calendar.advance(by: 200)
        #expect(site.problem() == nil && site.origin.records.count == 2)
    }

    @Test("while the domain cannot be reached, the last file remains in use; a domain that removes the file ends that")
    func refreshing() async throws {
        let calendar = Calendar()
        let site = try await site(FixedContent([Self.path: .json(Self.file)]), calendar: calendar)
        #expect(site.problem() == nil)
        calendar.advance(by: AssociationStore.usualAge + 1)
        site.front.stop()
        #expect(site.problem() == nil)
        calendar.advance(by: AssociationStore.graceAge - AssociationStore.usualAge - 2)
        #expect(site.problem() == nil)
        calendar.advance(by: AssociationStore.failureAge + 2)
        guard case .unreachable = site.problem() else {
            Issue.record("the old file is used for ever")
            return
        }
        let other = try await self.site(FixedContent([:]), calendar: calendar)
        #expect(other.problem() == .status(404))
        // The failure is remembered for a while.
        guard case .remembered = other.problem() else {
            Issue.record("a failure is not remembered")
            return
        }
        #expect(other.origin.records.count == 1)
        calendar.advance(by: AssociationStore.failureAge + 1)
        #expect(other.problem() == .status(404))
    }

    @Test("an association file that redirects, is not JSON, is too large or is not found is refused with the reason")
    func refused() async throws {
        let redirect = LayeredContent(
            FixedContent(["/other": .json(Self.file)]),
            replacing: [Self.path: .status(302, headers: ["Location": "https://example.com/file"])])
        #expect(try await site(redirect).problem() == .redirect("https://example.com/file"))
        #expect(
            try await site(FixedContent([Self.path: OriginResource(text: "<html>", contentType: "text/html")]))
                .problem()
                == .notJSON)
        let large = Self.file + String(repeating: " ", count: AssociationFile.maximumBytes)
        #expect(try await site(FixedContent([Self.path: .json(large)])).problem() == .tooLarge)
        #expect(try await site(FixedContent([Self.path: .json("{}")])).problem() == .noLinks)
    }

    @Test("a certificate that is not trusted, or is of another domain, and a server that does not answer are refused")
    func untrusted() async throws {
        let content = FixedContent([Self.path: .json(Self.file)])
        let other = try await site(content, names: "DNS:www.example.com")
        guard case .unreachable = other.problem() else {
            Issue.record("a certificate of another domain is accepted")
            return
        }
        #expect(other.origin.records.isEmpty)
        var unknown = try await site(content)
        unknown.store.request.authorities = nil
        guard case .unreachable = unknown.problem() else {
            Issue.record("a certificate of an unknown authority is accepted")
            return
        }
        #expect(unknown.origin.records.isEmpty)
        var silent = try await site(content)
        silent.origin.update { $0.latency = 600 }
        silent.store.request.totalSeconds = 0.5
        guard case .unreachable = silent.problem() else {
            Issue.record("a server that does not answer is waited for")
            return
        }
        for domain in ["", "a b", "a/b", "..", "example.com/x", "a@b", "a:b", "EXAMPLE.com", "-a.b", "a:1:2"] {
            let error = #expect(throws: AssociationError.self) { try silent.store.file(of: domain) }
            #expect(error?.reason == .domain, "\(domain)")
        }
    }

    @Test("a cached file that is damaged at any byte is fetched again")
    func damagedCache() async throws {
        let site = try await site(FixedContent([Self.path: .json(Self.file)]))
        #expect(site.problem() == nil)
        let cache = AssociationCache(site.folders.folders).folder
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cache.path).first)
        let whole = try Data(contentsOf: cache.appendingPathComponent(name))
        for length in [0, 1, whole.count / 2, whole.count - 1] {
            try whole.prefix(length).write(to: cache.appendingPathComponent(name))
            let before = site.origin.records.count
            #expect(site.problem() == nil && site.origin.records.count == before + 1, "\(length) bytes")
        }
    }

    @Test("an app is the owner of a universal link only with its identifier, or its team's prefix before it")
    func names() {
        var app = AppRegistration.service()
        for (name, isOwn) in [
            ("ABCDE12345.com.example.service", true), ("com.example.service", true),
            ("ABCDE1234.com.example.service", false),
            ("abcde12345.com.example.service", false), ("ABCDE12345.com.example.service2", false), ("", false),
            ("evil.com.example.service", false),
        ] {
            #expect(app.isNamed(by: name) == isOwn, "\(name)")
        }
        app.applicationIdentifier = "TEAM.com.example.service"
        #expect(app.isNamed(by: "TEAM.com.example.service") && !app.isNamed(by: "com.example.service"))
    }
}
