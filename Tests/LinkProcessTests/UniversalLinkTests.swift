import DBus
import Foundation
import MediaTesting
import Testing

/// Universal links of a domain on loopback, whose certificate a test authority has signed.
@Suite(
    .enabled(if: LinkPrograms.areAvailable && TestAuthority.isAvailable), .serialized, .timeLimit(.minutes(5)))
struct UniversalLinkTests {
    private static let path = "/.well-known/apple-app-site-association"
    private static let file = """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.probe"],
          "components": [{"#": "browser", "exclude": true}, {"/": "/play/*"}, {"/": "/open/*"}]}]}}
        """

    @Test(
        "R211 S20.2: a universal link of the app's domain is continued as an activity, in a cold start and in a running app"
    )
    func opening() async throws {
        let authority = try await TestAuthority()
        let origin = try Origin(FixedContent([Self.path: .json(Self.file)]))
        let site = try SecureFront(try await authority.certificate(), backend: origin.port)
        let domain = "127.0.0.1:\(site.port)"
        let desktop = try await LinkDesktop([
            "LINK_PROBE_SCENES": "1", "LINK_PROBE_DOMAIN": domain, "SSL_CERT_FILE": authority.file.path,
        ])
        try await desktop.register("--domain", domain)
        #expect(origin.records.count == 1)
        let first = try await desktop.open("https://\(domain)/open/film-1?campaign=tv")
        #expect(first.status == 0, "\(first.standardError)")
        #expect(await desktop.logs("app active"))
        #expect(
            desktop.log().filter { $0.hasPrefix("scene") } == [
                "scene willConnect NSUserActivityTypeBrowsingWeb https://\(domain)/open/film-1?campaign=tv",
                "scene foreground", "scene active",
            ])
        #expect(try await desktop.open("https://\(domain)/open/film-2").status == 0)
        #expect(await desktop.logs("scene continue NSUserActivityTypeBrowsingWeb https://\(domain)/open/film-2 - -"))
        let lines = desktop.log().filter { $0.hasPrefix("scene") }.suffix(2)
        #expect(lines.first == "scene willContinue NSUserActivityTypeBrowsingWeb")
        // The file was fetched once, at the registration.
        #expect(origin.records.count == 1)

        for place in ["/about", "/open/film-3#browser"] {
            let outcome = try await desktop.open("https://\(domain)\(place)")
            #expect(outcome.status == 3, "\(place): \(outcome.standardError)")
            let error = await #expect(throws: BusError.self) {
                try await desktop.call("Open", [.strings(["https://\(domain)\(place)"]), .dictionary([:])])
            }
            #expect(error?.name == "org.openavkit.Error.Refused")
        }
        #expect(!desktop.log().contains { $0.contains("film-3") })
    }

    @Test("R211: without scenes, the application delegate continues the universal link of a cold start")
    func applicationDelegate() async throws {
        let authority = try await TestAuthority()
        let origin = try Origin(FixedContent([Self.path: .json(Self.file)]))
        let site = try SecureFront(try await authority.certificate(), backend: origin.port)
        let domain = "127.0.0.1:\(site.port)"
        let desktop = try await LinkDesktop(["LINK_PROBE_DOMAIN": domain, "SSL_CERT_FILE": authority.file.path])
        try await desktop.register("--domain", domain)
        let link = "https://\(domain)/play/film-1"
        #expect(try await desktop.open(link).status == 0)
        #expect(await desktop.logs("app active"))
        #expect(
            desktop.log() == [
                "app willFinish - - activity", "app didFinish - - activity", "window", "app configuration",
                "app willContinue NSUserActivityTypeBrowsingWeb", "app continue NSUserActivityTypeBrowsingWeb \(link)",
                "app active",
            ])
    }
}
