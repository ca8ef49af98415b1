import Foundation
import MediaTesting
import Testing

/// The network settings of the environment and their effect on the player.
@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable))
struct NetworkTests {
    private func origin() async throws -> FaultyOrigin {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24))
        let origin = try FaultyOrigin()
        origin.serve([UInt8](try Data(contentsOf: clip)), at: "/film.mp4")
        return origin
    }

    private func inspect(_ url: String, _ changes: [String: String]) async throws -> ExternalCommand.Outcome {
        var environment = Program.environment
        let names = [
            "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
            "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
        ]
        for name in names {
            environment[name] = nil
        }
        return try await ExternalCommand.run(
            try #require(Program.url), ["inspect", "--json", url], environment: environment.merging(changes) { $1 },
            timeout: 60)
    }

    @Test(
        "SSL_CERT_FILE selects the trusted certificates; without it a private certificate is rejected with the reason")
    func certificateFile() async throws {
        try #require(TestAuthority.isAvailable)
        let origin = try await origin()
        let authority = try await TestAuthority()
        let front = try SecureFront(try await authority.certificate(), backend: origin.port)
        let url = front.url("/film.mp4").absoluteString
        let trusted = try await inspect(url, ["SSL_CERT_FILE": authority.file.path])
        #expect(trusted.status == 0, "\(trusted.standardError)")
        let refused = try await inspect(url, [:])
        #expect(refused.status == 3)
        let reason = "not signed by an authority that this machine trusts"
        #expect(refused.standardError.contains(reason), "\(refused.standardError)")
    }

    @Test("http_proxy is used for other hosts; hosts in no_proxy and loopback are connected directly")
    func proxy() async throws {
        let proxy = try await origin()
        let origin = try await origin()
        let surroundings = ["http_proxy": "http://127.0.0.1:\(proxy.port)"]
        let through = try await inspect("http://film.example/film.mp4", surroundings)
        #expect(through.status == 0, "\(through.standardError)")
        #expect(proxy.requests.first?.target == "http://film.example/film.mp4")
        let asked = proxy.requests.count
        #expect(try await inspect(origin.url("/film.mp4").absoluteString, surroundings).status == 0)
        #expect(origin.requests.isEmpty == false && proxy.requests.count == asked)
    }
}
